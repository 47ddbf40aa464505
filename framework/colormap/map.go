// Package colormap holds the color maps of the figures. Each is a path in OKLab walked in equal steps, so that equal
// differences of a value look equally large, and stays readable with the common deficiencies of color vision.
package colormap

import (
	"image/color"
	"math"
)

// Map turns [0, 1] into colors. It is safe for concurrent use.
type Map struct {
	path []lab // in equal steps
}

const steps = 512

// Sequential runs from a dark blue-violet over teal to yellow, ever lighter: for magnitudes such as a density.
func Sequential() *Map {
	return &Map{path: evenly([]lab{
		polar(0.27, 0.125, 295),
		polar(0.43, 0.125, 265),
		polar(0.58, 0.100, 215),
		polar(0.74, 0.140, 158),
		polar(0.93, 0.180, 106),
	}, steps)}
}

// Diverging runs from blue over a light neutral, at exactly 1/2, to orange-red: for signed values. Its arms are mirror
// images, so v and -v are equally dark and vivid.
func Diverging() *Map {
	blue := []lab{
		polar(0.43, 0.140, 260),
		polar(0.64, 0.135, 254),
		polar(0.84, 0.065, 250),
		polar(0.965, 0, 0),
	}
	return &Map{path: evenly(mirrored(blue, 147), steps+1)}
}

// At returns the color at t, clamped to [0, 1]; NaN gives Missing.
func (m *Map) At(t float64) color.NRGBA {
	if math.IsNaN(t) {
		return Missing()
	}
	t = min(max(t, 0), 1) * float64(len(m.path)-1)
	i := min(int(t), len(m.path)-2)
	return mix(m.path[i], m.path[i+1], t-float64(i)).linear().NRGBA()
}

// Missing returns the gray of what has no value, NaN.
func Missing() color.NRGBA { return color.NRGBA{R: 160, G: 160, B: 160, A: 255} }

// Scale colors the values from Min to Max by a map.
type Scale struct {
	*Map
	min, max float64
}

// Scale returns the scale with the map's ends at min and max.
func (m *Map) Scale(min, max float64) *Scale { return &Scale{m, min, max} }

// Color of a value; beyond Min and Max the nearest of their colors, Missing for NaN. A scale of one value has the color
// of the map's middle.
func (s *Scale) Color(value float64) color.NRGBA { return s.At(s.Share(value)) }

// Share returns where a value lies between Min (0) and Max (1); it is outside [0, 1] beyond them, and NaN for NaN.
func (s *Scale) Share(value float64) float64 {
	if s.min == s.max {
		return 0.5 + 0*value
	}
	return (value - s.min) / (s.max - s.min)
}

// Min returns the value of the map's first color.
func (s *Scale) Min() float64 { return s.min }

// Max returns the value of the map's last color.
func (s *Scale) Max() float64 { return s.max }

// Categorical are eight colors for groups, the most different first. They differ in lightness as well as in hue, so
// that they stay apart with protanopia, deuteranopia and tritanopia, and each stands out against white.
func Categorical() []color.NRGBA {
	shades := []lab{
		polar(0.46, 0.150, 263), // blue
		polar(0.74, 0.150, 60),  // orange
		polar(0.57, 0.120, 161), // green
		polar(0.65, 0.160, 336), // magenta
		polar(0.82, 0.100, 226), // sky
		polar(0.39, 0.140, 25),  // wine
		polar(0.87, 0.165, 101), // yellow
		polar(0.29, 0.125, 302), // dark violet
	}
	colors := make([]color.NRGBA, len(shades))
	for i, c := range shades {
		colors[i] = c.linear().NRGBA()
	}
	return colors
}
