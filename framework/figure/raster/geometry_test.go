package raster

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ebim/framework/colormap"
	"ebim/framework/points"
)

// coverage is by how much black objects darken the white background, in pixels.
func coverage(picture *image.RGBA) float64 {
	sum := 0.0
	for y := range picture.Rect.Dy() {
		for x := range picture.Rect.Dx() {
			sum += 1 - colormap.ToLinear(color.NRGBAModel.Convert(picture.At(x, y)).(color.NRGBA))[0]
		}
	}
	return sum
}

var black = Uniform(color.NRGBA{A: 255})

func TestSphereHasItsOutline(t *testing.T) {
	// A sphere of radius r at distance d on the optical axis shows as a disc of radius focal r / sqrt(d^2 - r^2).
	vertices, elements := sphere(60, 0.8)
	for name, object := range map[string]Object{
		"triangles": &Triangles{Vertices: vertices, Elements: elements, Paint: black},
		"point":     &Points{Centers: points.New(1, 3), Radius: 0.8, Paint: black},
	} {
		s := NewScene(cube(1))
		s.Camera.FieldOfView = 60
		s.Objects = []Object{object}
		view, err := s.View(200, 200)
		if err != nil {
			t.Fatal(err)
		}
		want := view.focal * 0.8 / math.Sqrt(view.distance*view.distance-0.8*0.8)
		if got := math.Sqrt(coverage(render(t, s, 200, 200)) / math.Pi); math.Abs(got-want) > 0.15 {
			t.Errorf("%s: radius %.2f pixels, want %.2f", name, got, want)
		}
	}
}

func TestSphereOffTheAxisTouchesItsTangents(t *testing.T) {
	s := NewScene(cube(1))
	s.Camera = Camera{FieldOfView: 90}
	s.Objects = []Object{&Points{Centers: &points.Set{Dim: 3, Data: []float64{0, 0.7, 0.7}}, Radius: 0.3, Paint: black}}
	picture := render(t, s, 300, 300)
	view, _ := s.View(300, 300)
	// The same outline from the sphere's mesh.
	vertices, elements := sphere(80, 0.3)
	for i := range vertices.Len() {
		vertices.At(i)[1] += 0.7
		vertices.At(i)[2] += 0.7
	}
	s.Objects = []Object{&Triangles{Vertices: vertices, Elements: elements, Paint: black}}
	if mesh, point := coverage(render(t, s, 300, 300)), coverage(picture); math.Abs(mesh-point) > 0.003*mesh {
		t.Errorf("the sphere covers %.1f pixels as a point and %.1f as a mesh", point, mesh)
	}
	x, y, _ := view.Project([]float64{0, 0.7, 0.7})
	if c := picture.RGBAAt(int(x), int(y)); c != (color.RGBA{A: 255}) {
		t.Errorf("the center is %v", c)
	}
}

func TestEdgesAreSmoothedByCoverage(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for range 20 {
		s := above()
		s.Supersampling = 4
		corners := points.New(3, 3)
		for i := range 3 {
			corners.At(i)[0], corners.At(i)[1] = 2*rng.Float64()-1, 2*rng.Float64()-1
		}
		s.Objects = []Object{&Triangles{Vertices: corners, Elements: []int32{0, 1, 2}, Paint: black}}
		view, err := s.View(120, 120)
		if err != nil {
			t.Fatal(err)
		}
		var x, y [3]float64
		for i := range 3 {
			x[i], y[i], _ = view.Project(corners.At(i))
		}
		want := math.Abs((x[1]-x[0])*(y[2]-y[0])-(y[1]-y[0])*(x[2]-x[0])) / 2
		if got := coverage(render(t, s, 120, 120)); math.Abs(got-want) > 0.02*want+2 {
			t.Errorf("triangle %v covers %.1f pixels, want %.1f", corners.Data, got, want)
		}
	}
}

func TestOrderOfSubmissionDoesNotMatter(t *testing.T) {
	s := behindScene()
	want := render(t, s, 80, 80)
	rng := rand.New(rand.NewPCG(5, 0))
	slices.Reverse(s.Objects)
	elements := s.Objects[1].(*Triangles).Elements
	for i := len(elements)/3 - 1; i > 0; i-- {
		j := rng.IntN(i + 1)
		for k := range 3 {
			elements[3*i+k], elements[3*j+k] = elements[3*j+k], elements[3*i+k]
		}
	}
	if d := meanDifference(render(t, s, 80, 80), want); d > 0.01 {
		t.Errorf("another order changes pixels by %g of 255", d)
	}
}

func TestSymmetricSceneHasSymmetricOutline(t *testing.T) {
	s := torusScene()
	s.Camera.Azimuth = 0
	picture := render(t, s, 90, 90)
	white, covered, different := color.RGBA{R: 255, G: 255, B: 255, A: 255}, 0, 0
	for y := range 90 {
		for x := range 45 {
			left, right := picture.RGBAAt(x, y) != white, picture.RGBAAt(89-x, y) != white
			if left {
				covered++
			}
			if left != right {
				different++
			}
		}
	}
	if covered < 500 || different > 3 {
		t.Errorf("of %d pixels covered on the left, %d differ on the right", covered, different)
	}
}

func TestTubesAreAsWideAsTheyShould(t *testing.T) {
	for _, width := range []float64{1, 2.5, 9} {
		for _, turn := range []float64{0, 0.3, 1.2} {
			sin, cos := math.Sincos(turn)
			s := above(&Segments{
				Vertices: &points.Set{Dim: 3, Data: []float64{-0.9 * cos, -0.9 * sin, 0, 0, 0, 0, 0.9 * cos,
					0.9 * sin, 0}},
				Elements: []int32{0, 1, 1, 2}, Width: width, Paint: black, Unlit: true,
			})
			s.Supersampling = 6
			view, err := s.View(120, 120)
			if err != nil {
				t.Fatal(err)
			}
			// The area of a stadium, whose round ends are polygons of 12 corners.
			want := 1.8*view.focal/view.distance*width + 3*width*width/4
			if got := coverage(render(t, s, 120, 120)); math.Abs(got-want) > 0.02*want {
				t.Errorf("width %g, turned by %g: %.1f pixels are covered, want %.1f", width, turn, got, want)
			}
		}
	}
}

func TestCurveOnASurfaceIsSeen(t *testing.T) {
	// The equator's front half, on the sphere itself.
	curve := points.New(100, 3)
	var elements []int32
	for i := range curve.Len() {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 100)
		copy(curve.At(i), []float64{cos, sin, 0})
		elements = append(elements, int32(i), int32((i+1)%100))
	}
	s := sphereScene()
	s.Objects = append(s.Objects, &Segments{Vertices: curve, Elements: elements, Width: 3,
		Paint: Uniform(opaque(255, 0, 0)), Unlit: true})
	picture := render(t, s, 200, 200)
	view, _ := s.View(200, 200)
	for i := range curve.Len() {
		x, y, depth := view.Project(curve.At(i))
		front := depth < view.distance-0.4
		if back := depth > view.distance+0.4; !front && !back {
			continue
		}
		if red := picture.RGBAAt(int(x), int(y)) == (color.RGBA{R: 255, A: 255}); red != front {
			t.Errorf("point %d at depth %.2f: seen %v", i, depth, red)
		}
	}
}

func TestSmallPointsAreNotLost(t *testing.T) {
	centers := points.New(100, 3)
	for i := range 100 {
		copy(centers.At(i), []float64{float64(i%10)/5 - 0.9, float64(i/10)/5 - 0.9, 0})
	}
	s := above(&Points{Centers: centers, Paint: black})
	picture := render(t, s, 200, 200)
	view, _ := s.View(200, 200)
	for i := range 100 {
		x, y, _ := view.Project(centers.At(i))
		if c := picture.RGBAAt(int(x), int(y)); c.R > 235 {
			t.Errorf("point %d is %v", i, c)
		}
	}
}
