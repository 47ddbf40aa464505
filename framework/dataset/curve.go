package dataset

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"

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

var _ Family = (*Curve)(nil)

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
	given := map[string]curveShape{"ellipse": c.Ellipse, "lobes": c.Lobes, "polygon": c.Polygon,
		"torus_knot": c.TorusKnot, "fourier": c.Fourier}
	maps.DeleteFunc(given, func(_ string, shape curveShape) bool { return reflect.ValueOf(shape).IsNil() })
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
		if field, ok := errors.AsType[*config.FieldError](err); ok {
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
		for j := i + 4; j < n && j-i <= n-4; {
			steps := distance(set.At(i), set.At(j)) / step
			if steps < 1 {
				return false
			}
			j += int(steps) // a curve of that many steps ends there at the earliest
		}
	}
	return true
}

// Parameters are the concentration times the cosine and the sine of the mode's angle.
func (c *Curve) Parameters() []float64 {
	sin, cos := math.Sincos(2 * math.Pi * c.Mode)
	return []float64{c.Concentration * cos, c.Concentration * sin}
}

// With keeps the shape.
func (c *Curve) With(parameters []float64) (member Family, inside bool) {
	concentration := math.Hypot(parameters[0], parameters[1])
	mode := math.Atan2(parameters[1], parameters[0]) / (2 * math.Pi)
	return &Curve{Ellipse: c.Ellipse, Lobes: c.Lobes, Polygon: c.Polygon, TorusKnot: c.TorusKnot, Fourier: c.Fourier,
			Mode: mode - math.Floor(mode), Concentration: min(concentration, mostConcentrated)},
		concentration <= mostConcentrated*roundedRange
}

// Score adds the direction of the angle of x less its mean, as of VonMises.
func (c *Curve) Score(x []float64, weight float64, gradient []float64) {
	curve := c.curve()
	mean := besselQuotient(c.Concentration)
	sin, cos := math.Sincos(2 * math.Pi * curve.nearest(x) / curve.length())
	modeSin, modeCos := math.Sincos(2 * math.Pi * c.Mode)
	gradient[0] += weight * (cos - mean*modeCos)
	gradient[1] += weight * (sin - mean*modeSin)
}

// Ellipse is center + (a cos t, b sin t), turned about the center.
type Ellipse struct {
	Axes   []float64 `yaml:"axes" length:"[2, 2]" range:"(0, inf)" doc:"half axes a and b"`
	Center []float64 `yaml:"center" default:"[0, 0]" length:"[2, 2]" doc:"center"`
	Turn   float64   `yaml:"turn" default:"0" unit:"radians" doc:"angle of the first axis, in radians"`
}

func (e *Ellipse) check() error { return nil }

func (e *Ellipse) curve() closedCurve {
	sin, cos := math.Sincos(e.Turn)
	a, b := e.Axes[0], e.Axes[1]
	return newTrigonometric(e.Center, [][]float64{{a * cos, a * sin}}, [][]float64{{-b * sin, b * cos}})
}

// LobedCurve is the curve of polar equation r = radius (1 + depth cos(lobes t)) around the origin.
type LobedCurve struct {
	Count  int     `yaml:"count" range:"[1, 100]" doc:"number of lobes"`
	Depth  float64 `yaml:"depth" range:"[0, 1)" doc:"depth of the lobes, as a share of the radius"`
	Radius float64 `yaml:"radius" default:"1" range:"(0, inf)" doc:"mean radius"`
}

func (l *LobedCurve) check() error { return nil }

// curve uses cos kt cos t = (cos (k+1)t + cos (k-1)t)/2 and its like.
func (l *LobedCurve) curve() closedCurve {
	r, half := l.Radius, l.Radius*l.Depth/2
	cosines, sines := zeroHarmonics(l.Count+1, 2), zeroHarmonics(l.Count+1, 2)
	cosines[0][0], sines[0][1] = r, r
	center := []float64{0, 0}
	add := func(harmonic int, sign float64) {
		if harmonic == 0 {
			center[0] += half
			return
		}
		cosines[harmonic-1][0] += half
		sines[harmonic-1][1] += sign * half
	}
	add(l.Count+1, 1)
	add(l.Count-1, -1)
	return newTrigonometric(center, cosines, sines)
}

// TorusKnot is ((R + r cos qt) cos pt, (R + r cos qt) sin pt, r sin qt), which goes p times around the third axis and
// q times around the core of the torus of radii R and r.
type TorusKnot struct {
	Turns       []int   `yaml:"turns" default:"[2, 3]" length:"[2, 2]" range:"[1, 100]" doc:"turns p around the axis and q around the tube, without a common divisor"`
	MajorRadius float64 `yaml:"major_radius" default:"2" range:"(0, inf)" doc:"distance R of the tube's center from the axis"`
	MinorRadius float64 `yaml:"minor_radius" default:"1" range:"(0, inf)" doc:"radius r of the tube, below the major one"`
}

func (k *TorusKnot) check() error {
	if err := checkRadii(k.MajorRadius, k.MinorRadius); err != nil {
		return err
	}
	a, b := k.Turns[0], k.Turns[1]
	for b != 0 {
		a, b = b, a%b
	}
	if a != 1 {
		return &config.FieldError{Field: "turns", Found: fmt.Sprint(k.Turns),
			Allowed: "numbers without a common divisor, such as [2, 3]"}
	}
	return nil
}

func (k *TorusKnot) curve() closedCurve {
	p, q := k.Turns[0], k.Turns[1]
	cosines, sines := zeroHarmonics(p+q, 3), zeroHarmonics(p+q, 3)
	center := []float64{0, 0, 0}
	cosines[p-1][0], sines[p-1][1] = k.MajorRadius, k.MajorRadius
	sines[q-1][2] = k.MinorRadius
	cosines[p+q-1][0] += k.MinorRadius / 2
	sines[p+q-1][1] += k.MinorRadius / 2
	if p == q { // both are 1
		center[0] = k.MinorRadius / 2
		return newTrigonometric(center, cosines, sines)
	}
	difference, sign := p-q, 1.0
	if difference < 0 {
		difference, sign = -difference, -1
	}
	cosines[difference-1][0] += k.MinorRadius / 2
	sines[difference-1][1] += sign * k.MinorRadius / 2
	return newTrigonometric(center, cosines, sines)
}

// FourierCurve is center + sum over k >= 1 of cosines_k cos kt + sines_k sin kt.
type FourierCurve struct {
	Center  []float64   `yaml:"center" default:"null" doc:"point around which the curve runs; the origin unless given"`
	Cosines [][]float64 `yaml:"cosines" length:"[1, 100]" doc:"coefficients of cos t, cos 2t, ..., a vector each"`
	Sines   [][]float64 `yaml:"sines" length:"[1, 100]" doc:"coefficients of sin t, sin 2t, ..., a vector each"`
}

func (f *FourierCurve) check() error {
	n := len(f.Cosines[0])
	if n < 2 {
		return &config.FieldError{Field: "cosines[0]", Found: fmt.Sprintf("%d numbers", n),
			Allowed: "at least 2, the dimension of the space"}
	}
	if f.Center != nil {
		if err := checkLength("center", f.Center, n, "as in cosines[0]"); err != nil {
			return err
		}
	}
	size := 0.0
	for name, vectors := range map[string][][]float64{"cosines": f.Cosines, "sines": f.Sines} {
		for k, vector := range vectors {
			if err := checkLength(fmt.Sprintf("%s[%d]", name, k), vector, n, "as in cosines[0]"); err != nil {
				return err
			}
			size = max(size, norm(vector))
		}
	}
	if !(size > 0) {
		return &config.FieldError{Field: "cosines", Found: "zeros only, as in sines",
			Allowed: "a coefficient that is not 0"}
	}
	return nil
}

func (f *FourierCurve) curve() closedCurve {
	n := len(f.Cosines[0])
	center := f.Center
	if center == nil {
		center = make([]float64, n)
	}
	harmonics := max(len(f.Cosines), len(f.Sines))
	cosines, sines := zeroHarmonics(harmonics, n), zeroHarmonics(harmonics, n)
	for k, vector := range f.Cosines {
		copy(cosines[k], vector)
	}
	for k, vector := range f.Sines {
		copy(sines[k], vector)
	}
	return newTrigonometric(center, cosines, sines)
}

func zeroHarmonics(count, n int) [][]float64 {
	harmonics := make([][]float64, count)
	for k := range harmonics {
		harmonics[k] = make([]float64, n)
	}
	return harmonics
}
