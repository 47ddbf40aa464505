package raster

import (
	"flag"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"ebim/framework/colormap"
	"ebim/framework/points"
)

var update = flag.Bool("update", false, "write the pictures of testdata again")

func TestPicturesLookAsTheyDid(t *testing.T) {
	for name, scene := range map[string]*Scene{
		"sphere": sphereScene(), "torus": torusScene(), "crossing": crossingScene(),
		"behind": behindScene(), "curve": curveScene(),
	} {
		t.Run(name, func(t *testing.T) {
			got := render(t, scene, 96, 96)
			file := filepath.Join("testdata", name+".png")
			if *update {
				write(t, file, got)
			}
			want := read(t, file)
			// Machines round differently, which flips single samples at edges.
			if mean := meanDifference(got, want); mean > 0.2 {
				t.Errorf("pixels differ from %s by %.2f of 255 on average", file, mean)
			}
		})
	}
}

func sphereScene() *Scene {
	s := NewScene(cube(1))
	s.Objects = []Object{byHeight(1)(sphere(24, 1))}
	return s
}

func torusScene() *Scene {
	s := NewScene([3][2]float64{{-1.4, 1.4}, {-1.4, 1.4}, {-0.4, 0.4}})
	s.Camera = Camera{Azimuth: 30, Elevation: 50, FieldOfView: 40}
	s.Objects = []Object{byHeight(0.4)(torus(24, 1, 0.4))}
	return s
}

// Two triangles cut each other, and a third cuts both.
func crossingScene() *Scene {
	s := NewScene(cube(1))
	s.Camera.Azimuth = 10
	add := func(paint Paint, coordinates ...float64) {
		s.Objects = append(s.Objects, &Triangles{
			Vertices: &points.Set{Dim: 3, Data: coordinates}, Elements: []int32{0, 1, 2}, Paint: paint,
		})
	}
	add(PerVertex([]color.NRGBA{opaque(220, 60, 40), opaque(240, 200, 60), opaque(60, 90, 220)}), -1, -1, -1, 1,
		1, -1, 0, 0, 1)
	add(Uniform(opaque(30, 160, 130)), -1, 1, -0.5, 1, -1, -0.5, 0, 0.3, 0.8)
	add(Uniform(opaque(150, 60, 160)), 1, -0.8, -0.2, 1, 0.8, -0.2, -1, 0, 0)
	return s
}

// Spheres on both sides of a surface, which hides some and cuts others.
func behindScene() *Scene {
	s := NewScene(cube(1))
	vertices, elements := surface(20, 20, func(u, v float64) [3]float64 {
		x, y := 2*u-1, 2*v-1
		return [3]float64{x, y, 0.3 * math.Sin(3*x) * math.Cos(3*y)}
	})
	centers := points.New(27, 3)
	for i := range 27 {
		copy(centers.At(i), []float64{0.7 * float64(i%3-1), 0.7 * float64(i/3%3-1), 0.6 * float64(i/9-1)})
	}
	s.Objects = []Object{
		byHeight(0.3)(vertices, elements),
		&Points{Centers: centers, Radius: 0.12, Paint: Scaled(coordinates(centers, 2),
			colormap.Diverging().Scale(-0.6, 0.6))},
	}
	return s
}

// A trefoil within the box's walls.
func curveScene() *Scene {
	s := NewScene(cube(1))
	curve, elements := trefoil(150)
	ticks := []float64{-0.5, 0, 0.5}
	s.Objects = []Object{
		&Frame{Ticks: [3][]float64{ticks, ticks, ticks}, Edge: opaque(120, 120, 120),
			Grid: opaque(210, 210, 210), Width: 1.2},
		&Segments{Vertices: curve, Elements: elements, Width: 5,
			Paint: Scaled(coordinates(curve, 2), colormap.Sequential().Scale(-0.35, 0.35))},
	}
	return s
}

func trefoil(n int) (*points.Set, []int32) {
	curve := points.New(n, 3)
	var elements []int32
	for i := range n {
		phi := 2 * math.Pi * float64(i) / float64(n)
		sin, cos := math.Sincos(2 * phi)
		out := 0.65 + 0.3*math.Cos(3*phi)
		copy(curve.At(i), []float64{out * cos, out * sin, 0.35 * math.Sin(3*phi)})
		elements = append(elements, int32(i), int32((i+1)%n))
	}
	return curve, elements
}

func meanDifference(a, b image.Image) float64 {
	size := a.Bounds()
	if b.Bounds() != size {
		return math.Inf(1)
	}
	sum := 0.0
	for y := range size.Dy() {
		for x := range size.Dx() {
			ar, ag, ab, _ := a.At(x, y).RGBA()
			br, bg, bb, _ := b.At(x, y).RGBA()
			for _, d := range [3]float64{float64(ar) - float64(br), float64(ag) - float64(bg),
				float64(ab) - float64(bb)} {
				sum += math.Abs(d) / 257
			}
		}
	}
	return sum / float64(3*size.Dx()*size.Dy())
}

func write(t *testing.T, file string, picture image.Image) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, picture); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, file string) image.Image {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	picture, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}
