package onkernels

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/points"
	"ebim/framework/support"
)

// missed is by how much the integral is above the mean of the weights. Their densities count kernels whose way back
// leads to another place than the point, such as one less than a quarter of a circle away; only a share r of the
// density is that of draws that arrive. Of a draw's weight, 1/r is due: as often as a component must be drawn that
// it may have come from, on average, until one is confirmed.
func (w *weighted) missed(ctx context.Context, rng *rand.Rand, k *proposals) (support.Integral, error) {
	const most = 1 << 11
	checked := make([]int, min(most, w.points.Len()))
	logs, from := make([]float64, len(checked)), make([]int, len(checked))
	for i := range checked {
		checked[i] = i * w.points.Len() / len(checked)
		logs[i], from[i] = w.logs[checked[i]], w.centers[checked[i]]
	}
	tries, err := k.tries(ctx, rng, w.points.Select(checked), from)
	sum, _ := support.LogSum(logs)
	if err != nil || math.IsInf(sum, 0) || math.IsNaN(sum) {
		return support.Integral{}, err
	}
	for i, log := range logs {
		logs[i] = math.Exp(log - sum)
	}
	mean, squares := floats.Dot(logs, tries), 0.0
	for i, share := range logs {
		squares += share * share * (tries[i] - mean) * (tries[i] - mean)
	}
	return support.Integral{Log: math.Log(mean), Error: math.Sqrt(squares) / mean}, nil
}

// mostTries is how often a component that a point may have come from is drawn at most.
const mostTries = 32

// tries are how often that is until one is confirmed. The centers of the first are given.
func (k *proposals) tries(ctx context.Context, rng *rand.Rand, y *points.Set, from []int) ([]float64, error) {
	tries, left := make([]float64, y.Len()), points.Range(0, y.Len())
	for try := 1.0; try <= mostTries && len(left) > 0; try++ {
		trying := y.Select(left)
		if try > 1 {
			var err error
			if _, from, err = k.logDensity(ctx, rng, trying); err != nil {
				return nil, err
			}
		}
		arrived, err := k.confirmed(ctx, trying, from)
		if err != nil {
			return nil, err
		}
		var further []int
		for i, row := range left {
			if tries[row] = try; !arrived[i] {
				further = append(further, row)
			}
		}
		left = further
	}
	return tries, nil
}
