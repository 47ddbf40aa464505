package colormap

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/palette"
)

// Scale colors the values from Min to Max by a map. It is a palette.ColorMap, so it also makes gonum/plot's color bars;
// its Palette makes heat maps.
type Scale struct {
	colors            *Map
	min, max, opacity float64
}

var _ palette.ColorMap = (*Scale)(nil)

// Scale returns the opaque scale with the map's ends at min and max.
func (m *Map) Scale(min, max float64) *Scale {
	return &Scale{colors: m, min: min, max: max, opacity: 1}
}

// Color of a value; beyond Min and Max the nearest of their colors, Missing for NaN. A scale of one value has the color
// of the map's middle.
func (s *Scale) Color(value float64) color.NRGBA {
	return s.at(s.Share(value))
}

func (s *Scale) at(share float64) color.NRGBA {
	c := s.colors.At(share)
	c.A = uint8(math.Round(255 * s.opacity))
	return c
}

// Share returns where a value lies between Min (0) and Max (1); it is outside [0, 1] beyond them, and NaN for NaN.
func (s *Scale) Share(value float64) float64 {
	if s.min == s.max {
		return 0.5 + 0*value
	}
	return (value - s.min) / (s.max - s.min)
}

// At is Color, and an error of package palette for NaN and outside [Min, Max]. One rounding error outside is inside:
// color bars add up their steps.
func (s *Scale) At(value float64) (color.Color, error) {
	slack := 1e-12 * math.Abs(s.max-s.min)
	switch c := s.Color(value); {
	case math.IsNaN(value):
		return c, palette.ErrNaN
	case value < s.min-slack:
		return c, palette.ErrUnderflow
	case value > s.max+slack:
		return c, palette.ErrOverflow
	default:
		return c, nil
	}
}

// Palette is n colors from Min to Max.
func (s *Scale) Palette(n int) palette.Palette {
	colors := make(list, max(n, 0))
	for i := range colors {
		share := 0.5
		if n > 1 {
			share = float64(i) / float64(n-1)
		}
		colors[i] = s.at(share)
	}
	return colors
}

type list []color.Color

func (l list) Colors() []color.Color { return l }

// Min returns the value of the map's first color.
func (s *Scale) Min() float64 { return s.min }

// Max returns the value of the map's last color.
func (s *Scale) Max() float64 { return s.max }

// SetMin moves the map's first color.
func (s *Scale) SetMin(v float64) { s.min = v }

// SetMax moves the map's last color.
func (s *Scale) SetMax(v float64) { s.max = v }

// Alpha returns the opacity of every color, in [0, 1].
func (s *Scale) Alpha() float64 { return s.opacity }

// SetAlpha changes the opacity; palette's interface has no error, so what is outside [0, 1] is clamped and NaN left
// out.
func (s *Scale) SetAlpha(opacity float64) {
	if !math.IsNaN(opacity) {
		s.opacity = min(max(opacity, 0), 1)
	}
}
