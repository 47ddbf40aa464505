package transport

import (
	"context"
	"errors"
	"fmt"
	"math"

	"ebim/framework/points"
)

// Cost is the price of moving one unit of mass from x to y.
type Cost int

const (
	Euclidean        Cost = iota // |x - y|
	SquaredEuclidean             // |x - y|^2
)

// Tolerance is how far the returned potentials may exceed a cost, in units of Result.Scale.
const Tolerance = 1e-12

// DefaultMatrixBytes is the largest cost matrix kept in memory unless Problem says otherwise: 192 MiB, 5000 x 5000 points.
const DefaultMatrixBytes = 192 << 20

// Problem is two point sets of one dimension with their masses.
type Problem struct {
	From, To *points.Set
	// Supply and Demand are the points' masses: finite, not negative, with equal positive totals (to 1e-9 of them).
	// They are divided by their total, so that the cost is per unit of mass. Nil means equal masses.
	Supply, Demand []float64
	Cost           Cost
	// MatrixBytes bounds the memory of a stored distance matrix; beyond it distances are computed when they are needed.
	// 0 means DefaultMatrixBytes, a negative value never stores. In up to 4 dimensions distances are never stored,
	// because computing them is as fast as fetching them.
	MatrixBytes int64
}

// Flow is the mass, as a share of the total, that goes from one point to another.
type Flow struct {
	From, To int
	Mass     float64
}

// Result is an optimal plan with its proof of optimality: for every pair,
//
//	FromPotential[i] + ToPotential[j] <= c(x_i, y_j) + Tolerance * Scale,
//
// so no plan costs less than Dual - Tolerance * Scale, where Dual = sum a_i FromPotential[i] + sum b_j ToPotential[j].
type Result struct {
	Cost          float64   // sum of mass times cost over the plan
	Dual          float64   // value of the potentials, equal to Cost up to rounding
	Plan          []Flow    // positive flows, at most len(From) + len(To) - 1, ordered by From, then To
	FromPotential []float64 // u_i
	ToPotential   []float64 // v_j
	Scale         float64   // a cost at least as large as every c(x_i, y_j)
	Pivots        int       // basis changes on the finest level
	Pricings      int       // passes over all arcs on the finest level
}

// Solve finds an optimal plan. Time grows roughly as len(From)*len(To); memory is linear in the number of points, plus
// the stored distance matrix where there is one. It fails on empty or mismatched sets, coordinates or masses that are
// not finite, negative masses, totals that differ, costs beyond float64's range, and with ctx's error when ctx ends.
func Solve(ctx context.Context, p Problem) (*Result, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	exponent, err := scaleExponent(p.From, p.To)
	if err != nil {
		return nil, err
	}
	supply, demand, err := integerMasses(p.Supply, p.Demand, p.From.Len(), p.To.Len())
	if err != nil {
		return nil, err
	}
	sources, sinks := mergeEqual(p.From, supply), mergeEqual(p.To, demand)
	level := &level{from: newCloud(p.From, sources.mass, exponent), to: newCloud(p.To, sinks.mass, exponent),
		squared: p.Cost == SquaredEuclidean, matrixBytes: p.matrixBytes()}
	if err := level.solve(ctx); err != nil {
		return nil, err
	}
	return level.result(p, exponent, sources, sinks)
}

// Distance returns the least mean cost of moving one set onto the other: the Wasserstein-1 distance for Euclidean cost, the
// squared Wasserstein-2 distance for squared Euclidean cost. Weights are divided by their totals; nil means equal.
func Distance(ctx context.Context, from, to *points.Set, fromWeights, toWeights []float64, cost Cost) (float64, error) {
	supply, err := normalized(fromWeights)
	if err != nil {
		return 0, fmt.Errorf("weights of the first set: %w", err)
	}
	demand, err := normalized(toWeights)
	if err != nil {
		return 0, fmt.Errorf("weights of the second set: %w", err)
	}
	result, err := Solve(ctx, Problem{From: from, To: to, Supply: supply, Demand: demand, Cost: cost})
	if err != nil {
		return 0, err
	}
	return result.Cost, nil
}

func (p Problem) matrixBytes() int64 {
	if p.MatrixBytes == 0 {
		return DefaultMatrixBytes
	}
	return p.MatrixBytes
}

func (p Problem) check() error {
	if p.From == nil || p.To == nil || p.From.Len() == 0 || p.To.Len() == 0 {
		return errors.New("transport needs at least one point on each side")
	}
	if p.From.Dim != p.To.Dim {
		return fmt.Errorf("the first set has dimension %d, the second %d; transport needs equal dimensions",
			p.From.Dim, p.To.Dim)
	}
	if p.From.Len()+p.To.Len() > math.MaxInt32 {
		return fmt.Errorf("%d points are more than transport can number (%d)", p.From.Len()+p.To.Len(), math.MaxInt32)
	}
	if p.Cost != Euclidean && p.Cost != SquaredEuclidean {
		return fmt.Errorf("unknown transport cost %d", p.Cost)
	}
	for side, set := range []*points.Set{p.From, p.To} {
		for k, value := range set.Data {
			if math.IsNaN(value) || math.IsInf(value, 0) {
				return fmt.Errorf("point %d of the %s set has coordinate %v; coordinates must be finite",
					k/set.Dim, []string{"first", "second"}[side], value)
			}
		}
	}
	return nil
}

// scaleExponent is e such that dividing all coordinates by 2^e leaves every distance at most 1. A power of two rounds
// nothing, and squares of the scaled differences neither overflow nor vanish.
func scaleExponent(a, b *points.Set) (int, error) {
	total := 0.0
	for axis := range a.Dim {
		low, high := math.Inf(1), math.Inf(-1)
		for _, set := range []*points.Set{a, b} {
			for k := axis; k < len(set.Data); k += set.Dim {
				low, high = min(low, set.Data[k]), max(high, set.Data[k])
			}
		}
		total = math.Hypot(total, high-low)
	}
	if math.IsInf(total, 0) {
		return 0, errors.New("the points are too far apart for their distances to be numbers; rescale them")
	}
	if total == 0 {
		return 0, nil
	}
	_, exponent := math.Frexp(total)
	return exponent, nil
}
