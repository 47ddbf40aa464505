package figure

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"ebim/framework/colormap"
	"ebim/framework/experiment"
	"ebim/framework/figure/plotstyle"
	"ebim/framework/points"
)

func TestGlobeIsBrightWhereItIsDense(t *testing.T) {
	// Seen from the first axis the dense pole is in the middle, from the other side the thin one is.
	for azimuth, dense := range map[float64]bool{0: true, 180: false} {
		p := drawn(t, &Density3D{View: View{Azimuth: azimuth}}, globe())
		size := p.Bounds().Size()
		// The middle of the surface: the bar takes the right sixth of the panel.
		bright := 0
		for y := 2 * size.Y / 5; y < 3*size.Y/5; y++ {
			for x := 7 * size.X / 20; x < size.X/2; x++ {
				r, g, b, _ := p.At(x, y).RGBA()
				if r > b && g > b { // yellow and green, and not violet
					bright++
				}
			}
		}
		all := (size.Y / 5) * (3 * size.X / 20)
		if dense && bright < all/2 || !dense && bright > all/20 {
			t.Errorf("from %g degrees %d of %d pixels are bright", azimuth, bright, all)
		}
	}
}

func TestDataBehindASurfaceAreHidden(t *testing.T) {
	s := globe()
	s.Train = points.New(20, 3)
	for i := range 20 {
		copy(s.Train.At(i), []float64{1.1, -0.4 + 0.04*float64(i), 0})
	}
	shown := drawn(t, &Density3D{View: View{Azimuth: 0}, Data: true}, s).count(overlayColor(), 45)
	hidden := drawn(t, &Density3D{View: View{Azimuth: 180}, Data: true}, s).count(overlayColor(), 45)
	if shown < 100 || hidden > 0 {
		t.Errorf("points in front have %d pixels, behind %d", shown, hidden)
	}
}

func TestAmbientModelInSpaceShowsSamples(t *testing.T) {
	s := ambient(globe())
	if n := drawn(t, &Density3D{View: DefaultView()}, s).reddish(); n < 300 {
		t.Errorf("samples have %d pixels", n)
	}
	s.Samples = nil
	if dark(drawn(t, &Density3D{View: DefaultView()}, s)) < 100 {
		t.Error("nothing says that there are no samples")
	}
}

func TestFarPointsArePaler(t *testing.T) {
	s := truth(globe())
	s.Source = nil // no known density
	blues := map[float64]int{}
	for _, at := range []float64{-1.2, 1.2} {
		s.Train = points.New(300, 3)
		for i := range 300 {
			copy(s.Train.At(i), []float64{at, -1 + float64(i)/150, 0})
		}
		blues[at] = drawn(t, &Density3D{View: View{Azimuth: 0}}, s).count(dataColor(), 30)
	}
	if blues[1.2] < 500 || blues[-1.2] > blues[1.2]/10 {
		t.Errorf("in front %d pixels have the full color, behind %d", blues[1.2], blues[-1.2])
	}
}

func TestReliefIsColoredBySign(t *testing.T) {
	p := drawn(t, &MDFSurface{View{Elevation: 90, Azimuth: -90}}, circle())
	// From above the inside of the circle, where F < 0, is bluish, the corners are red, and the curve is dark.
	size := p.Bounds().Size()
	middle := p.At(int(0.43*float64(size.X)), size.Y/2)
	if r, _, b, _ := middle.RGBA(); b <= r {
		t.Errorf("the middle is %v, want bluish", middle)
	}
	if p.count(colormap.Diverging().At(1), 40) < 100 {
		t.Error("the corners are not as red as the end of the scale")
	}
	if p.count(plotstyle.Ink(), 25) < 2000 {
		t.Error("the zero set is not drawn")
	}
}

func TestFlatFunctionLooksFlat(t *testing.T) {
	s := circle()
	s.Trained, s.Mesh, s.Unmeshed = ripple(), nil, "the zero set fills the box"
	p := drawn(t, &MDFSurface{DefaultView()}, s)
	for _, end := range []float64{0, 1} {
		// Only the bar has the colors of the scale's ends.
		if n := p.count(colormap.Diverging().At(end), 10); n > 400 {
			t.Errorf("a function of the size 1e-5 has %d pixels of the color at %g", n, end)
		}
	}
}

func TestNotFiniteFunctionsAreSaid(t *testing.T) {
	s := circle()
	s.Trained = nowhere()
	if dark(drawn(t, &MDFSurface{DefaultView()}, s)) < 100 ||
		dark(drawn(t, &EnergySurface{View: DefaultView()}, s)) < 100 {
		t.Error("the picture does not say that there are no values")
	}
}

func TestEnergySurfaceHasItsCurve(t *testing.T) {
	with := drawn(t, &EnergySurface{View: DefaultView(), Curve: true}, circle()).count(curveColor(), 30)
	without := drawn(t, &EnergySurface{View: DefaultView()}, circle()).count(curveColor(), 30)
	if with < 500 || without > with/10 {
		t.Errorf("the curve has %d pixels, without it there are %d", with, without)
	}
}

// A panel with hardly any room gives an error or a picture, never a panic.
func TestTinyPanels(t *testing.T) {
	for _, size := range []vg.Length{1, 20, 60} {
		canvas := draw.New(vgimg.New(size, size))
		for _, f := range []experiment.Figure{&Density3D{View: DefaultView()}, &Density2D{}, &MDFSurface{}} {
			s := circle()
			if _, space := f.(*Density3D); space {
				s = globe()
			}
			func() {
				defer func() {
					if reason := recover(); reason != nil {
						t.Errorf("%T on %g points: %v", f, float64(size), reason)
					}
				}()
				if err := f.Draw(t.Context(), s, canvas); err != nil && !strings.Contains(err.Error(), "room") {
					t.Errorf("%T on %g points: %v", f, float64(size), err)
				}
			}()
		}
	}
}

// Boxes that are thin plates or rods are stretched, and what they hold with them.
func TestThinBoxesAreStretched(t *testing.T) {
	s := globe()
	for i := range s.Mesh.Vertices.Len() {
		s.Mesh.Vertices.At(i)[2] *= 1e-3
	}
	s.Box[2] = [2]float64{1e-3 * s.Box[2][0], 1e-3 * s.Box[2][1]}
	p := newSpace(DefaultView(), s.Box, nil)
	want := narrowest * (s.Box[0][1] - s.Box[0][0])
	if bounds := p.bounds(); math.Abs(bounds[2][1]-bounds[2][0]-want) > 1e-9 || bounds[0] != s.Box[0] {
		t.Errorf("drawn in %v, want a third axis of length %g", bounds, want)
	}
	top, placed := s.Mesh.Vertices, p.place(s.Mesh.Vertices)
	for i := range top.Len() {
		if math.Abs(placed.At(i)[2]-p.stretch[2]*top.At(i)[2]) > 1e-12 || placed.At(i)[0] != top.At(i)[0] {
			t.Fatalf("vertex %d at %v is drawn at %v", i, top.At(i), placed.At(i))
		}
	}
}

func TestLongNumbersAreToldFromTheFirst(t *testing.T) {
	for _, test := range []struct {
		low, high   float64
		marks, base string
	}{{-1, 1, "-1 -0.5 0 0.5 1", ""}, {1e6 - 0.012, 1e6 + 0.012, "0 0.01 0.02", "999999.99"}} {
		s := newSpace(DefaultView(), points.Box{{-1, 1}, {-1, 1}, {test.low, test.high}}, nil)
		marks, base := s.ticks(2)
		var labels []string
		for _, mark := range marks {
			labels = append(labels, mark.Label)
		}
		if got := strings.Join(labels, " "); got != test.marks || base != test.base {
			t.Errorf("from %g to %g: %s from %q, want %s from %q", test.low, test.high, got, base,
				test.marks, test.base)
		}
	}
}

func TestLegibleTicks(t *testing.T) {
	marks := func(values ...float64) (all []plot.Tick) {
		for _, v := range values {
			all = append(all, plot.Tick{Value: v})
		}
		return all
	}
	one := float64(plotstyle.TickSize) * sceneDots // the height of a label in the picture
	for name, test := range map[string]struct {
		marks, want []plot.Tick
		rise        float64 // in the picture, from one to the next
	}{
		"room":         {marks(-1, 0, 1), marks(-1, 0, 1), one},
		"some room":    {marks(-3, -2, -1, 0, 1, 2), marks(-2, 0, 2), 0.6 * one},
		"with 0":       {marks(-2, -1, 0, 1, 2), marks(-2, 0, 2), 0.6 * one},
		"one":          {marks(5), marks(5), 0.1 * one},
		"no room":      {marks(1, 2, 3), marks(1), 0.01 * one},
		"seen from it": {marks(1, 2, 3), marks(1), 0},
	} {
		got := legible(test.marks, 100, func(v float64) (float64, float64) { return 0, test.rise * v })
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v", name, got)
		}
	}
}
