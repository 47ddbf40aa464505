package conformance

import (
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/network"
	"ebim/framework/output"
	"ebim/framework/points"
	"ebim/framework/runs/stage"
	"ebim/framework/sampler"
	"ebim/registry"
)

func TestStandardComponents(t *testing.T) { Test(t, registry.Standard()) }

// moody gives other points at each call.
type moody struct{ calls uint64 }

func (m *moody) Load(_ dataset.Env, _ *rand.Rand, size int) (*points.Set, error) {
	m.calls++
	set, rng := points.New(size, 2), rand.New(rand.NewPCG(m.calls, 0))
	for i := range set.Data {
		set.Data[i] = rng.NormFloat64()
	}
	return set, nil
}

// stubborn gives the same points for all seeds.
type stubborn struct{ dataset.VonMises }

func (s *stubborn) Load(env dataset.Env, _ *rand.Rand, size int) (*points.Set, error) {
	return s.VonMises.Load(env, rand.New(rand.NewPCG(0, 0)), size)
}

// astray has another circle than its points.
type astray struct{ dataset.VonMises }

func (*astray) Nearest([]float64) []float64 { return []float64{3, 0} }

// idle does not solve.
type idle struct{}

func (*idle) Solve(_ network.Function, proposal *graph.Node, _ sampler.Normals) *graph.Node {
	return proposal
}

// scent is a kind that no experiment knows of.
type scent interface{ Smell() string }

type rose struct{}

func (*rose) Smell() string { return "sweet" }

// with is the standard registry with one more component.
func with(t *testing.T, kind string, c registry.Component) (*registry.Registry, registry.Kind) {
	t.Helper()
	kinds := slices.Clone(registry.Kinds)
	i := slices.IndexFunc(kinds, func(k registry.Kind) bool { return k.Name == kind })
	if i < 0 {
		i = len(kinds)
		kinds = append(kinds, registry.Kind{Name: kind, Interface: reflect.TypeFor[scent]()})
	}
	kinds[i].Components = append(slices.Clone(kinds[i].Components), c)
	r, err := registry.New(kinds)
	if err != nil {
		t.Fatal(err)
	}
	return r, kinds[i]
}

// TestFaultsAreFound makes sure that the suite can fail.
func TestFaultsAreFound(t *testing.T) {
	translate := func() any {
		found, _ := registry.Standard().Decode("model", "translate: {of: a, by: [0, 0]}")
		return reflect.New(reflect.TypeOf(found).Elem()).Interface()
	}
	lost := registry.Component{New: translate, Name: "translate", Example: "translate: {of: nobody, by: [1, 0]}"}
	model, _ := registry.Standard().Kind("model")
	s := newSuite(t, registry.Standard())
	if err := s.test(t, model, lost); err == nil || !strings.Contains(err.Error(), "the suite's experiments refuse") {
		t.Errorf("a model that can't be derived: %v", err)
	}
	further := fstest.MapFS{"further.yaml": {Data: []byte(strings.NewReplacer("  sphere:", "  nobody:", "of: sphere",
		"of: nobody").Replace(read(t, "files/sphere.yaml")))}}
	lost.Example = "translate: {of: nobody, by: [0.1, 0, 0]}"
	if err := newSuite(t, registry.Standard(), further).test(t, model, lost); err != nil {
		t.Errorf("with an experiment that has what it is derived from: %v", err)
	}
	const circle = ": {concentration: 1}"
	for want, faulty := range map[string]struct {
		kind string
		c    registry.Component
	}{
		"equal seeds give other points": {"data",
			registry.Component{New: func() any { return new(moody) }, Name: "moody", Example: "moody"}},
		"another seed gives the same points": {"data",
			registry.Component{New: func() any { return new(stubborn) }, Name: "stubborn",
				Example: "stubborn" + circle}},
		"away from the manifold": {"data",
			registry.Component{New: func() any { return new(astray) }, Name: "astray", Example: "astray" + circle}},
		"the largest |F| is": {"solver",
			registry.Component{New: func() any { return new(idle) }, Name: "idle", Example: "idle"}},
		"no experiment of the suite shows what a": {"scent",
			registry.Component{New: func() any { return new(rose) }, Name: "rose", Example: "rose"}},
	} {
		r, kind := with(t, faulty.kind, faulty.c)
		if err := newSuite(t, r).test(t, kind, faulty.c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: found %v, want %s", faulty.c.Name, err, want)
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestBadlyDeclaredOutputs(t *testing.T) {
	bad := output.List{{Name: "a", Meaning: "A.", Formerly: []string{"b"}}, {Name: "b", Meaning: "b", ErrorOf: "c"},
		{Name: "d", Meaning: "d", Doubt: "x"}}
	if err := declares(bad); err == nil || len(strings.Split(err.Error(), "\n")) != 5 {
		t.Errorf("of five faults these are found: %v", err)
	}
	samples := experiment.SamplesOutputs()
	samples[0].Role = output.Main // which they need not have
	if err := declares(samples); err != nil {
		t.Error(err)
	}
}

func TestFiguresThatAreNotFinite(t *testing.T) {
	one := 1.
	of := func(figures ...map[string]*float64) []stage.Result {
		var results []stage.Result
		for _, f := range figures {
			metrics := stage.Metrics{}
			if f != nil {
				metrics[newLabel] = f
			}
			results = append(results, stage.Result{Record: stage.Record{Metrics: metrics}})
		}
		return results
	}
	s := newSuite(t, registry.Standard())
	finite, infinite := map[string]*float64{"a": &one, "b": &one}, map[string]*float64{"a": &one, "b": nil}
	for _, test := range []struct {
		results []stage.Result
		verdict verdict
		wrong   bool
	}{
		{of(finite), enough, false},
		{of(nil, infinite, finite), enough, false},
		{of(nil, nil), irrelevant, false},
		{of(nil, infinite), irrelevant, true},
		{of(finite, map[string]*float64{}), irrelevant, true},
	} {
		if found, err := measures(s.bases[0], test.results); found != test.verdict || (err != nil) != test.wrong {
			t.Errorf("%d, %v; want %d, an error: %v", found, err, test.verdict, test.wrong)
		}
	}
}

func TestBlankPictures(t *testing.T) {
	picture := image.NewGray(image.Rect(0, 0, 100, 100))
	for i := range picture.Pix {
		picture.Pix[i] = 255
	}
	file := filepath.Join(t.TempDir(), "a.png")
	look := func() bool {
		out, err := os.Create(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := png.Encode(out, picture); err != nil {
			t.Fatal(err)
		}
		found, err := blank(file)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	picture.Set(50, 10, color.Black)
	if !look() {
		t.Error("a picture with nothing but a title is not blank")
	}
	picture.Set(50, 60, color.Black)
	if look() {
		t.Error("a picture with a point is blank")
	}
}
