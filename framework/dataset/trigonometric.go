package dataset

import (
	"math"
	"slices"
	"sort"

	"ebim/framework/points"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate/quad"
)

// trigonometric is the closed curve center + sum over k >= 1 of cosines_k cos kt + sines_k sin kt, with its points and
// its length up to them tabulated at evenly spaced t.
type trigonometric struct {
	center         []float64
	cosines, sines [][]float64
	knots          *points.Set
	along          []float64 // length up to each knot and, at the end, the whole
}

// knotsPerWave is how many knots each wave of the highest harmonic has: between two of them the curve is nearly an arc
// of a circle.
const knotsPerWave = 48

func newTrigonometric(center []float64, cosines, sines [][]float64) *trigonometric {
	c := &trigonometric{center: center, cosines: cosines, sines: sines}
	n := knotsPerWave * max(len(cosines), 3)
	c.knots, c.along = points.New(n, len(center)), make([]float64, n+1)
	for i := range n {
		c.at(c.time(i), 0, c.knots.At(i))
		c.along[i+1] = c.along[i] + c.between(c.time(i), c.time(i+1))
	}
	return c
}

// time is that of a knot.
func (c *trigonometric) time(knot int) float64 {
	return 2 * math.Pi * float64(knot) / float64(c.knots.Len())
}

// at writes the derivative of the given order, 0 to 2, at t into x.
func (c *trigonometric) at(t float64, order int, x []float64) {
	clear(x)
	if order == 0 {
		copy(x, c.center)
	}
	for k := range c.cosines {
		frequency := float64(k + 1)
		sin, cos := math.Sincos(frequency*t + float64(order)*math.Pi/2) // a derivative is a quarter of a turn
		scale := 1.0
		for range order {
			scale *= frequency
		}
		floats.AddScaled(x, scale*cos, c.cosines[k])
		floats.AddScaled(x, scale*sin, c.sines[k])
	}
}

// between is the length from one time to another in the same gap between knots; the rule of 8 nodes leaves rounding
// alone.
func (c *trigonometric) between(from, to float64) float64 {
	velocity := make([]float64, len(c.center))
	return quad.Fixed(func(t float64) float64 {
		c.at(t, 1, velocity)
		return floats.Norm(velocity, 2)
	}, from, to, 8, quad.Legendre{}, 0)
}

func (c *trigonometric) ambient() int    { return len(c.center) }
func (c *trigonometric) length() float64 { return c.along[len(c.along)-1] }

func (c *trigonometric) place(x []float64, s float64) {
	c.at(c.timeAt(s), 0, x)
}

// timeAt inverts the length.
func (c *trigonometric) timeAt(s float64) float64 {
	whole := c.length()
	s -= whole * math.Floor(s/whole)
	knot := max(0, min(sort.SearchFloat64s(c.along, s)-1, c.knots.Len()-1))
	low, high := c.time(knot), c.time(knot+1)
	first := low + (high-low)*(s-c.along[knot])/(c.along[knot+1]-c.along[knot])
	velocity := make([]float64, len(c.center))
	return zero(low, first, high, 1e-14, func(t float64) (excess, speed float64) {
		c.at(t, 1, velocity)
		return c.along[knot] + c.between(low, t) - s, floats.Norm(velocity, 2)
	})
}

// lengthAt is the length up to the time t.
func (c *trigonometric) lengthAt(t float64) float64 {
	t -= 2 * math.Pi * math.Floor(t/(2*math.Pi))
	knot := min(int(t/(2*math.Pi)*float64(c.knots.Len())), c.knots.Len()-1)
	return c.along[knot] + c.between(c.time(knot), t)
}

// nearest searches around every knot that is closer than its neighbors and near enough to the closest of all.
func (c *trigonometric) nearest(x []float64) float64 {
	n := c.knots.Len()
	distances := make([]float64, n)
	widest := 0.0
	for i := range n {
		distances[i] = floats.Distance(c.knots.At(i), x, 2)
		widest = max(widest, c.along[i+1]-c.along[i])
	}
	limit := slices.Min(distances) + widest
	best, least := 0.0, math.Inf(1)
	at := make([]float64, len(x))
	for i, d := range distances {
		if d > limit || d > distances[(i+1)%n] || d > distances[(i+n-1)%n] {
			continue
		}
		t := c.refine(x, c.time(i-1), c.time(i), c.time(i+1))
		if c.at(t, 0, at); floats.Distance(at, x, 2) < least {
			best, least = t, floats.Distance(at, x, 2)
		}
	}
	return c.lengthAt(best)
}

// refine finds a zero of (x(t) - x) x'(t) from t.
func (c *trigonometric) refine(x []float64, low, t, high float64) float64 {
	n := len(x)
	offset, velocity, acceleration := make([]float64, n), make([]float64, n), make([]float64, n)
	return zero(low, t, high, 1e-15, func(t float64) (value, slope float64) {
		c.at(t, 0, offset)
		floats.Sub(offset, x)
		c.at(t, 1, velocity)
		c.at(t, 2, acceleration)
		return floats.Dot(offset, velocity), floats.Dot(velocity, velocity) + floats.Dot(offset, acceleration)
	})
}
