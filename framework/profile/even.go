package profile

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/points"
	"ebim/framework/statistics"
)

const (
	// LeastWide is the width of data across a manifold, as a share of their scale, from which on it matters whether
	// they are noise or fill a region: less of either is thin.
	LeastWide = 0.05
	leastEven = 200  // data that show it
	mostEven  = 2.15 // kurtosis: 1.8 of a strip or shell, 2 of a solid tube, and 3 of normal noise
	leastTail = 2.6  // 2.4 of a strip whose density falls to 0 at its sides as a triangle
	mostSkew  = 0.5  // 0 of normal noise, 1 of a half of it, which ends at one side
	leastFar  = 0.005
	far       = 2.5 // deviations, which 1.2 % of normal noise are beyond
	lopsided  = 3   // times the deviation along each other normal
)

// Across is how wide data are across a manifold.
type Across struct {
	// Deviation is the standard deviation along their main normal, Kurtosis the fourth moment over the square of the
	// second, and Skewness the size of the third over its power 3/2, in the median place; 0 of too few data, or of data
	// that deviate as neighbors do.
	Deviation, Kurtosis, Skewness float64
	Far                           float64 // share of the data beyond 2.5 deviations of their places
	Others                        float64 // standard deviation along each other normal, likewise; 0 of none
}

// Even reports whether data are as dense at the sides as in the middle over a width that matters, scale being theirs:
// they fill a region, which has no density across it that noise has.
func (a Across) Even(scale float64) bool {
	return a.Kurtosis > 0 && a.Kurtosis < mostEven && a.Deviation >= LeastWide*scale
}

// Normal reports whether data thin out to both sides as normal noise does, and as nothing does that ends.
func (a Across) Normal() bool {
	return a.Kurtosis >= leastTail && a.Skewness < mostSkew && a.Far >= leastFar
}

// Lopsided reports whether data deviate along one normal over a width that matters, scale being theirs, and hardly
// along the others: noise of one direction does, and a strip that thins out.
func (a Across) Lopsided(scale float64) bool {
	return a.Others > 0 && a.Deviation >= LeastWide*scale && a.Deviation >= lopsided*a.Others
}

// Across is found place by place, as the width may differ along the manifold, of a codimension.
func (p *Profile) Across(codimension int) Across {
	n := p.data.Len()
	if n < leastEven {
		return Across{}
	}
	p.about(middlePoints)
	normals := points.New(n, p.data.Dim)
	for i := range n {
		p.normal(normals.At(i), i, p.beside(i, besidePeaks))
	}
	var deviations, kurtoses, skews, others []float64
	beyond := 0.0
	for k := range places {
		near, _ := p.tree.Nearest(p.feet.At(k*n/places), placePoints)
		second, third, fourth, rest := 0.0, 0.0, 0.0, 0.0
		var sides []float64
		for _, i := range near {
			side := floats.Dot(p.off.At(i), normals.At(i))
			if floats.Dot(normals.At(i), normals.At(near[0])) < 0 {
				side = -side
			}
			sides = append(sides, math.Abs(side))
			rest += (p.squares[i] - side*side) / placePoints
			second += side * side / placePoints
			third += side * side * side / placePoints
			fourth += side * side * side * side / placePoints
		}
		if second > 0 && p.noisy(near) {
			deviations, kurtoses = append(deviations, math.Sqrt(second)), append(kurtoses, fourth/(second*second))
			skews = append(skews, math.Abs(third)/math.Pow(second, 1.5))
			if codimension > 1 {
				others = append(others, math.Sqrt(max(0, rest)/float64(codimension-1)))
			}
			for _, side := range sides {
				if side > far*math.Sqrt(second) {
					beyond++
				}
			}
		}
	}
	if len(kurtoses) < places/2 {
		return Across{}
	}
	a := Across{Deviation: statistics.Median(deviations), Kurtosis: statistics.Median(kurtoses),
		Skewness: statistics.Median(skews), Far: beyond / float64(placePoints*len(kurtoses))}
	if codimension > 1 {
		a.Others = statistics.Median(others)
	}
	return a
}
