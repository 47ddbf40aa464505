package kernels

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/points"
)

// choose is the best few candidates and their weights, given the log densities [points, candidates] and how often each
// point counts. The given number of candidates are of kernels and the others, if there are, smooth. One by one, those
// are left out without which the likelihood is still highest.
func (o *Options) choose(logs [][]float64, counts []float64, kernels int, smooth bool) (chosen []int,
	weights []float64) {
	if slices.ContainsFunc(logs, func(row []float64) bool { return row == nil }) { // too few for every fold
		logs, counts = withRows(logs, counts)
	}
	chosen = points.Range(0, kernels)
	if smooth {
		chosen = points.Range(0, kernels+len(smoothCandidates()))
	}
	weights = make([]float64, len(chosen))
	for k := range weights {
		weights[k] = 1 / float64(len(chosen))
	}
	isKernel := func(c int) bool { return c < kernels }
	isSmooth := func(c int) bool { return c >= kernels }
	const first, further = 200, 40 // iterations
	for iterations := first; ; iterations = further {
		losses := maximize(logs, counts, chosen, weights, iterations)
		drop := least(losses, chosen, isSmooth, o.Smooth)
		if drop < 0 {
			drop = least(losses, chosen, isKernel, o.Members)
		}
		if drop < 0 {
			return chosen, weights
		}
		chosen, weights = slices.Delete(chosen, drop, drop+1), slices.Delete(weights, drop, drop+1)
		floats.Scale(1/floats.Sum(weights), weights)
	}
}

// least is the index of the smallest loss among candidates of a kind, or -1 where no more than most of them are left.
func least(losses []float64, chosen []int, kind func(c int) bool, most int) int {
	least, count := -1, 0
	for k, c := range chosen {
		if kind(c) {
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
