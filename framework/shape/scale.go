package shape

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/statistics"
	"ebim/framework/support/ridged"
)

// Scale is what points look like at one length.
type Scale struct {
	Noise     float64 // by which they are blurred, as a share of their scale (points.Set.Scale)
	Dimension int     // number of tangents
	Fine      bool    // finer than the spacing of the points: what is seen there alone is single points
	values    []float64
}

const (
	half    = 0.5  // eigenvalue below which a direction is a tangent
	unsure  = 0.35 // eigenvalue above which it may be a normal that is not trained out
	leastOf = 0.4  // share of the other normals' mean that such a normal has at least
)

// ScaleOf is a spectrum at a length, of which unit is the data's scale.
func ScaleOf(s ridged.Spectrum, unit float64) Scale {
	return Scale{Noise: s.Noise / unit, Dimension: tangents(s.Values), values: s.Values}
}

// tangents counts eigenvalues below 1/2 but those that belong to the normals: in many dimensions, or where noise is
// near the length, some of these stay a little below.
func tangents(values []float64) int {
	below := 0
	for below < len(values) && values[below] < half {
		below++
	}
	if below == len(values) {
		return below
	}
	normal := floats.Sum(values[below:]) / float64(len(values)-below)
	for below > 0 && values[below-1] > max(unsure, leastOf*normal) {
		below--
	}
	return below
}

// noiseIn is the standard deviation t of the noise in the data, as a share of their scale: across a manifold of
// dimension m eigenvalues are s^2/(s^2 + t^2).
func (s Scale) noiseIn(m int) float64 {
	across := statistics.Median(slices.Clone(s.values[m:]))
	return s.Noise * math.Sqrt(max(0, 1/max(across, 1e-9)-1))
}
