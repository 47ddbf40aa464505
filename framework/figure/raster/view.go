package raster

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Camera is the direction from which a scene is looked at, in degrees.
type Camera struct {
	// Azimuth turns around the third axis, from the first toward the second. Elevation is above the plane of these
	// two, in [-90, 90].
	Azimuth, Elevation float64
	// FieldOfView is the angle across the picture's shorter side, in [1, 120]. The camera's distance follows from it:
	// the smaller the angle, the farther away the camera and the weaker the perspective.
	FieldOfView float64
}

// View is where a scene's points lie in a picture of one size.
type View struct {
	bounds             [3][2]float64
	eye                r3.Vec
	right, up, forward r3.Vec // the picture's axes in the data's space
	distance           float64
	width, height      float64 // pixels
	focal              float64 // pixels for a tangent of 1
	centerX, centerY   float64 // pixel of the optical axis
}

func vector(x [3]float64) r3.Vec { return r3.Vec{X: x[0], Y: x[1], Z: x[2]} }

// near is the least depth that is drawn, in units of the camera's distance.
const near = 0.01

// frame moves the camera along its axis until the box fills that share of the picture, and centers the box.
func (v *View) frame(center r3.Vec, share float64) {
	var corners [8]r3.Vec
	nearest := 0.0 // how far the box reaches toward the camera
	for i := range corners {
		corner := r3.Sub(vector(v.corner(i)), center)
		corners[i] = r3.Vec{X: r3.Dot(corner, v.right), Y: r3.Dot(corner, v.up), Z: r3.Dot(corner, v.forward)}
		nearest = max(nearest, -corners[i].Z, r3.Norm(corner)*1e-3)
	}
	var low, high [2]float64 // the box's rectangle in tangents
	fits := func(distance float64) bool {
		low, high = [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
		for _, c := range corners {
			for k, t := range [2]float64{c.X / (distance + c.Z), c.Y / (distance + c.Z)} {
				low[k], high[k] = min(low[k], t), max(high[k], t)
			}
		}
		return v.focal*(high[0]-low[0]) <= share*v.width && v.focal*(high[1]-low[1]) <= share*v.height
	}
	tooNear := nearest / (1 - 2*near)
	v.distance = 2 * tooNear
	for !fits(v.distance) {
		tooNear, v.distance = v.distance, 2*v.distance
	}
	for range 50 {
		if middle := (tooNear + v.distance) / 2; fits(middle) {
			v.distance = middle
		} else {
			tooNear = middle
		}
	}
	fits(v.distance)
	v.centerX = v.width/2 - v.focal*(low[0]+high[0])/2
	v.centerY = v.height/2 + v.focal*(low[1]+high[1])/2
	v.eye = r3.Sub(center, r3.Scale(v.distance, v.forward))
}

// corner i of the box: bit k of i is the side of axis k.
func (v *View) corner(i int) [3]float64 {
	return [3]float64{v.bounds[0][i&1], v.bounds[1][i>>1&1], v.bounds[2][i>>2&1]}
}

// Project returns the pixel of a point x of R^3, from the picture's upper left corner, rightwards and downwards, with
// pixel centers at halves. Depth is the distance from the camera along its axis, in the data's unit; a point that is
// not in front of the camera has pixels NaN.
func (v *View) Project(x []float64) (px, py, depth float64) {
	c, _ := v.toCamera(x)
	if !(c.Z > 0) {
		return math.NaN(), math.NaN(), c.Z * v.distance
	}
	return v.centerX + v.focal*c.X/c.Z, v.centerY - v.focal*c.Y/c.Z, c.Z * v.distance
}

// toCamera returns the point as right, up and ahead of the camera, in units of the camera's distance, so that nothing
// later depends on the data's unit. It is false for points that are not finite or a million times as far as the box.
func (v *View) toCamera(x []float64) (r3.Vec, bool) {
	offset := r3.Scale(1/v.distance, r3.Sub(vector([3]float64(x)), v.eye))
	c := r3.Vec{X: r3.Dot(offset, v.right), Y: r3.Dot(offset, v.up), Z: r3.Dot(offset, v.forward)}
	return c, max(math.Abs(c.X), math.Abs(c.Y), math.Abs(c.Z)) < 1e6
}

// supersampled returns the view of a picture with n times the pixels along each side.
func (v *View) supersampled(n int) *View {
	fine, times := *v, float64(n)
	fine.width, fine.height = v.width*times, v.height*times
	fine.focal, fine.centerX, fine.centerY = v.focal*times, v.centerX*times, v.centerY*times
	return &fine
}

// maxSamples keeps a picture's memory, 16 bytes a sample, below 1 GiB.
const maxSamples = 1 << 26
