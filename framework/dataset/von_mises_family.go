package dataset

import "math"

var _ Family = (*VonMises)(nil)

// mostConcentrated is the end of the range of VonMises.Concentration.
const mostConcentrated = 1e8

// Parameters are the concentration times the cosine and the sine of the mode, in which the log density is concave.
func (v *VonMises) Parameters() []float64 {
	sin, cos := math.Sincos(v.Mode)
	return []float64{v.Concentration * cos, v.Concentration * sin}
}

// With keeps the circle.
func (v *VonMises) With(parameters []float64) (member Family, inside bool) {
	concentration := math.Hypot(parameters[0], parameters[1])
	return &VonMises{Center: v.Center, Radius: v.Radius, Mode: math.Atan2(parameters[1], parameters[0]),
		Concentration: min(concentration, mostConcentrated)}, concentration <= mostConcentrated*roundedRange
}

// Score adds the direction of x less its mean, I_1/I_0 in the direction of the mode.
func (v *VonMises) Score(x []float64, weight float64, gradient []float64) {
	mean := besselQuotient(v.Concentration)
	sin, cos := math.Sincos(math.Atan2(x[1]-v.Center[1], x[0]-v.Center[0]))
	modeSin, modeCos := math.Sincos(v.Mode)
	gradient[0] += weight * (cos - mean*modeCos)
	gradient[1] += weight * (sin - mean*modeSin)
}

// besselQuotient is I_1(x)/I_0(x), x >= 0, by the same series as logBesselI0 (Abramowitz and Stegun 9.6.10 and 9.7.1).
func besselQuotient(x float64) float64 {
	zeroth, first := 1.0, 1.0
	if x <= 20 {
		term := 1.0 // of I_0; that of I_1 is x/2 times it over j+1
		for j := 1.0; term > 1e-17*zeroth; j++ {
			term *= x * x / 4 / (j * j)
			zeroth += term
			first += term / (j + 1)
		}
		return x / 2 * first / zeroth
	}
	a, b := 1.0, 1.0
	for j := 1.0; a > 1e-17; j++ {
		a *= (2*j - 1) * (2*j - 1) / (8 * x * j)
		b *= ((2*j-1)*(2*j-1) - 4) / (8 * x * j)
		zeroth += a
		first += b
	}
	return first / zeroth
}
