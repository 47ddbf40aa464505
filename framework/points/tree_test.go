package points

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The tree finds what comparing with all points finds, in any dimension, with ties and repeated points.
func TestTreeFindsWhatComparingWithAllFinds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 13))
	for _, dim := range []int{1, 2, 3, 7} {
		for _, n := range []int{0, 1, 8, 9, 300} {
			set := New(n, dim)
			for k := range set.Data {
				set.Data[k] = math.Round(4*rng.NormFloat64()) / 4 // many ties
			}
			tree := NewTree(set)
			for range 20 {
				x := make([]float64, dim)
				for j := range x {
					x[j] = math.Round(8*rng.NormFloat64()) / 8
				}
				for _, count := range []int{1, 5, 400} {
					if got, want := tree.Nearest(x, count), byComparing(set, x, count); !slices.Equal(got, want) {
						t.Fatalf("%d of %d points of R^%d near %v: %v, want %v", count, n, dim, x, got, want)
					}
				}
			}
		}
	}
}

func byComparing(set *Set, x []float64, count int) []Neighbor {
	var all []Neighbor
	for i := range set.Len() {
		square := 0.0
		for j, v := range set.At(i) {
			square += (x[j] - v) * (x[j] - v)
		}
		all = append(all, Neighbor{i, math.Sqrt(square)})
	}
	slices.SortFunc(all, func(a, b Neighbor) int { return cmp.Or(cmp.Compare(a.Distance, b.Distance), a.Index-b.Index) })
	return all[:min(count, len(all))]
}
