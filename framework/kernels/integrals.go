package kernels

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/neighbors"
	"ebim/framework/parallel"
)

// logIntegrals are those of the candidates over the manifold near the data, or zeros where no points of it are given.
// On a unit circle kernels of deviation s integrate to sqrt(2 pi) exp(-1/s^2) I_0(1/s^2)/s of what they do on a line:
// for s = 0.6 to 1.06, and to 1.43 on a product of six. Where nodes show little of kernels these are narrow, and the
// manifold is flat to them: groups of kernels whose sums over nodes are no integrals have the integral 1.
func (t *terms) logIntegrals(nearby *Nodes) []float64 {
	integrals := make([]float64, len(t.all))
	if nearby == nil {
		return integrals
	}
	g := t.grouped()
	for i, sum := range t.overNodes(nearby, g) {
		if sum.isIntegral(t.m) {
			integrals[g.candidates[i]] += sum.value
		} else {
			integrals[g.candidates[i]] += g.counts[i]
		}
	}
	total := floats.Sum(t.fitted.counts)
	for c, v := range integrals {
		integrals[c] = math.Log(v / total)
	}
	return integrals
}

// nodeSum is a sum over nodes of normal kernels exp(-square/2).
type nodeSum struct {
	value   float64
	squares float64 // sum of the squared terms
	spread  float64 // sum of the terms times their square
}

func (s *nodeSum) add(term, square float64) {
	s.value += term
	s.squares += term * term
	s.spread += term * square
}

// isIntegral reports whether a sum is near the kernels' integral on a manifold of dimension m. It is worth leastNodes
// equal terms or more: a sum that is nearly 0, whose squares are 0 by rounding, is worth none. And the mean square,
// weighted by the terms, is at most twice m. It is m on flat space, and at most 1.22 m around circles (2 b (1 -
// I_1(b)/I_0(b)) for the precision b); nodes that miss the middle of kernels see their tails alone, where it is larger,
// and their sum is too low by any factor.
func (s *nodeSum) isIntegral(m int) bool {
	const leastNodes, mostSpread = 4, 2
	return s.value > 1e-100 && s.value*s.value >= leastNodes*s.squares && s.spread <= mostSpread*float64(m)*s.value
}

// kernelGroups part the kernels of each candidate into groups of neighbors that are as wide: among wide ones narrow
// ones can be missed.
type kernelGroups struct {
	of         []int     // [kernels, candidates]
	candidates []int     // of each group
	counts     []float64 // of the data at each group's kernels
}

func (t *terms) grouped() *kernelGroups {
	const each = 64 // neighbors, on average
	type group struct{ center, doublings, candidate int }
	x, known := t.fitted.set, map[group]int{}
	centers := neighbors.New(x.Evenly((x.Len() + each - 1) / each))
	groups := &kernelGroups{of: make([]int, x.Len()*len(t.all))}
	for k := range x.Len() {
		nearest, _ := centers.Nearest(x.At(k), 1)
		for c, s := range t.shapes {
			one := group{nearest[0], int(math.Floor(s.logs[k] / (float64(t.m) * math.Ln2))), c}
			number, is := known[one]
			if !is {
				number = len(known)
				known[one] = number
				groups.candidates, groups.counts = append(groups.candidates, c), append(groups.counts, 0)
			}
			groups.of[k*len(t.all)+c] = number
			groups.counts[number] += t.fitted.counts[k]
		}
	}
	return groups
}

// overNodes are the sums of what each group's kernels add up to at each node.
func (t *terms) overNodes(nearby *Nodes, groups *kernelGroups) []nodeSum {
	const parts = 16 // whose sums are added in order, whatever the number of threads
	all := make([][]nodeSum, parts)
	parallel.Each(parts, func(p int) {
		all[p] = make([]nodeSum, len(groups.counts))
		values, spreads := make([]float64, len(groups.counts)), make([]float64, len(groups.counts))
		var here []int // groups with a value at the node
		for i := p; i < len(nearby.LogWeights); i += parts {
			t.at(nearby.At.At(i), func(k, c int, log, square float64) {
				g := groups.of[k*len(t.all)+c]
				if values[g] == 0 {
					here = append(here, g)
				}
				term := t.fitted.counts[k] * math.Exp(nearby.LogWeights[i]+log)
				values[g] += term
				spreads[g] += term * square
			})
			for _, g := range here {
				if value := values[g]; value > 0 {
					all[p][g].add(value, spreads[g]/value)
				}
				values[g], spreads[g] = 0, 0
			}
			here = here[:0]
		}
	})
	for _, more := range all[1:] {
		for g, sum := range more {
			all[0][g].value += sum.value
			all[0][g].squares += sum.squares
			all[0][g].spread += sum.spread
		}
	}
	return all[0]
}
