package onkernels

import (
	"cmp"
	"math"
	"slices"

	"ebim/framework/points"
)

// reaches finds the kernels that reach points of a box. The few that reach farthest have a tree of their own, or nearly
// every box of the others would have one of them.
type reaches struct {
	most, farthest *balls // nil for none
	order          []int  // in which centers are found
	rank           []int  // of each center in it
}

// farShare is that of the kernels that reach farthest: at least those that are wide.
const farShare = 1. / 12

// newReaches has balls of radii around centers, of which there is one or more.
func newReaches(centers *points.Set, radii []float64) *reaches {
	const leaf = 16
	r := &reaches{order: points.Range(0, centers.Len()), rank: make([]int, centers.Len())}
	newBalls(centers, radii, r.order, leaf) // for their order
	sorted := slices.Sorted(slices.Values(radii))
	from := sorted[int((1-farShare)*float64(len(sorted)))]
	var most, farthest []int
	for k, i := range r.order {
		if r.rank[i] = k; radii[i] < from {
			most = append(most, i)
		} else {
			farthest = append(farthest, i)
		}
	}
	r.farthest = newBalls(centers, radii, farthest, leaf)
	if len(most) > 0 {
		r.most = newBalls(centers, radii, most, leaf)
	}
	return r
}

// near are the centers whose balls reach a box, in their order.
func (r *reaches) near(low, high []float64) []int {
	found := r.farthest.near(low, high, nil)
	if r.most != nil {
		found = r.most.near(low, high, found)
	}
	for k, i := range found {
		found[k] = r.rank[i]
	}
	slices.Sort(found)
	for k, i := range found {
		found[k] = r.order[i]
	}
	return found
}

// balls finds those that reach a box: a tree of boxes around their centers, with the largest radius in each.
type balls struct {
	low, high   []float64
	radius      float64
	centers     []int     // of a leaf
	places      []float64 // of its centers
	radii       []float64 // of its balls
	left, right *balls    // nil in a leaf
}

// newBalls has those of radii around the chosen centers, which it sorts, in leaves of as many or fewer.
func newBalls(centers *points.Set, radii []float64, chosen []int, leaf int) *balls {
	r := &balls{low: slices.Clone(centers.At(chosen[0])), high: slices.Clone(centers.At(chosen[0]))}
	axis, widest := 0, 0.
	for _, i := range chosen {
		r.radius = max(r.radius, radii[i])
		for j, v := range centers.At(i) {
			r.low[j], r.high[j] = min(r.low[j], v), max(r.high[j], v)
			if width := r.high[j] - r.low[j]; width > widest {
				axis, widest = j, width
			}
		}
	}
	if len(chosen) <= leaf || widest == 0 {
		r.centers, r.places = chosen, centers.Select(chosen).Data
		for _, i := range chosen {
			r.radii = append(r.radii, radii[i])
		}
		return r
	}
	slices.SortFunc(chosen, func(a, b int) int {
		return cmp.Or(cmp.Compare(centers.At(a)[axis], centers.At(b)[axis]), cmp.Compare(a, b))
	})
	half := len(chosen) / 2
	r.left = newBalls(centers, radii, chosen[:half:half], leaf)
	r.right = newBalls(centers, radii, chosen[half:], leaf)
	return r
}

// near appends the centers of those that reach a box.
func (r *balls) near(low, high []float64, found []int) []int {
	if !reach(r.low, r.high, low, high, r.radius) {
		return found
	}
	if r.left == nil {
		for i, center := range r.centers {
			z := r.places[i*len(low) : (i+1)*len(low)]
			if reach(z, z, low, high, r.radii[i]) {
				found = append(found, center)
			}
		}
		return found
	}
	return r.right.near(low, high, r.left.near(low, high, found))
}

// reach reports whether two boxes are as near as a radius; not those whose corners are no numbers.
func reach(low, high, otherLow, otherHigh []float64, radius float64) bool {
	const rounding = 1 + 1e-9
	square, most := 0.0, radius*radius*rounding
	for j, v := range low {
		if away := v - otherHigh[j]; away > 0 {
			square += away * away
		} else if away := otherLow[j] - high[j]; !(away <= 0) { // also one that is not a number
			square += away * away
		}
		if !(square <= most) {
			return false
		}
	}
	return true
}

// leaves are its leaves.
func (r *balls) leaves(found []*balls) []*balls {
	if r.left == nil {
		return append(found, r)
	}
	return r.right.leaves(r.left.leaves(found))
}

// logShadow is log |det(A B^T)| of two bases [rank, n].
func logShadow(a, b []float64, n int, matrix []float64) float64 {
	rank := len(a) / n
	for i := range rank {
		points.Dots(a[i*n:(i+1)*n], b, matrix[i*rank:(i+1)*rank])
	}
	return logDeterminant(matrix, rank)
}

// logDeterminant is log |det| of a matrix, which it overwrites, by elimination with partial pivoting.
func logDeterminant(a []float64, size int) float64 {
	log := 0.0
	for k := range size {
		pivot := k
		for i := k + 1; i < size; i++ {
			if math.Abs(a[i*size+k]) > math.Abs(a[pivot*size+k]) {
				pivot = i
			}
		}
		if pivot != k {
			for j := k; j < size; j++ {
				a[k*size+j], a[pivot*size+j] = a[pivot*size+j], a[k*size+j]
			}
		}
		diagonal := a[k*size+k]
		log += math.Log(math.Abs(diagonal))
		if diagonal == 0 {
			return math.Inf(-1)
		}
		for i := k + 1; i < size; i++ {
			factor := a[i*size+k] / diagonal
			for j := k + 1; j < size; j++ {
				a[i*size+j] -= factor * a[k*size+j]
			}
		}
	}
	return log
}
