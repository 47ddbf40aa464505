package colormap

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

func TestScaleIsTheMapBetweenItsEnds(t *testing.T) {
	m := Diverging()
	s := m.Scale(-2, 6)
	for value, share := range map[float64]float64{-2: 0, 0: 0.25, 2: 0.5, 6: 1, -9: 0, math.Inf(1): 1} {
		if got, want := s.Color(value), m.At(share); got != want {
			t.Errorf("%g: %v, want %v", value, got, want)
		}
	}
	if s.Color(math.NaN()) != Missing() {
		t.Error("NaN is not Missing")
	}
	colors := s.Palette(5).Colors()
	for i, value := range []float64{-2, 0, 2, 4, 6} {
		if colors[i] != s.Color(value) {
			t.Errorf("palette color %d is %v, want that of %g", i, colors[i], value)
		}
	}
}

func TestScaleReportsWhatItCannotColor(t *testing.T) {
	s := Sequential().Scale(0, 1)
	for value, want := range map[float64]error{
		0: nil, 1 + 1e-15: nil, -0.1: palette.ErrUnderflow, 1.1: palette.ErrOverflow, math.NaN(): palette.ErrNaN,
	} {
		if c, err := s.At(value); !errors.Is(err, want) || c == nil {
			t.Errorf("%g: %v, %v, want error %v", value, c, err, want)
		}
	}
}

func TestScaleOfNothing(t *testing.T) {
	s := Sequential().Scale(3, 3)
	if s.Color(3) != Sequential().At(0.5) || s.Color(math.NaN()) != Missing() {
		t.Error("a scale of one value is not the map's middle")
	}
	if n := len(s.Palette(-1).Colors()); n != 0 {
		t.Errorf("a palette of -1 colors has %d", n)
	}
}

func TestScaleOpacity(t *testing.T) {
	s := Sequential().Scale(0, 1)
	for set, want := range map[float64]uint8{0.5: 128, 2: 255, -1: 0} {
		s.SetAlpha(set)
		if got := s.Color(0.3).A; got != want {
			t.Errorf("alpha %g gives %d, want %d", set, got, want)
		}
	}
}

// The color bar panics at any value that the scale refuses.
func TestScaleDrawsColorBars(t *testing.T) {
	for _, ends := range [][2]float64{{0, 1}, {-1e-9, 3e-9}, {1e6, 1e6 + 1}} {
		p := plot.New()
		p.Add(&plotter.ColorBar{ColorMap: Sequential().Scale(ends[0], ends[1]), Vertical: true, Colors: 333})
		p.Draw(draw.New(vgimg.New(2*vg.Centimeter, 5*vg.Centimeter)))
	}
}
