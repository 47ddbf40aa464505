package model

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/config"
	"ebim/framework/loss"
	"ebim/framework/mesh"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/sampler"
)

// onSphere is the unit sphere with the energy slope.x, as if it had been learned.
func onSphere(tb testing.TB, slopes ...float64) *trainedEBIM {
	constrained := &sampler.ConstrainedLangevin{LangevinStep: sampler.LangevinStep{Steps: 20, Noise: 0.3, Unroll: 20},
		Solver: &sampler.Newton{Iterations: 4}, Tolerance: 1e-4, LongestReturn: 1}
	return &trainedEBIM{learnedManifold: learned(tb, networktest.Sphere(len(slopes), 1)), energy: slope(slopes...), sampler: constrained,
		sampling: Sampling{Proposals: 4, Steps: 20}}
}

// derive combines trained operands and fails the test where it can't.
func derive(tb testing.TB, m Derived, operands ...Trained) Trained {
	tb.Helper()
	trained, err := m.Combine(operands)
	if err != nil {
		tb.Fatal(err)
	}
	return trained
}

func translated(tb testing.TB, operand Trained, by ...float64) Trained {
	tb.Helper()
	return derive(tb, &Translate{By: by}, operand)
}

// apart is two unit spheres, moved by 0.5 in opposite directions.
func apart(tb testing.TB) (left, right Trained) {
	sphere := onSphere(tb, 0, 0, 1)
	return translated(tb, sphere, -0.5, 0, 0), translated(tb, sphere, 0.5, 0, 0)
}

func fromSphere(x []float64, centre float64) float64 {
	return math.Abs(math.Sqrt((x[0]-centre)*(x[0]-centre)+x[1]*x[1]+x[2]*x[2]) - 1)
}

func sample(tb testing.TB, trained Trained, n int, seed uint64) *points.Set {
	tb.Helper()
	set, _, err := trained.(Sampler).Sample(background, rand.New(rand.NewPCG(seed, 7)), n)
	if err != nil {
		tb.Fatal(err)
	}
	if set.Len() != n {
		tb.Fatalf("%d points, want %d", set.Len(), n)
	}
	return set
}

// Of the union of two spheres, as many points lie on either, and their mean height is that of the energy z, the negative
// of the Langevin function coth(1) - 1 = 0.313, on both. The standard deviations of the number of points and of the mean height, from 4000
// proposals and 1000 draws, are about 10 and 0.02: a false alarm has probability 1e-5.
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
	box := union.(*trainedEBIM).setting.Box
	if want := [2]float64{-2, 2}; box[0] != want || box[1] != [2]float64{-1.5, 1.5} {
		t.Errorf("the box is %v, want the hull of both", box)
	}
}

// The mesh of the union, and that of the union moved, is of both spheres, of area 8 pi, though they cross; its density is
// normalised on both together. A manifold without points adds nothing.
func TestUnionMesh(t *testing.T) {
	left, right := apart(t)
	union := derive(t, &Union{Of: []string{"left", "right"}}, left, right)
	for name, m := range map[string]Trained{"union": union, "moved": translated(t, union, 3, 0, 0)} {
		made, err := m.(Mesher).Mesh(background, 32)
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
	hollow := learned(t, networktest.Sphere(3, 1))
	hollow.network = fixed(func(x *graph.Node) *graph.Node { return graph.AddScalar(networktest.Square(x), 1) })
	half, err := derive(t, &Union{Of: []string{"left", "hollow"}}, left, hollow).(Mesher).Mesh(background, 32)
	if err != nil || !(math.Abs(half.Measure()/(4*math.Pi)-1) < 0.01) {
		t.Errorf("with an empty manifold: %v", err)
	}
}

// The weights of a union are those of its densities, so of the points' shares where the energies are alike and each is
// high on the other circle.
func TestUnionTakesWeights(t *testing.T) {
	left, right := translated(t, onSphere(t, 0, 0), -2, 0), translated(t, onSphere(t, 0, 0), 2, 0)
	steep := fixed(networktest.Square) // 1 on the own circle, 9 or more on the other
	for _, m := range []Trained{left, right} {
		centre := m.(*trainedEBIM).setting.Box[0]
		m.(*trainedEBIM).energy = similarity{factor: 1, shift: []float64{(centre[0] + centre[1]) / 2, 0}}.before(steep)
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
		return integral(func(a float64) float64 { return math.Pow(math.Sin(a), power) * math.Exp(-2*radius*math.Sin(a)) }, -math.Pi, math.Pi)
	}
	// The standard deviation, from 4000 proposals and 1000 draws, is about 0.023: a false alarm has probability 1e-5.
	if want := boltzmann(1) / boltzmann(0); math.Abs(height-want) > 0.1 {
		t.Errorf("the mean of z/r is %v, want %v", height, want)
	}
	near, err := circle.(Nearest).Nearest(background, rows(t, []float64{0.2, 0, 1}))
	if err != nil {
		t.Fatal(err)
	}
	if off := math.Sqrt(squaredDistance(near.Points.At(0), []float64{0, 0, radius})); !(off < 1e-3) {
		t.Errorf("the nearest point is %v", near.Points.At(0))
	}
}

// In more than three dimensions points come from chains; the codimension 5 is larger than the operands' own.
func TestIntersectionOfLargeCodimension(t *testing.T) {
	circle := networktest.Wave(6, 0)
	flat := learned(t, circle)
	flat.network = fixed(func(x *graph.Node) *graph.Node {
		return networktest.Join(networktest.Coordinate(x, 2), networktest.Coordinate(x, 3), networktest.Coordinate(x, 4))
	})
	cylinder := learned(t, circle)
	cylinder.network = fixed(func(x *graph.Node) *graph.Node {
		ring := graph.Add(graph.Square(networktest.Coordinate(x, 0)), graph.Square(networktest.Coordinate(x, 1)))
		return networktest.Join(networktest.Coordinate(x, 5), graph.AddScalar(ring, -1))
	})
	newton := &sampler.ConstrainedLangevin{LangevinStep: sampler.LangevinStep{Steps: 2, Noise: 0.3, Unroll: 1},
		Solver: &sampler.Newton{Iterations: 4}, Tolerance: 1e-4, LongestReturn: 1}
	operand := &trainedEBIM{learnedManifold: flat, energy: slope(0, 0, 0, 0, 0, 0), sampler: newton, sampling: Sampling{Steps: 2}}
	set := sample(t, derive(t, &Intersection{Of: []string{"flat", "cylinder"}}, operand, cylinder), 20, 4)
	if size := residuals(t, circle, set); !(size < 2e-4) {
		t.Errorf("|F| is up to %v", size)
	}
	for i := range flat.setting.Data.Len() {
		if math.Sqrt(squaredDistance(set.At(0), flat.setting.Data.At(i))) < 1e-3 {
			t.Error("a chain has not moved from the data")
		}
	}
}

// Manifolds without an energy: their union has no density, their intersection with an EBIM takes its energy.
func TestArithmeticOfImplicitManifolds(t *testing.T) {
	left, right := apart(t)
	bare := left.(*trainedEBIM).learnedManifold
	if _, dense := derive(t, &Union{Of: []string{"left", "right"}}, bare, right).(Density); dense {
		t.Error("a union with a manifold without a density has one")
	}
	support, logs, err := derive(t, &Intersection{Of: []string{"left", "right"}}, bare, right).(Density).Support(background, rand.New(rand.NewPCG(5, 7)), 50)
	if err != nil {
		t.Fatal(err)
	}
	for i, log := range logs {
		if math.Abs(log+support.At(i)[2]) > 1e-5 {
			t.Errorf("the log density at %v is %v", support.At(i), log)
		}
	}
	far := translated(t, right, 10, 0, 0)
	if _, err := (&Intersection{Of: []string{"left", "right"}}).Combine([]Trained{left, far}); err == nil || !strings.Contains(err.Error(), "axis 0") {
		t.Errorf("boxes that do not meet: %v", err)
	}
}

// mistakes are the texts of joined errors.
func mistakes(err error) string {
	var field *config.FieldError
	var broken brokenOperand
	if err != nil && !errors.As(err, &field) && !errors.As(err, &broken) {
		return "no FieldError: " + err.Error()
	}
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestArithmeticIsChecked(t *testing.T) {
	surface, curve := singleVonMises(1, 1), singleVonMises(1, 1)
	surface.Manifold.Dimension = 2
	models := map[string]Model{
		"a": surface, "b": &ImplicitManifold{Manifold: surface.Manifold}, "curve": curve,
		"latent": pushforward(&loss.Reconstruction{}, 1, 1, 1), "ambient": ambient(1, 1),
		"a_b": &Union{Of: []string{"a", "b"}}, "a^b": &Intersection{Of: []string{"a", "b"}},
		"moved": &Translate{moving{"a^b"}, []float64{1, 2, 3}}, "mixed": &Mixture{Of: []string{"a", "latent"}},
		"thick":    &Union{Of: []string{"a", "curve"}},
		"explicit": &Union{Of: []string{"a", "latent"}},
		"cut":      &Intersection{Of: []string{"a", "ambient"}},
		"points":   &Intersection{Of: []string{"a", "curve"}},
		"unknown":  &Scale{moving{"aa"}, 2},
		"doubtful": &Mixture{Of: []string{"unknown", "a"}},
		"looped":   &Intersection{Of: []string{"a", "loop"}},
		"loop":     &Scale{moving{"pool"}, 2}, "pool": &Union{Of: []string{"a", "loop"}},
	}
	for label, want := range map[string]struct {
		nature Nature
		text   string
	}{
		"a_b":      {nature: Nature{Ambient: 3, Dimension: 2, Implicit: true}},
		"a^b":      {nature: Nature{Ambient: 3, Dimension: 1, Implicit: true, Density: true}},
		"moved":    {nature: Nature{Ambient: 3, Dimension: 1, Implicit: true, Density: true}},
		"mixed":    {nature: Nature{Ambient: 3, Dimension: 2, Density: true}},
		"thick":    {text: "of[1]: curve, of codimension 2; manifolds of codimension 1, whose functions have one output to multiply; use mixture"},
		"explicit": {text: "of[1]: latent, which has no manifold-defining function"},
		"cut":      {text: "of[1]: ambient, which has no manifold-defining function"},
		"points":   {text: "of: codimensions that add up to 1 + 2 = 3 in R^3, which leaves 0 dimensions; a sum of at most 2"},
		"unknown":  {text: `of: "aa", which is no model of the experiment`},
		"doubtful": {text: "there are mistakes in unknown, which it is made of"},
		"loop":     {text: "derived from itself: loop of pool of loop"},
		"looped":   {text: "there are mistakes in loop, which it is made of"},
	} {
		nature, err := NatureOf(models, label, 3)
		if text := mistakes(err); text != want.text && (want.text == "" || !strings.Contains(text, want.text)) {
			t.Errorf("%s: %q, want %q", label, text, want.text)
		}
		if err == nil && nature != want.nature {
			t.Errorf("%s is %+v, want %+v", label, nature, want.nature)
		}
	}
}

func TestSettingsOfDerivedModels(t *testing.T) {
	for want, err := range map[string]error{
		"of[1]: a a second time; each model once":         (&Union{Of: []string{"a", "a"}}).Check(),
		"of[2]: b a second time; each model once":         (&Intersection{Of: []string{"a", "b", "b"}}).Check(),
		"weights: 3 weights for 2 models":                 (&Mixture{Of: []string{"a", "b"}, Weights: []float64{1, 1, 1}}).Check(),
		"by: 2 numbers for data in R^3; 3, one for each":  (&Translate{By: []float64{1, 2}}).CheckDimension(3),
		"an axis and a plane; one of them":                (&Rotate{Axis: []float64{0, 0, 1}, Plane: []int{0, 1}}).Check(),
		"axis: [0 0 0]; a direction":                      (&Rotate{Axis: []float64{0, 0, 0}}).Check(),
		"plane: coordinate 1 twice":                       (&Rotate{Plane: []int{1, 1}}).Check(),
		"axis: an axis for data in R^2; data in R^3":      (&Rotate{Axis: []float64{0, 0, 1}}).CheckDimension(2),
		"a rotation in R^3 without axis or plane":         (&Rotate{}).CheckDimension(3),
		"plane: coordinate 3 of data in R^3; 0 to 2":      (&Rotate{Plane: []int{0, 3}}).CheckDimension(3),
		"a rotation of data in R^1; data in R^2 or more":  (&Rotate{}).CheckDimension(1),
		"weights: 1 weights for 2 models; one for each m": (&Union{Of: []string{"a", "b"}, Weights: []float64{1}}).Check(),
	} {
		if got := mistakes(err); !strings.Contains(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for _, err := range []error{(&Rotate{}).CheckDimension(2), (&Rotate{Plane: []int{4, 0}}).CheckDimension(5),
		(&Rotate{Axis: []float64{0, 0, 1e-300}}).Check(), (&Mixture{Of: []string{"a", "b"}}).Check()} {
		if err != nil {
			t.Error(err)
		}
	}
}
