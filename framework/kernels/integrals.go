package kernels

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/neighbors"
	"ebim/framework/parallel"
)

// logIntegrals are those of the candidates over the manifold near the data, or zeros where no points of it are given.
// On a unit circle kernels of deviation s integrate to sqrt(2 pi) exp(-1/s^2) I_0(1/s^2)/s of what they do on a line:
// for s = 0.6 to 1.06, and to 1.43 on a product of six. Where few nodes lie within kernels these are narrow, and the
// manifold is flat to them: groups of kernels whose sums rest on fewer than leastNodes have the integral 1.
func (t *terms) logIntegrals(nearby *Nodes) []float64 {
	integrals := make([]float64, len(t.all))
	if nearby == nil {
		return integrals
	}
	groups, counts := t.grouped()
	sums := t.overNodes(nearby, groups, len(counts))
	for c := range integrals {
		for g, count := range counts {
			at := g*len(t.all) + c
			if rest(sums.values[at], sums.squares[at]) {
				count = sums.values[at]
			}
			integrals[c] += count
		}
		integrals[c] = math.Log(integrals[c] / floats.Sum(counts))
	}
	return integrals
}

// leastNodes is how many equal terms a sum over nodes is worth, at least, so that it is near an integral.
const leastNodes = 4

// rest reports whether a sum rests on enough nodes, given the sum of its terms' squares. One that is nearly 0, whose
// squares are 0 by rounding, rests on none.
func rest(sum, squares float64) bool { return sum > 1e-100 && sum*sum >= leastNodes*squares }

// grouped parts the kernels into groups of neighbors, each with as many data as its kernels are at.
func (t *terms) grouped() (group []int, counts []float64) {
	const each = 64
	x := t.fitted.set
	centers := neighbors.New(x.Evenly((x.Len() + each - 1) / each))
	group, counts = make([]int, x.Len()), make([]float64, (x.Len()+each-1)/each)
	for k := range group {
		nearest, _ := centers.Nearest(x.At(k), 1)
		group[k] = nearest[0]
		counts[nearest[0]] += t.fitted.counts[k]
	}
	return group, counts
}

// nodeSums are sums over nodes of what groups of kernels add up to at each, and of its squares, [groups, candidates].
type nodeSums struct{ values, squares []float64 }

func (t *terms) overNodes(nearby *Nodes, group []int, groups int) nodeSums {
	const parts = 16 // whose sums are added in order, whatever the number of threads
	all := make([]nodeSums, parts)
	parallel.Each(parts, func(p int) {
		size := groups * len(t.all)
		all[p] = nodeSums{make([]float64, size), make([]float64, size)}
		for i := p; i < len(nearby.LogWeights); i += parts {
			here := map[int][]float64{} // by group
			t.at(nearby.At.At(i), func(k, c int, log float64) {
				of := here[group[k]]
				if of == nil {
					of = make([]float64, len(t.all))
					here[group[k]] = of
				}
				of[c] += t.fitted.counts[k] * math.Exp(nearby.LogWeights[i]+log)
			})
			for g, of := range here {
				for c, v := range of {
					all[p].values[g*len(t.all)+c] += v
					all[p].squares[g*len(t.all)+c] += v * v
				}
			}
		}
	})
	for _, more := range all[1:] {
		floats.Add(all[0].values, more.values)
		floats.Add(all[0].squares, more.squares)
	}
	return all[0]
}
