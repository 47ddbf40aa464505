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

// terms gives what the kernels of candidates around some points add up to at others.
type terms struct {
	fitted  *places
	tree    *neighbors.Tree
	all     []candidate
	shapes  []*shape
	numbers []float64 // see numbersOf
	m       int
}

func (o *Options) newTerms(fitted *places, all []candidate) (*terms, error) {
	shapes, err := o.shapes(fitted, all)
	if err != nil {
		return nil, err
	}
	return &terms{fitted, neighbors.New(fitted.set), all, shapes, numbersOf(shapes), o.Dimension}, nil
}

// at gives the logarithm of each of the nearest kernels at a point, for each candidate, and its squared distance in
// deviations of the kernel.
func (t *terms) at(x []float64, do func(kernel, candidate int, log, square float64)) {
	near, _ := t.tree.Nearest(x, min(nearest, t.fitted.set.Len()))
	differences, squares := away(x, near, t.fitted.set, t.m)
	for first, after := range shared(t.all) {
		t.shapes[first].squaresAlong(squares, near, differences)
		for j, k := range near {
			here := squares[j*(t.m+1) : (j+1)*(t.m+1)]
			for c := first; c < after; c++ {
				numbers := t.numbers[(k*len(t.all)+c)*(t.m+2):][:t.m+2]
				square := squareAt(numbers, here)
				do(k, c, numbers[t.m+1]-square/2, square)
			}
		}
	}
}

// crossValidate is the log densities of the candidates, fitted to some points, at others.
func (t *terms) crossValidate(left *points.Set) [][]float64 {
	found, total := make([][]float64, left.Len()), floats.Sum(t.fitted.counts)
	parallel.Each(left.Len(), func(i int) {
		logs, sums := make([]float64, len(t.all)), make([]float64, len(t.all)) // largest, and of exp over it
		for c := range t.all {
			logs[c] = math.Inf(-1)
		}
		t.at(left.At(i), func(k, c int, log, _ float64) {
			if log > logs[c] {
				sums[c], logs[c] = sums[c]*math.Exp(logs[c]-log), log
			}
			sums[c] += t.fitted.counts[k] * math.Exp(log-logs[c])
		})
		for c, sum := range sums {
			logs[c] += math.Log(sum / total)
		}
		found[i] = logs
	})
	return found
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

// squareAt is the squared distance of which a kernel of the given numbers is exp(-square/2), from the given squares.
func squareAt(numbers, squares []float64) float64 {
	square := numbers[0] * squares[0]
	for j, v := range squares[1:] {
		square += numbers[j+1] * v
	}
	return square
}
