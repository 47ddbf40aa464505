package neighbors

import (
	"cmp"
	"math"
	"slices"

	"ebim/framework/parallel"
	"ebim/framework/points"
	"ebim/framework/statistics"
)

const (
	taperNear = 8    // points of a curve that show how wide it is
	mostTaper = 1.6  // times as wide as at its far end it may be where it leaves the surface
	leastWide = 0.03 // ratio of standard deviations, across over along, below which there is no width
)

// tapers reports whether what lies along curves is tips of a surface, such as those of a needle or of a narrow peak:
// these get wider, the nearer to it, where curves are as wide as their noise everywhere.
func tapers(x *points.Set, along []bool) bool {
	curves, others := rowsOf(along, true), rowsOf(along, false)
	const quarters = 4
	if len(others) == 0 || len(curves) < quarters*taperNear {
		return false
	}
	own := x.Select(curves)
	among, surface := New(own), New(x.Select(others))
	type point struct{ away, width, ratio float64 }
	all := make([]point, len(curves))
	parallel.Each(len(all), func(i int) {
		near, _ := among.Nearest(own.At(i), taperNear)
		c, err := LargestComponents(own, near, 2)
		if err != nil || len(c.Variances) < 2 {
			return
		}
		length, width := math.Sqrt(c.Variances[0]), math.Sqrt(max(0, c.Variances[1]))
		all[i] = point{surface.Distance(own.At(i), 1), width, width / length}
	})
	slices.SortFunc(all, func(a, b point) int { return cmp.Compare(a.away, b.away) })
	median := func(of []point, value func(point) float64) float64 {
		values := make([]float64, len(of))
		for i, p := range of {
			values[i] = value(p)
		}
		return statistics.Median(values)
	}
	width, quarter := func(p point) float64 { return p.width }, len(all)/quarters
	return median(all, func(p point) float64 { return p.ratio }) > leastWide &&
		median(all[:quarter], width) > mostTaper*median(all[len(all)-quarter:], width)
}
