package raster

import "math"

// Axis is the edge of the box beside which the labels of a coordinate read best.
type Axis struct {
	From, To [3]float64 // in the data's space, from the least to the greatest value
	Outward  [2]float64 // unit vector in the picture, rightwards and downwards, away from the box and across the edge
}

// Axes returns the edges for the labels: on the box's outline, the lowest for the first two axes and the leftmost for
// the third. The edge of an axis that points at the camera is short.
func (v *View) Axes() [3]Axis {
	var axes [3]Axis
	for k := range axes {
		best := math.Inf(-1)
		for corner := range 8 {
			if corner>>k&1 == 1 {
				continue
			}
			axis, score := v.axis(k, corner)
			if score > best {
				axes[k], best = axis, score
			}
		}
	}
	return axes
}

// axis returns the edge along axis k from a corner of the box, and how well it suits labels.
func (v *View) axis(k, corner int) (axis Axis, score float64) {
	axis.From, axis.To = v.corner(corner), v.corner(corner|1<<k)
	ax, ay, _ := v.Project(axis.From[:])
	bx, by, _ := v.Project(axis.To[:])
	middleX, middleY := (ax+bx)/2-v.width/2, (ay+by)/2-v.height/2
	outX, outY := ay-by, bx-ax
	if outX*middleX+outY*middleY < 0 {
		outX, outY = -outX, -outY
	}
	if length := math.Hypot(outX, outY); length > 0 {
		axis.Outward = [2]float64{outX / length, outY / length}
	}
	score = middleY
	if k == 2 {
		score = -middleX
	}
	i, j := (k+1)%3, (k+2)%3
	if v.behind(i, corner>>i&1) == v.behind(j, corner>>j&1) {
		score -= 10 * (v.width + v.height) // not on the outline
	}
	return axis, score
}
