package dataset

import (
	"math"
	"math/rand/v2"

	"ebim/framework/points"
)

// VonMises is the von Mises distribution on a circle in the plane: its density with respect to arc length is
// exp(k cos(angle - mode)) / (2 pi radius I_0(k)), k the concentration.
type VonMises struct {
	Center        []float64 `yaml:"center" default:"[0, 0]" length:"[2, 2]" doc:"center of the circle"`
	Radius        float64   `yaml:"radius" default:"1" range:"(0, inf)" doc:"radius of the circle"`
	Mode          float64   `yaml:"mode" default:"0" unit:"radians" doc:"polar angle of the highest density, seen from the center, in radians"`
	Concentration float64   `yaml:"concentration" range:"[0, 1e8]" doc:"concentration around the mode; 0 is uniform"`
}

var _ Family = (*VonMises)(nil)

func (v *VonMises) circle() sphere { return sphere{center: v.Center, radius: v.Radius} }

// UnitSpheres is a circle of radius 1 about the origin.
func (v *VonMises) UnitSpheres() []int { return v.circle().unit() }

// Load draws size points, DefaultSize if size is 0.
func (v *VonMises) Load(_ Env, rng *rand.Rand, size int) (*points.Set, error) {
	return draw(v, rng, size)
}

// Dimensions are 2 and 1.
func (v *VonMises) Dimensions() (ambient, manifold int) { return v.circle().dimensions() }

// Sample draws n independent points.
func (v *VonMises) Sample(rng *rand.Rand, n int) *points.Set {
	set := points.New(n, 2)
	for i := range n {
		sin, cos := math.Sincos(v.Mode + sampleVonMises(rng, v.Concentration))
		set.At(i)[0], set.At(i)[1] = v.Center[0]+v.Radius*cos, v.Center[1]+v.Radius*sin
	}
	return set
}

// LogDensity is that of the circle's point in the direction of x.
func (v *VonMises) LogDensity(x []float64) float64 {
	angle := math.Atan2(x[1]-v.Center[1], x[0]-v.Center[0])
	return v.Concentration*math.Cos(angle-v.Mode) - logBesselI0(v.Concentration) - v.circle().logMeasure()
}

// Evenly gives n equally spaced points.
func (v *VonMises) Evenly(n int) (*points.Set, []float64) { return v.circle().evenly(n) }

// Nearest is the radial projection; the center goes to the point at angle 0.
func (v *VonMises) Nearest(x []float64) []float64 { return v.circle().nearest(x) }

// Topology is one closed loop.
func (v *VonMises) Topology() (Topology, bool) { return v.circle().topology(), true }

// sampleVonMises draws an angle with density proportional to exp(concentration cos(angle)), by rejection from a wrapped
// Cauchy distribution (Best and Fisher, "Efficient simulation of the von Mises distribution", 1979).
func sampleVonMises(rng *rand.Rand, concentration float64) float64 {
	if concentration < 1e-8 { // uniform to that precision
		return math.Pi * (2*rng.Float64() - 1)
	}
	// s is Best and Fisher's r = (1 + rho^2) / (2 rho); its defining formula cancels for small concentrations.
	s := 1/concentration + concentration
	if concentration >= 1e-5 {
		tau := 1 + math.Sqrt(1+4*concentration*concentration)
		rho := (tau - math.Sqrt(2*tau)) / (2 * concentration)
		s = (1 + rho*rho) / (2 * rho)
	}
	for {
		z := math.Cos(math.Pi * rng.Float64())
		f := (1 + s*z) / (s + z)
		c := concentration * (s - f)
		u := rng.Float64()
		if c*(2-c) > u || math.Log(c/u)+1 >= c {
			return math.Copysign(math.Acos(max(-1, min(f, 1))), rng.Float64()-0.5)
		}
	}
}

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

// logBesselI0 is log I_0(x), x >= 0, of the modified Bessel function: its power series up to 20, beyond it the
// asymptotic series (Abramowitz and Stegun 9.6.12 and 9.7.1), whose error there is below rounding.
func logBesselI0(x float64) float64 {
	sum, term := 1.0, 1.0
	if x <= 20 {
		for j := 1.0; term > 1e-17*sum; j++ {
			term *= x * x / 4 / (j * j)
			sum += term
		}
		return math.Log(sum)
	}
	for j := 1.0; term > 1e-17; j++ {
		term *= (2*j - 1) * (2*j - 1) / (8 * x * j)
		sum += term
	}
	return x + math.Log(sum) - math.Log(2*math.Pi*x)/2
}

// logBesselRatio is log(I_m(x) / x^m), x >= 0, by the power series sum_j (x/2)^(2j) / (2^m j! (j+m)!). All its terms
// are positive, and nothing is lost where x or I_m is tiny.
func logBesselRatio(m int, x float64) float64 {
	order := float64(m)
	factorial, _ := math.Lgamma(order + 1)
	first := -order*math.Ln2 - factorial
	if x == 0 {
		return first
	}
	half := 2 * math.Log(x/2)
	sum := newLogSum(first)
	for j, term := 1.0, first; ; j++ {
		term += half - math.Log(j*(j+order))
		if !sum.add(term) {
			return sum.value()
		}
	}
}

// logSum adds up numbers given by their logarithms.
type logSum struct{ largest, scaled float64 }

func newLogSum(term float64) *logSum { return &logSum{largest: term, scaled: 1} }

// add says whether the term made a difference, or the terms may still be growing.
func (s *logSum) add(term float64) bool {
	if term > s.largest {
		s.scaled = s.scaled*math.Exp(s.largest-term) + 1
		s.largest = term
		return true
	}
	part := math.Exp(term - s.largest)
	s.scaled += part
	return part > 1e-18*s.scaled
}

func (s *logSum) value() float64 { return s.largest + math.Log(s.scaled) }
