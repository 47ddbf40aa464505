package figure

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/colormap"
	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/points"
)

// Of many points few are drawn, with a remark that says so, in the plane and in space. A dot is a path of an SVG,
// which had 60,000 and more; spheres are pixels, so that only the remark says so.
func TestManyPointsAreThinned(t *testing.T) {
	const many, usual = 3 * mostDrawn, 500 // paths of axes, bar and text are fewer than usual
	plane, space := circle(), globe()
	plane.Train = law().Sample(rand.New(rand.NewPCG(1, 2)), many)
	plane.Samples = plane.Train
	space.Train = (&dataset.UniformSphere{Dimension: 2, Center: []float64{0, 0, 0},
		Radius: 1}).Sample(rand.New(rand.NewPCG(1, 2)), many)
	space.Samples = space.Train
	unknown := truth(plane)
	unknown.Source = nil
	lawful := *plane
	lawful.Trained, lawful.Mesh, lawful.Traits.Implicit = lawOnly(law()), nil, false
	for name, test := range map[string]struct {
		figure  experiment.Figure
		subject *experiment.Subject
		remark  string
	}{
		"data by density":     {&Density2D{}, truth(plane), "20000 of 60000 data points drawn"},
		"data":                {&Density2D{}, unknown, "20000 of 60000 data points drawn"},
		"data behind a model": {&Density2D{Data: true}, plane, "20000 of 60000 data points drawn"},
		"samples by density":  {&Density2D{}, &lawful, "20000 of 60000 samples drawn"},
		"scatter":             {&Scatter{Points: 2000}, plane, "2000 of 60000 samples drawn"},
		"data in space":       {&Density3D{View: DefaultView()}, truth(space), "20000 of 60000 data points drawn"},
		"data behind a surface": {&Density3D{View: DefaultView(), Data: true}, space,
			"20000 of 60000 data points drawn"},
		"samples in space": {&Density3D{View: DefaultView()}, ambient(space), "20000 of 60000 samples drawn"},
		"scatter in space": {&Scatter{View: DefaultView(), Data: true, Points: 2000}, space,
			"2000 of 60000 data points drawn"},
	} {
		p, err := one(test.figure).Draw(t.Context(), showing(test.subject))
		if err != nil {
			t.Fatal(err)
		}
		var svg bytes.Buffer
		if err := p.WriteSVG(&svg); err != nil {
			t.Fatal(err)
		}
		if paths := strings.Count(svg.String(), "<path"); paths > mostDrawn+usual {
			t.Errorf("%s: %d paths", name, paths)
		}
		if !strings.Contains(svg.String(), test.remark) {
			t.Errorf("%s: nothing says %q", name, test.remark)
		}
	}
}

// Points that are not drawn count for the colors: the last one, which has the highest density here, is not drawn.
func TestScalesAreOfAllPoints(t *testing.T) {
	set := points.New(3*mostDrawn, 3)
	density := make([]float64, set.Len())
	for i := range density {
		density[i] = float64(i)
	}
	s := newSpace(DefaultView(), globe().Box, nil)
	s.cloud(set, dataKind, density, colormap.Categorical()[0])
	p := newPlane(circle().Box, nil)
	p.colored(points.New(set.Len(), 2), dataKind, density)
	for _, b := range []*bar{s.bar, p.bar} {
		if want := float64(set.Len() - 1); b.scale.Max() != want {
			t.Errorf("the scale ends at %v, want %v", b.scale.Max(), want)
		}
	}
}
