package arithmetic

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/energy"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
	"ebim/framework/support/zeroset"
)

// apart is two unit spheres, moved by 0.5 in opposite directions.
func apart(tb testing.TB) (left, right *model.Trained) {
	sphere := onSphere(tb, 0, 0, 1)
	return translated(tb, sphere, -0.5, 0, 0), translated(tb, sphere, 0.5, 0, 0)
}

func fromSphere(x []float64, center float64) float64 {
	return math.Abs(math.Sqrt((x[0]-center)*(x[0]-center)+x[1]*x[1]+x[2]*x[2]) - 1)
}

// Of the union of two spheres, as many points lie on either, and their mean height is that of the energy z, the
// negative of the Langevin function coth(1) - 1 = 0.313, on both. The standard deviations of the number of points and
// of the mean height, from 4000 proposals and 1000 draws, are about 10 and 0.02: a false alarm has probability 1e-5.
func TestUnionOfSpheres(t *testing.T) {
	left, right := apart(t)
	union := derive(t, &Union{Of: []string{"left", "right"}}, left, right)
	set := sample(t, union, 1000, 1)
	count, height := 0, 0.0
	for i := range set.Len() {
		x := set.At(i)
		first, second := fromSphere(x, -0.5), fromSphere(x, 0.5)
		// Where the spheres cross, the product is within 1e-4 of 0 up to 1e-2 from both.
		if off := min(first, second); !(off < 1e-2) || off > 1e-3 && max(first, second) > 0.1 {
			t.Errorf("%v is %v and %v from the spheres", x, first, second)
		}
		if first < second {
			count++
		}
		height += x[2] / 1000
	}
	if math.Abs(float64(count)-500) > 50 {
		t.Errorf("%d of 1000 points are on the first sphere", count)
	}
	if want := 1 - 1/math.Tanh(1); math.Abs(height-want) > 0.09 {
		t.Errorf("the mean height is %v, want %v", height, want)
	}
	box := environment(union).Box
	if want := [2]float64{-2, 2}; box[0] != want || box[1] != [2]float64{-1.5, 1.5} {
		t.Errorf("the box is %v, want the hull of both", box)
	}
}

// The mesh of the union, and that of the union moved, is of both spheres, of area 8 pi, though they cross; its density
// is normalized on both together. A manifold without points adds nothing.
func TestUnionMesh(t *testing.T) {
	left, right := apart(t)
	union := derive(t, &Union{Of: []string{"left", "right"}}, left, right)
	for name, m := range map[string]*model.Trained{"union": union, "moved": translated(t, union, 3, 0, 0)} {
		made, err := m.Mesh(t.Context(), 32)
		if err != nil {
			t.Fatal(err)
		}
		if area := made.Measure(); !(math.Abs(area/(8*math.Pi)-1) < 0.01) {
			t.Errorf("%s: the area is %v, want %v", name, area, 8*math.Pi)
		}
		if whole := made.LogIntegrateExp(made.Values[mesh.LogDensity]); !(math.Abs(whole) < 1e-6) {
			t.Errorf("%s: the density's integral is exp(%v)", name, whole)
		}
		for i := range made.Vertices.Len() {
			x := slices.Clone(made.Vertices.At(i))
			if name == "moved" {
				x[0] -= 3
			}
			if off := min(fromSphere(x, -0.5), fromSphere(x, 0.5)); !(off < 1e-4) {
				t.Fatalf("%s: the vertex %v is %v off", name, x, off)
			}
		}
	}
	hollow := bare(zeroset.New(supporttest.Environment(t, points.New(1, 3), networktest.Sphere(3, 1).Box),
		supporttest.Fixed(supporttest.Hollow), 1))
	half, err := derive(t, &Union{Of: []string{"left", "hollow"}}, left, hollow).Mesh(t.Context(), 32)
	if err != nil || !(math.Abs(half.Measure()/(4*math.Pi)-1) < 0.01) {
		t.Errorf("with an empty manifold: %v", err)
	}
}

// The weights of a union are those of its densities, so of the points' shares where the energies are alike and each is
// high on the other circle.
func TestUnionTakesWeights(t *testing.T) {
	left, right := translated(t, onSphere(t, 0, 0), -2, 0), translated(t, onSphere(t, 0, 0), 2, 0)
	steep := supporttest.Fixed(networktest.Square) // 1 on the own circle, 9 or more on the other
	for _, m := range []*model.Trained{left, right} {
		center := environment(m).Box[0]
		m.Energy().Energy = support.Similarity{Factor: 1, Shift: []float64{(center[0] + center[1]) / 2,
			0}}.Before(steep)
	}
	set := sample(t, derive(t, &Union{Of: []string{"left", "right"}, Weights: []float64{1, 3}}, left, right), 2000, 2)
	count := 0.0
	for i := range set.Len() {
		if set.At(i)[0] > 0 {
			count++
		}
	}
	// The standard deviation, from 8000 proposals, is about 9: a false alarm has probability 3e-8.
	if math.Abs(count-1500) > 50 {
		t.Errorf("%v of 2000 points are on the circle of weight 3/4", count)
	}
}

// Two unit spheres at x = -0.5 and 0.5 meet in the circle of radius sqrt(1 - 0.25) in the plane x = 0. Their energies z
// add up to 2 z, so cos has the mean -I_1(2 r)/I_0(2 r) for r = sqrt(3)/2.
func TestIntersectionOfSpheresIsACircle(t *testing.T) {
	left, right := apart(t)
	circle := derive(t, &Intersection{Of: []string{"left", "right"}}, left, right)
	radius := math.Sqrt(0.75)
	set, height := sample(t, circle, 1000, 3), 0.0
	for i := range set.Len() {
		x := set.At(i)
		if off := math.Abs(math.Hypot(x[1], x[2]) - radius); !(off < 2e-4) || !(math.Abs(x[0]) < 2e-4) {
			t.Errorf("%v is %v off the circle's radius", x, off)
		}
		height += x[2] / radius / 1000
	}
	boltzmann := func(power float64) float64 {
		return supporttest.Integral(func(a float64) float64 {
			return math.Pow(math.Sin(a),
				power) * math.Exp(-2*radius*math.Sin(a))
		}, -math.Pi, math.Pi)
	}
	// The standard deviation, from 4000 proposals and 1000 draws, is about 0.023: a false alarm has probability 1e-5.
	if want := boltzmann(1) / boltzmann(0); math.Abs(height-want) > 0.1 {
		t.Errorf("the mean of z/r is %v, want %v", height, want)
	}
	near, err := support.Nearest(t.Context(), circle.Support, supporttest.Rows(t, []float64{0.2, 0, 1}))
	if err != nil {
		t.Fatal(err)
	}
	if off := supporttest.Distance(near.Points.At(0), []float64{0, 0, radius}); !(off < 1e-3) {
		t.Errorf("the nearest point is %v", near.Points.At(0))
	}
}

// In more than three dimensions points come from chains; the codimension 5 is larger than the operands' own.
func TestIntersectionOfLargeCodimension(t *testing.T) {
	circle := networktest.Wave(6, 0)
	env, _, _ := supporttest.Learned(t, circle)
	flat := zeroset.New(env, supporttest.Fixed(func(x *graph.Node) *graph.Node {
		return networktest.Join(networktest.Coordinate(x, 2), networktest.Coordinate(x, 3),
			networktest.Coordinate(x, 4))
	}), 3)
	cylinder := zeroset.New(env, supporttest.Fixed(func(x *graph.Node) *graph.Node {
		ring := graph.Add(graph.Square(networktest.Coordinate(x, 0)), graph.Square(networktest.Coordinate(x, 1)))
		return networktest.Join(networktest.Coordinate(x, 5), graph.AddScalar(ring, -1))
	}), 2)
	newton := &sampler.ConstrainedLangevin{LangevinStep: sampler.LangevinStep{Steps: 2, Noise: 0.3, Unroll: 1},
		Solver: &sampler.Newton{Iterations: 4}, Tolerance: 1e-4, LongestReturn: 1}
	operand := with(&energy.Density{Support: flat, Energy: supporttest.Slope(0, 0, 0, 0, 0, 0),
		Moves: energy.Constrained(newton), Sampling: energy.Sampling{Steps: 2}})
	set := sample(t, derive(t, &Intersection{Of: []string{"flat", "cylinder"}}, operand, bare(cylinder)), 20, 4)
	if size := supporttest.Residual(t, circle, set); !(size < 2e-4) {
		t.Errorf("|F| is up to %v", size)
	}
	for i := range env.Data.Len() {
		if supporttest.Distance(set.At(0), env.Data.At(i)) < 1e-3 {
			t.Error("a chain has not moved from the data")
		}
	}
}

// Manifolds without an energy: their union has no density, their intersection with an EBIM takes its energy.
func TestArithmeticOfImplicitManifolds(t *testing.T) {
	left, right := apart(t)
	alone := bare(left.Support)
	if derive(t, &Union{Of: []string{"left", "right"}}, alone, right).Density != nil {
		t.Error("a union with a manifold without a density has one")
	}
	spread, logs, err := derive(t, &Intersection{Of: []string{"left", "right"}}, alone,
		right).Density.Spread(t.Context(), rand.New(rand.NewPCG(5, 7)), 50)
	if err != nil {
		t.Fatal(err)
	}
	for i, log := range logs {
		if math.Abs(log+spread.At(i)[2]) > 1e-5 {
			t.Errorf("the log density at %v is %v", spread.At(i), log)
		}
	}
	far := translated(t, right, 10, 0, 0)
	if _, err := (&Intersection{Of: []string{"left", "right"}}).Combine([]*model.Trained{left, far}); err == nil ||
		!strings.Contains(err.Error(), "axis 0") {
		t.Errorf("boxes that do not meet: %v", err)
	}
}
