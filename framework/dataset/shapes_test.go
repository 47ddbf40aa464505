package dataset

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mathext"
)

func TestMeasuresOfShapes(t *testing.T) {
	// An ellipse of half axes a > b is 4 a E(1 - b^2/a^2) long. A prolate spheroid of half axes b, b and a > b has the
	// area 2 pi b^2 + 2 pi a b arcsin(e)/e, e^2 = 1 - b^2/a^2.
	ellipse := 4 * 5 * mathext.CompleteE(1-1.0/25)
	eccentricity := math.Sqrt(1 - 1.0/25)
	tests := map[string]struct {
		manifold Manifold
		want     float64
		error    float64
	}{
		"ellipse": {&Curve{Ellipse: &Ellipse{Axes: []float64{5, 1}, Center: []float64{0, 0}}},
			ellipse, 1e-13},
		"ellipsoid, plane": {&Ellipsoid{Axes: []float64{1, 5}}, ellipse, 1e-13},
		"spheroid": {&Ellipsoid{Axes: []float64{1, 5, 1}},
			2*math.Pi + 2*math.Pi*5*math.Asin(eccentricity)/eccentricity, 1e-12},
		"spheroid, third axis": {&Ellipsoid{Axes: []float64{1, 1, 5}},
			2*math.Pi + 2*math.Pi*5*math.Asin(eccentricity)/eccentricity, 1e-12},
		// A square of side 4 loses at each corner 2 r of its edges and gains a quarter of a circle.
		"square": {&Curve{Polygon: &RoundedPolygon{Corners: [][]float64{{0, 0}, {4, 0}, {4, 4}, {0, 4}},
			Rounding: 0.5}}, 16 - 8*0.5 + math.Pi, 1e-14},
		"torus in R^4": {&Product{[]Source{&UniformSphere{Dimension: 1, Radius: 2},
			&UniformSphere{Dimension: 1, Radius: 3}}},
			4 * math.Pi * 6 * math.Pi, 1e-13},
		"seven circles": {sevenCircles(), math.Pow(2*math.Pi, 7), 1e-12},
		"embedded": {&Embedded{Source: &UniformSphere{Dimension: 2, Radius: 2}, Dimension: 10},
			16 * math.Pi, 1e-13},
		// By Richardson's extrapolation of grids of half and a quarter of the width in use.
		"double torus": {&DoubleTorus{Thickness: 0.1}, 3.67347, 2e-5},
	}
	for name, test := range tests {
		if got := measure(test.manifold); !(math.Abs(got/test.want-1) <= test.error) {
			t.Errorf("%s: measure %.10g, want %.10g", name, got, test.want)
		}
	}
}

func sevenCircles() *Product {
	var circles []Source
	for range 7 {
		circles = append(circles, &VonMises{Center: []float64{0, 0}, Radius: 1, Concentration: 1})
	}
	return &Product{circles}
}

func TestTopologyOfShapes(t *testing.T) {
	loop := Topology{Dimension: 1, Components: 1, ClosedLoops: 1}
	ring := func(center, second []float64) MixtureComponent {
		return MixtureComponent{1, &Curve{Fourier: &FourierCurve{Center: center, Cosines: [][]float64{{1, 0, 0}},
			Sines: [][]float64{second}}}}
	}
	tests := map[string]struct {
		shape Shaped
		want  Topology
		known bool
	}{
		"trefoil":    {&Curve{TorusKnot: &TorusKnot{Turns: []int{2, 3}, MajorRadius: 2, MinorRadius: 1}}, loop, true},
		"3-2 knot":   {&Curve{TorusKnot: &TorusKnot{Turns: []int{3, 2}, MajorRadius: 2, MinorRadius: 1}}, loop, true},
		"eight knot": {figureEight, loop, true},
		"eight in the plane": {&Curve{Fourier: &FourierCurve{Cosines: [][]float64{{1, 0}},
			Sines: [][]float64{{0, 0}, {0, 1}}}},
			Topology{}, false},
		"segment, there and back": {&Curve{Fourier: &FourierCurve{Cosines: [][]float64{{1, 1}},
			Sines: [][]float64{{0, 0}}}}, Topology{}, false},
		"circle twice": {&Curve{Fourier: &FourierCurve{Cosines: [][]float64{{0, 0}, {1, 0}},
			Sines: [][]float64{{0, 0}, {0, 1}}}}, Topology{}, false},
		"bow tie": {&Curve{Polygon: &RoundedPolygon{Corners: [][]float64{{0, 0}, {2, 2}, {2, 0},
			{0, 2}}, Rounding: 0.1}}, Topology{}, false},
		"linked circles": {&Mixture{[]MixtureComponent{ring(nil, []float64{0, 1, 0}),
			ring([]float64{1, 0, 0}, []float64{0, 0, 1})}},
			Topology{Dimension: 1, Components: 2, ClosedLoops: 2}, true},
		"circles that meet": {&Mixture{[]MixtureComponent{ring(nil, []float64{0, 1, 0}),
			ring([]float64{2, 0, 0}, []float64{0, 0, 1})}},
			Topology{}, false},
		"torus in R^4": {&Product{[]Source{&UniformSphere{Dimension: 1, Radius: 1},
			&UniformSphere{Dimension: 1, Radius: 1}}},
			Topology{Dimension: 2, Components: 1, EulerCharacteristics: []int{0}}, true},
		"two spheres times two spheres": {&Product{[]Source{twoSpheres(), twoSpheres()}},
			Topology{Dimension: 4, Components: 4, EulerCharacteristics: []int{4, 4, 4, 4}}, true},
		"seven circles": {sevenCircles(), Topology{Dimension: 7, Components: 1, EulerCharacteristics: []int{0}}, true},
		"noisy circle":  {&Noisy{Source: &UniformSphere{Dimension: 1, Radius: 1}, Noise: 0.1}, loop, true},
		"ellipsoid": {&Ellipsoid{Axes: []float64{1, 2, 3}},
			Topology{Dimension: 2, Components: 1, EulerCharacteristics: []int{2}}, true},
	}
	for name, test := range tests {
		got, known := test.shape.Topology()
		if known != test.known || known && !got.Equal(test.want) {
			t.Errorf("%s: %v, known %v", name, got, known)
		}
	}
}

func twoSpheres() *Mixture {
	return &Mixture{[]MixtureComponent{{1, &UniformSphere{Dimension: 2, Radius: 1}},
		{1, &UniformSphere{Dimension: 2, Radius: 2}}}}
}

// An isometry keeps distances.
func TestEmbeddedIsIsometric(t *testing.T) {
	e := &Embedded{Source: &UniformSphere{Dimension: 2, Radius: 1}, Dimension: 10, Rotation: 3}
	inside, _ := e.inner().Evenly(20)
	outside, _ := e.Evenly(20)
	for i := range inside.Len() {
		for j := range i {
			if want, got := distance(inside.At(i), inside.At(j)),
				distance(outside.At(i), outside.At(j)); math.Abs(want-got) > 1e-14 {
				t.Fatalf("points %d and %d are %v apart instead of %v", i, j, got, want)
			}
		}
	}
	other := &Embedded{Source: e.Source, Dimension: 10, Rotation: 4}
	if moved, _ := other.Evenly(20); distance(moved.At(0), outside.At(0)) < 1e-3 {
		t.Error("another rotation places points alike")
	}
}

// The mean square of noise in R^2, over its variance, has 2 n degrees of freedom; a deviation by 4.5 standard errors
// has a chance below 1e-5.
func TestNoisy(t *testing.T) {
	y := &Noisy{Source: &Curve{Ellipse: &Ellipse{Axes: []float64{2, 1}, Center: []float64{0, 0}}}, Noise: 0.1}
	const n = 5000
	noisy, err := y.Load(Env{}, newRand(1), n)
	if err != nil {
		t.Fatal(err)
	}
	clean, _ := y.Source.Load(Env{}, newRand(1), n)
	sum := 0.0
	for i := range noisy.Data {
		sum += (noisy.Data[i] - clean.Data[i]) * (noisy.Data[i] - clean.Data[i])
	}
	if ratio := sum / (2 * n * 0.01); math.Abs(ratio-1) > 4.5/math.Sqrt(n) {
		t.Errorf("the noise's variance is %v of what it should be", ratio)
	}
	var source Source = y
	if _, ok := source.(Manifold); ok {
		t.Error("noisy points count as points of the manifold")
	}
}

// From anywhere, also from where the surface has centers of curvature, the point found is at least as near as those of
// a fine grid.
func TestNearestOfDoubleTorus(t *testing.T) {
	rng := newRand(5)
	for _, thickness := range []float64{0.03, 0.1, 0.22} {
		d := &DoubleTorus{Thickness: thickness}
		fine, _ := d.Evenly(40000)
		for i := range 300 {
			x := []float64{0.8 * rng.NormFloat64(), 0.5 * rng.NormFloat64(), 0.3 * rng.NormFloat64()}
			if i == 0 {
				x = []float64{0, 0, 0}
			}
			nearest := d.Nearest(x)
			if off := math.Abs(d.value(nearest)); off > 1e-14 {
				t.Fatalf("F = %g at the point nearest to %v", off, x)
			}
			if best := fine.At(closest(fine, x)); distance(best, x) < distance(nearest, x)-1e-12 {
				t.Fatalf("thickness %v: %v is nearer to %v than %v, by %g", thickness, best, x, nearest,
					distance(nearest, x)-distance(best, x))
			}
		}
	}
}

func TestShapeMistakes(t *testing.T) {
	tests := map[string]string{
		"{curve: {}}": "source.curve: 0 shapes; allowed: one of ellipse",
		"{curve: {ellipse: {axes: [1, 2]}, lobes: {count: 3, depth: " +
			"0.1}}}": "source.curve: 2 shapes",
		"{curve: {torus_knot: {turns: [2, " +
			"4]}}}": "source.curve.torus_knot.turns: [2 4]; allowed: numbers without a common divisor",
		"{curve: {torus_knot: {minor_radius: " +
			"2}}}": "source.curve.torus_knot.minor_radius: 2; allowed: a number below the major radius 2",
		"{curve: {fourier: {cosines: [[1]], sines: " +
			"[[1]]}}}": "source.curve.fourier.cosines[0]: 1 numbers",
		"{curve: {fourier: {cosines: [[1, 0]], sines: [[0, 1], " +
			"[1]]}}}": "source.curve.fourier.sines[1]: 1 numbers; allowed: 2",
		"{curve: {fourier: {cosines: [[0, 0]], sines: [[0, " +
			"0]]}}}": "source.curve.fourier.cosines: zeros only",
		"{curve: {fourier: {center: [1], cosines: [[1, 0]], sines: [[0, " +
			"1]]}}}": "source.curve.fourier.center: 1 numbers",
		"{curve: {polygon: {corners: [[0, 0], [1, 0], [1]], rounding: " +
			"0.1}}}": "source.curve.polygon.corners[2]: 1 numbers",
		"{curve: {polygon: {corners: [[0, 0], [1, 0], [1, 1], [0, 1]], rounding: " +
			"0.5}}}": "source.curve.polygon.rounding: 0.5; allowed: a radius whose arcs fit",
		"{curve: {polygon: {corners: [[0, 0], [0, 0], [1, 1]], rounding: " +
			"0.1}}}": "source.curve.polygon.rounding",
		"{ellipsoid: {axes: [1, 2], center: " +
			"[0]}}": "source.ellipsoid.center: 1 numbers; allowed: 2",
		"{double_torus: {thickness: 0.3}}": "source.double_torus.thickness",
		"{product: {factors: [uniform_sphere, " +
			"earth]}}": "source.product.factors[1]: a data set without a known density",
		"{embedded: {source: earth, dimension: " +
			"4}}": "source.embedded.source: a data set without",
		"{embedded: {source: uniform_sphere, dimension: " +
			"2}}": "source.embedded.dimension: 2; allowed: 3 or more",
		"{noisy: {source: earth, noise: 0.1}}": "source.noisy.source: a data set without",
		"{mixture: {components: [{source: {noisy: {source: uniform_sphere, noise: " +
			"1}}}]}}": "without a known density",
		"{mixture: {components: [{source: {curve: {}}}, {source: {curve: {ellipse: {axes: [1, 2]}}}}]}}": "0 shapes",
	}
	for text, want := range tests {
		if _, err := decode(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v\nwant ... %s", text, err, want)
		}
	}
}

// A density that leans to one side is highest at its mode.
func TestCurveMode(t *testing.T) {
	c := &Curve{Ellipse: &Ellipse{Axes: []float64{2, 1}, Center: []float64{0, 0}}, Mode: 0.25, Concentration: 3}
	top, bottom := []float64{0, 1}, []float64{0, -1} // a quarter and three quarters of the length
	if ratio := c.LogDensity(top) - c.LogDensity(bottom); math.Abs(ratio-6) > 1e-12 {
		t.Errorf("the log density at the mode is %v above that opposite; 2 k = 6 is right", ratio)
	}
	if d := distance(c.Nearest([]float64{0, 5}), top); d > 1e-14 {
		t.Errorf("the point above is %g off", d)
	}
}
