package figure

import (
	"context"
	"errors"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ebim/framework/backend"
	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/mosaic"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/scaled"
	"ebim/framework/support/zeroset"
	"ebim/framework/train"
)

// scenes is a subject whose data and samples are random images of 1 x 4 x 5 pixels.
func scenes() *experiment.Subject {
	rng, shape := rand.New(rand.NewPCG(1, 9)), points.Shape{Channels: 1, Height: 4, Width: 5}
	draw := func(n int) *points.Set {
		set := points.New(n, shape.Size())
		for i := range set.Data {
			set.Data[i] = float64(rng.IntN(256)) / 255
		}
		return set
	}
	return &experiment.Subject{Label: "m", Traits: model.Traits{Ambient: 20, Dimension: 2},
		Trained: &model.Trained{Support: halving{}},
		Train:   draw(9), Held: draw(3), Samples: draw(10), Images: &experiment.Images{
			Train: &points.Images{Shape: shape}}}
}

// halving reconstructs images half as bright.
type halving struct{ support.Support }

func (halving) Reconstruct(_ context.Context, x *points.Set) (*points.Set, error) {
	half := points.New(x.Len(), x.Dim)
	for i, v := range x.Data {
		half.Data[i] = v / 2
	}
	return half, nil
}

// contains reports whether a picture has a mosaic in it, dot by dot.
func contains(t *testing.T, p *pixels, set *points.Set, columns int) bool {
	t.Helper()
	size := p.Bounds().Size()
	for factor := 60; factor >= 1; factor-- {
		part, err := mosaic.New(set, points.Shape{Channels: 1, Height: 4, Width: 5},
			mosaic.Options{Columns: columns, Factor: factor, Gap: imageGap})
		if err != nil {
			t.Fatal(err)
		}
		inner := part.Bounds().Size()
		for y := 0; y <= size.Y-inner.Y; y++ {
			for x := 0; x <= size.X-inner.X; x++ {
				if within(p, part.At, x, y, inner.X, inner.Y) {
					return true
				}
			}
		}
	}
	return false
}

func within(p *pixels, part func(x, y int) color.Color, left, top, width, height int) bool {
	for y := range height {
		for x := range width {
			if !near(p.At(left+x, top+y), part(x, y), 0) {
				return false
			}
		}
	}
	return true
}

func TestImagesAreExact(t *testing.T) {
	s := scenes()
	both := points.New(0, 20)
	for _, from := range []int{0, 3} {
		half, _ := halving{}.Reconstruct(t.Context(), s.Train.Slice(from, from+3))
		both.Data = slices.Concat(both.Data, s.Train.Slice(from, from+3).Data, half.Data)
	}
	s.Train = s.Train.Slice(0, 6)
	for name, test := range map[string]struct {
		figure *Images
		of     *experiment.Subject
		want   *points.Set
	}{
		"samples": {&Images{Show: "samples", Rows: 2, Columns: 3}, s, s.Samples.Slice(0, 6)},
		"data":    {&Images{Show: "data", Rows: 2, Columns: 3}, s, s.Train},
		"truth": {&Images{Show: "samples", Rows: 2, Columns: 3},
			&experiment.Subject{Traits: s.Traits, Train: s.Train, Images: s.Images}, s.Train},
		"held out":        {&Images{Show: "held_out", Rows: 2, Columns: 3}, s, s.Held},
		"reconstructions": {&Images{Show: "reconstructions", Rows: 4, Columns: 3}, s, both},
	} {
		if !contains(t, drawn(t, test.figure, test.of), test.want, 3) {
			t.Errorf("%s: the images are not there, dot by dot", name)
		}
	}
}

func TestImagesThatAreNotThere(t *testing.T) {
	s := scenes()
	s.Samples, s.Unsampled = nil, "no samples: the zero set is empty"
	s.Held = points.New(0, 20)
	lacking := *s
	lacking.Trained = &model.Trained{Support: encodeless{}}
	odd := *s
	odd.Images, odd.Train = nil, points.New(3, 21)
	for name, test := range map[string]struct {
		show ShownImages
		of   *experiment.Subject
	}{"no samples": {"samples", s}, "nothing held out": {"held_out", s}, "no encoder": {"reconstructions", &lacking},
		"no walks": {"tangent_walks", scenes()}, "nothing held out to walk from": {"tangent_walks", s},
		"no images": {"data", &odd}} {
		if n := dark(drawn(t, &Images{Show: test.show, Rows: 2, Columns: 2}, test.of)); n < 50 {
			t.Errorf("%s: nothing says so", name)
		}
	}
	for _, test := range []struct {
		figure *Images
		n      model.Traits
		truth  bool
		want   string
	}{{&Images{Show: "data"}, model.Traits{Ambient: 3}, true, "images, of 16 numbers or more"},
		{&Images{Show: "reconstructions"}, model.Traits{Ambient: 784}, true, "a model with an encoder and a decoder"},
		{&Images{Show: "tangent_walks"}, model.Traits{Ambient: 784, Dimension: 784}, false, "a model with a manifold"},
		{&Images{Show: "tangent_walks"}, model.Traits{Ambient: 784, Dimension: 2}, true, "a model with a manifold"},
		{&Images{Show: "tangent_walks"}, model.Traits{Ambient: 3, Dimension: 2}, false,
			"images, of 16 numbers or more"}} {
		if err := test.figure.CheckSubject(test.n, test.truth); err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

type encodeless struct{ halving }

func (encodeless) Reconstruct(context.Context, *points.Set) (*points.Set, error) {
	return nil, errors.ErrUnsupported
}

// Walks are rows with the held-out image's nearest in the middle, whose images lie on the manifold and differ by the
// step, in units of the data's spread whatever theirs.
func TestTangentWalks(t *testing.T) {
	s, units := scenes(), &points.Scaling{}
	box := make(points.Box, 20)
	for j := range box {
		box[j] = [2]float64{-9, 9}
		units.Shift, units.Scale = append(units.Shift, 0.5), append(units.Scale, 0.25)
	}
	engine, err := backend.Open(backend.Default)
	if err != nil {
		t.Fatal(err)
	}
	sphere := zeroset.New(train.Environment{Engine: engine, Data: units.In(s.Train), Box: box},
		formula(networktest.Sphere(20, 2).Formula), 1)
	s.Trained.Support = &scaled.Support{Inner: sphere, By: units}
	figure := &Images{Show: "tangent_walks", Rows: 2, Columns: 5, Step: 0.1}
	shown, err := figure.images(t.Context(), s)
	if err != nil || shown.Len() != 10 {
		t.Fatalf("%v, %v", shown, err)
	}
	spread := 0.0
	for i := range s.Train.Len() {
		spread += points.SquaredDistance(s.Train.At(i), s.Train.Mean()) / float64(s.Train.Len())
	}
	for row := range 2 {
		nearest, err := support.Nearest(t.Context(), s.Trained.Support, s.Held.Evenly(2).Slice(row, row+1))
		if err != nil {
			t.Fatal(err)
		}
		if off := points.SquaredDistance(shown.At(5*row+2), nearest.Points.At(0)); off > 1e-8 {
			t.Errorf("row %d: the middle is %v from the manifold's nearest image", row, math.Sqrt(off))
		}
		for i := range 4 {
			// Moves of h and a return make an arc of arctan h each; a chord is shorter. On a sphere of radius 0.5 both
			// are below 15 % here.
			if step := math.Sqrt(points.SquaredDistance(shown.At(5*row+i), shown.At(5*row+i+1)) /
				spread); step > 0.1 || step < 0.085 {
				t.Errorf("row %d: step %d is %v of the data's spread", row, i, step)
			}
		}
	}
	if !contains(t, drawn(t, figure, s), shown, 5) {
		t.Error("the walks are not there, dot by dot")
	}
}
