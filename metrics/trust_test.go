package metrics

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/chains"
	"ebim/framework/energy"
	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	zeros "ebim/framework/support/implicit"
	"ebim/framework/support/zeroset"
)

// trusted is the subject of F = 0 in [-half, half]^n, learned from data, with its mesh where it has one.
func trusted(t *testing.T, f networktest.Formula, data *points.Set, half float64) *experiment.Subject {
	t.Helper()
	env := newDomain(t).Environment()
	env.Box, env.Data = nil, data
	for range data.Dim {
		env.Box = append(env.Box, [2]float64{-half, half})
	}
	set := zeroset.New(env, formula(f), 1)
	s := &experiment.Subject{Traits: model.Traits{Ambient: data.Dim, Dimension: data.Dim - 1, Implicit: true},
		Trained: &model.Trained{Support: set}, Train: data, Box: env.Box}
	if data.Dim <= 3 {
		var err error
		if s.Mesh, err = support.Mesh(t.Context(), set, map[int]int{2: 256, 3: 48}[data.Dim]); err != nil {
			s.Unmeshed = err.Error()
		}
	}
	return s
}

// aroundCircle is points of the unit circle at angles, with noise in both coordinates.
func aroundCircle(rng *rand.Rand, n int, noise float64, angle func() float64) *points.Set {
	set := points.New(n, 2)
	for i := range n {
		a := angle()
		set.At(i)[0], set.At(i)[1] = math.Cos(a)+noise*rng.NormFloat64(), math.Sin(a)+noise*rng.NormFloat64()
	}
	return set
}

func onSphere(rng *rand.Rand, n, dim int, center float64) *points.Set {
	set := gaussian(rng, n, dim, 0, 1)
	for i := range n {
		x := set.At(i)
		length := away(x, make([]float64, dim))
		for j := range x {
			x[j] /= length
		}
		x[0] += center
	}
	return set
}

// withSamples is a subject with samples, or without any.
func withSamples(s *experiment.Subject, samples *points.Set) *experiment.Subject {
	with := *s
	with.Samples, with.Unsampled = samples, "none"
	return &with
}

func defaultTrust() *Trust { return &Trust{Points: 2000, Chains: 16, Draws: 250} }

func findingsOf(t *testing.T, s *experiment.Subject) (map[string]float64, string) {
	t.Helper()
	found, err := defaultTrust().Measure(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return found.Values, strings.Join(found.Caveats, "\n")
}

// What is learned well is trusted without a word, in several dimensions, with few or noisy points, and with twice as
// many here as there. Each of them would give a false alarm in at most 3 % of cases (local.go); the seed is fixed.
func TestTrustOfWhatIsLearnedWell(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 13))
	uniform := func() float64 { return 2 * math.Pi * rng.Float64() }
	uneven := func() float64 { a := uniform(); return a + math.Sin(a)/3 } // density 3/4 to 3/2 of the mean
	circle, ball := networktest.Sphere(2, 1).Formula, networktest.Sphere(3, 1).Formula
	few := aroundCircle(rng, 200, 0, uniform)
	for name, s := range map[string]*experiment.Subject{
		"circle":     trusted(t, circle, aroundCircle(rng, 1000, 0, uniform), 1.5),
		"few points": trusted(t, circle, few, 1.5),
		"noise":      trusted(t, circle, aroundCircle(rng, 1000, 0.05, uniform), 1.5),
		"uneven":     trusted(t, circle, aroundCircle(rng, 1000, 0, uneven), 1.5),
		"repeated": trusted(t, circle, &points.Set{Dim: 2,
			Data: append(append([]float64{}, few.Data...), few.Data...)}, 1.5),
		"sphere": trusted(t, ball, onSphere(rng, 1000, 3, 0), 1.5),
		"sphere in R^4": withSamples(trusted(t, networktest.Sphere(4, 1).Formula, onSphere(rng, 1000, 4, 0), 1.5),
			onSphere(rng, 1000, 4, 0)),
	} {
		values, caveats := findingsOf(t, s)
		if caveats != "" || values["sound"] != 1 || !(values["empty_share"] <= 0.01) || values["unconverged"] != 0 ||
			values["far_share"] > 0.01 {
			t.Errorf("%s: %v\n%s", name, values, caveats)
		}
		if s.Train.Dim <= 3 && (values["pieces"] != 1 || values["pieces_without_data"] != 0 || values["cut"] != 0) {
			t.Errorf("%s: %v", name, values)
		}
	}
}

// A part of the manifold without data is measured: a sixth of a circle less the reach of its ends, and half a sphere.
func TestTrustInEmptyParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 13))
	gap := aroundCircle(rng, 1000, 0, func() float64 { return 5. / 3 * math.Pi * rng.Float64() })
	circle := trusted(t, networktest.Sphere(2, 1).Formula, gap, 1.5)
	image := *circle
	image.Traits.Implicit = false
	if _, caveats := findingsOf(t, &image); !strings.Contains(caveats, "another model than the image of a box") ||
		strings.Contains(caveats, "F = 0") {
		t.Errorf("a model without F gets its caveat: %s", caveats)
	}
	values, caveats := findingsOf(t, circle)
	near(t, "the share of the circle", values["empty_share"], 1./6-2*5./1000*5/6, 0.01)
	if !strings.Contains(caveats, "% of the manifold has no data nearby") || values["sound"] != 1 {
		t.Errorf("%v: %s", values, caveats)
	}
	half := onSphere(rng, 2000, 3, 0)
	for i := range half.Len() {
		half.At(i)[2] = math.Abs(half.At(i)[2])
	}
	values, _ = findingsOf(t, trusted(t, networktest.Sphere(3, 1).Formula, half, 1.5))
	// of 2000 points on 2 pi the reach is (10 2 pi/(2000 pi))^(1/2) = 0.1
	near(t, "the share of the sphere", values["empty_share"], 0.46, 0.02)
}

// cassini is two loops about (1, 0) and (-1, 0) that a neck of width 0.4 joins, and points of it, but for the neck.
func cassini(rng *rand.Rand, n int) (networktest.Formula, *points.Set) {
	const width = 1.02
	f := func(x *graph.Node) *graph.Node {
		first, second := graph.Square(networktest.Coordinate(x, 0)), graph.Square(networktest.Coordinate(x, 1))
		whole := graph.AddScalar(graph.Add(first, second), 1)
		return graph.AddScalar(graph.Sub(graph.Square(whole), graph.MulScalar(first, 4)), -math.Pow(width, 4))
	}
	data := points.New(0, 2)
	for data.Len() < n { // polar coordinates: r^4 - 2 r^2 cos 2a + 1 = width^4
		a := 2 * math.Pi * rng.Float64()
		c := math.Cos(2 * a)
		r := math.Sqrt(c + math.Sqrt(c*c-1+math.Pow(width, 4)))
		if x := r * math.Cos(a); math.Abs(x) > 0.4 {
			data.Data = append(data.Data, x, r*math.Sin(a))
		}
	}
	return f, data
}

// A bridge between two loops is reported: the neck has two sides of length 0.8 or a little more.
func TestTrustInBridges(t *testing.T) {
	f, data := cassini(rand.New(rand.NewPCG(17, 13)), 1000)
	s := trusted(t, f, data, 2)
	values, caveats := findingsOf(t, s)
	near(t, "the share of the bridge", values["empty_share"], 1.65/s.Mesh.Measure(), 0.03)
	if !strings.Contains(caveats, "joins what should be apart") {
		t.Errorf("the caveats are %q", caveats)
	}
}

// What makes a manifold unsound is said, with a setting to change.
func TestTrustInWhatIsUnsound(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 13))
	uniform := func() float64 { return 2 * math.Pi * rng.Float64() }
	data, circle := aroundCircle(rng, 500, 0, uniform), networktest.Sphere(2, 1).Formula
	times := func(factor float64) networktest.Formula {
		return func(x *graph.Node) *graph.Node { return graph.MulScalar(circle(x), factor) }
	}
	failing := trusted(t, circle, data, 1.5)
	failing.Trained = &model.Trained{Support: failingSearch{failing.Trained.Support}}
	image := trusted(t, networktest.Sphere(2, 1.3).Formula, data, 1.5)
	image.Traits.Implicit = false
	four := trusted(t, networktest.Sphere(4, 1).Formula, onSphere(rng, 300, 4, 0), 1.5)
	for name, test := range map[string]struct {
		of      *experiment.Subject
		caveats []string
	}{
		"0 everywhere": {trusted(t, times(0), data, 1.5),
			[]string{"100 % of the box", "manifold.starts", "has no mesh"}},
		"nearly 0": {trusted(t, times(1e-4), data, 1.5), []string{"% of the box", "F = 0 is no manifold"}},
		"0 nowhere": {trusted(t, func(x *graph.Node) *graph.Node {
			return graph.AddScalar(networktest.Square(x), 1)
		}, data, 1.5), []string{"no mesh", "500 of 500 projections"}},
		"cut": {trusted(t, circle, data, 0.9), []string{"leaves the box", "data.padding"}},
		"another circle": {trusted(t, networktest.Sphere(2, 1.3).Formula, data, 1.5),
			[]string{"0.42 of the data's scale away"}},
		"an image": {image, []string{"0.42 of the data's scale away", "autoencoder.training",
			"autoencoder.decoder"}},
		"searches fail": {failing, []string{"20 of 500 projections", "manifold.training"}},
		"samples elsewhere": {withSamples(four, onSphere(rng, 100, 4, 2)),
			[]string{"of the samples lie outside of the box", "of the samples have no data nearby"}},
		"no samples": {withSamples(four, nil), []string{"the model has no samples to look at: none"}},
	} {
		values, caveats := findingsOf(t, test.of)
		if values["sound"] != 0 {
			t.Errorf("%s is sound: %v", name, values)
		}
		for _, want := range test.caveats {
			if !strings.Contains(caveats, want) {
				t.Errorf("%s: no %q among the caveats %q", name, want, caveats)
			}
		}
	}
}

type failingSearch struct{ support.Support }

func (f failingSearch) Nearest(ctx context.Context, x *points.Set) (*support.Projection, error) {
	found, err := support.Nearest(ctx, f.Support, x)
	if err == nil {
		found.Unconverged = 20
	}
	return found, err
}

// Pieces without data are counted, dropped or not, and data without a piece.
func TestTrustInPieces(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 13))
	two := func(x *graph.Node) *graph.Node {
		moved := graph.Sub(x, graph.BroadcastToDims(graph.ConstAsDType(x.Graph(), x.DType(), [][]float64{{2, 2}}),
			x.Shape().Dimensions...))
		return graph.Mul(graph.AddScalar(networktest.Square(x), -1), graph.AddScalar(networktest.Square(moved), -0.25))
	}
	data := aroundCircle(rng, 950, 0, func() float64 { return 2 * math.Pi * rng.Float64() })
	s := trusted(t, two, data, 3)
	values, caveats := findingsOf(t, s)
	if values["pieces"] != 2 || values["pieces_without_data"] != 1 || values["dropped"] != 0 ||
		!strings.Contains(caveats, "with_data leaves them out") {
		t.Errorf("all pieces: %v, %s", values, caveats)
	}
	near(t, "the share without data", values["empty_share"], 1./3, 0.01)
	near(t, "the share of pieces without data", values["share_without_data"], 1./3, 0.01)

	all := s.Trained.Support.(zeros.Set).Base()
	set := zeroset.New(all.Env, all.F, all.Codimension, zeroset.WithData)
	s.Trained = &model.Trained{Support: set}
	var err error
	if s.Mesh, err = support.Mesh(t.Context(), set, 256); err != nil {
		t.Fatal(err)
	}
	values, caveats = findingsOf(t, s)
	near(t, "the share that is dropped", values["dropped_share"], 1./3, 0.01)
	if values["dropped"] != 1 || values["empty_share"] > 0.01 || caveats != "" {
		t.Errorf("pieces with data: %v, %s", values, caveats)
	}

	unlearned := aroundCircle(rng, 50, 0, func() float64 { return 2 * math.Pi * rng.Float64() })
	for i := range unlearned.Data {
		unlearned.Data[i] = unlearned.Data[i]/2 - 1.9
	}
	data.Data = append(data.Data, unlearned.Data...)
	values, caveats = findingsOf(t, trusted(t, networktest.Sphere(2, 1).Formula, data, 3))
	if near(t, "the share of data off the manifold", values["far_share"], 0.05, 0.005); !strings.Contains(caveats,
		"a part of the data that was not learned") {
		t.Errorf("the caveats are %q", caveats)
	}
}

// Chains are looked at where samples are drawn by them: on one sphere of R^4 they mix, between two they can't.
func TestTrustInChains(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 13))
	shifted := func(x *graph.Node, by float64) *graph.Node {
		return graph.AddScalar(graph.Sub(networktest.Square(x),
			graph.MulScalar(networktest.Coordinate(x, 0), 2*by)), by*by-1)
	}
	data := onSphere(rng, 400, 4, 0)
	one := trusted(t, networktest.Sphere(4, 1).Formula, data, 3)
	both := &points.Set{Dim: 4, Data: append(append([]float64{}, onSphere(rng, 400, 4, -1.6).Data...),
		onSphere(rng, 400, 4, 1.6).Data...)}
	two := trusted(t, func(x *graph.Node) *graph.Node { return graph.Mul(shifted(x, -1.6), shifted(x, 1.6)) }, both, 3)
	for _, s := range []*experiment.Subject{one, two} {
		on := s.Trained.Support.(zeros.Set)
		s.Traits.Density, s.Samples = true, s.Train
		s.Trained = &model.Trained{Support: on, Density: &energy.Density{Support: on,
			Energy: formula(func(x *graph.Node) *graph.Node {
				return graph.MulScalar(networktest.Coordinate(x, 1), 0.5)
			}), Moves: energy.Constrained(chains.DefaultOnManifold(s.Box)), Sampling: energy.Sampling{Steps: 200}}}
	}
	if values, caveats := findingsOf(t, one); !(values["r_hat"] < 1.05) || values["sound"] != 1 || caveats != "" {
		t.Errorf("one sphere: %v, %s", values, caveats)
	}
	if values, caveats := findingsOf(t, two); !(values["r_hat"] > 1.05) || values["sound"] != 0 ||
		!strings.Contains(caveats, "sampling.steps") {
		t.Errorf("two spheres: %v, %s", values, caveats)
	}
}

// Of a few points nothing is said of gaps, and of a model without a manifold nothing at all.
func TestTrustHasLimits(t *testing.T) {
	values, caveats := findingsOf(t, trusted(t, networktest.Sphere(2, 1).Formula,
		&points.Set{Dim: 2, Data: []float64{1, 0, 0, 1, 0, 1, -1, 0, 1, 0}}, 1.5))
	if _, told := values["empty_share"]; told || !strings.Contains(caveats, "of 3 different training points") {
		t.Errorf("three points: %v, %s", values, caveats)
	}
	derived := trusted(t, networktest.Sphere(2, 1).Formula, points.New(9, 2), 1.5)
	derived.Derived = true
	for name, s := range map[string]*experiment.Subject{"derived": derived, "plane": wholePlane(t)} {
		if _, err := defaultTrust().Measure(t.Context(), s); !errors.Is(err, experiment.ErrNotApplicable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Units change nothing but the last digits: neither an offset nor columns of different scales.
func TestTrustInAnyUnits(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 13))
	gap := aroundCircle(rng, 500, 0, func() float64 { return 5. / 3 * math.Pi * rng.Float64() })
	plain := trusted(t, networktest.Sphere(2, 1).Formula, gap, 1.5)
	units := &points.Scaling{Shift: []float64{1e5, -3}, Scale: []float64{1e-3, 1e6}}
	moved := withSamples(plain, units.Out(gap))
	moved.Trained, moved.Train = plain.Trained.In(units), units.Out(gap)
	made := *plain.Mesh
	made.Vertices = units.Out(made.Vertices)
	moved.Mesh, moved.Box = &made, points.Box{{1e5 - 1.5e-3, 1e5 + 1.5e-3}, {-3 - 1.5e6, -3 + 1.5e6}}
	want, _ := findingsOf(t, withSamples(plain, gap))
	got, caveats := findingsOf(t, moved)
	if len(got) != len(want) || !strings.Contains(caveats, "no data nearby") {
		t.Errorf("%v, want %v", got, want)
	}
	for name, value := range want {
		near(t, name, got[name], value, 1e-3)
	}
}
