package raster

import (
	"image"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"ebim/framework/colormap"
)

// painter draws triangles and spheres given in the camera's axes.
type painter struct {
	view         *View // in samples
	samples      int   // along each side of a pixel
	canvas       *canvas
	illumination illumination
}

func newPainter(view *View, samples int) *painter {
	return &painter{
		view:         view.supersampled(samples),
		samples:      samples,
		canvas:       newCanvas(int(view.width)*samples, int(view.height)*samples),
		illumination: newIllumination(),
	}
}

// pixel returns the length that one pixel shows at a depth, in the camera's unit.
func (p *painter) pixel(depth float64) float64 { return depth * float64(p.samples) / p.view.focal }

// vertex of a triangle. A normal of length 0 leaves it unlit.
type vertex struct {
	at     r3.Vec
	paint  colormap.Linear // for shades.light
	normal r3.Vec
}

type triangle [3]vertex

// canvas holds the samples of a picture, row by row from the top.
type canvas struct {
	width, height int
	// nearness is 1/depth of what a sample shows, 0 for the background. It is linear across a projected triangle.
	nearness []float32
	light    [][3]float32
}

// newCanvas is white.
func newCanvas(width, height int) *canvas {
	c := &canvas{width: width, height: height, nearness: make([]float32, width*height),
		light: make([][3]float32, width*height)}
	for i := range c.light {
		c.light[i] = [3]float32{1, 1, 1}
	}
	return c
}

// show lays light over a sample.
func (c *canvas) show(i int, nearness float32, light colormap.Linear) {
	c.nearness[i], c.light[i] = nearness, [3]float32{float32(light[0]), float32(light[1]), float32(light[2])}
}

// image averages the samples of each pixel, n along each side.
func (c *canvas) image(n int) *image.RGBA {
	picture := image.NewRGBA(image.Rect(0, 0, c.width/n, c.height/n))
	encode := newEncoder()
	scale := 1 / float32(n*n)
	for y := range c.height / n {
		row := picture.Pix[y*picture.Stride:]
		for x := range c.width / n {
			var sum [3]float32
			for j := range n {
				from := (y*n+j)*c.width + x*n
				for _, light := range c.light[from : from+n] {
					for k, v := range light {
						sum[k] += v
					}
				}
			}
			for k, v := range sum {
				row[4*x+k] = encode.channel(v * scale)
			}
			row[4*x+3] = 255
		}
	}
	return picture
}

// encoder is sRGB's transfer function in a table, fine enough to return each of the 256 channel values exactly.
type encoder [1 << 14]uint8

func newEncoder() *encoder {
	e := new(encoder)
	for i := range e {
		e[i] = colormap.Encode(float64(i) / float64(len(e)-1))
	}
	return e
}

func (e *encoder) channel(v float32) uint8 {
	return e[int(math.Round(float64(min(max(v, 0), 1))*float64(len(e)-1)))]
}
