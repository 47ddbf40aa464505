package transport

import (
	"context"
	"errors"
	"fmt"
	"math"

	"ebim/framework/points"
)

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

// Distance returns the least mean cost of moving one set onto the other: the Wasserstein-1 distance for Euclidean
// cost, the squared Wasserstein-2 distance for squared Euclidean cost. Weights are divided by their totals; nil means
// equal.
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
