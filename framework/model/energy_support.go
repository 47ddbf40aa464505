package model

import (
	"context"
	"math/rand/v2"

	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/points"
	supports "ebim/framework/support"
	"ebim/framework/support/box"
	"ebim/framework/support/zeroset"
	"ebim/framework/train"
)

// TODO: goes with energy_*.go

type support struct {
	train.Environment
	manifold *learnedManifold
}

type learnedManifold struct{ *zeroset.ZeroSet }

func (m *learnedManifold) net() network.Trained { return *m.Constraint() }

func (s support) domain() supports.Domain {
	if s.manifold == nil {
		return box.New(s.Environment)
	}
	return s.manifold.ZeroSet
}

func (s support) dimension() int { return s.domain().Dimension() }

func (s support) facts() loss.Support {
	return loss.Support{Manifold: s.manifold != nil, Dimension: s.dimension(), Ambient: len(s.Box)}
}

func (s support) onto(ctx context.Context, x *points.Set) (*points.Set, error) {
	return s.domain().Onto(ctx, x)
}

func (s support) checkQuadrature() error { return s.domain().CheckQuadrature() }

type quadrature struct {
	nodes      *points.Set
	logWeights []float64
	*supports.Quadrature
}

func (s support) quadrature(ctx context.Context, cells int) (*quadrature, error) {
	q, err := s.domain().Quadrature(ctx, cells)
	if err != nil {
		return nil, err
	}
	return &quadrature{q.Nodes, q.LogWeights, q}, nil
}

func (q *quadrature) add(w float64)                       { q.Add(w); q.logWeights = q.LogWeights }
func (q *quadrature) draw(rows []float32, rng *rand.Rand) { q.Draw(rows, rng) }

type strata struct {
	logWeights []float64
	fill       func(rows []float32, rng *rand.Rand)
}

func (s support) strata(ctx context.Context, cells int) (*strata, error) {
	q, err := s.domain().Strata(ctx, cells)
	if err != nil {
		return nil, err
	}
	return &strata{q.LogWeights, q.Fill}, nil
}

func (s support) uniform(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	return s.domain().Pool(ctx, rng, n)
}

func uniformPoints(box [][2]float64, n int, rng *rand.Rand) *points.Set {
	return supports.UniformPoints(box, n, rng)
}

func diagonal(box [][2]float64) float64 { return supports.Diagonal(box) }

const (
	onManifold     = supports.OnManifold
	exactDimension = supports.MostCovered
)

func logSum(logs []float64) (sum, squares float64) { return supports.LogSum(logs) }

func newFreshPoints(ctx context.Context, s train.Environment, m *learnedManifold) (*freshPoints, error) {
	next, err := m.Start(ctx)
	return &freshPoints{next}, err
}

type freshPoints struct{ start func([]float32, *rand.Rand) }

func (f *freshPoints) next(point []float32, rng *rand.Rand) error { f.start(point, rng); return nil }
