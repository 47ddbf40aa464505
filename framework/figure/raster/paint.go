package raster

import (
	"fmt"
	"image/color"
	"math"

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

func (p *Paint) check(vertices int) error {
	switch n := len(p.colors) + len(p.values); {
	case len(p.values) > 0 && p.scale == nil:
		return fmt.Errorf("values have no scale; give one")
	case n == vertices, p.scale == nil && n == 1:
		return nil
	default:
		return fmt.Errorf("%d colors or values for %d vertices; give each vertex its own, or one color for all", n,
			vertices)
	}
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
