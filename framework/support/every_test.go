package support_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/dataset"
	"ebim/framework/mesh"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/box"
	"ebim/framework/support/image"
	"ebim/framework/support/known"
	"ebim/framework/support/pieces"
	"ebim/framework/support/scaled"
	"ebim/framework/support/supporttest"
	"ebim/framework/support/zeroset"
	"ebim/framework/train"
)

// lacks is what a support has not.
type lacks struct{ mesh, singularValues bool }

// every is supports of every kind, below and above the three dimensions in which most is possible, each with a
// similarity that moves it to one of its kind: a turned box is no box.
func every(tb testing.TB) map[string]example {
	imageOf := func(d supporttest.Decoded) *image.Image {
		pair := image.Pair{Encoder: d.Encoder, Decoder: d.Decoder, Code: func(z *graph.Node) *graph.Node { return z }}
		return image.New(pair, box.New(d.Latent), d.Bounds)
	}
	cube := points.Box{{-1, 1}, {0, 2}, {0, 1}, {0, 1}, {0, 1}}
	latent := supporttest.Blind(tb, func(z *graph.Node) *graph.Node {
		column := func(j int) *graph.Node { return networktest.Coordinate(z, j) }
		return networktest.Join(column(0), column(1), column(2), column(3),
			graph.MulScalar(graph.Square(column(0)), 0.25))
	}, cube[:4], cube)
	env, f, codimension := supporttest.Learned(tb, networktest.Sphere(2, 1))
	circle := zeroset.New(env, f, codimension)
	truth, _ := known.New(&dataset.VonMises{Center: []float64{0.5, 0}, Radius: 0.5, Concentration: 2})
	plane := box.New(supporttest.Environment(tb, points.New(1, 2), supporttest.Square))
	straight, turned := support.Similarity{Factor: 2, Shift: []float64{1, -3}},
		support.Similarity{Factor: 0.5, Shift: []float64{1, -3},
			Rotation: &support.Rotation{U: []float64{1, 0}, V: []float64{0, 1}, Angle: 0.7}}
	high := support.Similarity{Factor: 2}
	return map[string]example{
		"box": {plane, straight, lacks{mesh: true, singularValues: true}},
		"box of R^5": {box.New(supporttest.Environment(tb, points.New(1, 5), cube)), high,
			lacks{mesh: true, singularValues: true}},
		"zero set":           {circle, turned, lacks{}},
		"zero set with data": {zeroset.New(env, f, codimension, zeroset.WithData), turned, lacks{}},
		"zero set in R^4": {zeroset.New(supporttest.Learned(tb, networktest.Sphere(4, 1))), high,
			lacks{mesh: true}},
		"curve in R^3": {zeroset.New(supporttest.Learned(tb, networktest.Ring())), high, lacks{}},
		"image":        {imageOf(supporttest.Parabola(tb)), turned, lacks{}},
		"surface":      {imageOf(supporttest.Saddle(tb)), high, lacks{}},
		"image in R^5": {imageOf(latent), high, lacks{mesh: true}},
		"known":        {truth, turned, lacks{mesh: true, singularValues: true}},
		"pieces":       {side(circle, circle.Moved(straight)), turned, lacks{singularValues: true}},
		"scaled": {&scaled.Support{Inner: circle,
			By: &points.Scaling{Shift: []float64{1e3, -2}, Scale: []float64{3, 0.5}}}, straight, lacks{}},
		"pieces of several kinds": {side(circle, truth, plane), straight, lacks{mesh: true, singularValues: true}},
	}
}

type example struct {
	support.Support
	by    support.Similarity
	lacks lacks
}

func side(parts ...support.Support) *pieces.Pieces {
	p := &pieces.Pieces{Parts: parts}
	for i := range parts {
		p.Labels = append(p.Labels, string(rune('a'+i)))
		p.Weights = append(p.Weights, 1/float64(len(parts)))
	}
	return p
}

// Every support answers each question: with points in its space, or by saying that it lacks what is asked for.
func TestEverySupportAnswers(t *testing.T) {
	for name, s := range every(t) {
		t.Run(name, func(t *testing.T) {
			n, rng := s.Ambient(), rand.New(rand.NewPCG(1, 12))
			if n < 1 || s.Dimension() < 1 || s.Dimension() > n {
				t.Errorf("dimension %d in R^%d", s.Dimension(), n)
			}
			x, err := s.Uniform(t.Context(), rng, 7)
			if err != nil || x.Len() != 7 || x.Dim != n {
				t.Fatalf("uniform points: %v, %v", x, err)
			}
			found, err := support.Nearest(t.Context(), s.Support, x)
			if err != nil || found.Points.Len() != 7 || found.Points.Dim != n || len(found.Residual) != 7 ||
				found.Unconverged > 0 {
				t.Fatalf("nearest points: %+v, %v", found, err)
			}
			supporttest.CloseTo(t, "the points nearest to points of it", found.Points.Data, x.Data, 1e-3)
			if err := support.CheckMesh(s.Support); (err != nil) != s.lacks.mesh {
				t.Errorf("the check of a mesh: %v", err)
			}
			made, err := support.Mesh(t.Context(), s.Support, 16)
			answered(t, "a mesh", made != nil && made.Vertices.Dim == n && made.Dimension == s.Dimension(),
				err, s.lacks.mesh)
			values, err := support.SingularValuesOf(t.Context(), s.Support, x)
			answered(t, "singular values", values != nil && values.Len() == 7, err, s.lacks.singularValues)
			if carrier, ok := s.Support.(support.Carrier); ok {
				carries(t, carrier, s.lacks)
			}
		})
	}
}

// answered fails the test where something is missing that is not lacked, or where it is lacked without that being said.
func answered(t *testing.T, what string, there bool, err error, lacked bool) {
	t.Helper()
	var unmeshable *mesh.UnmeshableError
	said := errors.Is(err, errors.ErrUnsupported) || errors.As(err, &unmeshable)
	if lacked && !said || !lacked && (err != nil || !there) {
		t.Errorf("%s: there %t, %v", what, there, err)
	}
}

// carries asks a carrier, and its domain, for all that densities need.
func carries(t *testing.T, s support.Carrier, lacks lacks) {
	t.Helper()
	domain, rng := s.Domain(), rand.New(rand.NewPCG(2, 12))
	z, err := domain.Uniform(t.Context(), rng, 5)
	if err != nil {
		t.Fatal(err)
	}
	level := func(_ context.Context, x *points.Set) ([]float64, error) { return make([]float64, x.Len()), nil }
	carried, err := support.Carry(t.Context(), s, z)
	if err != nil || carried.Points.Dim != s.Ambient() || len(carried.Density(make([]float64, 5))) != 5 {
		t.Fatalf("carried points: %+v, %v", carried, err)
	}
	fibers, err := support.FibersOf(t.Context(), s, carried.Points, support.Together)
	if err != nil || len(fibers.Density(make([]float64, fibers.Domain.Len()))) != 5 {
		t.Errorf("fibers: %+v, %v", fibers, err)
	}
	_, vertices, err := support.CarriedMesh(t.Context(), s, 16)
	answered(t, "a carried mesh", vertices != nil && vertices.Domain.Len() == vertices.Points.Len(), err, lacks.mesh)
	if integral, err := domain.(support.Integrator).LogIntegral(t.Context(), rng, level); err != nil ||
		math.IsNaN(integral.Log) || !(integral.Error >= 0) {
		t.Errorf("the integral: %+v, %v", integral, err)
	}
	drawable := domain.Dimension() <= support.MostCovered && domain.Ambient() <= support.MostCovered
	if err := support.CheckDraw(domain); (err == nil) != drawable {
		t.Errorf("the check of draws: %v", err)
	}
	drawn, _, err := support.Draw(t.Context(), rng, domain, level, 5)
	answered(t, "draws", drawn != nil && drawn.Len() == 5, err, !drawable)
	if pool, err := domain.(support.Pooled).Pool(t.Context(), rng, 5); err != nil || pool.Len() != 5 {
		t.Errorf("a pool: %v, %v", pool, err)
	}
}

// A moved support holds the moved points, has the moved nearest points, and is where it was when it is moved back.
func TestEverySupportMoves(t *testing.T) {
	for name, s := range every(t) {
		t.Run(name, func(t *testing.T) {
			by := s.by
			moved, rng := s.Moved(by), rand.New(rand.NewPCG(3, 12))
			if moved.Ambient() != s.Ambient() || moved.Dimension() != s.Dimension() ||
				(support.CheckMesh(moved) == nil) != (support.CheckMesh(s.Support) == nil) {
				t.Errorf("dimension %d in R^%d", moved.Dimension(), moved.Ambient())
			}
			there, err := moved.Uniform(t.Context(), rng, 10)
			if err != nil {
				t.Fatal(err)
			}
			back := by.Inverse().Points(there)
			here, err := support.Nearest(t.Context(), s.Support, back)
			if err != nil {
				t.Fatal(err)
			}
			supporttest.CloseTo(t, "what is drawn, moved back,", here.Points.Data, back.Data, 1e-3)
			x, err := s.Uniform(t.Context(), rng, 10)
			if err != nil {
				t.Fatal(err)
			}
			for i := range x.Data {
				x.Data[i] += 0.05 * rng.NormFloat64()
			}
			want := nearest(t, s.Support, x)
			supporttest.CloseTo(t, "the nearest points, moved,", nearest(t, moved, by.Points(x)).Data,
				by.Points(want).Data, 5e-3)
			supporttest.CloseTo(t, "the nearest points, moved back,", nearest(t, moved.Moved(by.Inverse()), x).Data,
				want.Data, 5e-3)
			if s.lacks.mesh {
				return
			}
			still, err := support.Mesh(t.Context(), s.Support, 32)
			if err != nil {
				t.Fatal(err)
			}
			made, err := support.Mesh(t.Context(), moved, 32)
			if err != nil {
				t.Fatal(err)
			}
			if stretch := math.Pow(by.Factor, float64(s.Dimension())); math.Abs(
				made.Measure()/still.Measure()/stretch-1) > 0.01 {
				t.Errorf("the measure of the mesh is %v, and %v when it is moved", still.Measure(), made.Measure())
			}
		})
	}
}

func nearest(t *testing.T, s support.Support, x *points.Set) *points.Set {
	t.Helper()
	found, err := support.Nearest(t.Context(), s, x)
	if err != nil {
		t.Fatal(err)
	}
	return found.Points
}

// Points beyond a box are taken at its faces.
func TestNearestPointsOfABox(t *testing.T) {
	b := box.New(train.Environment{Box: points.Box{{-1, 1}, {0, 2}}})
	got := nearest(t, b, supporttest.Rows(t, []float64{0.5, 1}, []float64{-3, 1}, []float64{2, 9}))
	supporttest.CloseTo(t, "the nearest points", got.Data, []float64{0.5, 1, -1, 1, 1, 2}, 0)
}
