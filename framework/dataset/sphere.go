package dataset

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mathext"

	"ebim/framework/points"
)

// sphere is the set of the points in R^d, d >= 2, at distance radius from center; a circle for d = 2.
type sphere struct {
	center []float64
	radius float64
}

func unitSphere(ambient int) sphere { return sphere{center: make([]float64, ambient), radius: 1} }

func (s sphere) dimensions() (ambient, manifold int) { return len(s.center), len(s.center) - 1 }

// unit is how many coordinates the sphere has, if it is the unit sphere about the origin.
func (s sphere) unit() []int {
	if s.radius != 1 || norm(s.center) != 0 {
		return nil
	}
	return []int{len(s.center)}
}

// logMeasure is the logarithm of the sphere's length, area, ...
func (s sphere) logMeasure() float64 {
	d := len(s.center)
	return points.LogUnitSphere(d) + float64(d-1)*math.Log(s.radius)
}

// place is the sphere's point in the given direction; the first axis stands in for the direction zero.
func (s sphere) place(direction []float64) []float64 {
	length := norm(direction)
	x := make([]float64, len(s.center))
	for i, c := range s.center {
		unit := direction[i] / length
		if length == 0 {
			unit = 0
			if i == 0 {
				unit = 1
			}
		}
		x[i] = c + s.radius*unit
	}
	return x
}

// direction is x - center.
func (s sphere) direction(x []float64) []float64 {
	v := make([]float64, len(x))
	for i := range x {
		v[i] = x[i] - s.center[i]
	}
	return v
}

func (s sphere) nearest(x []float64) []float64 { return s.place(s.direction(x)) }

// sample draws uniformly: a normal vector's direction is uniform.
func (s sphere) sample(rng *rand.Rand, n int) *points.Set {
	set := points.New(n, len(s.center))
	direction := make([]float64, len(s.center))
	for i := range n {
		for j := range direction {
			direction[j] = rng.NormFloat64()
		}
		copy(set.At(i), s.place(direction))
	}
	return set
}

// evenly places n points of equal share: equally spaced on a circle, the Fibonacci lattice on the sphere in R^3, and
// its generalization in higher dimensions, where the k-th polar angle is the inverse cumulative share of a coordinate
// of a Kronecker lattice (generators: powers of the root of g^m = g + 1, m = d - 1; Roberts, "The unreasonable
// effectiveness of quasirandom sequences", 2018).
func (s sphere) evenly(n int) (*points.Set, []float64) {
	n = max(n, 1)
	d := len(s.center)
	set := points.New(n, d)
	generators := kronecker(d - 2)
	direction := make([]float64, d)
	for i := range n {
		remaining := 1.0 // length of the part of the direction not yet fixed
		for k := range d - 2 {
			u := (float64(i) + 0.5) / float64(n)
			if k > 0 {
				_, u = math.Modf(float64(i) * generators[k])
			}
			cos := polarCosine(u, d-2-k)
			direction[k] = remaining * cos
			remaining *= math.Sqrt(1 - cos*cos)
		}
		turn := float64(i) / float64(n)
		if d > 2 {
			turn = float64(i) * generators[0]
		}
		sin, cos := math.Sincos(2 * math.Pi * turn)
		direction[d-2], direction[d-1] = remaining*cos, remaining*sin
		copy(set.At(i), s.place(direction))
	}
	return set, equalShares(n, math.Exp(s.logMeasure()))
}

// kronecker gives the m generators 1/g, 1/g^2, ... of the lattice, with g^(m+1) = g + 1.
func kronecker(m int) []float64 {
	g := 1.5
	for range 100 { // a contraction
		g = math.Pow(1+g, 1/float64(m+1))
	}
	generators := make([]float64, m)
	for k := range generators {
		generators[k] = math.Pow(g, -float64(k+1))
	}
	return generators
}

// polarCosine is the cosine of the angle in [0, pi] below which lies the share u of the density sin^power.
func polarCosine(u float64, power int) float64 {
	if power == 1 {
		return 1 - 2*u
	}
	// With t = (1 - cos)/2 the density is t^((p-1)/2) (1-t)^((p-1)/2): a symmetric beta distribution.
	shape := (float64(power) + 1) / 2
	return 1 - 2*mathext.InvRegIncBeta(shape, shape, u)
}

// topology: one component; the Euler characteristic of a sphere of dimension m is 1 + (-1)^m.
func (s sphere) topology() Topology {
	m := len(s.center) - 1
	if m == 1 {
		return Topology{Dimension: 1, Components: 1, ClosedLoops: 1}
	}
	return Topology{Dimension: m, Components: 1, EulerCharacteristics: []int{2 * ((m + 1) % 2)}}
}

func equalShares(n int, measure float64) []float64 {
	shares := make([]float64, n)
	for i := range shares {
		shares[i] = measure / float64(n)
	}
	return shares
}

// total is the sum of shares.
func total(shares []float64) (sum float64) {
	for _, share := range shares {
		sum += share
	}
	return sum
}

// norm is the Euclidean length, safe from overflow.
func norm(v []float64) float64 {
	length := 0.0
	for _, x := range v {
		length = math.Hypot(length, x)
	}
	return length
}

func distance(a, b []float64) float64 {
	length := 0.0
	for i := range a {
		length = math.Hypot(length, a[i]-b[i])
	}
	return length
}

// UniformSphere is the uniform distribution on a sphere of the given dimension m in R^(m+1).
type UniformSphere struct {
	OneMember
	Dimension int       `yaml:"dimension" default:"2" range:"[1, 1000]" doc:"dimension of the sphere, in a space of one dimension more"`
	Radius    float64   `yaml:"radius" default:"1" range:"(0, inf)" doc:"radius of the sphere"`
	Center    []float64 `yaml:"center" default:"null" doc:"center of the sphere, one number more than its dimension; the origin unless given"`
}

var _ Family = (*UniformSphere)(nil)

// UnitSpheres is one, of radius 1 about the origin.
func (u *UniformSphere) UnitSpheres() []int { return u.sphere().unit() }

// Check refuses a center of another dimension.
func (u *UniformSphere) Check() error {
	return checkLength("center", u.sphere().center, u.Dimension+1, "one more than the sphere's dimension")
}

func (u *UniformSphere) sphere() sphere {
	if len(u.Center) > 0 {
		return sphere{center: u.Center, radius: u.Radius}
	}
	return sphere{center: make([]float64, u.Dimension+1), radius: u.Radius}
}

// Load draws size points, DefaultSize if size is 0.
func (u *UniformSphere) Load(_ Env, rng *rand.Rand, size int) (*points.Set, error) {
	return draw(u, rng, size)
}

// Dimensions are m+1 and m.
func (u *UniformSphere) Dimensions() (ambient, manifold int) { return u.sphere().dimensions() }

// Sample draws n independent points.
func (u *UniformSphere) Sample(rng *rand.Rand, n int) *points.Set { return u.sphere().sample(rng, n) }

// LogDensity is minus the logarithm of the sphere's measure.
func (u *UniformSphere) LogDensity([]float64) float64 { return -u.sphere().logMeasure() }

// Evenly gives n points of equal share.
func (u *UniformSphere) Evenly(n int) (*points.Set, []float64) { return u.sphere().evenly(n) }

// Nearest is the radial projection.
func (u *UniformSphere) Nearest(x []float64) []float64 { return u.sphere().nearest(x) }

// Topology is that of the sphere.
func (u *UniformSphere) Topology() (Topology, bool) { return u.sphere().topology(), true }
