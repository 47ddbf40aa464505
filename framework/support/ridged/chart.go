package ridged

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/parallel"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/onkernels"
)

// Frames implements onkernels.Chart.
func (z *Meshless) Frames(ctx context.Context, x *points.Set) ([]onkernels.Frame, error) {
	tangents, err := z.Tangents(ctx, x)
	if err != nil {
		return nil, err
	}
	n, m := x.Dim, z.Dimension()
	frames := make([]onkernels.Frame, x.Len())
	parallel.Each(x.Len(), func(i int) {
		own := tangents[i*m*n : (i+1)*m*n]
		if frames[i] = (onkernels.Frame{Tangents: own, Smaller: own}); n-m < m {
			frames[i].Smaller = complement(own, m, n)
		}
	})
	return frames, nil
}

// complement is an orthonormal basis [n-m, n] of what is orthogonal to one, [m, n].
func complement(basis []float64, m, n int) []float64 {
	var qr mat.QR
	qr.Factorize(mat.NewDense(m, n, basis).T())
	var q mat.Dense
	qr.QTo(&q)
	q.CloneFrom(q.T())
	return q.RawMatrix().Data[m*n:]
}

const backSteps = 6

// Back implements onkernels.Chart: from z + T u to the ridge along the normals at z. Each step goes across the ridge to
// a point p of it, about, and from there along the ridge's tangents T' to where the shadow on T is u again,
//
//	y = p + T' a,  T^T T' a = T^T (z + T u - p).
func (z *Meshless) Back(ctx context.Context, at, from *points.Set) (*points.Set, []onkernels.Return, error) {
	choice, err := z.choice(ctx)
	if err != nil {
		return nil, nil, err
	}
	found, err := z.found(ctx)
	if err != nil {
		return nil, nil, err
	}
	start, err := choice.Field.Frames(ctx, z.moves.in(at))
	if err != nil {
		return nil, nil, err
	}
	y, goal := z.moves.in(from), z.moves.in(from)
	var here []Frame
	lost := make([]bool, y.Len())
	for step := range backSteps {
		if here, err = choice.Field.renewed(ctx, y, here, step%3 == 0); err != nil {
			return nil, nil, err
		}
		parallel.Each(y.Len(), func(i int) {
			here[i].stepAcross(y.At(i))
			lost[i] = !shadow(start[i].Tangents, here[i].Tangents, goal.At(i), y.At(i))
		})
	}
	p, err := choice.Field.look(ctx, y)
	if err != nil {
		return nil, nil, err
	}
	returned, err := found.judge(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	for i, is := range lost {
		if is {
			returned[i] = onkernels.Lost
		}
	}
	return z.moves.out(y), returned, nil
}

// shadow moves y along tangents to where its shadow on others is that of a goal, unless these are nearly orthogonal.
func shadow(on, tangents [][]float64, goal, y []float64) bool {
	m := len(on)
	away := floats.SubTo(make([]float64, len(y)), goal, y)
	shadows, wanted := mat.NewDense(m, m, nil), mat.NewVecDense(m, nil)
	for a := range m {
		wanted.SetVec(a, floats.Dot(on[a], away))
		for b := range m {
			shadows.Set(a, b, floats.Dot(on[a], tangents[b]))
		}
	}
	const steepest = 10 // condition beyond which the ridge is turned away by 84 degrees
	var lu mat.LU
	lu.Factorize(shadows)
	var moved mat.VecDense
	if !(lu.Cond() < steepest) || lu.SolveVecTo(&moved, false, wanted) != nil {
		return false
	}
	for b := range m {
		floats.AddScaled(y, moved.AtVec(b), tangents[b])
	}
	return true
}

// Nearest implements support.Projector: across to the ridge, or the nearest of the points that are known where that
// leads beyond an edge or farther away; then along it for as long as that comes nearer.
func (z *Meshless) Nearest(ctx context.Context, x *points.Set) (*support.Projection, error) {
	choice, err := z.choice(ctx)
	if err != nil {
		return nil, err
	}
	found, err := z.found(ctx)
	if err != nil {
		return nil, err
	}
	own := z.moves.in(x)
	s := &search{field: choice.Field, on: found, x: own, y: points.New(own.Len(), own.Dim),
		length: make([]float64, own.Len())}
	for i := range own.Len() {
		nearest, _ := found.tree.Nearest(own.At(i), 1)
		copy(s.y.At(i), found.At(nearest[0]))
		s.length[i] = found.wide.Noise
	}
	if err := s.take(ctx, points.Range(0, own.Len()), own, farSteps); err != nil {
		return nil, err
	}
	const rounds = 8
	for range rounds {
		if err := s.nearer(ctx); err != nil {
			return nil, err
		}
	}
	return &support.Projection{Points: z.moves.out(s.y), Residual: make([]float64, x.Len())}, nil
}

// search is for the points y of a ridge that are nearest to x.
type search struct {
	field  *Field
	on     *scattered
	x, y   *points.Set
	length []float64 // of the next step along the ridge, at most
}

// take takes candidates for some of the points to the ridge, and those that are nearer; the steps of others become half
// as long.
func (s *search) take(ctx context.Context, of []int, candidates *points.Set, steps int) error {
	p, err := s.field.Project(ctx, candidates, steps)
	if err != nil {
		return err
	}
	returned, err := s.on.judge(ctx, p)
	if err != nil {
		return err
	}
	for k, i := range of {
		x := s.x.At(i)
		if returned[k] == onkernels.Arrived &&
			points.SquaredDistance(p.Points.At(k), x) < points.SquaredDistance(s.y.At(i), x) {
			copy(s.y.At(i), p.Points.At(k))
		} else if steps < farSteps {
			s.length[i] /= 2
		}
	}
	return nil
}

// nearer steps along the tangents toward x, where that is far enough to matter.
func (s *search) nearer(ctx context.Context) error {
	const least = 0.01 // of the ridge's noise
	frames, err := s.field.Frames(ctx, s.y)
	if err != nil {
		return err
	}
	var of []int
	to := points.New(0, s.y.Dim)
	for i, frame := range frames {
		step, _ := frame.split(floats.SubTo(make([]float64, s.y.Dim), s.x.At(i), s.y.At(i)))
		far := floats.Norm(step, 2)
		if most := min(far, s.length[i]); most > least*s.field.Noise {
			floats.Scale(most/far, step)
			floats.Add(step, s.y.At(i))
			of, to.Data = append(of, i), append(to.Data, step...)
		}
	}
	if len(of) == 0 {
		return nil
	}
	return s.take(ctx, of, to, nearSteps)
}
