package dataset

import (
	"math"
	"math/rand/v2"

	"ebim/framework/points"
)

// ProjectedNormal is the distribution of x/|x| for x normal with the given mean and covariance standard_deviation^2
// times the identity, on the unit sphere around the origin (Mardia and Jupp, "Directional Statistics", 2000, section
// 9.3.3).
type ProjectedNormal struct {
	Mean              []float64 `yaml:"mean" length:"[2, 10000]" range:"[-1e6, 1e6]" doc:"mean before the projection; its length is the space's dimension"`
	StandardDeviation float64   `yaml:"standard_deviation" formerly:"deviation" default:"1" range:"[1e-6, inf)" doc:"standard deviation of each coordinate before the projection"`
}

var _ Family = (*ProjectedNormal)(nil)

func (p *ProjectedNormal) sphere() sphere { return unitSphere(len(p.Mean)) }

// UnitSpheres is one.
func (p *ProjectedNormal) UnitSpheres() []int { return p.sphere().unit() }

// Load draws size points, DefaultSize if size is 0.
func (p *ProjectedNormal) Load(_ Env, rng *rand.Rand, size int) (*points.Set, error) {
	return draw(p, rng, size)
}

// Dimensions are d and d-1, d the length of the mean.
func (p *ProjectedNormal) Dimensions() (ambient, manifold int) { return p.sphere().dimensions() }

// Sample draws n independent points.
func (p *ProjectedNormal) Sample(rng *rand.Rand, n int) *points.Set {
	set := points.New(n, len(p.Mean))
	x := make([]float64, len(p.Mean))
	for i := range n {
		for j, mean := range p.Mean {
			x[j] = mean + p.StandardDeviation*rng.NormFloat64()
		}
		copy(set.At(i), p.sphere().place(x))
	}
	return set
}

// LogDensity is that of the direction u of x. With a = u.mean / deviation, integrating the normal density over the ray
// through u gives
//
//	p(u) = (2 pi)^(-d/2) exp(-|mean|^2 / (2 deviation^2)) J_(d-1)(a),
//	J_k(a) = integral over t > 0 of t^k exp(a t - t^2/2).
func (p *ProjectedNormal) LogDensity(x []float64) float64 {
	u := p.sphere().place(x)
	along := 0.0
	for i, mean := range p.Mean {
		along += u[i] * mean / p.StandardDeviation
	}
	// J grows like exp(a^2/2) for a > 0. Without that factor, what is left of |mean|^2 is the part across u.
	across := 0.0
	for i, mean := range p.Mean {
		across = math.Hypot(across, mean/p.StandardDeviation-max(along, 0)*u[i])
	}
	return -float64(len(p.Mean))/2*math.Log(2*math.Pi) - across*across/2 + logRayIntegral(len(p.Mean)-1, along)
}

// Evenly gives n points of equal share.
func (p *ProjectedNormal) Evenly(n int) (*points.Set, []float64) { return p.sphere().evenly(n) }

// Nearest is the radial projection.
func (p *ProjectedNormal) Nearest(x []float64) []float64 { return p.sphere().nearest(x) }

// Topology is that of the sphere.
func (p *ProjectedNormal) Topology() (Topology, bool) { return p.sphere().topology(), true }

// logRayIntegral is log J_k(a), less a^2/2 if a > 0, for k >= 1. Integration by parts gives
// J_k = a J_(k-1) + (k-1) J_(k-2) with J_1 = 1 + a J_0, that is r_k = a + (k-1)/r_(k-1) for the ratios
// r_k = J_k/J_(k-1). Run upwards this is stable for a > 0, where every term is positive; for clearly negative a it is
// run downwards, r_(k-1) = (k-1)/(r_k - a), as a continued fraction.
func logRayIntegral(k int, a float64) float64 {
	if a*math.Sqrt(float64(k+1)) < -3 {
		return logRayIntegralDown(k, a)
	}
	inverse := math.Exp(-a*a/2) / (math.Sqrt(2*math.Pi) * math.Erfc(-a/math.Sqrt2) / 2) // 1 / J_0
	total, ratio := math.Log(2*math.Pi)/2+math.Log(math.Erfc(-a/math.Sqrt2)/2), 0.0
	if a < 0 {
		total += a * a / 2
	}
	for j := 1; j <= k; j++ {
		if j == 1 {
			ratio = a + inverse
		} else {
			ratio = a + float64(j-1)/ratio
		}
		total += math.Log(ratio)
	}
	return total
}

// logRayIntegralDown starts the ratios so far up that the start is forgotten: an error in r_n shrinks by about
// exp(-2|a| (sqrt n - sqrt k)) on the way down to r_k.
func logRayIntegralDown(k int, a float64) float64 {
	root := math.Sqrt(float64(k)) + 20/math.Abs(a)
	start := int(root*root) + 2
	ratio := a/2 + math.Sqrt(a*a/4+float64(start)) // about r_start
	if a < -1e3 {
		ratio = float64(start) / -a // the same without cancellation
	}
	total := 0.0
	for j := start; j > 1; j-- {
		ratio = float64(j-1) / (ratio - a) // r_(j-1)
		if j-1 <= k {
			total += math.Log(ratio)
		}
	}
	return total - math.Log(ratio-a) // J_0 = 1 / (r_1 - a)
}

// Parameters are the mean over the deviation: the distribution depends on nothing else.
func (p *ProjectedNormal) Parameters() []float64 {
	scaled := make([]float64, len(p.Mean))
	for i, mean := range p.Mean {
		scaled[i] = mean / p.StandardDeviation
	}
	return scaled
}

// With keeps the deviation. The range ends with means of 10^4 deviations, a spread of 10^-4 on the sphere, or of 10^6,
// or with that of p if that is more.
func (p *ProjectedNormal) With(parameters []float64) (member Family, inside bool) {
	scale, length := p.StandardDeviation, norm(parameters)
	most := max(min(1e4, 1e6/p.StandardDeviation), norm(p.Mean)/p.StandardDeviation)
	if length > most {
		scale *= most / length
	}
	mean := make([]float64, len(p.Mean))
	for i, parameter := range parameters {
		mean[i] = scale * parameter
	}
	return &ProjectedNormal{Mean: mean, StandardDeviation: p.StandardDeviation}, length <= most*roundedRange
}

// Score adds, for the direction u of x and m = mean / deviation, the derivative of -|m|^2/2 + log J_(d-1)(u.m) by m,
// u J_d/J_(d-1) - m: the derivative of J_k is J_(k+1).
func (p *ProjectedNormal) Score(x []float64, weight float64, gradient []float64) {
	u := p.sphere().place(x)
	along := 0.0
	for i, mean := range p.Mean {
		along += u[i] * mean / p.StandardDeviation
	}
	d := len(p.Mean)
	radius := math.Exp(logRayIntegral(d, along) - logRayIntegral(d-1, along)) // mean of |y| given y/|y| = u
	for i, mean := range p.Mean {
		gradient[i] += weight * (radius*u[i] - mean/p.StandardDeviation)
	}
}
