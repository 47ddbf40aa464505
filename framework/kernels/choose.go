package kernels

import (
	"math"
	"slices"
)

// choose is the best few candidates and their weights, given the log densities [points, candidates], of which the
// given number are of kernels and the others, if there are, smooth. Those of the least weight are left out one by one.
func (o *Options) choose(logs [][]float64, kernels int, smooth bool) (chosen []int, weights []float64) {
	logs = slices.DeleteFunc(slices.Clone(logs), func(row []float64) bool { return row == nil })
	for i := range kernels {
		chosen = append(chosen, i)
	}
	if smooth {
		for i := range smoothCandidates() {
			chosen = append(chosen, kernels+i)
		}
	}
	weights = maximize(logs, chosen)
	drop := func(most int, among func(c int) bool) {
		for {
			least, count := -1, 0
			for k, c := range chosen {
				if !among(c) {
					continue
				}
				if count++; least < 0 || weights[k] < weights[least] {
					least = k
				}
			}
			if count <= most {
				return
			}
			chosen, weights = slices.Delete(chosen, least, least+1), slices.Delete(weights, least, least+1)
		}
	}
	drop(o.Members, func(c int) bool { return c < kernels })
	drop(o.Smooth, func(c int) bool { return c >= kernels })
	return chosen, maximize(logs, chosen)
}

// maximize is the weights of the mixture of the chosen candidates with the highest likelihood.
func maximize(logs [][]float64, chosen []int) []float64 {
	const iterations = 200 // 1000 differ by 0.005 nats at most, and are not better in all
	weights, next := make([]float64, len(chosen)), make([]float64, len(chosen))
	for k := range weights {
		weights[k] = 1 / float64(len(chosen))
	}
	if len(logs) == 0 {
		return weights
	}
	ratios := make([]float64, len(chosen))
	for range iterations {
		clear(next)
		for _, row := range logs {
			largest := math.Inf(-1)
			for _, c := range chosen {
				largest = max(largest, row[c])
			}
			sum := 0.0
			for k, c := range chosen {
				ratios[k] = weights[k] * math.Exp(row[c]-largest)
				sum += ratios[k]
			}
			for k, r := range ratios {
				next[k] += r / sum / float64(len(logs))
			}
		}
		copy(weights, next)
	}
	return weights
}
