package searched

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
)

// Uniform points of known manifolds against their surface measure: chi-square in 20 cells exceeds 43.8 with probability
// 0.001, so the four checks have a false-alarm rate of 0.004.
func TestUniformPoints(t *testing.T) {
	const cells = 20
	even := func(float64) float64 { return 1 }
	for _, test := range []struct {
		name     string
		manifold networktest.Manifold
		n        int
		angle    func(x []float64) float64
		measure  func(angle float64) float64 // share of the surface measure by angle
	}{
		{"circle", networktest.Sphere(2, 1), 4000, func(x []float64) float64 { return math.Atan2(x[1], x[0]) }, even},
		{"torus along the tube", networktest.Torus(3, 1), 4000,
			func(x []float64) float64 { return math.Atan2(x[2], math.Hypot(x[0], x[1])-3) },
			func(v float64) float64 { return 3 + math.Cos(v) }},
		{"circle with an uneven F", uneven, 4000, func(x []float64) float64 { return math.Atan2(x[1], x[0]) }, even},
		{"ring", networktest.Ring(), 1000, func(x []float64) float64 {
			return math.Atan2(x[1],
				x[0]*0.8-x[2]*0.6)
		}, even},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := learned(t, test.manifold)
			set, err := m.Uniform(t.Context(), rand.New(rand.NewPCG(2, 1)), test.n)
			if err != nil {
				t.Fatal(err)
			}
			if set.Len() != test.n || set.Dim != test.manifold.Ambient {
				t.Fatalf("%d points in R^%d, want %d in R^%d", set.Len(), set.Dim, test.n, test.manifold.Ambient)
			}
			if size := supporttest.Residual(t, test.manifold, set); !(size < 2e-4) {
				t.Errorf("|F| is up to %v", size)
			}
			counts, expected := make([]float64, cells), make([]float64, cells)
			for i := range set.Len() {
				counts[min(int((test.angle(set.At(i))/(2*math.Pi)+0.5)*cells), cells-1)]++
			}
			whole := supporttest.Integral(test.measure, -math.Pi, math.Pi)
			for k := range expected {
				from := -math.Pi + 2*math.Pi*float64(k)/cells
				expected[k] = float64(test.n) * supporttest.Integral(test.measure, from, from+2*math.Pi/cells) / whole
			}
			if square := supporttest.ChiSquare(counts, expected); square > 43.8 {
				t.Errorf("chi-square is %v against the surface measure, want at most 43.8; counts %v", square, counts)
			}
		})
	}
}

// uneven is the unit circle as the zero set of d exp(6 tanh(10 x d^2)) with d = |(x, y)| - 1: to first order the
// distance to it seems smaller than it is on the right and larger on the left.
var uneven = func() networktest.Manifold {
	m := networktest.Sphere(2, 1)
	m.Formula = func(x *graph.Node) *graph.Node {
		d := graph.AddScalar(graph.Sqrt(networktest.Square(x)), -1)
		bend := graph.Tanh(graph.MulScalar(graph.Mul(networktest.Coordinate(x, 0), graph.Square(d)), 10))
		return graph.Mul(d, graph.Exp(graph.MulScalar(bend, 6)))
	}
	return m
}()

// Two draws from one stream are the same; a canceled one stops.
func TestUniformPointsAreReproducible(t *testing.T) {
	m := learned(t, networktest.Sphere(2, 1))
	draw := func(seed uint64) *points.Set {
		set, err := m.Uniform(t.Context(), rand.New(rand.NewPCG(seed, 1)), 50)
		if err != nil {
			t.Fatal(err)
		}
		return set
	}
	first, again, other := draw(1), draw(1), draw(2)
	for i, v := range first.Data {
		if again.Data[i] != v {
			t.Fatal("two draws of one seed differ")
		}
	}
	if other.Data[0] == first.Data[0] {
		t.Error("two seeds draw the same point")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Uniform(ctx, rand.New(rand.NewPCG(1, 1)), 50); !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled draw ends with %v", err)
	}
}

// A function without zeros has no manifold: fresh starting points fail with an error that says so.
func TestFreshPointsOfAnEmptyManifold(t *testing.T) {
	empty := networktest.Manifold{Ambient: 2, Codimension: 1, Box: points.Box{{-1, 1}, {-1, 1}},
		Formula: func(x *graph.Node) *graph.Node { return graph.AddScalar(networktest.Square(x), 1) }}
	z := set(supporttest.Environment(t, points.New(1, 2), empty.Box), supporttest.Fixed(empty.Formula), 1)
	if _, err := z.Start(t.Context()); err == nil {
		t.Error("fresh points were found where there are none")
	}
}

func TestFreshPointsLieOnTheManifoldAndInTheBox(t *testing.T) {
	torus := networktest.Torus(3, 1)
	box := points.Box{{-2, 5}, {-4.1, 4.1}, {-0.5, 2}} // cuts the torus
	cut := set(supporttest.Environment(t, points.New(1, 3), box), supporttest.Fixed(torus.Formula), 1)
	fresh, err := cut.freshPoints(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if size := supporttest.Residual(t, torus, fresh); !(size < 2e-4) || fresh.Len() < freshCount {
		t.Errorf("%d fresh points with |F| up to %v", fresh.Len(), size)
	}
	next, err := cut.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	rng, point := rand.New(rand.NewPCG(3, 1)), make([]float32, 3)
	for range 100 {
		next(point, rng)
		if !box.Contains(point) {
			t.Fatalf("the fresh point %v is outside the box", point)
		}
	}
}

// The nearest points of the circle, torus and ring in closed form, for points near enough for the search's convergence.
func TestNearest(t *testing.T) {
	for _, m := range []networktest.Manifold{networktest.Sphere(2, 1), networktest.Torus(3, 1), networktest.Ring()} {
		rng, x := rand.New(rand.NewPCG(4, 1)), supporttest.Drawn(m, 600, 5) // more than one batch of an evaluator
		for i := range x.Data {
			x.Data[i] += 0.15 * rng.NormFloat64()
		}
		found, err := learned(t, m).Nearest(t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		if found.Unconverged != 0 || found.Unsettled != 0 || len(found.Residual) != x.Len() ||
			found.Points.Len() != x.Len() {
			t.Errorf("%s: %d of %d searches did not converge", m.Name, found.Unconverged, x.Len())
		}
		for i := range x.Len() {
			want := m.Nearest(x.At(i))
			if off := supporttest.Distance(found.Points.At(i), want); !(off < 1e-3) ||
				!(found.Residual[i] <= support.OnManifold) {
				t.Errorf("%s: the point nearest to %v is %v with |F| %v, want %v", m.Name, x.At(i), found.Points.At(i),
					found.Residual[i], want)
			}
		}
	}
}

// Where a search can't settle (from the circle's center, every point is nearest and F has no slope), it is counted, and
// its point is not taken for one of the manifold.
func TestNearestCountsWhatDidNotConverge(t *testing.T) {
	x := supporttest.Rows(t, []float64{0, 0}, []float64{1.1, 0})
	found, err := learned(t, networktest.Sphere(2, 1)).Nearest(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	if found.Unconverged != 1 || found.Residual[0] <= support.OnManifold {
		t.Errorf("%d searches did not converge, with residuals %v; want the one from the center", found.Unconverged,
			found.Residual)
	}
}

// A draft's programs find no point of a manifold; what is built of its points must be built nevertheless.
func TestUniformPointsOfADraft(t *testing.T) {
	m := learned(t, networktest.Sphere(3, 1))
	m.Env.Engine = backend.Draft(m.Env.Engine)
	set, err := m.Uniform(t.Context(), rand.New(rand.NewPCG(3, 1)), 100)
	if err != nil {
		t.Fatal(err)
	}
	if set.Len() != 100 || set.Dim != 3 {
		t.Errorf("%d points in R^%d, want 100 in R^3", set.Len(), set.Dim)
	}
}

// F = tanh(|x|^2 - 1) is 0 on the unit sphere and flat away from it, so that no uniform point of a box in
// R^10 gets there. Chains start at the training points then.
func TestFreshPointsFromTheDataWhereTheBoxHasNone(t *testing.T) {
	sphere := networktest.Sphere(10, 1)
	saturated := networktest.Formula(func(x *graph.Node) *graph.Node { return graph.Tanh(sphere.Formula(x)) })
	data, box := points.New(0, 10), make(points.Box, 10)
	rng := rand.New(rand.NewPCG(31, 5))
	for range 20 {
		data.Data = append(data.Data, sphere.Draw(rng)...)
	}
	for j := range box {
		box[j] = [2]float64{3, 5} // all of it far away
	}
	for i := range data.Data {
		data.Data[i] *= 1.001
	}
	z := set(supporttest.Environment(t, data, box), supporttest.Fixed(saturated), 1)
	if _, err := z.freshPoints(t.Context()); err == nil {
		t.Error("points outside of the box are taken")
	}
	for j := range box {
		box[j] = [2]float64{-20, 20}
	}
	fresh, err := z.freshPoints(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range fresh.Len() {
		if away := supporttest.Distance(fresh.At(i), make([]float64, 10)); math.Abs(away-1) > 1e-4 {
			t.Errorf("a starting point at %v from the sphere", away-1)
		}
	}
}
