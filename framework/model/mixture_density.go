package model

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"ebim/framework/points"
)

// withCapabilities is the mixture as a type that has just the capabilities that all of its models have.
func (m *trainedMixture) withCapabilities() Trained {
	var near nearestOf
	dense := densityOf{labels: m.labels, weights: m.weights}
	for _, part := range m.parts {
		if searcher, ok := part.(Nearest); ok {
			near = append(near, searcher)
		}
		if known, ok := part.(densityPart); ok {
			dense.parts = append(dense.parts, known)
		}
	}
	switch nearest, density := len(near) == len(m.parts), len(dense.parts) == len(m.parts); {
	case nearest && density:
		return &manifoldDensityMixture{m, near, dense}
	case nearest:
		return &manifoldMixture{m, near}
	case density:
		return &densityMixture{m, dense}
	}
	return m
}

// Mixtures of models that all have a manifold, a density, or both.
type (
	manifoldMixture struct {
		*trainedMixture
		nearestOf
	}
	densityMixture struct {
		*trainedMixture
		densityOf
	}
	manifoldDensityMixture struct {
		*trainedMixture
		nearestOf
		densityOf
	}
)

// nearestOf finds the nearest points of several manifolds.
type nearestOf []Nearest

// Nearest is the nearest of the manifolds' points, of those that lie on their manifold where there are any. A search
// counts as unconverged whichever manifold it was on, so that the number is an upper bound.
func (m nearestOf) Nearest(ctx context.Context, x *points.Set) (*Projection, error) {
	projections := make([]*Projection, len(m))
	for i, part := range m {
		var err error
		if projections[i], err = part.Nearest(ctx, x); err != nil {
			return nil, err
		}
	}
	nearest, _ := closest(projections, x)
	return nearest, nil
}

// closest takes for each point of x the best of its projections, and says whose it is.
func closest(projections []*Projection, x *points.Set) (best *Projection, owners []int) {
	best = &Projection{Points: points.New(x.Len(), x.Dim), Residual: make([]float64, x.Len())}
	owners = make([]int, x.Len())
	for _, p := range projections {
		best.Unconverged = min(best.Unconverged+p.Unconverged, x.Len())
		best.Unsettled = min(best.Unsettled+p.Unsettled, x.Len())
	}
	for i := range x.Len() {
		least, on := math.Inf(1), false
		for k, p := range projections {
			arrived, off := p.Residual[i] <= onManifold, squaredDistance(p.Points.At(i), x.At(i))
			if k == 0 || arrived && !on || arrived == on && off < least {
				least, on, owners[i] = off, arrived, k
			}
		}
		chosen := projections[owners[i]]
		copy(best.Points.At(i), chosen.Points.At(i))
		best.Residual[i] = chosen.Residual[i]
	}
	return best, owners
}

// densityPart is a model in a mixture with a density.
type densityPart interface {
	Density
	Likelihood
}

// densityOf is the density of several models together, with respect to the measure of the union of their supports.
type densityOf struct {
	labels  []string
	weights []float64
	parts   []densityPart
}

// Support takes as many points from each model's support, the first ones one more where n is no multiple.
func (m densityOf) Support(ctx context.Context, rng *rand.Rand, n int) (*points.Set, []float64, error) {
	var whole *points.Set
	var owners []int
	for k, part := range m.parts {
		share := n / len(m.parts)
		if k < n%len(m.parts) {
			share++
		}
		if share == 0 {
			continue
		}
		set, _, err := part.Support(ctx, rng, share)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", m.labels[k], err)
		}
		if whole == nil {
			whole = points.New(0, set.Dim)
		}
		whole.Data = append(whole.Data, set.Data...)
		for range share {
			owners = append(owners, k)
		}
	}
	logs, _, err := m.at(ctx, rng, whole, owners)
	return whole, logs, err
}

// LogDensity is taken at the nearest points over all models. The mixture is normalised as it is.
func (m densityOf) LogDensity(ctx context.Context, rng *rand.Rand, x *points.Set) (*LogDensity, error) {
	projections := make([]*Projection, len(m.parts))
	for k, part := range m.parts {
		searcher, ok := part.(Nearest)
		if !ok { // a model of the whole space
			projections[k] = &Projection{Points: x, Residual: make([]float64, x.Len())}
			continue
		}
		var err error
		if projections[k], err = searcher.Nearest(ctx, x); err != nil {
			return nil, fmt.Errorf("%s: %w", m.labels[k], err)
		}
	}
	nearest, owners := closest(projections, x)
	values, normaliserError, err := m.at(ctx, rng, nearest.Points, owners)
	return &LogDensity{Values: values, Nearest: nearest, NormaliserError: normaliserError}, err
}

// coincident is how far from a support a point may lie that counts as one of it, relative to the points' size: what
// single precision leaves of a search that ends where it began.
const coincident = 1e-4

// at adds up the weighted densities of the models to whose supports each point belongs: that of its owner, and others
// that pass through it, as models of the whole space do.
func (m densityOf) at(ctx context.Context, rng *rand.Rand, y *points.Set, owners []int) (logs []float64,
	normaliserError float64, err error) {
	size := 0.0
	for _, v := range y.Data {
		size = max(size, math.Abs(v))
	}
	logs = make([]float64, y.Len())
	for i := range logs {
		logs[i] = math.Inf(-1)
	}
	for k, part := range m.parts {
		density, err := part.LogDensity(ctx, rng, y)
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %w", m.labels[k], err)
		}
		normaliserError = math.Hypot(normaliserError, m.weights[k]*density.NormaliserError)
		for i, value := range density.Values {
			off := math.Sqrt(squaredDistance(density.Nearest.Points.At(i), y.At(i)))
			if k == owners[i] || off <= coincident*size {
				logs[i] = logSumExp(logs[i], value+math.Log(m.weights[k]))
			}
		}
	}
	return logs, normaliserError, nil
}

// logSumExp is log(exp(a) + exp(b)).
func logSumExp(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(a, 0) { // their difference may be no number
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}

var (
	_ Mesher      = (*trainedMixture)(nil)
	_ movable     = (*trainedMixture)(nil)
	_ Nearest     = (*manifoldMixture)(nil)
	_ densityPart = (*densityMixture)(nil)
	_ densityPart = (*manifoldDensityMixture)(nil)
	_ Nearest     = (*manifoldDensityMixture)(nil)
	_ Sampler     = (*manifoldDensityMixture)(nil)
)
