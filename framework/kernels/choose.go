package kernels

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/points"
)

// kind is candidates of a kind in a row, of which at most some may be chosen.
type kind struct{ count, most int }

// choose is the best few candidates of each kind and their weights, given the log densities [points, candidates] and
// how often each point counts. One by one, from the last kind to the first, those are left out without which the
// likelihood is still highest.
func choose(logs [][]float64, counts []float64, kinds []kind) (chosen []int, weights []float64) {
	if slices.ContainsFunc(logs, func(row []float64) bool { return row == nil }) { // too few for every fold
		logs, counts = withRows(logs, counts)
	}
	all := 0
	for _, k := range kinds {
		all += k.count
	}
	chosen, weights = points.Range(0, all), make([]float64, all)
	for k := range weights {
		weights[k] = 1 / float64(all)
	}
	const first, further = 200, 40 // iterations
	for iterations := first; ; iterations = further {
		losses := maximize(logs, counts, chosen, weights, iterations)
		drop, end := -1, all
		for i := len(kinds) - 1; i >= 0 && drop < 0; i-- {
			drop, end = least(losses, chosen, end-kinds[i].count, end, kinds[i].most), end-kinds[i].count
		}
		if drop < 0 {
			return chosen, weights
		}
		chosen, weights = slices.Delete(chosen, drop, drop+1), slices.Delete(weights, drop, drop+1)
		floats.Scale(1/floats.Sum(weights), weights)
	}
}

// least is the index of the smallest loss among the candidates from one to before another, or -1 where no more than
// most of them are left.
func least(losses []float64, chosen []int, from, to, most int) int {
	least, count := -1, 0
	for k, c := range chosen {
		if from <= c && c < to {
			if count++; least < 0 || losses[k] < losses[least] {
				least = k
			}
		}
	}
	if count <= most {
		return -1
	}
	return least
}

// maximize moves the weights of the mixture of the chosen candidates toward those of the highest likelihood, by
// expectation maximization, and returns by how much the mean log density is lower, at most, without each of them: by
// that of the others with their weights as they are.
func maximize(logs [][]float64, counts []float64, chosen []int, weights []float64,
	iterations int) (losses []float64) {
	densities := make([][]float64, len(logs)) // over the highest
	for i, row := range logs {
		densities[i] = make([]float64, len(chosen))
		for k, c := range chosen {
			densities[i][k] = row[c]
		}
		largest := slices.Max(densities[i])
		for k, log := range densities[i] {
			densities[i][k] = math.Exp(log - largest)
		}
	}
	next, total := make([]float64, len(chosen)), floats.Sum(counts)
	losses = make([]float64, len(chosen))
	if len(logs) == 0 {
		return losses
	}
	for i, row := range densities { // all that is left for a point may have a weight that was rounded to 0
		if best := floats.MaxIdx(row); floats.Dot(weights, row) == 0 {
			weights[best] = counts[i] / total
		}
	}
	for range iterations {
		clear(next)
		for i, row := range densities {
			share := counts[i] / total / floats.Dot(weights, row)
			for k, density := range row {
				next[k] += share * weights[k] * density
			}
		}
		copy(weights, next)
	}
	const share, rounding = 0.01, 1e-15 // of equal weights, so that something is left without one of nearly all weight
	mixed := make([]float64, len(weights))
	for k, weight := range weights {
		mixed[k] = (1-share)*weight + share/float64(len(weights))
		losses[k] = math.Log(max(1-mixed[k], rounding))
	}
	for i, row := range densities {
		all := floats.Dot(mixed, row)
		for k, density := range row {
			losses[k] -= counts[i] / total * math.Log(max(1-mixed[k]*density/all, rounding))
		}
	}
	return losses
}

// withRows is the rows that there are.
func withRows(logs [][]float64, counts []float64) (rows [][]float64, some []float64) {
	for i, row := range logs {
		if row != nil {
			rows, some = append(rows, row), append(some, counts[i])
		}
	}
	return rows, some
}
