package raster

import (
	"image/color"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"ebim/framework/colormap"
)

// Paint says how the vertices of an object are colored. Alpha is ignored.
type Paint struct {
	colors []color.NRGBA
	values []float64
	scale  *colormap.Scale
}

// Uniform paints all in one color.
func Uniform(c color.NRGBA) Paint { return Paint{colors: []color.NRGBA{c}} }

// PerVertex gives each vertex its color.
func PerVertex(colors []color.NRGBA) Paint { return Paint{colors: colors} }

// Scaled gives each vertex a value. Values, not colors, are interpolated between vertices; NaN makes its triangles and
// segments colormap.Missing.
func Scaled(values []float64, scale *colormap.Scale) Paint {
	return Paint{values: values, scale: scale}
}

// shades is how a paint's numbers at a point become linear light: the numbers are the light itself unless there is a
// table, for which the first number is the share of its length.
type shades struct {
	table   []colormap.Linear
	missing colormap.Linear
}

const tableSize = 1024

func (p *Paint) shades() *shades {
	if p.scale == nil {
		return &shades{}
	}
	s := &shades{table: make([]colormap.Linear, tableSize), missing: colormap.ToLinear(colormap.Missing())}
	for i := range s.table {
		s.table[i] = colormap.ToLinear(p.scale.At(float64(i) / (tableSize - 1)))
	}
	return s
}

// at returns the numbers of vertex i that shades.light understands.
func (p *Paint) at(i int) colormap.Linear {
	switch {
	case p.scale != nil:
		share := p.scale.Share(p.values[i])
		if math.Abs(share) > 1e6 {
			share = math.Copysign(1e6, share) // infinite values must not interpolate to NaN
		}
		return colormap.Linear{share}
	case len(p.colors) == 1:
		return colormap.ToLinear(p.colors[0])
	default:
		return colormap.ToLinear(p.colors[i])
	}
}

func (s *shades) light(numbers colormap.Linear) colormap.Linear {
	if s.table == nil {
		return numbers
	}
	share := numbers[0]
	if share != share {
		return s.missing
	}
	return s.table[int(min(max(share, 0), 1)*(tableSize-1)+0.5)]
}

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
