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
