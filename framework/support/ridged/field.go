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
