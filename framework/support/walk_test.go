package support_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/floats"

	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
	"ebim/framework/support/zeroset"
)

// geodesic checks that points of a walk on the unit sphere lie on it, at equal angles on one great circle, within
// tolerances.
func geodesic(t *testing.T, walk *points.Set, angle, off, bent float64) {
	t.Helper()
	inner := floats.Dot
	first, second := walk.At(0), walk.At(1)
	across := make([]float64, walk.Dim) // of length 1, orthogonal to the first in their plane
	for j := range across {
		across[j] = (second[j] - inner(first, second)*first[j]) / math.Sin(angle)
	}
	for i := range walk.Len() {
		if x := walk.At(i); math.Abs(math.Sqrt(inner(x, x))-1) > off {
			t.Errorf("point %d is %v from the origin", i, math.Sqrt(inner(x, x)))
		}
		sine, cosine := math.Sincos(float64(i) * angle)
		want := make([]float64, walk.Dim)
		for j := range want {
			want[j] = cosine*first[j] + sine*across[j]
		}
		supporttest.CloseTo(t, "a point of the geodesic", walk.At(i), want, bent)
	}
}

// Walks on a sphere are great circles with equal steps, each move by h along a tangent and back one by the angle
// arctan h, and start in the direction in which the data nearby extend.
func TestWalkOnASphere(t *testing.T) {
	const n, long = 5, 0.3
	rng := rand.New(rand.NewPCG(1, 20))
	data := points.New(0, n)
	for i := range 40 { // about (1, 0, 0, 0, 0), and farthest along the second axis
		x := []float64{1, long * (float64(i)/20 - 1), 0.02 * rng.NormFloat64(), 0.02 * rng.NormFloat64(),
			0.02 * rng.NormFloat64()}
		support.Unit(x, false)
		data.Data = append(data.Data, x...)
	}
	m := networktest.Sphere(n, 1)
	z := zeroset.New(supporttest.Environment(t, data, m.Box), supporttest.Fixed(m.Formula), 1)
	steps := support.Steps{Before: 3, After: 2, Length: 0.2, Parts: 4}
	from := supporttest.Rows(t, []float64{1.2, 0, 0, 0, 0}, []float64{0.9, 0.1, 0, 0, 0})
	walks, err := support.Walk(t.Context(), z, from, steps)
	if err != nil {
		t.Fatal(err)
	}
	if walks.Len() != 2*6 {
		t.Fatalf("%d points of two walks with six each", walks.Len())
	}
	for k := range 2 {
		walk, start := walks.Slice(6*k, 6*k+6), m.Nearest(from.At(k))
		supporttest.CloseTo(t, "the start, after three others,", walk.At(3), start, 1e-5)
		geodesic(t, walk, 4*math.Atan(0.05), 1e-5, 2e-4)
		toward := walk.At(4)
		if along := (toward[1] - start[1]) / supporttest.Distance(toward, start); along < 0.95 {
			t.Errorf("walk %d sets out with %v along the data's longest axis", k, along)
		}
	}
}

// In a large codimension points return by denoising steps. Here F is the offset from a circle in a plane of R^300, so
// that J^T F leads to its nearest point from near it.
func TestWalkInALargeCodimension(t *testing.T) {
	const n = support.MostSearched + 10
	circle := networktest.Formula(func(x *graph.Node) *graph.Node {
		plane := graph.SliceAxis(x, 1, graph.AxisRange(0, 2))
		return graph.Concatenate([]*graph.Node{supporttest.ToCircle(1)(plane),
			graph.SliceAxis(x, 1, graph.AxisRange(2, n))}, 1)
	})
	data := points.New(50, n)
	for i := range 50 {
		data.At(i)[1], data.At(i)[0] = math.Sincos(2 * math.Pi * float64(i) / 50)
	}
	z := zeroset.New(supporttest.Environment(t, data, points.Cube(n, -1.5, 1.5)), supporttest.Fixed(circle), n-1)
	from := points.New(1, n)
	for j := range n {
		from.Data[j] = 0.01
	}
	from.Data[0], from.Data[1] = 0.6, -0.6
	walk, err := support.Walk(t.Context(), z, from, support.Steps{Before: 4, After: 4, Length: 0.3, Parts: 3})
	if err != nil {
		t.Fatal(err)
	}
	supporttest.CloseTo(t, "the start", walk.At(4)[:3], []float64{math.Sqrt(0.5), -math.Sqrt(0.5), 0}, 1e-4)
	geodesic(t, walk, 3*math.Atan(0.1), 1e-4, 1e-3)
	// Of the two ways the one with the larger sum comes second: here counterclockwise, to (1, 0).
	if walk.At(5)[0] <= walk.At(4)[0] {
		t.Error("the walk does not get brighter to the right")
	}
}

// A function that is not finite where a walk begins, and a manifold without data, leave walks where they are.
func TestWalksThatStay(t *testing.T) {
	m := networktest.Sphere(3, 1)
	for name, z := range map[string]support.Support{
		"no data": zeroset.New(supporttest.Environment(t, points.New(0, 3), m.Box), supporttest.Fixed(m.Formula), 1),
		"not finite": zeroset.New(supporttest.Environment(t, supporttest.Drawn(m, 20, 1), m.Box),
			supporttest.Fixed(func(x *graph.Node) *graph.Node {
				return graph.Sqrt(graph.MulScalar(networktest.Square(x), -1))
			}), 1),
	} {
		walk, err := support.Walk(t.Context(), z, supporttest.Rows(t, []float64{0, 0, 1}),
			support.Steps{Before: 1, After: 1, Length: 0.3, Parts: 2})
		if err != nil {
			t.Fatal(err)
		}
		supporttest.CloseTo(t, name, walk.Data, []float64{0, 0, 1, 0, 0, 1, 0, 0, 1}, 1e-5)
	}
}
