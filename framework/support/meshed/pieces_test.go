package meshed

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/mesh"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/implicit"
	"ebim/framework/support/supporttest"
)

// ball is a circle or sphere.
type ball struct {
	center []float64
	radius float64
}

// balls is the zero set of the product of |x - c|^2 - r^2.
func balls(all ...ball) networktest.Formula {
	return func(x *graph.Node) *graph.Node {
		whole := graph.OnesLike(networktest.Square(x))
		for _, b := range all {
			moved := graph.Sub(x, graph.BroadcastToDims(graph.ConstAsDType(x.Graph(), x.DType(),
				[][]float64{b.center}), x.Shape().Dimensions...))
			whole = graph.Mul(whole, graph.AddScalar(networktest.Square(moved), -b.radius*b.radius))
		}
		return whole
	}
}

// on is n points of a ball's surface, with normal noise.
func (b ball) on(rng *rand.Rand, n int, noise float64) *points.Set {
	set := points.New(n, len(b.center))
	for i := range n {
		x, length := set.At(i), 0.0
		for j := range x {
			x[j] = rng.NormFloat64()
			length = math.Hypot(length, x[j])
		}
		for j := range x {
			x[j] = b.center[j] + b.radius*x[j]/length + noise*rng.NormFloat64()
		}
	}
	return set
}

// off is the largest distance of points to the nearest of some balls' surfaces.
func off(set *points.Set, from ...ball) float64 {
	largest := 0.0
	for i := range set.Len() {
		least := math.Inf(1)
		for _, b := range from {
			least = min(least, math.Abs(supporttest.Distance(set.At(i), b.center)-b.radius))
		}
		largest = max(largest, least)
	}
	return largest
}

func together(sets ...*points.Set) *points.Set {
	whole := points.New(0, sets[0].Dim)
	for _, set := range sets {
		whole.Data = append(whole.Data, set.Data...)
	}
	return whole
}

// world is a dense circle, a sparse one, and two that no data made: one with an outlier on it, twice, and one that
// others are far from.
var world = []ball{{[]float64{0, 0}, 1}, {[]float64{2.3, 0}, 0.4}, {[]float64{0, 2.2}, 0.4}, {[]float64{-2.2, -1}, 0.3}}

func worldly(t *testing.T, noise float64) *Set {
	rng := rand.New(rand.NewPCG(4, 13))
	outlier := supporttest.Rows(t, []float64{0.4, 2.2}, []float64{0.4, 2.2}, []float64{-3.4, -3.3},
		[]float64{-3.5, 3.1}, []float64{-3.4, -2.6})
	data := together(world[0].on(rng, 996, noise), world[1].on(rng, 2, noise), outlier)
	return withData(set(supporttest.Environment(t, data, points.Box{{-3.6, 3.6}, {-3.6, 3.6}}),
		supporttest.Fixed(balls(world...)), 1))
}

// Pieces with two points of a thousand are kept, those with one outlier, even twice, or with outliers afar are not,
// for data with and without noise.
func TestPiecesThatCarryData(t *testing.T) {
	for _, noise := range []float64{0, 0.03} {
		z := worldly(t, noise)
		found, err := z.Pieces(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if share := 0.7 / 2.1; found.Count != 4 || found.Kept != 2 || found.Bare != 2 ||
			math.Abs(found.DroppedShare-share) > 1e-3 || math.Abs(found.BareShare-share) > 1e-3 {
			t.Errorf("noise %v: %+v, want 2 of 4 pieces kept, and %.3f dropped", noise, found, share)
		}
	}
	all, err := set(worldly(t, 0).Env, supporttest.Fixed(balls(world...)), 1).Pieces(t.Context())
	if err != nil || all.Kept != 4 || all.Bare != 2 || all.DroppedShare != 0 {
		t.Errorf("where all pieces are kept: %+v, %v", all, err)
	}
}

// Whatever is asked of the zero set knows only the pieces that are kept.
func TestEverythingLivesOnThePiecesThatAreKept(t *testing.T) {
	z, rng, kept := worldly(t, 0), rand.New(rand.NewPCG(5, 13)), world[:2]
	const length = 2 * math.Pi * 1.4
	is := func(what string, set *points.Set, err error) {
		t.Helper()
		if err != nil || set.Len() == 0 || !(off(set, kept...) < 1e-2) {
			t.Errorf("%s: %v, points up to %v away", what, err, off(set, kept...))
		}
	}
	made, err := z.Mesh(t.Context(), 128)
	is("the mesh", made.Vertices, err)
	if math.Abs(made.Measure()/length-1) > 1e-3 || len(made.Notes) != 1 ||
		!strings.Contains(made.Notes[0], "2 of 4, 33.3 % of its length") {
		t.Errorf("the mesh has length %v and the notes %q", made.Measure(), made.Notes)
	}
	level := func(_ context.Context, x *points.Set) ([]float64, error) { return make([]float64, x.Len()), nil }
	if integral, err := z.LogIntegral(t.Context(), rng, level); err != nil ||
		math.Abs(integral.Log-math.Log(length)) > 1e-3 {
		t.Errorf("the integral: %+v, %v", integral, err)
	}
	drawn, _, err := z.Draw(t.Context(), rng, level, 500)
	is("draws", drawn, err)
	uniform, err := z.Uniform(t.Context(), rng, 2000)
	is("uniform points", uniform, err)
	starts, err := z.Starts(t.Context())
	is("starts of chains", starts, err)
	start, err := z.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	fresh := points.New(500, 2)
	for i := range fresh.Len() {
		point := make([]float32, 2)
		start(point, rng)
		fresh.At(i)[0], fresh.At(i)[1] = float64(point[0]), float64(point[1])
	}
	is("fresh starts", fresh, nil)
	quadrature, err := z.Quadrature(t.Context(), 64)
	is("a quadrature", quadrature.Nodes, err)
	onto, err := z.Onto(t.Context(), z.Env.Data)
	is("the data on it", onto, err)
	moved, err := z.moved(support.Similarity{Factor: 2, Shift: []float64{5, 0}}).Mesh(t.Context(), 128)
	if err != nil || math.Abs(moved.Measure()/(2*length)-1) > 1e-3 {
		t.Errorf("moved: %v", err)
	}
}

// The points nearest to points of a dropped circle at (0, 2.2), which no search leads to, are those of the unit circle
// in the direction of the origin. Half a cell of 7.2/256 beside these their distance is longer by (7.2/512)^2 and
// less.
func TestNearestOfThePiecesThatAreKept(t *testing.T) {
	z := worldly(t, 0)
	x := world[2].on(rand.New(rand.NewPCG(6, 13)), 100, 0.01)
	found, err := z.Nearest(t.Context(), x)
	if err != nil || found.Unconverged > 0 || !(off(found.Points, world[0]) < 1e-4) {
		t.Fatalf("%+v, %v", found, err)
	}
	for i := range x.Len() {
		distance, least := supporttest.Distance(found.Points.At(i), x.At(i)), math.Hypot(x.At(i)[0], x.At(i)[1])-1
		if !(distance < least+2e-4) {
			t.Errorf("%v is %v from %v, want %v", x.At(i), distance, found.Points.At(i), least)
		}
	}
}

// Where every piece carries data, or so few points are there that none does, nothing changes, to the last bit.
func TestNothingIsLeftOut(t *testing.T) {
	for name, data := range map[string]*points.Set{
		"data everywhere": together(world[0].on(rand.New(rand.NewPCG(7, 13)), 20, 0),
			world[3].on(rand.New(rand.NewPCG(8, 13)), 2, 0)),
		"one point each": supporttest.Rows(t, []float64{1, 0}, []float64{-2.2, -0.7}),
		"no data":        points.New(0, 2),
	} {
		env := supporttest.Environment(t, data, points.Box{{-3.6, 3.6}, {-3.6, 3.6}})
		all := set(env, supporttest.Fixed(balls(world[0], world[3])), 1)
		for _, z := range []*Set{all, withData(all)} {
			found, err := z.Pieces(t.Context())
			if err != nil || found.Kept != 2 || found.DroppedShare != 0 {
				t.Errorf("%s: %+v, %v", name, found, err)
			}
		}
		a, errA := all.Uniform(t.Context(), rand.New(rand.NewPCG(9, 13)), 200)
		b, errB := withData(all).Uniform(t.Context(), rand.New(rand.NewPCG(9, 13)), 200)
		if errA != nil || errB != nil || !slices.Equal(a.Data, b.Data) {
			t.Errorf("%s: uniform points differ: %v, %v", name, errA, errB)
		}
	}
}

// A mesh is the caller's to give values to.
func TestMeshesAreTheCallers(t *testing.T) {
	z := worldly(t, 0)
	first, err := z.Mesh(t.Context(), 32)
	if err != nil {
		t.Fatal(err)
	}
	first.Values = map[string][]float64{mesh.Energy: nil}
	if second, err := z.Mesh(t.Context(), 32); err != nil || second.Values != nil {
		t.Errorf("a second mesh has the values of the first: %v, %v", second.Values, err)
	}
}

// The plane z = 0 and two spheres around each other, of which the inner has data, meet in the inner circle. A union
// keeps of each what it keeps alone.
func TestPiecesOfCombinations(t *testing.T) {
	inner, outer := ball{[]float64{0, 0, 0}, 1}, ball{[]float64{0, 0, 0}, 1.8}
	box := points.Box{{-2, 2}, {-2, 2}, {-2, 2}}
	formula := balls(inner, outer)
	height := func(x *graph.Node) *graph.Node { return networktest.Coordinate(x, 2) }
	spheres := withData(set(supporttest.Environment(t, inner.on(rand.New(rand.NewPCG(10, 13)), 300, 0), box),
		supporttest.Fixed(formula), 1))
	plane := set(supporttest.Environment(t, points.New(0, 3), box), supporttest.Fixed(height), 1)
	both := supporttest.Fixed(func(x *graph.Node) *graph.Node { return networktest.Join(formula(x), height(x)) })
	intersection := implicit.Function{Env: spheres.Env, F: both, Codimension: 2}
	circle, err := New(intersection, Parts{Crossed: []*Set{spheres, plane}}).Mesh(t.Context(), 64)
	if err != nil || !(off(circle.Vertices, inner) < 1e-2) || math.Abs(circle.Measure()/(2*math.Pi)-1) > 1e-2 {
		t.Errorf("the intersection: %v", err)
	}
	away := withData(set(supporttest.Environment(t, outer.on(rand.New(rand.NewPCG(11, 13)), 300, 0), box),
		supporttest.Fixed(formula), 1))
	nowhere := New(intersection, Parts{Crossed: []*Set{spheres, plane, away}})
	if _, err := nowhere.Mesh(t.Context(), 64); err == nil || !strings.Contains(err.Error(), "none of the 2 pieces") {
		t.Errorf("an intersection of pieces that do not meet: %v", err)
	}
	if found, err := nowhere.Nearest(t.Context(), inner.on(rand.New(rand.NewPCG(12, 13)), 5, 0)); err != nil ||
		found.Unconverged != 5 {
		t.Errorf("points nearest to nothing: %+v, %v", found, err)
	}
	product := supporttest.Fixed(func(x *graph.Node) *graph.Node { return graph.Mul(formula(x), formula(x)) })
	union := New(implicit.Function{Env: spheres.Env, F: product, Codimension: 1}, Parts{United: []*Set{spheres, away}})
	found, err := union.Pieces(t.Context())
	if err != nil || found.Count != 4 || found.Kept != 2 || math.Abs(found.DroppedShare-0.5) > 1e-2 {
		t.Errorf("the union: %+v, %v", found, err)
	}
}
