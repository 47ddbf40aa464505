package raster

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"ebim/framework/colormap"
	"ebim/framework/points"
)

// Points are drawn as lit spheres.
type Points struct {
	Centers *points.Set // in R^3
	Paint   Paint
	// Radius is in the data's unit, at least 0. A sphere smaller than 0.75 pixels is drawn with that radius, so that
	// no point is lost.
	Radius float64
}

const leastRadius = 0.75

func (o *Points) check() error {
	return check("points", o.Centers, nil, 1, &o.Paint)
}

func (o *Points) draw(p *painter) {
	at, visible := p.view.positions(o.Centers)
	shades := o.Paint.shades()
	for i, center := range at {
		if visible[i] {
			radius := max(o.Radius/p.view.distance, leastRadius*p.pixel(center.Z))
			p.sphere(center, radius, shades.light(o.Paint.at(i)))
		}
	}
}

// sphere draws where the rays of the samples meet it first.
func (p *painter) sphere(center r3.Vec, radius float64, paint colormap.Linear) {
	if center.Z-radius < near {
		return
	}
	v := p.view
	left, right := tangents(center.X, center.Z, radius)
	low, high := tangents(center.Y, center.Z, radius)
	firstColumn, lastColumn := covered(v.centerX+v.focal*left, v.centerX+v.focal*right, p.canvas.width)
	firstRow, lastRow := covered(v.centerY-v.focal*high, v.centerY-v.focal*low, p.canvas.height)
	outside := r3.Norm2(center) - radius*radius
	for row := firstRow; row <= lastRow; row++ {
		for column := firstColumn; column <= lastColumn; column++ {
			ray := r3.Vec{X: (float64(column) + 0.5 - v.centerX) / v.focal,
				Y: (v.centerY - float64(row) - 0.5) / v.focal, Z: 1}
			// Depths z along the ray at which |z ray - center| = radius.
			square, half := r3.Norm2(ray), r3.Dot(ray, center)
			discriminant := half*half - square*outside
			if discriminant < 0 {
				continue
			}
			depth := (half - math.Sqrt(discriminant)) / square
			i := row*p.canvas.width + column
			if nearness := float32(1 / depth); nearness > p.canvas.nearness[i] {
				p.canvas.show(i, nearness, paint.Times(p.illumination.on(r3.Sub(r3.Scale(depth, ray), center))))
			}
		}
	}
}

// tangents returns the slopes x/z of the lines through the origin that touch the circle around (x, z).
func tangents(x, z, radius float64) (least, greatest float64) {
	spread := radius * math.Sqrt(x*x+z*z-radius*radius)
	scale := 1 / (z*z - radius*radius)
	return (x*z - spread) * scale, (x*z + spread) * scale
}

// covered returns the samples of n whose centers lie between two positions.
func covered(from, to float64, n int) (first, last int) {
	limit := float64(n)
	return int(math.Ceil(min(max(from-0.5, 0), limit))), int(math.Floor(min(max(to-0.5, -1), limit-1)))
}
