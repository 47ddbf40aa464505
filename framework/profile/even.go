package profile

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/statistics"
)

const (
	// LeastWide is the width of data across a manifold, as a share of their scale, from which on it matters whether
	// they are noise or fill a region: less of either is thin.
	LeastWide = 0.05
	leastEven = 200  // data that show it
	mostEven  = 2.15 // kurtosis: 1.8 of a strip or shell, 2 of a solid tube, and 3 of normal noise
)

// Across is how wide data are across a manifold.
type Across struct {
	// Deviation is the standard deviation along their main normal, and Kurtosis the fourth moment over the square of
	// the second, in the median place; 0 of too few data, or of data that deviate as neighbors do.
	Deviation, Kurtosis float64
}

// Even reports whether data are as dense at the sides as in the middle over a width that matters, scale being theirs:
// they fill a region, which has no density across it that noise has.
func (a Across) Even(scale float64) bool {
	return a.Kurtosis > 0 && a.Kurtosis < mostEven && a.Deviation >= LeastWide*scale
}

// Across is found place by place, as the width may differ along the manifold.
func (p *Profile) Across() Across {
	n := p.data.Len()
	if n < leastEven {
		return Across{}
	}
	p.about(middlePoints)
	square, normal := make([]float64, n), make([]float64, p.data.Dim)
	for i := range n {
		p.normal(normal, i, p.beside(i, besidePeaks))
		side := floats.Dot(p.off.At(i), normal)
		square[i] = side * side
	}
	var deviations, kurtoses []float64
	for k := range places {
		near, _ := p.tree.Nearest(p.feet.At(k*n/places), placePoints)
		second, fourth := 0.0, 0.0
		for _, i := range near {
			second += square[i] / placePoints
			fourth += square[i] * square[i] / placePoints
		}
		if second > 0 && p.noisy(near) {
			deviations, kurtoses = append(deviations, math.Sqrt(second)), append(kurtoses, fourth/(second*second))
		}
	}
	if len(kurtoses) < places/2 {
		return Across{}
	}
	return Across{Deviation: statistics.Median(deviations), Kurtosis: statistics.Median(kurtoses)}
}
