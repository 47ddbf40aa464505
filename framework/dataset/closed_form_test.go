package dataset

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// near says whether two logarithms belong to numbers equal up to the given relative error.
func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance*math.Max(1, math.Abs(b)) }

func TestLogBesselI0(t *testing.T) {
	// exp(-x) I_0(x), as computed by SciPy 1.17.
	tests := map[float64]float64{
		0: 1, 1: 0.4657596075936404, 2: 0.308508322553671, 5: 0.18354081260932834, 10: 0.12783333716342862,
		20: 0.08978031188482599,
	}
	for x, want := range tests {
		if got := math.Exp(logBesselI0(x) - x); math.Abs(got/want-1) > 1e-14 {
			t.Errorf("exp(-%v) I_0 = %v, %v expected", x, got, want)
		}
	}
	if below, above := logBesselI0(20), logBesselI0(math.Nextafter(20, 21)); !near(below, above, 1e-14) {
		t.Errorf("the two series differ at 20: %v and %v", below, above)
	}
}

// logBesselIntegral is log I_m(x) from (1/pi) integral over [0, pi] of exp(x cos t) cos(m t).
func logBesselIntegral(m int, x float64) float64 {
	const n = 2000
	sum := 0.0
	for i := range n {
		angle := 2 * math.Pi * float64(i) / n
		sum += math.Exp(x*(math.Cos(angle)-1)) * math.Cos(float64(m)*angle) / n
	}
	return x + math.Log(sum)
}

func TestBesselFunctionsAgainstTheirIntegral(t *testing.T) {
	for _, x := range []float64{1e-3, 0.5, 3, 19, 25, 300, 1000} {
		if got, want := logBesselI0(x), logBesselIntegral(0, x); !near(got, want, 1e-13) {
			t.Errorf("log I_0(%v) = %v, %v expected", x, got, want)
		}
		for _, m := range []int{0, 1, 3} {
			if x == 1e-3 && m > 1 {
				continue // the integral cancels
			}
			got := logBesselRatio(m, x) + float64(m)*math.Log(x)
			if want := logBesselIntegral(m, x); !near(got, want, 1e-9) {
				t.Errorf("log I_%d(%v) = %v, %v expected", m, x, got, want)
			}
		}
	}
	if got, want := logBesselRatio(3, 0), -math.Log(48); !near(got, want, 1e-14) { // 1/(2^3 3!)
		t.Errorf("I_3(x)/x^3 at 0: %v, %v expected", got, want)
	}
}

// TestSineNormalizer compares the series with a periodic sum over both angles.
func TestSineNormalizer(t *testing.T) {
	for _, k := range [][3]float64{{0, 0, 0}, {1, 2, 0}, {2, 3, 1.5}, {2, 3, -1.5}, {1, 0.5, -4}, {0, 0, 2}, {0, 3, 5},
		{20, 5, 9}, {40, 60, -70}} {
		distribution := torusLaw(3, 1, 0.3, -1, k[0], k[1], k[2])
		const n = 400
		highest := k[0] + k[1] + math.Abs(k[2])
		sum := 0.0
		for i := range n * n {
			phi, psi := 2*math.Pi*float64(i%n)/n, 2*math.Pi*float64(i/n)/n
			sum += math.Exp(distribution.logKernel(phi, psi)-highest) / (n * n)
		}
		want := 2*math.Log(2*math.Pi) + highest + math.Log(sum)
		if got := distribution.logNormalizer(); !near(got, want, 1e-12) {
			t.Errorf("%v: log Z = %v, %v expected", k, got, want)
		}
	}
}

// TestNormalizerFollowsTheSettings: it is remembered, but not beyond a change.
func TestNormalizerFollowsTheSettings(t *testing.T) {
	distribution := torusLaw(3, 1, 0, 0, 1, 2, 0.5)
	before := distribution.logNormalizer()
	distribution.Coupling = 1
	if after := distribution.logNormalizer(); after == before ||
		after != torusLaw(3, 1, 0, 0, 1, 2, 1).logNormalizer() {
		t.Errorf("log Z stays at %v", after)
	}
}

// TestEnvelopeIsAboveTheDensity at random places of random distributions, extreme ones among them.
func TestEnvelopeIsAboveTheDensity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		distribution := torusLaw(3, 1, 0, 0,
			rapid.Float64Range(0, 1000).Draw(t, "k1"),
			rapid.Float64Range(0, 1000).Draw(t, "k2"),
			rapid.Float64Range(-1000, 1000).Draw(t, "lambda"))
		envelope := distribution.newEnvelope()
		cells := len(envelope.logHeight)
		for range 1000 {
			psi := rapid.Float64Range(0, 2*math.Pi*(1-1e-15)).Draw(t, "psi")
			cell := min(int(psi/(2*math.Pi)*float64(cells)), cells-1)
			if excess := distribution.logMarginal(psi) - envelope.logHeight[cell]; excess > 0 {
				t.Fatalf("at %v the density is exp(%g) above the envelope", psi, excess)
			}
		}
	})
}

// TestVonMisesMoment: the mean of cos(angle - mode) is I_1(k) / I_0(k), over the whole range of concentrations; a
// normal limit, four standard errors wide (false alarm rate 6e-5 a case).
func TestVonMisesMoment(t *testing.T) {
	const samples = 20000
	for i, k := range []float64{0, 1e-9, 1e-6, 1e-3, 0.5, 2, 30, 1e3, 1e6, 1e8} {
		rng := newRand(uint64(300 + i))
		// 1 - cos, of which the mean is known without cancellation: about 1/(2k) for large k.
		want := 1.0
		if k > 0 {
			want = 1 - math.Exp(logBesselIntegral(1, min(k, 1e3))-logBesselI0(min(k, 1e3)))
		}
		if k > 1e3 {
			want = 1/(2*k) + 1/(8*k*k)
		}
		mean, square := 0.0, 0.0
		for range samples {
			half := math.Sin(sampleVonMises(rng, k) / 2)
			mean += 2 * half * half / samples
			square += 4 * half * half * half * half / samples
		}
		deviation := math.Sqrt((square - mean*mean) / samples)
		if math.Abs(mean-want) > 4*deviation {
			t.Errorf("concentration %g: the mean of 1 - cos is %g, %g expected, standard error %g", k, mean,
				want, deviation)
		}
	}
}

// rayIntegral is log J_k(a) by Simpson's rule around the integrand's highest point.
func rayIntegral(k int, a float64) float64 {
	// The logarithm k log t + a t - t^2/2 is concave with curvature at least 1, highest where t^2 - a t - k = 0.
	top := a/2 + math.Sqrt(a*a/4+float64(k))
	if a < 0 && k > 0 {
		top = float64(k) / (math.Sqrt(a*a/4+float64(k)) - a/2)
	}
	logIntegrand := func(t float64) float64 {
		if t == 0 && k == 0 {
			return 0
		}
		return float64(k)*math.Log(t) + a*t - t*t/2
	}
	low, high := max(0, top-12), top+min(12, 60/math.Max(1, -a/2))
	highest := logIntegrand(max(top, 0))
	const n = 20000
	sum := 0.0
	for i := range n + 1 {
		weight := float64(2 + 2*(i%2))
		if i == 0 || i == n {
			weight = 1
		}
		sum += weight * math.Exp(logIntegrand(low+(high-low)*float64(i)/n)-highest)
	}
	return highest + math.Log(sum*(high-low)/n/3)
}

func TestRayIntegralAgainstQuadrature(t *testing.T) {
	for _, k := range []int{1, 2, 3, 5, 20, 200} {
		for _, a := range []float64{-30, -8, -3.1, -1.8, -1, -0.3, -0.01, 0, 0.01, 0.5, 2, 7, 30, 100} {
			got, want := logRayIntegral(k, a)+max(a, 0)*max(a, 0)/2, rayIntegral(k, a)
			if !near(got, want, 1e-9) {
				t.Errorf("k = %d, a = %v: log J = %.12f, %.12f expected", k, a, got, want)
			}
		}
	}
	gamma, _ := math.Lgamma(2.5) // J_4(0) = 2^(3/2) Gamma(5/2)
	if got, want := logRayIntegral(4, 0), 1.5*math.Ln2+gamma; !near(got, want, 1e-14) {
		t.Errorf("J_4(0): %v, %v expected", got, want)
	}
}

// TestProjectedNormalExtremes: a sharp distribution is nearly normal around its mode, with the deviation over the
// mean's length.
func TestProjectedNormalExtremes(t *testing.T) {
	distribution := &ProjectedNormal{Mean: []float64{1e6, 0, 0}, StandardDeviation: 1}
	want := -math.Log(2*math.Pi) + 2*math.Log(1e6)
	if got := distribution.LogDensity([]float64{1, 0, 0}); !near(got, want, 1e-9) {
		t.Errorf("at the mode: %v, %v expected", got, want)
	}
	opposite := distribution.LogDensity([]float64{-1, 0, 0}) // about J_2(-a) = 2/a^3
	if want := -1.5*math.Log(2*math.Pi) - 5e11 + math.Log(2) - 3*math.Log(1e6); !near(opposite, want, 1e-12) {
		t.Errorf("opposite: %v, %v expected", opposite, want)
	}
}

// TestTubeAngle solves Kepler's equation.
func TestTubeAngle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := torus{1, rapid.Float64Range(1e-3, 0.999999).Draw(t, "minor")}
		u := rapid.Float64Range(0, 1).Draw(t, "u")
		psi := shape.tubeAngle(u)
		if off := (psi+shape.minor*math.Sin(psi))/(2*math.Pi) - u; math.Abs(off) > 1e-14 {
			t.Fatalf("the share below %v is off by %g", psi, off)
		}
	})
}

func TestTorusAnglesInvertPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := torus{3, 1}
		phi := rapid.Float64Range(-3.1, 3.1).Draw(t, "phi")
		psi := rapid.Float64Range(-3.1, 3.1).Draw(t, "psi")
		x := make([]float64, 3)
		shape.place(x, phi, psi)
		gotPhi, gotPsi := shape.angles(x)
		if math.Abs(gotPhi-phi) > 1e-14 || math.Abs(gotPsi-psi) > 1e-14 {
			t.Fatalf("(%v, %v) became (%v, %v)", phi, psi, gotPhi, gotPsi)
		}
	})
}

func TestSphereMeasures(t *testing.T) {
	want := map[int]float64{2: 2 * math.Pi, 3: 4 * math.Pi, 4: 2 * math.Pi * math.Pi, 5: 8 * math.Pi * math.Pi / 3}
	for d, area := range want {
		if got := unitSphere(d).logMeasure(); !near(got, math.Log(area), 1e-14) {
			t.Errorf("the sphere in R^%d measures %v, %v expected", d, math.Exp(got), area)
		}
	}
}

// TestEvenlyIsEven: on the sphere in R^3 the nearest neighbor of each of n lattice points is about as far as in the
// best packing, sqrt(8 pi / (sqrt(3) n)).
func TestEvenlyIsEven(t *testing.T) {
	const n = 1000
	set, _ := unitSphere(3).evenly(n)
	least := math.Inf(1)
	for i := range n {
		for j := range i {
			least = min(least, distance(set.At(i), set.At(j)))
		}
	}
	if best := math.Sqrt(8 * math.Pi / (math.Sqrt(3) * n)); least < 0.75*best || least > best {
		t.Errorf("the closest two of %d points are %v apart, the best packing's are %v", n, least, best)
	}
}
