package dataset

import (
	"math"
	"math/rand/v2"

	"ebim/framework/points"
	"ebim/framework/random"
)

// TorusVonMises is the sine bivariate von Mises distribution of two angles (Singh, Hnizdo and Demchuk, "Probabilistic
// model for two dependent circular variables", 2002),
//
//	f(phi, psi) = exp(k1 cos(phi-mu) + k2 cos(psi-nu) + lambda sin(phi-mu) sin(psi-nu)) / Z,
//
// placed on a torus in R^3. Its density with respect to the surface is f(phi, psi) / (r (R + r cos psi)).
type TorusVonMises struct {
	TorusShape
	Modes          []float64 `yaml:"modes" default:"[0, 0]" length:"[2, 2]" unit:"radians" doc:"central angles mu of phi and nu of psi, in radians"`
	Concentrations []float64 `yaml:"concentrations" length:"[2, 2]" range:"[0, 1000]" doc:"concentrations k1 of phi and k2 of psi; 0 is uniform"`
	Coupling       float64   `yaml:"coupling" default:"0" range:"[-1000, 1000]" doc:"lambda, the coupling; two modes if its square exceeds the product of the concentrations"`

	logZ   cached[[3]float64, float64]
	slopes cached[[3]float64, [3]float64] // of logZ, see normalizerSlopes
}

var _ Family = (*TorusVonMises)(nil)

// Load draws size points, DefaultSize if size is 0.
func (v *TorusVonMises) Load(_ Env, rng *rand.Rand, size int) (*points.Set, error) {
	return draw(v, rng, size)
}

// LogDensity is that of the torus's point nearest to x.
func (v *TorusVonMises) LogDensity(x []float64) float64 {
	phi, psi := v.torus().angles(x)
	return v.logKernel(phi, psi) - v.logNormalizer() - v.torus().logAreaElement(psi)
}

// logKernel is log(f Z).
func (v *TorusVonMises) logKernel(phi, psi float64) float64 {
	sinPhi, cosPhi := math.Sincos(phi - v.Modes[0])
	sinPsi, cosPsi := math.Sincos(psi - v.Modes[1])
	return v.Concentrations[0]*cosPhi + v.Concentrations[1]*cosPsi + v.Coupling*sinPhi*sinPsi
}

// logNormalizer is log Z, computed once.
func (v *TorusVonMises) logNormalizer() float64 {
	k1, k2, lambda := v.Concentrations[0], v.Concentrations[1], v.Coupling
	return v.logZ.get([3]float64{k1, k2, lambda}, func() float64 { return logSineNormalizer(k1, k2, lambda) })
}

// logSineNormalizer is log Z, by the series
//
//	Z = 4 pi^2 sum_m C(2m, m) (lambda^2 / (4 k1 k2))^m I_m(k1) I_m(k2),
//
// whose terms are all positive and fall once m is beyond the parameters' size.
func logSineNormalizer(k1, k2, lambda float64) float64 {
	sum := newLogSum(logBesselI0(k1) + logBesselI0(k2))
	if lambda == 0 {
		return 2*math.Log(2*math.Pi) + sum.value()
	}
	square := 2 * math.Log(math.Abs(lambda)/2)
	logBinomial := 0.0
	for m := 1; ; m++ {
		logBinomial += math.Log(float64(2*(2*m-1)) / float64(m))
		term := logBinomial + float64(m)*square + logBesselRatio(m, k1) + logBesselRatio(m, k2)
		if !sum.add(term) && float64(m) > math.Abs(lambda) {
			return 2*math.Log(2*math.Pi) + sum.value()
		}
	}
}

// Sample draws n independent points, exactly. The marginal distribution of psi is proportional to
// exp(k2 cos(psi-nu)) I_0(K(psi)), K(psi)^2 = k1^2 + lambda^2 sin(psi-nu)^2; given psi, phi is von Mises with
// concentration K(psi) around mu + atan2(lambda sin(psi-nu), k1).
func (v *TorusVonMises) Sample(rng *rand.Rand, n int) *points.Set {
	set := points.New(n, 3)
	envelope := v.newEnvelope()
	for i := range n {
		psi := envelope.sample(rng, v.logMarginal)
		pull := v.Coupling * math.Sin(psi)
		phi := math.Atan2(pull, v.Concentrations[0]) +
			sampleVonMises(rng, math.Hypot(v.Concentrations[0], pull))
		v.torus().place(set.At(i), v.Modes[0]+phi, v.Modes[1]+psi)
	}
	return set
}

// logMarginal is the logarithm of the unnormalized marginal density of psi - nu.
func (v *TorusVonMises) logMarginal(psi float64) float64 {
	sin, cos := math.Sincos(psi)
	return v.logMarginalOf(cos, sin)
}

func (v *TorusVonMises) logMarginalOf(cos, sin float64) float64 {
	return v.Concentrations[1]*cos + logBesselI0(math.Hypot(v.Concentrations[0], v.Coupling*sin))
}

// envelope is a step function above a density on [0, 2 pi): the cells' heights (logarithms) and shares.
type envelope struct {
	logHeight []float64
	shares    random.Weights
}

// newEnvelope bounds the marginal of psi cell by cell. Cells end at multiples of pi/2, so that within each cos and
// |sin| are monotone; the marginal grows in both, and so their largest values at a cell's two ends bound it for
// certain. There are enough cells for the bound to be tight.
func (v *TorusVonMises) newEnvelope() *envelope {
	quarter := 16 + 4*int(v.Concentrations[1]+math.Abs(v.Coupling))
	cells := 4 * quarter
	e := &envelope{logHeight: make([]float64, cells)}
	const slack = 1e-9 // above the rounding of a logarithm of size 1000
	highest := math.Inf(-1)
	for cell := range cells {
		sin0, cos0 := math.Sincos(2 * math.Pi * float64(cell) / float64(cells))
		sin1, cos1 := math.Sincos(2 * math.Pi * float64(cell+1) / float64(cells))
		e.logHeight[cell] = v.logMarginalOf(max(cos0, cos1), max(math.Abs(sin0), math.Abs(sin1))) + slack
		highest = max(highest, e.logHeight[cell])
	}
	for _, height := range e.logHeight {
		e.shares.Add(math.Exp(height - highest))
	}
	return e
}

// sample draws from the density below the envelope by rejection.
func (e *envelope) sample(rng *rand.Rand, logDensity func(float64) float64) float64 {
	for {
		cell := e.shares.Draw(rng)
		x := 2 * math.Pi * (float64(cell) + rng.Float64()) / float64(len(e.logHeight))
		if math.Log(rng.Float64()) < logDensity(x)-e.logHeight[cell] {
			return x
		}
	}
}

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
