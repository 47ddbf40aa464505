package arithmetic

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
	"ebim/framework/support/zeroset"
)

// ring is uniform on a circle of radius 1, with one number for its density.
type ring struct {
	center  float64 // of the circle, along x
	log     float64 // log density, with respect to length
	reports float64 // error of the normalizer
	mesh    error   // of Mesh
	space   bool    // whether it is a model of the whole plane
}

func (r ring) model() *model.Trained {
	return &model.Trained{Support: ringSupport{ring: r}, Density: ringDensity{ring: r}}
}

func (r ring) draw(rng *rand.Rand, n int) *points.Set {
	set := points.New(n, 2)
	for i := range n {
		sine, cosine := math.Sincos(2 * math.Pi * rng.Float64())
		copy(set.At(i), []float64{r.center + cosine, sine})
	}
	return set
}

func (r ring) nearest(x *points.Set) *support.Projection {
	p := &support.Projection{Points: points.New(x.Len(), 2), Residual: make([]float64, x.Len())}
	for i := range x.Len() {
		a := x.At(i)
		away := math.Hypot(a[0]-r.center, a[1])
		copy(p.Points.At(i), []float64{r.center + (a[0]-r.center)/away, a[1] / away})
		if r.space {
			copy(p.Points.At(i), a)
		}
	}
	return p
}

type ringSupport struct {
	support.Support
	ring
}

func (ringSupport) Ambient() int { return 2 }

func (r ringSupport) Nearest(_ context.Context, x *points.Set) (*support.Projection, error) {
	return r.nearest(x), nil
}

type ringDensity struct {
	support.Density
	ring
}

func (r ringDensity) Sample(_ context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	return r.draw(rng, n), map[string]float64{"points": float64(n)}, nil
}

func (r ringDensity) Spread(_ context.Context, rng *rand.Rand, n int) (*points.Set, []float64, error) {
	return r.draw(rng, n), make([]float64, n), nil
}

func (r ringDensity) LogDensity(_ context.Context, _ *rand.Rand, x *points.Set) (*support.LogDensity, error) {
	values := make([]float64, x.Len())
	for i := range values {
		values[i] = r.log
	}
	return &support.LogDensity{Values: values, Nearest: r.nearest(x), LogNormalizer: 7, NormalizerError: r.reports}, nil
}

func (r ringDensity) Mesh(context.Context, int) (*mesh.Mesh, error) {
	return &mesh.Mesh{Dimension: 1, Vertices: points.New(2, 2), Elements: []int32{0, 1},
		Values: map[string][]float64{mesh.LogDensity: {r.log, r.log}, mesh.Energy: {5, 5}}}, r.mesh
}

func mixture(tb testing.TB, weights []float64, parts ...*model.Trained) *model.Trained {
	tb.Helper()
	return derive(tb, &Mixture{Of: []string{"a", "b", "c"}[:len(parts)], Weights: weights}, parts...)
}

// Of 4000 points, each model gives its share: one of three numbers is off by 4.5 standard deviations with probability
// 2e-5.
func TestMixtureChoosesByWeight(t *testing.T) {
	m := mixture(t, []float64{1, 5, 2}, ring{center: -10}.model(), ring{}.model(), ring{center: 10}.model())
	set, figures, err := m.Sample(t.Context(), rand.New(rand.NewPCG(1, 9)), 4000)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[float64]float64{}
	for i := range set.Len() {
		counts[math.Round(set.At(i)[0]/10)*10]++
	}
	for center, share := range map[float64]float64{-10: 1. / 8, 0: 5. / 8, 10: 2. / 8} {
		deviation := math.Sqrt(4000 * share * (1 - share))
		if math.Abs(counts[center]-4000*share) > 4.5*deviation {
			t.Errorf("%v of 4000 points are around %v, want a share of %v", counts[center], center, share)
		}
	}
	if figures["b.points"] != counts[0] {
		t.Errorf("the figures are %v", figures)
	}
	order := 0
	for i := range 100 { // models alternate, so that any part of the points is a draw of the mixture
		if set.At(i)[0] > 5 != (set.At(i + 1)[0] > 5) {
			order++
		}
	}
	if order == 0 {
		t.Error("the points are sorted by model")
	}
}

// A mixture has a density where all of its models have one, and nearest points and draws of whatever models.
func TestMixtureHasCommonCapabilities(t *testing.T) {
	circle, space := ring{}.model(), ring{space: true}.model()
	alone := bare(zeroset.New(supporttest.Learned(t, networktest.Sphere(2, 1))))
	for name, test := range map[string]struct {
		mixture *model.Trained
		density bool
	}{
		"circles":          {mixture(t, nil, circle, circle), true},
		"plane":            {mixture(t, nil, space, space), true},
		"both":             {mixture(t, nil, circle, space), true},
		"without density":  {mixture(t, nil, circle, alone), false},
		"neither":          {mixture(t, nil, alone, alone), false},
		"mixture in a one": {mixture(t, nil, circle, mixture(t, nil, circle, circle)), true},
		"mixture without":  {mixture(t, nil, circle, mixture(t, nil, circle, alone)), false},
		"moved":            {translated(t, mixture(t, nil, alone, alone), 1, 0), false},
	} {
		rng, x := rand.New(rand.NewPCG(1, 9)), supporttest.Rows(t, []float64{2, 1})
		if near, err := support.Nearest(t.Context(), test.mixture.Support, x); err != nil || near.Points.Len() != 1 {
			t.Errorf("%s: nearest points: %v", name, err)
		}
		_, logDensityErr := test.mixture.Density.LogDensity(t.Context(), rng, x)
		_, _, spreadErr := test.mixture.Density.Spread(t.Context(), rng, 5)
		for what, err := range map[string]error{"a density": logDensityErr, "a spread": spreadErr} {
			if test.density && err != nil || !test.density && !errors.Is(err, errors.ErrUnsupported) {
				t.Errorf("%s: %s ends with %v", name, what, err)
			}
		}
		sample(t, test.mixture, 7, 1)
	}
	moved := sample(t, translated(t, mixture(t, nil, alone, alone), 5, 0), 20, 2)
	for i := range moved.Len() {
		if off := math.Abs(math.Hypot(moved.At(i)[0]-5, moved.At(i)[1]) - 1); !(off < 1e-3) {
			t.Errorf("%v is %v off the moved circle", moved.At(i), off)
		}
	}
}

// The density at the nearest point is that of its model; where models share their support, as circles on each other and
// models of the plane do, they add up.
func TestMixtureLogDensity(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	at := func(m *model.Trained, x ...float64) *support.LogDensity {
		t.Helper()
		density, err := m.Density.LogDensity(t.Context(), rng, supporttest.Rows(t, x))
		if err != nil {
			t.Fatal(err)
		}
		return density
	}
	left, right := ring{center: -2, log: math.Log(0.2), reports: 0.04}.model(),
		ring{center: 2, log: math.Log(0.4), reports: 0.03}.model()
	apart := mixture(t, []float64{1, 3}, left, right)
	density := at(apart, 0.4, 0)
	supporttest.CloseTo(t, "the density on the right", density.Values, []float64{math.Log(0.75 * 0.4)}, 1e-12)
	supporttest.CloseTo(t, "the nearest point", density.Nearest.Points.Data, []float64{1, 0}, 1e-12)
	supporttest.CloseTo(t, "the density on the left", at(apart, -2, 5).Values, []float64{math.Log(0.25 * 0.2)}, 1e-12)
	if want := math.Hypot(0.25*0.04, 0.75*0.03); math.Abs(density.NormalizerError-want) > 1e-12 ||
		density.LogNormalizer != 0 {
		t.Errorf("the normalizer is %v with error %v, want 0 and %v", density.LogNormalizer,
			density.NormalizerError, want)
	}
	same := mixture(t, nil, left, ring{center: -2, log: math.Log(0.4)}.model())
	supporttest.CloseTo(t, "the density of circles on each other", at(same, -2, 5).Values,
		[]float64{math.Log(0.3)}, 1e-12)
	plane := mixture(t, nil, ring{space: true, log: math.Log(0.2)}.model(),
		ring{space: true, log: math.Inf(-1)}.model())
	supporttest.CloseTo(t, "the density of models of the plane", at(plane, 3, 4).Values,
		[]float64{math.Log(0.1)}, 1e-12)

	set, logs, err := apart.Density.Spread(t.Context(), rng, 101)
	if err != nil || set.Len() != 101 || len(logs) != 101 {
		t.Fatal(set.Len(), len(logs), err)
	}
	for i, log := range logs {
		want := math.Log(0.05)
		if set.At(i)[0] > 0 {
			want = math.Log(0.3)
		}
		if !(math.Abs(log-want) < 1e-12) {
			t.Errorf("the log density at %v is %v, want %v", set.At(i), log, want)
		}
	}
}

func TestMixtureMesh(t *testing.T) {
	made, err := mixture(t, []float64{1, 3}, ring{}.model(), ring{}.model()).Mesh(t.Context(), 8)
	if err != nil || made.Len() != 2 {
		t.Fatal(made, err)
	}
	want := []float64{math.Log(0.25), math.Log(0.25), math.Log(0.75), math.Log(0.75)}
	supporttest.CloseTo(t, "the density", made.Values[mesh.LogDensity], want, 1e-12)
	for i, e := range made.Values[mesh.Energy] {
		if e != -made.Values[mesh.LogDensity][i] {
			t.Errorf("the energy is %v", e)
		}
	}
	var unmeshable *mesh.UnmeshableError
	empty := ring{mesh: &mesh.UnmeshableError{Reason: "it is empty"}}.model()
	if _, err := mixture(t, nil, ring{}.model(), empty).Mesh(t.Context(), 8); !errors.As(err, &unmeshable) ||
		err.Error() != "b: it is empty" {
		t.Errorf("an empty model: %v", err)
	}
	broken := ring{mesh: errors.New("broken")}.model()
	if _, err := mixture(t, nil, broken, empty).Mesh(t.Context(), 8); err == nil || errors.As(err, &unmeshable) ||
		!strings.HasPrefix(err.Error(), "a: ") {
		t.Errorf("a broken model: %v", err)
	}
}
