package ridged

import (
	"context"
	"math"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/autodiff"
	"ebim/framework/network"
	"ebim/framework/parallel"
	"ebim/framework/points"
)

// Field is a trained displacement h(x, s) at one noise s. With p_s, the distribution of the data blurred by s, it is
// -s^2 grad log p_s, and its derivative shows by its eigenvalues where p_s has a ridge: about 0 along a manifold that
// the data lie on, and s^2/(s^2 + t^2) across it, where t is the noise in the data.
type Field struct {
	values, jacobians *network.Evaluator        // of rows x and s
	Noise             float64                   // s, the least where it is local
	Local             func(x []float64) float64 // s at a point; nil: Noise
	Dimension         int                       // of the ridge
}

// NewField compiles the evaluation of a displacement.
func NewField(engine compute.Backend, h network.Trained, ambient, dimension int) (*Field, error) {
	f := &Field{Dimension: dimension}
	widths := []int{ambient, 1}
	join := func(in []*graph.Node) *graph.Node { return graph.Concatenate(in, 1) }
	var err error
	f.values, err = network.NewEvaluator(engine, "displacement", []network.Trained{h}, widths,
		func(of []network.Function, in []*graph.Node) []*graph.Node {
			return []*graph.Node{of[0].Apply(join(in))}
		})
	if err != nil {
		return nil, err
	}
	f.jacobians, err = network.NewEvaluator(engine, "displacement and its derivative", []network.Trained{h}, widths,
		func(of []network.Function, in []*graph.Node) []*graph.Node {
			value := of[0].Apply(join(in))
			rows := autodiff.Rows(value, autodiff.Linearize(in[0], value))
			return []*graph.Node{value, graph.Concatenate(rows, 1)}
		})
	return f, err
}

// At is the field at another noise.
func (f Field) At(noise float64) *Field {
	f.Noise = noise
	return &f
}

// noise is s at a point.
func (f *Field) noise(x []float64) float64 {
	if f.Local == nil {
		return f.Noise
	}
	return f.Local(x)
}

// noises are s at points.
func (f *Field) noises(x *points.Set) []float32 {
	s := make([]float32, x.Len())
	parallel.Each(len(s), func(i int) { s[i] = float32(f.noise(x.At(i))) })
	return s
}

// Displacements is h at points.
func (f *Field) Displacements(ctx context.Context, x *points.Set) (*points.Set, error) {
	out, err := f.values.Run(ctx, x.Float32(), f.noises(x))
	if err != nil {
		return nil, err
	}
	return points.FromFloat32(out[0], x.Dim), nil
}

// Frame is what the field is at a point.
type Frame struct {
	Noise        float64     // s there
	Displacement []float64   // h, [n]
	Tangents     [][]float64 // orthonormal, [m][n]
	Along        float64     // largest eigenvalue of the tangents
	Across       float64     // least eigenvalue of the normals
	MeanAcross   float64     // their mean
}

// Frames are the field at points: tangents are the eigenvectors of the symmetric part of dh/dx with the m least
// eigenvalues.
func (f *Field) Frames(ctx context.Context, x *points.Set) ([]Frame, error) {
	frames := make([]Frame, x.Len())
	err := f.eachJacobian(ctx, x, func(i int, h []float64, symmetric *mat.SymDense) {
		frames[i] = f.frame(h, symmetric)
		frames[i].Noise = f.noise(x.At(i))
	})
	return frames, err
}

// eachJacobian gives h and the symmetric part of dh/dx at each point, some points at once.
func (f *Field) eachJacobian(ctx context.Context, x *points.Set, do func(i int, h []float64,
	symmetric *mat.SymDense)) error {
	n := x.Dim
	const mostNumbers = 1 << 23 // in the Jacobians that are held at once
	chunk := max(network.BatchOf(n), mostNumbers/(n*n))
	for from := 0; from < x.Len(); from += chunk {
		some := x.Slice(from, min(from+chunk, x.Len()))
		out, err := f.jacobians.Run(ctx, some.Float32(), f.noises(some))
		if err != nil {
			return err
		}
		values, rows := points.FromFloat32(out[0], n), points.FromFloat32(out[1], n*n)
		parallel.Each(some.Len(), func(i int) {
			j := rows.At(i)
			symmetric := mat.NewSymDense(n, nil)
			for a := range n {
				for b := a; b < n; b++ {
					symmetric.SetSym(a, b, (j[a*n+b]+j[b*n+a])/2)
				}
			}
			do(from+i, values.At(i), symmetric)
		})
	}
	return nil
}

func (f *Field) frame(h []float64, symmetric *mat.SymDense) Frame {
	n, m := len(h), f.Dimension
	values, vectors := lowest(symmetric, min(m+1, n))
	frame := Frame{Displacement: h, Tangents: vectors[:m], Along: values[m-1], Across: math.Inf(1)}
	if m < n {
		frame.Across = values[m]
		frame.MeanAcross = (mat.Trace(symmetric) - floats.Sum(values[:m])) / float64(n-m)
	}
	return frame
}

// mostExact is the largest matrix that is factorized whole: above, only the wanted vectors are found.
const mostExact = 20

// lowest are the least eigenvalues of a symmetric matrix and their eigenvectors, ascending.
func lowest(a *mat.SymDense, count int) (values []float64, vectors [][]float64) {
	n := a.SymmetricDim()
	var eigen mat.EigenSym
	if n <= mostExact {
		if !eigen.Factorize(a, true) {
			return nanPairs(n, count)
		}
		var all mat.Dense
		eigen.VectorsTo(&all)
		return eigen.Values(nil)[:count], columns(&all, count)
	}
	return subspace(a, count)
}

// subspace finds them by iteration with 1.25 - A, whose eigenvalues are largest where those of A, at most about 1, are
// least, in a space of a few dimensions more.
func subspace(a *mat.SymDense, count int) (values []float64, vectors [][]float64) {
	const shift, rounds, more = 1.25, 10, 4
	n := a.SymmetricDim()
	wide := min(n, count+more)
	basis := mat.NewDense(n, wide, nil)
	for j := range wide { // columns of a Hadamard-like pattern: no direction is left out
		for i := range n {
			basis.Set(i, j, math.Cos(float64((2*i+1)*(j+1))*math.Pi/float64(2*n))+math.Sin(float64(i*i*(j+1))))
		}
	}
	var qr mat.QR
	for range rounds {
		var next mat.Dense
		next.Mul(a, basis)
		next.Sub(scaled(shift, basis), &next)
		qr.Factorize(&next)
		var q mat.Dense
		qr.QTo(&q)
		basis = mat.DenseCopyOf(q.Slice(0, n, 0, wide))
	}
	var projected, image mat.Dense
	image.Mul(a, basis)
	projected.Mul(basis.T(), &image)
	small := mat.NewSymDense(wide, nil)
	for i := range wide {
		for j := i; j < wide; j++ {
			small.SetSym(i, j, (projected.At(i, j)+projected.At(j, i))/2)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(small, true) {
		return nanPairs(n, count)
	}
	var inner, ritz mat.Dense
	eigen.VectorsTo(&inner)
	ritz.Mul(basis, &inner)
	return eigen.Values(nil)[:count], columns(&ritz, count)
}

func scaled(factor float64, a *mat.Dense) *mat.Dense {
	var b mat.Dense
	b.Scale(factor, a)
	return &b
}

func columns(a *mat.Dense, count int) [][]float64 {
	all := make([][]float64, count)
	for j := range all {
		all[j] = mat.Col(nil, j, a)
	}
	return all
}

// nanPairs stand for the eigenvalues of a matrix that is not finite.
func nanPairs(n, count int) (values []float64, vectors [][]float64) {
	for range count {
		values, vectors = append(values, math.NaN()), append(vectors, make([]float64, n))
	}
	return values, vectors
}

// split is h along the tangents and across them.
func (f Frame) split(h []float64) (along, across []float64) {
	along, across = make([]float64, len(h)), append([]float64(nil), h...)
	for _, t := range f.Tangents {
		c := floats.Dot(t, h)
		floats.AddScaled(along, c, t)
		floats.AddScaled(across, -c, t)
	}
	return along, across
}
