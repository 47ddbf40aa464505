package raster

import (
	"image"
	"image/color"
	"math"
	"testing"

	"ebim/framework/colormap"
	"ebim/framework/points"
)

// surface is x(u, v) over [0, 1]^2, in n by m cells of two triangles.
func surface(n, m int, x func(u, v float64) [3]float64) (*points.Set, []int32) {
	vertices := points.New((n+1)*(m+1), 3)
	var elements []int32
	for i := range n + 1 {
		for j := range m + 1 {
			at := x(float64(i)/float64(n), float64(j)/float64(m))
			k := i*(m+1) + j
			copy(vertices.At(k), at[:])
			if i < n && j < m {
				a, b, c, d := int32(k), int32(k+m+1), int32(k+m+2), int32(k+1)
				elements = append(elements, a, b, c, a, c, d)
			}
		}
	}
	return vertices, elements
}

func sphere(n int, radius float64) (*points.Set, []int32) {
	return surface(2*n, n, func(u, v float64) [3]float64 {
		sinPhi, cosPhi := math.Sincos(2 * math.Pi * u)
		sinTheta, cosTheta := math.Sincos(math.Pi * v)
		return [3]float64{radius * sinTheta * cosPhi, radius * sinTheta * sinPhi, radius * cosTheta}
	})
}

func torus(n int, major, minor float64) (*points.Set, []int32) {
	return surface(2*n, n, func(u, v float64) [3]float64 {
		sinPhi, cosPhi := math.Sincos(2 * math.Pi * u)
		sinPsi, cosPsi := math.Sincos(2 * math.Pi * v)
		return [3]float64{(major + minor*cosPsi) * cosPhi, (major + minor*cosPsi) * sinPhi, minor * sinPsi}
	})
}

// coordinates returns the values of one axis at each vertex.
func coordinates(set *points.Set, axis int) []float64 {
	values := make([]float64, set.Len())
	for i := range values {
		values[i] = set.At(i)[axis]
	}
	return values
}

// byHeight colors a surface by its third coordinate, from -reach to reach.
func byHeight(reach float64) func(*points.Set, []int32) *Triangles {
	return func(vertices *points.Set, elements []int32) *Triangles {
		return &Triangles{Vertices: vertices, Elements: elements,
			Paint: Scaled(coordinates(vertices, 2), colormap.Sequential().Scale(-reach, reach))}
	}
}

func cube(reach float64) [3][2]float64 {
	return [3][2]float64{{-reach, reach}, {-reach, reach}, {-reach, reach}}
}

func render(t testing.TB, s *Scene, width, height int) *image.RGBA {
	t.Helper()
	picture, err := s.Render(width, height)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

func opaque(red, green, blue uint8) color.NRGBA {
	return color.NRGBA{R: red, G: green, B: blue, A: 255}
}
