package implicit

import (
	"math"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/floats"

	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
)

// The ring is |x|^2 = 1 and a.x - 1/2 + 0.3 (|x|^2 - 1) = 0 with a = (0.6, 0, 0.8).
func TestValues(t *testing.T) {
	x := supporttest.Drawn(networktest.Sphere(3, 1.2), 600, 3) // more than one batch
	got, err := learned(t, networktest.Ring()).Values(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	if got.Dim != 2 || got.Len() != x.Len() {
		t.Fatalf("%d values in R^%d for %d points in codimension 2", got.Len(), got.Dim, x.Len())
	}
	for i := range x.Len() {
		p := x.At(i)
		sphere := p[0]*p[0] + p[1]*p[1] + p[2]*p[2] - 1
		plane := 0.6*p[0] + 0.8*p[2] - 0.5 + 0.3*sphere
		if math.Abs(got.At(i)[0]-sphere) > 1e-5 || math.Abs(got.At(i)[1]-plane) > 1e-5 {
			t.Fatalf("F%v is %v, want (%v, %v)", p, got.At(i), sphere, plane)
		}
	}
}

// J J^T of the ring at points of it is ((4, 2 a.x + 1.2), (2 a.x + 1.2, |a + 0.6 x|^2)) with a.x = 1/2: its eigenvalues
// are the squares of the singular values.
func TestSingularValuesOfTheRing(t *testing.T) {
	got, err := learned(t, networktest.Ring()).SingularValues(t.Context(),
		supporttest.Drawn(networktest.Ring(), 600, 4))
	if err != nil {
		t.Fatal(err)
	}
	a, b, d := 4.0, 2*0.5+1.2, 1+2*0.6*0.5+0.36
	root := math.Hypot((a-d)/2, b)
	want := []float64{math.Sqrt((a+d)/2 + root), math.Sqrt((a+d)/2 - root)}
	for i := range got.Len() {
		if v := got.At(i); len(v) != 2 || math.Abs(v[0]-want[0]) > 1e-4 || math.Abs(v[1]-want[1]) > 1e-4 {
			t.Fatalf("the singular values are %v, want %v", v, want)
		}
	}
	if got.Len() != 600 {
		t.Errorf("%d of 600 points have singular values", got.Len())
	}
}

// A curve in R^6 has a Jacobian of five rows, more than are built at once elsewhere. Those of x_k = h x_0 x_1 have a 1
// on the diagonal: singular values are compared by their product, the root of det J J^T = 4 (1 + 4 h^2 cos^2(2
// angle)), which is 4 times the square of the curve's speed.
func TestSingularValuesInLargeCodimension(t *testing.T) {
	const h = 0.8
	x := supporttest.Drawn(networktest.Wave(6, h), 50, 5)
	got, err := learned(t, networktest.Wave(6, h)).SingularValues(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	for i := range x.Len() {
		p, product := x.At(i), 1.0
		for _, v := range got.At(i) {
			product *= v
		}
		double := p[0]*p[0] - p[1]*p[1]
		if want := 2 * math.Sqrt(1+4*h*h*double*double); got.Dim != 5 || math.Abs(product/want-1) > 1e-4 {
			t.Fatalf("the singular values %v have the product %v, want %v", got.At(i), product, want)
		}
	}
}

func TestSingularValuesOfWhatIsNoNumber(t *testing.T) {
	root := function(supporttest.Environment(t, points.New(1, 2), supporttest.Square),
		supporttest.Fixed(func(x *graph.Node) *graph.Node { return graph.Sqrt(networktest.Coordinate(x, 0)) }), 1)
	if got, err := root.SingularValues(t.Context(), supporttest.Rows(t, []float64{-1, 0})); err == nil {
		t.Errorf("the root of -1 has the singular values %v", got.Data)
	}
	if got, err := root.SingularValues(t.Context(), points.New(0, 2)); err != nil || got.Len() != 0 {
		t.Errorf("no points have the singular values %v (%v)", got, err)
	}
}

// Projections to tangent spaces agree with closed forms, where rows of the Jacobian are far from orthogonal, too; a
// vector of the normal space becomes 0.
func TestTangents(t *testing.T) {
	z := learned(t, networktest.Ring())
	tangents, err := z.newTangents(4)
	if err != nil {
		t.Fatal(err)
	}
	x := supporttest.Drawn(networktest.Ring(), 3, 4)
	axis := []float64{0.6, 0, 0.8}
	w := supporttest.Rows(t, []float64{1, 2, 3}, []float64{-1, 0.5, 0}, axis)
	got, err := tangents.At(t.Context(), x, w)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		a, p := axis, x.At(i)
		along := []float64{a[1]*p[2] - a[2]*p[1], a[2]*p[0] - a[0]*p[2], a[0]*p[1] - a[1]*p[0]}
		support.Unit(along, false)
		part := floats.Dot(w.At(i), along)
		supporttest.CloseTo(t, "the tangent part", got.At(i),
			[]float64{part * along[0], part * along[1], part * along[2]}, 1e-5)
	}
}
