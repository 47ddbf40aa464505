package ridged

import (
	"math"
	"slices"

	"ebim/framework/parallel"
	"ebim/framework/points"
)

// edgeNoise times the noise is that at which edges of sheets are: the network does not smooth what few data say.
const edgeNoise = 1.5

// pull is |P_T h|/s of the data on a sheet alone, at coordinates on it.
func (s *sheets) pull(f *sheet, atU, atV float64, near *points.Set, noise float64) float64 {
	sum, total := [2]float64{}, 0.0
	across := make([]float64, near.Dim)
	for i := range near.Len() {
		u, v := f.coordinates(near.At(i), across)
		u, v = u-atU, v-atV
		d := f.beside(near.At(i), across) / s.off
		w := math.Exp(-(u*u+v*v)/(2*noise*noise) - d*d/2)
		sum[0], sum[1], total = sum[0]+w*u, sum[1]+w*v, total+w
	}
	if !(total > 0) {
		return math.Inf(1)
	}
	return math.Hypot(sum[0], sum[1]) / (total * noise)
}

// within takes points to the sheets that are fitted from planes there, and says which are not beyond their edges.
func (s *sheets) within(x *points.Set, noise float64, planes func(i int) [][]float64) (moved *points.Set, is []bool) {
	moved, is = &points.Set{Dim: x.Dim, Data: slices.Clone(x.Data)}, make([]bool, x.Len())
	parallel.Each(x.Len(), func(i int) {
		near := s.near(x.At(i))
		found, _ := s.bent(slices.Clone(x.At(i)), planes(i), near)
		if found == nil {
			return
		}
		at, tangents := found.point(0, 0)
		if tangents != nil {
			copy(moved.At(i), at)
			is[i] = s.pull(found, 0, 0, near, noise) < edge
		}
	})
	return moved, is
}
