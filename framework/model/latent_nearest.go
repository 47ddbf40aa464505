package model

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/points"
)

// Nearest solves min_z |f(z) - x|^2 for every point by itself, from z = g(x), by Levenberg and Marquardt's method
// (paper, appendix B.1).
func (m *trainedPushforward) Nearest(ctx context.Context, x *points.Set) (*Projection, error) {
	search, err := m.searchNearest(ctx, x)
	if err != nil {
		return nil, err
	}
	return search.projection(), nil
}

func (m *trainedPushforward) searchNearest(ctx context.Context, x *points.Set) (*latentSearch, error) {
	z, err := m.pair.encode(ctx, m.latent, x)
	if err != nil {
		return nil, err
	}
	decoding, err := m.pair.newDecoding(m.latent, z.Dim)
	if err != nil {
		return nil, err
	}
	image, err := decode(ctx, decoding, z)
	if err != nil {
		return nil, err
	}
	search := newLatentSearch(x, z, image)
	const iterations = 60
	for k := 0; k < iterations && search.open > 0; k++ {
		trial := search.propose()
		image, err := decode(ctx, decoding, trial)
		if err != nil {
			return nil, err
		}
		search.judge(trial, image)
	}
	return search, nil
}

// latentSearch is the state of one search per point.
type latentSearch struct {
	target, z *points.Set
	image     *decoded
	damping   []float64
	settled   []bool
	open      int
}

func (s *latentSearch) projection() *Projection {
	return &Projection{Points: s.image.points, Residual: make([]float64, s.z.Len()), Unconverged: s.open}
}

func newLatentSearch(target, z *points.Set, image *decoded) *latentSearch {
	s := &latentSearch{target: target, z: z, image: image, damping: make([]float64, z.Len()), settled: make([]bool, z.Len()), open: z.Len()}
	for i := range s.damping {
		s.damping[i] = 1e-3
	}
	return s
}

// propose solves (J^T J + damping diag(J^T J)) step = J^T (x - f(z)) for every open point.
func (s *latentSearch) propose() *points.Set {
	trial := points.New(s.z.Len(), s.z.Dim)
	copy(trial.Data, s.z.Data)
	for i := range s.settled {
		if s.settled[i] {
			continue
		}
		if step, ok := s.step(i); ok {
			for j, d := range step {
				trial.At(i)[j] += d
			}
		}
	}
	return trial
}

func (s *latentSearch) step(i int) ([]float64, bool) {
	n, m := s.target.Dim, s.z.Dim
	jacobian := mat.NewDense(n, m, s.image.jacobians[i])
	residual := mat.NewVecDense(n, nil)
	residual.SubVec(mat.NewVecDense(n, s.target.At(i)), mat.NewVecDense(n, s.image.points.At(i)))
	var normal mat.Dense
	normal.Mul(jacobian.T(), jacobian)
	for j := range m {
		normal.Set(j, j, normal.At(j, j)*(1+s.damping[i])+1e-12)
	}
	var right, step mat.VecDense
	right.MulVec(jacobian.T(), residual)
	if step.SolveVec(&normal, &right) != nil {
		return nil, false
	}
	return step.RawVector().Data, true
}

// judge accepts the steps that bring the image nearer, and settles points whose image or distance no longer changes.
func (s *latentSearch) judge(trial *points.Set, image *decoded) {
	for i := range s.settled {
		if s.settled[i] {
			continue
		}
		before, after := s.error(s.image, i), s.error(image, i)
		if !(after < before) {
			s.damping[i] *= 4
			s.settle(i, s.damping[i] > 1e8)
			continue
		}
		moved := squaredDistance(s.image.points.At(i), image.points.At(i))
		copy(s.z.At(i), trial.At(i))
		copy(s.image.points.At(i), image.points.At(i))
		s.image.jacobians[i] = image.jacobians[i]
		s.damping[i] = max(s.damping[i]/3, 1e-9)
		s.settle(i, math.Sqrt(moved) < 1e-6 || before-after < 1e-7*before)
	}
}

func (s *latentSearch) settle(i int, done bool) {
	if done {
		s.settled[i] = true
		s.open--
	}
}

func (s *latentSearch) error(image *decoded, i int) float64 {
	return squaredDistance(s.target.At(i), image.points.At(i))
}

func squaredDistance(a, b []float64) float64 {
	sum := 0.0
	for j := range a {
		sum += (a[j] - b[j]) * (a[j] - b[j])
	}
	return sum
}
