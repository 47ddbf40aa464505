package metrics

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/support"
)

func ring(radius float64, center ...float64) *dataset.VonMises {
	if center == nil {
		center = []float64{0, 0}
	}
	return &dataset.VonMises{Center: center, Radius: radius}
}

func product(factors ...dataset.Source) *dataset.Product { return &dataset.Product{Factors: factors} }

func mixed(sources ...dataset.Source) *dataset.Mixture {
	m := &dataset.Mixture{}
	for _, source := range sources {
		m.Components = append(m.Components, dataset.MixtureComponent{Weight: 1, Source: source})
	}
	return m
}

// learnedAs is the subject of an implicit model that has learned one manifold from the data of another.
func learnedAs(t *testing.T, manifold, truth dataset.Distribution) *experiment.Subject {
	t.Helper()
	s := learned(nil, truth)
	n, m := manifold.Dimensions()
	s.Train, s.Samples = truth.Sample(rand.New(rand.NewPCG(1, 0)), 400),
		manifold.Sample(rand.New(rand.NewPCG(2, 0)), 400)
	s.Trained, s.Traits = trueFamily(manifold), model.Traits{Ambient: n, Dimension: m, Implicit: true}
	return s
}

func TestTopologyWithoutAMesh(t *testing.T) {
	sphere := func(radius float64) dataset.Distribution {
		return &dataset.Embedded{Source: &dataset.UniformSphere{Dimension: 2, Radius: radius},
			Dimension: 10, Rotation: 1}
	}
	circle := &dataset.Embedded{Source: ring(1), Dimension: 30, Rotation: 1}
	flat := product(ring(1), ring(1))
	seven := func(radius float64) dataset.Distribution {
		var rings []dataset.Source
		for range 7 {
			rings = append(rings, ring(radius))
		}
		return product(rings...)
	}
	// Twice around the first circle, in two sheets a fifth apart.
	twice := &dataset.Curve{Fourier: &dataset.FourierCurve{Cosines: [][]float64{{0, 0, 0.1, 0}, {1, 0, 0, 0}},
		Sines: [][]float64{{0, 0, 0, 0.1}, {0, 1, 0, 0}}}}
	once := &dataset.Curve{Fourier: &dataset.FourierCurve{Cosines: [][]float64{{1, 0, 0, 0}},
		Sines: [][]float64{{0, 1, 0, 0}}}}
	apart := mixed(flat, product(ring(1, 5, 0), ring(1)))
	for name, test := range map[string]struct {
		manifold, truth dataset.Distribution
		wrong           []string // shares that are too large
	}{
		"itself":           {flat, flat, nil},
		"a little smaller": {product(ring(0.97), ring(1)), flat, nil},
		"much smaller":     {product(ring(0.6), ring(1)), flat, []string{"away", "uncovered"}},
		"moved":            {product(ring(1, 0.5, 0), ring(1)), flat, []string{"away", "uncovered"}},
		"two sheets": {mixed(product(ring(0.93), ring(1)), product(ring(1.07), ring(1))), flat,
			[]string{"folded"}},
		"twice around":             {twice, once, []string{"folded"}},
		"a piece is missing":       {flat, apart, []string{"uncovered"}},
		"a piece too many":         {apart, flat, []string{"away"}},
		"both pieces":              {apart, apart, nil},
		"sphere in R^10":           {sphere(1.01), sphere(1), nil},
		"two spheres in R^10":      {mixed(sphere(0.95), sphere(1.05)), sphere(1), []string{"folded"}},
		"circle in R^30":           {circle, circle, nil},
		"seven circles":            {seven(1.01), seven(1), nil},
		"seven circles, too large": {seven(1.3), seven(1), []string{"away", "uncovered"}},
		"3-sphere": {&dataset.UniformSphere{Dimension: 3, Radius: 1},
			&dataset.UniformSphere{Dimension: 3, Radius: 1.05}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := measured(t, &Topology{Debris: 0.01}, learnedAs(t, test.manifold, test.truth))
			if got["matches"] != indicator(test.wrong == nil) {
				t.Errorf("matches is %v: %v", got["matches"], got)
			}
			for _, wrong := range test.wrong {
				if got[wrong] <= 0.01 {
					t.Errorf("%s is %v", wrong, got[wrong])
				}
			}
			topology, _ := test.truth.Topology()
			if components, ok := got["components"]; ok != (test.wrong == nil) || ok &&
				components != float64(topology.Components) {
				t.Errorf("%v components", components)
			}
		})
	}
}

func TestTopologyWithoutAMeshNeedsTheTruth(t *testing.T) {
	flat := product(ring(1), ring(1))
	s := learnedAs(t, flat, flat)
	s.Source = &dataset.CSV{}
	if _, err := (&Topology{Debris: 0.01}).Measure(t.Context(), s); !errors.Is(err, experiment.ErrNotApplicable) {
		t.Errorf("an unknown manifold: %v", err)
	}
	s = learnedAs(t, flat, flat)
	s.Traits.Dimension = 3
	if got := measured(t, &Topology{Debris: 0.01}, s); got["matches"] != 0 || len(got) != 1 {
		t.Errorf("a manifold of another dimension: %v", got)
	}
}

// unsolved finds nothing.
type unsolved struct{ support.Support }

func (u unsolved) Nearest(_ context.Context, x *points.Set) (*support.Projection, error) {
	residual := make([]float64, x.Len())
	for i := range residual {
		residual[i] = math.NaN()
	}
	return &support.Projection{Points: x, Residual: residual, Unconverged: x.Len()}, nil
}

// A search that ends off the manifold covers nothing.
func TestTopologyOfUnconvergedSearches(t *testing.T) {
	flat := product(ring(1), ring(1))
	s := learnedAs(t, flat, flat)
	s.Samples = nil
	s.Trained.Support = unsolved{s.Trained.Support}
	got := measured(t, &Topology{Debris: 0.01}, s)
	if got["matches"] != 0 || math.Abs(got["uncovered"]-1) > 1e-9 || got["away"] != 1 {
		t.Errorf("%v", got)
	}
}

func TestReach(t *testing.T) {
	for name, test := range map[string]struct {
		manifold    dataset.Manifold
		reach, high float64 // the true one, and how far above it the bound may be
	}{
		"circle": {ring(0.5), 0.5, 1e-4},
		"torus": {&dataset.UniformTorus{TorusShape: dataset.TorusShape{MajorRadius: 3,
			MinorRadius: 1}}, 1, 0.05},
		"near circles": {mixed(ring(1, -1.1, 0), ring(1, 1.1, 0)), 0.1, 0.02},
		"ellipse": {&dataset.Curve{Ellipse: &dataset.Ellipse{Axes: []float64{2, 1},
			Center: []float64{0, 0}}}, 0.5, 0.02},
		"torus in R^4": {product(ring(1), ring(1)), 1, 1e-3},
	} {
		if got := reachOf(test.manifold); got < test.reach-1e-4 || got > test.reach+test.high {
			t.Errorf("%s: %v, want %v", name, got, test.reach)
		}
	}
}
