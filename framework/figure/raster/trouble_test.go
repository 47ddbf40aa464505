package raster

import (
	"image/color"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/colormap"
	"ebim/framework/points"
)

func TestEmptySceneIsWhite(t *testing.T) {
	s := NewScene(cube(1))
	s.Objects = []Object{
		&Triangles{Vertices: &points.Set{}, Paint: black}, &Points{Centers: &points.Set{}, Paint: black},
		&Segments{Vertices: &points.Set{}, Width: 1, Paint: Scaled(nil, colormap.Sequential().Scale(0, 1))},
	}
	picture := render(t, s, 7, 5)
	for y := range 5 {
		for x := range 7 {
			if c := picture.RGBAAt(x, y); c != (color.RGBA{R: 255, G: 255, B: 255, A: 255}) {
				t.Fatalf("pixel %d, %d is %v", x, y, c)
			}
		}
	}
}

func TestVerticesThatAreNotFiniteAreLeftOut(t *testing.T) {
	want := render(t, sphereScene(), 60, 60)
	for _, bad := range []float64{math.NaN(), math.Inf(1), 1e300} {
		s := sphereScene()
		surface := s.Objects[0].(*Triangles)
		first := int32(surface.Vertices.Len())
		surface.Vertices.Data = append(surface.Vertices.Data, bad, 0, 0, 0, 0, bad)
		surface.Paint = byHeight(1)(surface.Vertices, nil).Paint
		surface.Elements = append(surface.Elements, first, 0, 1, 5, first+1, 40)
		s.Objects = append(s.Objects,
			&Points{Centers: surface.Vertices.Slice(int(first), int(first)+2), Radius: 1, Paint: black},
			&Segments{Vertices: surface.Vertices, Elements: []int32{first, 3}, Width: 2, Paint: black})
		if d := meanDifference(render(t, s, 60, 60), want); d != 0 {
			t.Errorf("a vertex with %g changes pixels by %g", bad, d)
		}
	}
}

func TestSurfaceThroughTheCameraIsClipped(t *testing.T) {
	// A floor that reaches behind the camera: it ends at the horizon.
	s := NewScene(cube(1))
	s.Camera = Camera{Azimuth: 0, Elevation: 0, FieldOfView: 60}
	floor, elements := surface(1, 1, func(u, v float64) [3]float64 {
		return [3]float64{1000 * (2*u - 1),
			1000 * (2*v - 1), -1}
	})
	s.Objects = []Object{&Triangles{Vertices: floor, Elements: elements, Paint: black}}
	picture := render(t, s, 50, 50)
	for x := range 50 {
		if top, bottom := picture.RGBAAt(x, 20), picture.RGBAAt(x, 49); top.R != 255 || bottom.R != 0 {
			t.Errorf("column %d: %v above the horizon, %v below", x, top, bottom)
		}
	}
}

func TestMistakesAreErrors(t *testing.T) {
	three := points.New(3, 3)
	for want, change := range map[string]func(s *Scene){
		"0 x 20":              nil,
		"bounds of axis 1":    func(s *Scene) { s.Bounds[1] = [2]float64{1, -1} },
		"bounds of axis 2":    func(s *Scene) { s.Bounds[2][0] = math.NaN() },
		"larger than a point": func(s *Scene) { s.Bounds = [3][2]float64{} },
		"finite box":          func(s *Scene) { s.Bounds[0][1] = math.Inf(1) },
		"element 0 has vertex 3, allowed are 0 to 2": func(s *Scene) {
			s.Objects = []Object{&Triangles{Vertices: three, Elements: []int32{0, 1, 3}, Paint: black}}
		},
		"4 indices": func(s *Scene) {
			s.Objects = []Object{&Triangles{Vertices: three, Elements: []int32{0, 1, 2, 0}, Paint: black}}
		},
		"vertices in R^3": func(s *Scene) { s.Objects = []Object{&Points{Centers: points.New(2, 2), Paint: black}} },
		"object 1: points: there must be": func(s *Scene) {
			s.Objects = []Object{&Points{Centers: three, Paint: black}, &Points{Paint: black}}
		},
		"2 colors or values for 3 vertices": func(s *Scene) {
			s.Objects = []Object{&Points{Centers: three, Paint: PerVertex(make([]color.NRGBA, 2))}}
		},
	} {
		s, width := NewScene(cube(1)), 20
		if change == nil {
			width = 0
		} else {
			change(s)
		}
		if _, err := s.Render(width, 20); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
	if _, err := NewScene(cube(1)).Render(1<<14, 1<<14); err == nil ||
		!strings.Contains(err.Error(), "smaller figure") {
		t.Errorf("a picture beyond memory gives %v", err)
	}
}

// Whatever the coordinates, a picture comes out.
func TestAnyCoordinatesDraw(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	number := func() float64 {
		switch rng.IntN(12) {
		case 0:
			return []float64{0, 1, math.NaN(), math.Inf(-1), 1e-310, math.MaxFloat64}[rng.IntN(6)]
		case 1:
			return math.Ldexp(rng.NormFloat64(), rng.IntN(80)-40)
		default:
			return 2 * rng.NormFloat64()
		}
	}
	for range 200 {
		s := NewScene([3][2]float64{{-rng.Float64(), rng.Float64()}, {0, rng.Float64() * rng.Float64()}, {-1, 1}})
		s.Camera = Camera{Azimuth: 360 * rng.Float64(), Elevation: 180*rng.Float64() - 90,
			FieldOfView: 1 + 119*rng.Float64()}
		s.Supersampling = 1 + rng.IntN(2)
		vertices := points.New(12, 3)
		elements := make([]int32, 36)
		for i := range 36 {
			vertices.Data[i], elements[i] = number(), int32(rng.IntN(12))
		}
		values := make([]float64, 12)
		for i := range values {
			values[i] = number()
		}
		paint := Scaled(values, colormap.Sequential().Scale(number(), number()))
		s.Objects = []Object{
			&Triangles{Vertices: vertices, Elements: elements, Paint: paint},
			&Points{Centers: vertices, Radius: rng.ExpFloat64(), Paint: paint},
			&Segments{Vertices: vertices, Elements: elements, Width: 1 + 5*rng.Float64(), Paint: paint},
			&Frame{Ticks: [3][]float64{{number(), number()}}, Width: 1},
		}
		render(t, s, 1+rng.IntN(30), 1+rng.IntN(30))
	}
}
