package figure

import (
	"math"
	"testing"

	"ebim/framework/experiment"
	"ebim/framework/points"
)

// lifted is a subject of R^3 in R^5, with a narrow fourth axis that the picture can leave out.
func lifted(s *experiment.Subject) *experiment.Subject {
	up := func(x *points.Set) *points.Set {
		y := points.New(x.Len(), 5)
		for i := range x.Len() {
			from, to := x.At(i), y.At(i)
			to[0], to[1], to[2], to[3] = 0.01*math.Sin(from[0]), from[2], 3+from[0], from[1]
		}
		return y
	}
	of, m := *s, *s.Mesh
	m.Vertices = up(m.Vertices)
	of.Traits.Ambient, of.Train, of.Samples, of.Mesh = 5, up(s.Train), up(s.Samples), &m
	of.Box = points.Box{{-1, 1}, {-1.2, 1.2}, {1.8, 4.2}, {-1.2, 1.2}, {-1, 1}}
	return &of
}

// colorful is the number of pixels that are not gray.
func colorful(p *pixels) int { return p.reddish() + p.bluish() }

func TestMoreDimensionsAreDrawnAlongPrincipalComponents(t *testing.T) {
	high := lifted(globe())
	for name, f := range map[string]experiment.Figure{"density_3d": &Density3D{View: DefaultView(), Data: true},
		"scatter": &Scatter{View: DefaultView(), Data: true, Points: 2000}} {
		want, got := colorful(drawn(t, f, globe())), colorful(drawn(t, f, high))
		if want < 1000 || math.Abs(float64(got-want)) > 0.25*float64(want) {
			t.Errorf("%s: a sphere in R^5 has %d colored pixels, in R^3 %d", name, got, want)
		}
	}
}

func TestFewPointsInManyDimensionsAreDrawn(t *testing.T) {
	s := truth(lifted(globe()))
	s.Source = nil
	all := s.Train
	for _, n := range []int{1, 2} {
		s.Train = all.Select([]int{0, 1}[:n])
		if got := colorful(drawn(t, &Density3D{View: DefaultView()}, s)); got == 0 {
			t.Errorf("of %d points nothing is drawn", n)
		}
	}
}
