package kernels

import (
	"iter"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/neighbors"
	"ebim/framework/parallel"
	"ebim/framework/points"
)

// crossValidate is the log densities of the candidates, fitted to some points, at others.
func (o *Options) crossValidate(fitted *places, left *points.Set, all []candidate) ([][]float64, error) {
	shapes, err := o.shapes(fitted, all)
	if err != nil {
		return nil, err
	}
	tree, found := neighbors.New(fitted.set), make([][]float64, left.Len())
	total, m, terms := floats.Sum(fitted.counts), o.Dimension, numbersOf(shapes)
	parallel.Each(left.Len(), func(i int) {
		near, _ := tree.Nearest(left.At(i), min(nearest, fitted.set.Len()))
		differences, squares := away(left.At(i), near, fitted.set, m)
		logs, sums := make([]float64, len(all)), make([]float64, len(all)) // largest, and of exp over it
		for c := range all {
			logs[c] = math.Inf(-1)
		}
		for first, after := range shared(all) {
			shapes[first].squaresAlong(squares, near, differences)
			for j, k := range near {
				here := squares[j*(m+1) : (j+1)*(m+1)]
				for c := first; c < after; c++ {
					log := logAt(terms[(k*len(all)+c)*(m+2):][:m+2], here)
					if log > logs[c] {
						sums[c], logs[c] = sums[c]*math.Exp(logs[c]-log), log
					}
					sums[c] += fitted.counts[k] * math.Exp(log-logs[c])
				}
			}
		}
		for c, sum := range sums {
			logs[c] += math.Log(sum / total)
		}
		found[i] = logs
	})
	return found, nil
}

// logIntegrals are those of the candidates, fitted to some points, over the manifold near the data, or zeros where no
// points of it are given. On a unit circle kernels of deviation s integrate to sqrt(2 pi) exp(-1/s^2) I_0(1/s^2)/s of
// what they do on a line: for s = 0.6 to 1.06, and to 1.43 on a product of six.
func (o *Options) logIntegrals(fitted *places, all []candidate) ([]float64, error) {
	integrals := make([]float64, len(all))
	if o.nearby == nil {
		return integrals, nil
	}
	logs, err := o.crossValidate(fitted, o.nearby.At, all)
	if err != nil {
		return nil, err
	}
	terms := make([]float64, len(logs))
	for c := range integrals {
		for i, row := range logs {
			terms[i] = o.nearby.LogWeights[i] + row[c]
		}
		integrals[c] = floats.LogSumExp(terms)
	}
	return integrals, nil
}

// crossValidateClusters appends, to the log densities at the points left out, those of clusters that are fitted to the
// others.
func (o *Options) crossValidateClusters(fitted *places, left *points.Set, counts []int, logs [][]float64,
	rng *rand.Rand) error {
	for _, count := range counts {
		found, err := o.clusters(fitted, count, validated, rng)
		if err != nil {
			return err
		}
		parallel.Each(left.Len(), func(i int) {
			logs[i] = append(logs[i], found.logsAt(left.At(i), make([]float64, len(found.Logs))))
		})
	}
	return nil
}

// shared goes over the candidates with the same number of neighbors: the first of them, and the one after them.
func shared(all []candidate) iter.Seq2[int, int] {
	return func(yield func(first, after int) bool) {
		for first, after := 0, 0; first < len(all); first = after {
			for after < len(all) && all[after].neighbors == all[first].neighbors {
				after++
			}
			if !yield(first, after) {
				return
			}
		}
	}
}

// away is the differences of x from the centers of some kernels, and their squares, [kernels, 1+m]: all of it, and
// places for its parts along the axes.
func away(x []float64, kernels []int, centers *points.Set, m int) (differences, squares []float64) {
	n := len(x)
	differences, squares = make([]float64, len(kernels)*n), make([]float64, len(kernels)*(m+1))
	for i, k := range kernels {
		difference, sum := differences[i*n:(i+1)*n], 0.0
		for l, v := range centers.At(k) {
			d := x[l] - v
			difference[l] = d
			sum += d * d
		}
		squares[i*(m+1)] = sum
	}
	return differences, squares
}

// squaresAlong writes the squared parts of differences along the axes of some kernels, which candidates with the same
// number of neighbors share.
func (s *shape) squaresAlong(to []float64, kernels []int, differences []float64) {
	for i, k := range kernels {
		for j := range s.m {
			part := floats.Dot(s.axes[(k*s.m+j)*s.n:(k*s.m+j+1)*s.n], differences[i*s.n:(i+1)*s.n])
			to[i*(s.m+1)+j+1] = part * part
		}
	}
}

// numbersOf are those of shapes of the same kernels side by side, [kernels, shapes, m+2]: the precision across, those
// along, and the logarithm.
func numbersOf(shapes []*shape) []float64 {
	m, count := shapes[0].m, len(shapes[0].logs)
	all := make([]float64, 0, count*len(shapes)*(m+2))
	for k := range count {
		for _, s := range shapes {
			all = append(append(append(all, s.across[k]), s.along[k*m:(k+1)*m]...), s.logs[k])
		}
	}
	return all
}

// logAt is that of a kernel of the given numbers at the given squares.
func logAt(numbers, squares []float64) float64 {
	m := len(squares) - 1
	square := numbers[0] * squares[0]
	for j, c := range numbers[1 : m+1] {
		square += c * squares[j+1]
	}
	return numbers[m+1] - square/2
}
