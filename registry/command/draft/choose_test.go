package draft

import (
	"strings"
	"testing"

	"ebim/framework/shape"
)

func TestChoose(t *testing.T) {
	form := func(m, components, boundary, crossings int, orientable bool) *shape.Form {
		return &shape.Form{Dimension: m, Components: components, Boundary: boundary, Crossings: crossings,
			Orientable: orientable, Agreement: 1}
	}
	unsure := form(2, 1, 2, 0, true)
	unsure.Agreement, unsure.Closed = 0.4, 0.6
	edged := *unsure
	edged.Edge = 5
	open := *unsure
	open.Closed = 0
	for _, test := range []struct {
		n, m        int
		noise       float64
		form        *shape.Form
		model, says string
	}{
		{2, 1, 0, form(1, 1, 0, 0, true), "ebim", "on a closed curve without ends"},
		{2, 1, 0.01, form(1, 8, 0, 0, true), "ebim", "on 8 closed curves without ends"},
		{3, 2, 0, form(2, 1, 0, 0, true), "ebim", "on a closed, two-sided surface"},
		{2, 1, 0, form(1, 2, 4, 0, true), "ridge", "have 4 ends, which"},
		{2, 1, 0, form(1, 1, 0, 1, true), "ridge", "have one crossing, which"},
		{2, 1, 0.14, form(1, 1, 0, 0, true), "ridge", "noise of 14 % of their spread"},
		{3, 2, 0.06, form(2, 1, 1, 0, false), "ridge", "one edge, one side only and noise of 6 %"},
		{3, 2, 0, unsure, "ebim", "leave open whether"}, {3, 2, 0, &edged, "ridge", "edges, if not for certain"},
		{3, 2, 0, &open, "ridge", "edges, if not for certain"},
		{3, 2, 0.06, unsure, "ridge", "noise of 6 %"},
		{4, 2, 0, form(2, 1, 0, 0, true), "ridge", "surface; in R^4 it has a mesh"},
		{30, 1, 0, nil, "ridge", "in R^30 it has a mesh"}, {2, 1, 0, nil, "ebim", "no ridge was found"},
		{2, 1, 0, &shape.Form{Dimension: 1, Components: 1, Orientable: true, Agreement: 1, Background: 0.05}, "ridge",
			"a background of 5 %, which"},
		{14, 7, 0, nil, "ebim", "can't be told whether they end"},
		{4, 3, 0, &shape.Form{Dimension: 3, Rim: 0.01}, "ebim", "no edges or noise"},
		{4, 3, 0, &shape.Form{Dimension: 3, Rim: 0.06}, "ridge", "near which 6 % of them lie, which F = 0 can't"},
		{6, 3, 0.07, &shape.Form{Dimension: 3}, "ridge", "have noise of 7 %"},
	} {
		model, why := choose(1000, test.n, test.m, test.noise, test.form)
		if model != test.model || !strings.Contains(why, test.says) {
			t.Errorf("R^%d, dimension %d, noise %v, %+v: %s: %s", test.n, test.m, test.noise, test.form, model, why)
		}
	}
}

// Of few points on a curve, ends that gaps between them explain are none, and their noise is not known; other shapes
// are chosen as of many.
func TestChooseOfFewPoints(t *testing.T) {
	ends := shape.Form{Dimension: 1, Components: 1, Boundary: 2, Orientable: true, Agreement: 1}
	mayClose, crossing, closed := ends, ends, ends
	mayClose.ClosedBy, crossing.Boundary, crossing.Crossings, closed.Boundary = 0.3, 0, 1, 0
	for _, test := range []struct {
		data, n, m int
		noise      float64
		form       *shape.Form
		model      string
	}{
		{30, 2, 1, 0, &mayClose, "ebim"}, {30, 2, 1, 0, &ends, "ridge"}, {30, 2, 1, 0, nil, "ebim"},
		{30, 2, 1, 0.1, &closed, "ebim"}, {30, 2, 1, 0, &crossing, "ridge"}, {30, 4, 1, 0, &mayClose, "ridge"},
		{30, 3, 2, 0, &shape.Form{Dimension: 2, Components: 1, Boundary: 1, Orientable: true, Agreement: 1}, "ridge"},
		{50, 2, 1, 0, &mayClose, "ridge"}, {50, 2, 1, 0.1, &closed, "ridge"},
	} {
		if model, why := choose(test.data, test.n, test.m, test.noise, test.form); model != test.model {
			t.Errorf("%d in R^%d, dimension %d, noise %v, %+v: %s: %s", test.data, test.n, test.m, test.noise,
				test.form, model, why)
		}
	}
}
