package figure

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot/vg"

	"ebim/framework/figure/raster"
	"ebim/framework/points"
)

// mostDrawn is how many points of a set density_2d and density_3d draw, evenly spaced in their order, with a remark
// that says so; color scales are those of the densities at all points. In a panel of 8 x 7 cm a dot takes about 40 of
// 300,000 pixels, so that 8,000 cover it and more than twice as many show nothing new.
const mostDrawn = 20_000

// spaced is at most n of the numbers below count, evenly spaced: i count/n for i below n.
func spaced(count, n int) []int {
	n = min(count, n)
	chosen := make([]int, n)
	for i := range chosen {
		chosen[i] = i * count / n
	}
	return chosen
}

// thinned is at most n of the points, evenly spaced in their order.
func thinned(set *points.Set, n int) *points.Set {
	if set.Len() <= n {
		return set
	}
	return set.Select(spaced(set.Len(), n))
}

// partly is the remark that n of the points of a kind are drawn; none where that is all.
func partly(set *points.Set, n int, kind string) []string {
	if set.Len() <= n {
		return nil
	}
	return []string{fmt.Sprintf("%d of %d %s drawn", n, set.Len(), kind)}
}

// Kinds of points, as remarks call them.
const (
	dataKind   = "data points"
	sampleKind = "samples"
)

// points adds a dot for each point, at most the given number; color, by the point's index, may be nil for one faint
// color.
func (p *plane) points(set *points.Set, most int, kind string, radius vg.Length, color func(i int) color.Color) {
	p.Add(dots{at: set, chosen: spaced(set.Len(), most), color: color, radius: radius})
	p.notes = append(p.notes, partly(set, most, kind)...)
}

// cloud adds a sphere for each point, at most mostDrawn, colored by its density or, where that is nil, as all are.
func (s *space) cloud(set *points.Set, kind string, density []float64, plain color.NRGBA) {
	shown := thinned(set, mostDrawn)
	paint := s.fading(shown, plain)
	if density != nil {
		s.bar = densityBar(density, nil)
		drawn := make([]float64, 0, shown.Len())
		for _, i := range spaced(set.Len(), mostDrawn) {
			drawn = append(drawn, density[i])
		}
		paint = raster.Scaled(drawn, s.bar.scale)
	}
	s.points(shown, paint, pointRadius)
	s.notes = append(s.notes, partly(set, mostDrawn, kind)...)
}
