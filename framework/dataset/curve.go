package dataset

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"ebim/framework/config"
	"ebim/framework/points"
)

// Curve is a distribution on a smooth closed curve of a given shape in R^n, n >= 2. With s the length along the curve
// from its start and L its whole length, the density with respect to length is that of a von Mises distribution of the
// angle 2 pi s/L,
//
//	exp(k cos(2 pi (s/L - mode))) / (L I_0(k)).
type Curve struct {
	Ellipse       *Ellipse        `yaml:"ellipse" doc:"ellipse in the plane"`
	Lobes         *LobedCurve     `yaml:"lobes" doc:"circle in the plane with lobes"`
	Polygon       *RoundedPolygon `yaml:"polygon" doc:"polygon in the plane with round corners"`
	TorusKnot     *TorusKnot      `yaml:"torus_knot" doc:"knot on a torus in space; turns of 2 and 3 make a trefoil"`
	Fourier       *FourierCurve   `yaml:"fourier" doc:"any closed curve, in any dimension, by its Fourier series"`
	Mode          float64         `yaml:"mode" default:"0" range:"[0, 1]" doc:"where the density is highest, as a share of the curve's length"`
	Concentration float64         `yaml:"concentration" default:"0" range:"[0, 1e8]" doc:"concentration of the density around the mode; 0 is uniform in length"`

	made cached[string, closedCurve]
}

var _ Distribution = (*Curve)(nil)

// closedCurve is a closed curve by the length along it, from 0 to length and beyond, where it repeats.
type closedCurve interface {
	ambient() int
	length() float64
	// place writes the point at the length s into x.
	place(x []float64, s float64)
	// nearest is the length at a point nearest to x.
	nearest(x []float64) float64
}

// curveShape is one shape's settings.
type curveShape interface {
	check() error
	curve() closedCurve // of settings that check accepts
}

// shapes are those that are given, by name.
func (c *Curve) shapes() map[string]curveShape {
	given := map[string]curveShape{}
	if c.Ellipse != nil {
		given["ellipse"] = c.Ellipse
	}
	if c.Lobes != nil {
		given["lobes"] = c.Lobes
	}
	if c.Polygon != nil {
		given["polygon"] = c.Polygon
	}
	if c.TorusKnot != nil {
		given["torus_knot"] = c.TorusKnot
	}
	if c.Fourier != nil {
		given["fourier"] = c.Fourier
	}
	return given
}

// Check refuses all but one shape, and what is wrong with that one.
func (c *Curve) Check() error {
	given := c.shapes()
	if len(given) != 1 {
		return &config.FieldError{Found: fmt.Sprintf("%d shapes", len(given)),
			Allowed: "one of ellipse, lobes, polygon, torus_knot and fourier"}
	}
	for name, shape := range given {
		err := shape.check()
		var field *config.FieldError
		if errors.As(err, &field) {
			field.Field = name + "." + field.Field
		}
		return err
	}
	return nil
}

// curve is made once for equal settings.
func (c *Curve) curve() closedCurve {
	for name, shape := range c.shapes() {
		return c.made.get(fmt.Sprintf("%s %+v", name, shape), shape.curve)
	}
	panic("dataset: a curve without a shape, which Check refuses")
}

// Load draws size points, DefaultSize if size is 0.
func (c *Curve) Load(_ Env, rng *rand.Rand, size int) (*points.Set, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	return draw(c, rng, size)
}

// Dimensions are n and 1.
func (c *Curve) Dimensions() (ambient, manifold int) { return c.curve().ambient(), 1 }

// Sample draws n independent points.
func (c *Curve) Sample(rng *rand.Rand, n int) *points.Set {
	curve := c.curve()
	set := points.New(n, curve.ambient())
	for i := range n {
		turn := c.Mode + sampleVonMises(rng, c.Concentration)/(2*math.Pi)
		curve.place(set.At(i), turn*curve.length())
	}
	return set
}

// LogDensity is that of the curve's point nearest to x.
func (c *Curve) LogDensity(x []float64) float64 {
	curve := c.curve()
	turn := curve.nearest(x) / curve.length()
	return c.Concentration*math.Cos(2*math.Pi*(turn-c.Mode)) - logBesselI0(c.Concentration) - math.Log(curve.length())
}

// Evenly gives n points at equal distances along the curve.
func (c *Curve) Evenly(n int) (*points.Set, []float64) {
	n = max(n, 1)
	curve := c.curve()
	return evenlyAlong(curve, n), equalShares(n, curve.length())
}

// Nearest is the curve's closest point.
func (c *Curve) Nearest(x []float64) []float64 {
	curve := c.curve()
	nearest := make([]float64, len(x))
	curve.place(nearest, curve.nearest(x))
	return nearest
}

// Topology is one closed loop; it is unknown where the curve meets itself.
func (c *Curve) Topology() (Topology, bool) {
	return Topology{Dimension: 1, Components: 1, ClosedLoops: 1}, embedsCircle(c.curve())
}

func evenlyAlong(curve closedCurve, n int) *points.Set {
	set := points.New(n, curve.ambient())
	for i := range n {
		curve.place(set.At(i), curve.length()*float64(i)/float64(n))
	}
	return set
}

// embedsCircle says that a curve does not meet itself, or come as near as a thousandth of its length where it is not
// the same stretch: nor does it turn back or run twice.
func embedsCircle(curve closedCurve) bool {
	const n = 1000
	set, step := evenlyAlong(curve, n), curve.length()/n
	for i := range n {
		for j := i + 4; j < n && j-i <= n-4; j++ {
			if distance(set.At(i), set.At(j)) < step {
				return false
			}
		}
	}
	return true
}
