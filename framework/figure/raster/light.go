package raster

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// illumination is Lambert's law for a lamp at the camera and a key light from its upper left, over ambient light. The
// lamp keeps form where the key light does not reach; the ambient light keeps colors comparable with a color bar.
type illumination struct {
	ambient, lamp, key float64
	keyDirection       r3.Vec // from the surface to the light, in the camera's axes
}

func newIllumination() illumination {
	l := illumination{ambient: 0.38, keyDirection: r3.Unit(r3.Vec{X: -0.45, Y: 0.6, Z: -0.8})}
	const share = 0.45 // of the directed light comes from the lamp
	directed := r3.Norm(r3.Add(r3.Scale(1-share, l.keyDirection), r3.Vec{Z: -share}))
	// The best lit normal shows the object's own color.
	l.lamp, l.key = (1-l.ambient)*share/directed, (1-l.ambient)*(1-share)/directed
	return l
}

// on returns the share of the light, in [ambient, 1], that a surface with that normal (of any length) sends back.
func (l *illumination) on(normal r3.Vec) float64 {
	square := r3.Norm2(normal)
	if square == 0 {
		return 1
	}
	directed := l.lamp*max(0, -normal.Z) + l.key*max(0, r3.Dot(normal, l.keyDirection))
	return l.ambient + directed/math.Sqrt(square)
}
