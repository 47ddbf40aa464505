package homology

import (
	"math/bits"
	"slices"

	"ebim/framework/points"
)

// mostTriangles bounds memory: the complexes of 500 landmarks of a surface have some 400,000 at the scales looked at,
// those of a three-dimensional manifold fifty times as many.
const mostTriangles = 3_000_000

// affordable is the largest scale, at most top, at which the complex of the points has at most so many triangles.
func affordable(x *points.Set, top float64, most int) float64 {
	if triangles(x, top) <= most {
		return top
	}
	var scales []float64
	for i := range x.Len() {
		for j := range i {
			if d := distance(x.At(i), x.At(j)); d <= top {
				scales = append(scales, d)
			}
		}
	}
	slices.Sort(scales)
	low, high := 0, len(scales)-1 // affordable or the least, and not affordable
	for high-low > 1 {
		if middle := (low + high) / 2; triangles(x, scales[middle]) <= most {
			low = middle
		} else {
			high = middle
		}
	}
	return scales[low]
}

// triangles is the number of triples of points that are within a scale of each other.
func triangles(x *points.Set, scale float64) (count int) {
	words := (x.Len() + 63) / 64
	earlier := make([][]uint64, x.Len()) // of each point, those before it within the scale
	for i := range earlier {
		earlier[i] = make([]uint64, words)
		for j := range i {
			if distance(x.At(i), x.At(j)) <= scale {
				earlier[i][j/64] |= 1 << (j % 64)
			}
		}
		for j := range i {
			if earlier[i][j/64]>>(j%64)&1 == 1 {
				for k, word := range earlier[j] {
					count += bits.OnesCount64(word & earlier[i][k])
				}
			}
		}
	}
	return count
}
