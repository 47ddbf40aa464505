package raster

import (
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"ebim/framework/colormap"
)

// quad spans the square [-1, 1]^2 of the first two axes at height 0, seen from above; tilted turns it about the first
// axis.
func quad(paint Paint, tilt float64) *Triangles {
	vertices, elements := surface(1, 1, func(u, v float64) [3]float64 {
		sin, cos := math.Sincos(tilt * math.Pi / 180)
		x, y := 2*u-1, 2*v-1
		return [3]float64{x, y * cos, y * sin}
	})
	return &Triangles{Vertices: vertices, Elements: elements, Paint: paint}
}

// above looks down at the square, with the first axis rightwards and the second upwards.
func above(objects ...Object) *Scene {
	s := NewScene([3][2]float64{{-1, 1}, {-1, 1}, {0, 0}})
	s.Camera = Camera{Azimuth: -90, Elevation: 90, FieldOfView: 30}
	s.Margin = 0.25
	s.Objects = objects
	return s
}

// within reports whether colors differ by at most that much in each channel.
func within(a, b color.NRGBA, difference int) bool {
	near := func(a, b uint8) bool { d := int(a) - int(b); return d >= -difference && d <= difference }
	return near(a.R, b.R) && near(a.G, b.G) && near(a.B, b.B) && a.A == b.A
}

func pixel(s *Scene, t *testing.T, x, y int) color.NRGBA {
	t.Helper()
	return color.NRGBAModel.Convert(render(t, s, 40, 40).At(x, y)).(color.NRGBA)
}

func TestFlatSquareFollowsLambertsLaw(t *testing.T) {
	own := opaque(200, 120, 40)
	for _, tilt := range []float64{0, 30, -30, 60, -80} {
		// The lamp and the key light of illumination by hand: the normal is (0, -sin, cos) toward the viewer.
		sin, cos := math.Sincos(tilt * math.Pi / 180)
		key := 1 / math.Sqrt(0.45*0.45+0.6*0.6+0.8*0.8)
		brightest := math.Sqrt(math.Pow(0.55*0.45*key, 2) + math.Pow(0.55*0.6*key, 2) + math.Pow(0.55*0.8*key+0.45, 2))
		directed := 0.45*cos + 0.55*max(0, key*(-0.6*sin+0.8*cos))
		want := colormap.ToLinear(own).Times(0.38 + 0.62*directed/brightest).NRGBA()
		if got := pixel(above(quad(Uniform(own), tilt)), t, 20, 20); !within(got, want, 1) {
			t.Errorf("tilted by %g degrees: %v, want %v", tilt, got, want)
		}
	}
}

func TestLightNeverExceedsTheOwnColor(t *testing.T) {
	light := newIllumination()
	rng := rand.New(rand.NewPCG(1, 0))
	brightest := 0.0
	for range 2000 {
		normal := r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}
		share := light.on(normal)
		if share < light.ambient || share > 1+1e-12 {
			t.Fatalf("normal %v has light %g", normal, share)
		}
		brightest = max(brightest, share)
	}
	if brightest < 0.99 {
		t.Errorf("the best of many normals has light %g, want about 1", brightest)
	}
	if share := light.on(r3.Vec{}); share != 1 {
		t.Errorf("what is unlit has light %g", share)
	}
}

func TestBothSidesAreLitAlike(t *testing.T) {
	front := torusScene()
	back := torusScene()
	elements := back.Objects[0].(*Triangles).Elements
	for i := 0; i < len(elements); i += 6 { // every other triangle, so that neighbors disagree
		elements[i], elements[i+1] = elements[i+1], elements[i]
	}
	if d := meanDifference(render(t, front, 60, 60), render(t, back, 60, 60)); d > 0.05 {
		t.Errorf("turning triangles over changes pixels by %.3f of 255", d)
	}
}

func TestColorsInterpolateInPerspective(t *testing.T) {
	// Red light grows linearly along the square, which recedes from the viewer at a flat angle.
	black, red := color.NRGBA{A: 255}, opaque(255, 0, 0)
	square := quad(Uniform(black), 0)
	square.Paint = PerVertex([]color.NRGBA{black, red, black, red}) // the second coordinate runs fastest
	s := above(square)
	s.Camera = Camera{Azimuth: -90, Elevation: 12, FieldOfView: 60}
	s.Bounds[2] = [2]float64{-0.2, 0.2}
	view, err := s.View(300, 300)
	if err != nil {
		t.Fatal(err)
	}
	picture := render(t, s, 300, 300)
	light := func(y float64) float64 {
		px, py, _ := view.Project([]float64{0, y, 0})
		return colormap.ToLinear(color.NRGBAModel.Convert(picture.At(int(px), int(py))).(color.NRGBA))[0]
	}
	full := light(0) * 2 // a flat square is evenly lit
	for _, y := range []float64{-0.8, -0.4, 0.4, 0.8} {
		if got, want := light(y)/full, (y+1)/2; math.Abs(got-want) > 0.04 {
			t.Errorf("at %g the share of red is %.3f, want %.3f", y, got, want)
		}
	}
}

func TestValuesKeepTheirScaleBetweenVertices(t *testing.T) {
	// Halfway between the ends of the diverging map lies its neutral middle, not the mean of blue and red.
	square := quad(Uniform(opaque(0, 0, 0)), 0)
	scale := colormap.Diverging().Scale(-1, 1)
	square.Paint = Scaled(coordinates(square.Vertices, 0), scale)
	share := newIllumination()
	want := colormap.ToLinear(scale.Color(0)).Times(share.on(r3.Vec{Z: -1})).NRGBA()
	s := above(square)
	s.Supersampling = 1
	if got := color.NRGBAModel.Convert(render(t, s, 41, 41).At(20, 20)).(color.NRGBA); !within(got, want, 2) {
		t.Errorf("the middle is %v, want %v", got, want)
	}
	for name, values := range map[string][]float64{"NaN": {math.NaN(), 0, 0, 0},
		"infinite": {math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(1)}} {
		end := colormap.Missing()
		if name == "infinite" {
			end = scale.Color(1)
		}
		square.Paint = Scaled(values, scale)
		want := colormap.ToLinear(end).Times(share.on(r3.Vec{Z: -1})).NRGBA()
		if got := pixel(above(square), t, 19, 22); !within(got, want, 1) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
