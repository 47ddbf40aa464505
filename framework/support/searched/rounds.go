package searched

import (
	"context"
	"slices"

	"ebim/framework/network"
	"ebim/framework/support"
)

// precise is the largest |F| at which a point rests that was found by few products.
const precise = support.OnManifold / 100

// roundsOf divides steps of a search into rounds where there are ManyNormals, as most points need those of the first
// alone.
func roundsOf(steps, codimension int) (ofRound, rounds int) {
	const rounded = 3
	if codimension < ManyNormals {
		return steps, 1
	}
	return (steps + rounded - 1) / rounded, rounded
}

// inRounds runs a search, which moves the rows of its last input and returns them with their |F|, again for those whose
// |F| is above a tolerance.
func inRounds(ctx context.Context, search *network.Evaluator, rounds int, tolerance float32,
	inputs ...[]float32) (y, residual []float32, err error) {
	out, err := search.Run(ctx, inputs...)
	if err != nil {
		return nil, nil, err
	}
	y, residual = out[0], out[1]
	for range rounds - 1 {
		rows := above(residual, tolerance)
		if len(rows) == 0 {
			break
		}
		dim, again := len(y)/len(residual), slices.Clone(inputs)
		again[len(again)-1] = y
		for k, all := range again {
			again[k] = rowsOf(all, dim, rows)
		}
		if out, err = search.Run(ctx, again...); err != nil {
			return nil, nil, err
		}
		for k, i := range rows {
			copy(y[i*dim:(i+1)*dim], out[0][k*dim:(k+1)*dim])
			residual[i] = out[1][k]
		}
	}
	return y, residual, nil
}

// above are the rows whose |F| is above a tolerance, or no number.
func above[T float32 | float64](residual []T, tolerance T) (rows []int) {
	for i, r := range residual {
		if !(r <= tolerance) {
			rows = append(rows, i)
		}
	}
	return rows
}

// rowsOf copies some rows of numbers.
func rowsOf(x []float32, dim int, rows []int) []float32 {
	chosen := make([]float32, 0, len(rows)*dim)
	for _, i := range rows {
		chosen = append(chosen, x[i*dim:(i+1)*dim]...)
	}
	return chosen
}
