package dataset

import "math"

var _ Family = (*TorusVonMises)(nil)

// mostTorus is how far concentrations and the coupling go in With: log Z takes long beyond.
const mostTorus = 200

// Parameters are each concentration times the cosine and the sine of its mode, and the coupling. A mode without a
// concentration, which only a coupled distribution has, is kept by a tiny one.
func (v *TorusVonMises) Parameters() []float64 {
	parameters := make([]float64, 0, 5)
	for i, k := range v.Concentrations {
		sin, cos := math.Sincos(v.Modes[i])
		k = max(k, 1e-9)
		parameters = append(parameters, k*cos, k*sin)
	}
	return append(parameters, v.Coupling)
}

// With keeps the torus. The range of concentrations and of the coupling ends at 200, or where those of v are if that
// is more.
func (v *TorusVonMises) With(parameters []float64) (member Family, inside bool) {
	most := max(mostTorus, math.Abs(v.Coupling))
	torus := &TorusVonMises{TorusShape: v.TorusShape, Coupling: max(-most, min(parameters[4], most))}
	inside = torus.Coupling == parameters[4]
	for i := range 2 {
		cos, sin := parameters[2*i], parameters[2*i+1]
		concentration, most := math.Hypot(cos, sin), max(mostTorus, v.Concentrations[i])
		torus.Modes = append(torus.Modes, math.Atan2(sin, cos))
		torus.Concentrations = append(torus.Concentrations, min(concentration, most))
		inside = inside && concentration <= most*roundedRange
	}
	return torus, inside
}

// Score turns the derivatives by concentrations and modes into those by the parameters.
func (v *TorusVonMises) Score(x []float64, weight float64, gradient []float64) {
	phi, psi := v.torus().angles(x)
	slopes := v.normalizerSlopes()
	sinPhi, cosPhi := math.Sincos(phi - v.Modes[0])
	sinPsi, cosPsi := math.Sincos(psi - v.Modes[1])
	cos, sin := [2]float64{cosPhi, cosPsi}, [2]float64{sinPhi, sinPsi}
	for i, k := range v.Concentrations {
		radial := cos[i] - slopes[i]
		around := sin[i] - v.Coupling*cos[i]*sin[1-i]/max(k, 1e-9) // by the mode, over the concentration
		modeSin, modeCos := math.Sincos(v.Modes[i])
		gradient[2*i] += weight * (radial*modeCos - around*modeSin)
		gradient[2*i+1] += weight * (radial*modeSin + around*modeCos)
	}
	gradient[4] += weight * (sinPhi*sinPsi - slopes[2])
}

// normalizerSlopes are the derivatives of log Z by k1, k2 and lambda, computed once.
func (v *TorusVonMises) normalizerSlopes() [3]float64 {
	k1, k2, lambda := v.Concentrations[0], v.Concentrations[1], v.Coupling
	return v.slopes.get([3]float64{k1, k2, lambda}, func() [3]float64 { return sineNormalizerSlopes(k1, k2, lambda) })
}

// sineNormalizerSlopes differentiates the series of logSineNormalizer, with (I_m(k)/k^m)' = I_(m+1)(k)/k^m.
func sineNormalizerSlopes(k1, k2, lambda float64) [3]float64 {
	zero := math.Inf(-1)
	sums := [4]*logSum{}
	for i := range sums {
		sums[i] = &logSum{largest: zero}
	}
	square, logBinomial := 2*math.Log(math.Abs(lambda)/2), 0.0
	for m := 0; ; m++ {
		common := 0.0
		if m > 0 {
			logBinomial += math.Log(float64(2*(2*m-1)) / float64(m))
			common = logBinomial + float64(m)*square
		}
		first, second := logBesselRatio(m, k1), logBesselRatio(m, k2)
		terms := [4]float64{
			common + first + second,
			common + logBesselRatio(m+1, k1) + math.Log(k1) + second,
			common + first + logBesselRatio(m+1, k2) + math.Log(k2),
			common + first + second + math.Log(2*float64(m)/math.Abs(lambda)),
		}
		further := false
		for i, term := range terms {
			further = !math.IsInf(term, -1) && sums[i].add(term) || further
		}
		if lambda == 0 || !further && float64(m) > math.Abs(lambda) {
			break
		}
	}
	slope := func(i int) float64 {
		if math.IsInf(sums[i].largest, -1) {
			return 0
		}
		return math.Exp(sums[i].value() - sums[0].value())
	}
	return [3]float64{slope(1), slope(2), math.Copysign(slope(3), lambda)}
}
