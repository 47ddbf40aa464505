package dataset

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/points"
)

func sphereByAngles() *Parametric {
	return &Parametric{Coordinates: []string{"2*sin(a)*cos(b)", "2*sin(a)*sin(b)", "2*cos(a)"},
		Variables: []Variable{{"a", 0, math.Pi}, {"b", 0, 2 * math.Pi}}}
}

func TestParametricIsUniform(t *testing.T) {
	sphere := sphereByAngles()
	if got, want := sphere.LogDensity(nil), -math.Log(16*math.Pi); math.Abs(got-want) > 1e-4 {
		t.Errorf("the log density is %v, that of a sphere %v", got, want)
	}
	const n = 20000
	drawn := sphere.Sample(rand.New(rand.NewPCG(1, 2)), n)
	even, shares := sphere.Evenly(n)
	if measure := total(shares); math.Abs(measure-16*math.Pi) > 1e-2 {
		t.Errorf("the shares add up to %v, not the area %v", measure, 16*math.Pi)
	}
	for name, set := range map[string]*points.Set{"drawn": drawn, "evenly": even} {
		for axis := range 3 { // uniform in [-2, 2] by Archimedes: of variance 4/3 and fourth moment 16/5
			square, fourth := 0.0, 0.0
			for i := range set.Len() {
				v := set.At(i)[axis]
				square, fourth = square+v*v/n, fourth+v*v*v*v/n
			}
			if math.Abs(square-4./3) > 0.03 || math.Abs(fourth-16./5) > 0.13 {
				t.Errorf("%s, axis %d: moments %v and %v, want 1.33 and 3.2", name, axis, square, fourth)
			}
		}
	}
}

func TestNearestOfParametric(t *testing.T) {
	arc := &Parametric{Coordinates: []string{"cos(u)", "sin(u)"}, Variables: []Variable{{"u", 0, math.Pi}}}
	disc := &Parametric{Coordinates: []string{"r*cos(u)", "r*sin(u)", "0*r"},
		Variables: []Variable{{"r", 0, 1}, {"u", 0, 2 * math.Pi}}}
	for _, c := range []struct {
		of      *Parametric
		x, want []float64
	}{
		{arc, []float64{0.3, 0.4}, []float64{0.6, 0.8}},
		{arc, []float64{1.5, -1}, []float64{1, 0}},   // beyond an end
		{arc, []float64{-2, -0.5}, []float64{-1, 0}}, // beyond the other
		{sphereByAngles(), []float64{1, 2, 2}, []float64{2. / 3, 4. / 3, 4. / 3}},
		{sphereByAngles(), []float64{3, -0.001, 0}, []float64{2, -2 * 0.001 / 3, 0}}, // across the seam
		{disc, []float64{0.3, -0.2, 5}, []float64{0.3, -0.2, 0}},
		{disc, []float64{3, 4, 1}, []float64{0.6, 0.8, 0}},
	} {
		if got := c.of.Nearest(c.x); distance(got, c.want) > 1e-6 {
			t.Errorf("nearest of %v to %v is %v, want %v", c.of.Coordinates, c.x, got, c.want)
		}
	}
}

func TestEvenlyOfParametricIsOnePath(t *testing.T) {
	for m, variables := range [][]Variable{1: {{"a", 0, 1}}, 2: {{"a", 0, 1}, {"b", 0, 1}},
		3: {{"a", 0, 1}, {"b", 0, 1}, {"c", 0, 1}}} {
		if m == 0 {
			continue
		}
		cube := &Parametric{Variables: variables}
		cube.Coordinates = append(cube.Coordinates, cube.names()...)
		c := cube.chart()
		before, at := make([]float64, m), make([]float64, m)
		for cell := 1; cell < len(c.measures); cell++ {
			c.within(before, cell-1, 0.5)
			c.within(at, cell, 0.5)
			if apart := distance(before, at) * float64(c.cells); math.Abs(apart-1) > 1e-6 {
				t.Fatalf("dimension %d: cells %d and %d are %v cells apart", m, cell-1, cell, apart)
			}
		}
		if math.Abs(c.measure-1) > 1e-6 {
			t.Errorf("the measure of a cube is %v", c.measure)
		}
	}
}

func TestParametricRefuses(t *testing.T) {
	u := []Variable{{"u", 0, 1}}
	for want, second := range map[string]string{
		`coordinates[1]: "sin(w)": unknown name "w" (known: u, pi)`: "sin(w)",
		"unknown function \"sinus\"":                                "sinus(u)",
		"unexpected ^":                                              "u^2",
		"sqrt of [-0.9":                                             "sqrt(u - 1)",
		"pow of 1 arguments; it takes 2":                            "pow(u)",
	} {
		p := &Parametric{Coordinates: []string{"u", second}, Variables: u}
		if err := p.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", p.Coordinates, err, want)
		}
	}
	for want, p := range map[string]*Parametric{
		"a manifold of the measure 0": {Coordinates: []string{"2", "3"}, Variables: u},
		"variables[0].to":             {Coordinates: []string{"u", "u"}, Variables: []Variable{{"u", 1, 1}}},
	} {
		if err := p.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", p.Coordinates, err, want)
		}
	}
}

func TestBackground(t *testing.T) {
	const n = 20000
	share := 0.2
	noisy := &Noisy{Source: &UniformSphere{Dimension: 1, Radius: 1}, Background: &share}
	set, err := noisy.Load(Env{}, rand.New(rand.NewPCG(1, 2)), n)
	if err != nil {
		t.Fatal(err)
	}
	away := 0
	for i := range set.Len() {
		if x := set.At(i); math.Abs(norm(x)-1) > 1e-9 {
			away++
			if max(math.Abs(x[0]), math.Abs(x[1])) > 1.2+1e-9 {
				t.Fatalf("the point %v lies outside of the box", x)
			}
		}
	}
	if found := float64(away) / n; math.Abs(found-share) > 0.01 {
		t.Errorf("%v of the points are background, not %v", found, share)
	}
}
