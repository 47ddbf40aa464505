package model

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/mesh"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
)

// known is a model whose points are uniform on a circle of radius 1 and whose density is one number.
type known struct {
	centre  float64 // of the circle, along x
	log     float64 // log density, with respect to length
	reports float64 // error of the normaliser
	mesh    error   // of Mesh
	space   bool    // whether it is a model of the whole plane
}

func (k known) Sample(_ context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	set := points.New(n, 2)
	for i := range n {
		sine, cosine := math.Sincos(2 * math.Pi * rng.Float64())
		copy(set.At(i), []float64{k.centre + cosine, sine})
	}
	return set, map[string]float64{"points": float64(n)}, nil
}

func (k known) Support(ctx context.Context, rng *rand.Rand, n int) (*points.Set, []float64, error) {
	set, _, err := k.Sample(ctx, rng, n)
	return set, make([]float64, n), err
}

func (k known) nearest(x *points.Set) *Projection {
	p := &Projection{Points: points.New(x.Len(), 2), Residual: make([]float64, x.Len())}
	for i := range x.Len() {
		a := x.At(i)
		away := math.Hypot(a[0]-k.centre, a[1])
		copy(p.Points.At(i), []float64{k.centre + (a[0]-k.centre)/away, a[1] / away})
		if k.space {
			copy(p.Points.At(i), a)
		}
	}
	return p
}

func (k known) LogDensity(_ context.Context, _ *rand.Rand, x *points.Set) (*LogDensity, error) {
	values := make([]float64, x.Len())
	for i := range values {
		values[i] = k.log
	}
	return &LogDensity{Values: values, Nearest: k.nearest(x), LogNormaliser: 7, NormaliserError: k.reports}, nil
}

func (k known) Mesh(context.Context, int) (*mesh.Mesh, error) {
	return &mesh.Mesh{Dimension: 1, Vertices: points.New(2, 2), Elements: []int32{0, 1},
		Values: map[string][]float64{mesh.LogDensity: {k.log, k.log}, mesh.Energy: {5, 5}}}, k.mesh
}

// knownCircle has a nearest point beside.
type knownCircle struct{ known }

func (k knownCircle) Nearest(_ context.Context, x *points.Set) (*Projection, error) {
	return k.nearest(x), nil
}

func mixed(t *testing.T, weights []float64, parts ...Trained) Trained {
	t.Helper()
	return derive(t, &Mixture{Of: []string{"a", "b", "c"}[:len(parts)], Weights: weights}, parts...)
}

// Of 4000 points, each model gives its share: one of three numbers is off by 4.5 standard deviations with probability
// 2e-5.
func TestMixtureChoosesByWeight(t *testing.T) {
	m := mixed(t, []float64{1, 5, 2}, knownCircle{known{centre: -10}}, knownCircle{known{}}, knownCircle{known{centre: 10}})
	set, figures, err := m.(Sampler).Sample(background, rand.New(rand.NewPCG(1, 9)), 4000)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[float64]float64{}
	for i := range set.Len() {
		counts[math.Round(set.At(i)[0]/10)*10]++
	}
	for centre, share := range map[float64]float64{-10: 1. / 8, 0: 5. / 8, 10: 2. / 8} {
		deviation := math.Sqrt(4000 * share * (1 - share))
		if math.Abs(counts[centre]-4000*share) > 4.5*deviation {
			t.Errorf("%v of 4000 points are around %v, want a share of %v", counts[centre], centre, share)
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

// A mixture has what all of its models have.
func TestMixtureHasCommonCapabilities(t *testing.T) {
	circle, space := knownCircle{}, known{space: true}
	bare := learned(t, networktest.Sphere(2, 1))
	for name, test := range map[string]struct {
		mixture          Trained
		nearest, density bool
	}{
		"circles":          {mixed(t, nil, circle, circle), true, true},
		"plane":            {mixed(t, nil, space, space), false, true},
		"both":             {mixed(t, nil, circle, space), false, true},
		"without density":  {mixed(t, nil, circle, bare), true, false},
		"neither":          {mixed(t, nil, space, bare), false, false},
		"mixture in a one": {mixed(t, nil, circle, mixed(t, nil, circle, circle)), true, true},
		"moved":            {translated(t, mixed(t, nil, bare, bare), 1, 0), true, false},
	} {
		_, nearest := test.mixture.(Nearest)
		_, density := test.mixture.(Density)
		_, likelihood := test.mixture.(Likelihood)
		if nearest != test.nearest || density != test.density || likelihood != test.density {
			t.Errorf("%s: nearest %v, density %v, likelihood %v", name, nearest, density, likelihood)
		}
		sample(t, test.mixture, 7, 1)
	}
	moved := sample(t, translated(t, mixed(t, nil, bare, bare), 5, 0), 20, 2)
	for i := range moved.Len() {
		if off := math.Abs(math.Hypot(moved.At(i)[0]-5, moved.At(i)[1]) - 1); !(off < 1e-3) {
			t.Errorf("%v is %v off the moved circle", moved.At(i), off)
		}
	}
	if _, err := (&Mixture{Of: []string{"a"}}).Combine([]Trained{struct{}{}}); err == nil {
		t.Error("what can't be drawn from is mixed")
	}
}

// The density at the nearest point is that of its model; where models share their support, as circles on each other and
// models of the plane do, they add up.
func TestMixtureLogDensity(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	at := func(m Trained, x ...float64) *LogDensity {
		t.Helper()
		density, err := m.(Likelihood).LogDensity(background, rng, rows(t, x))
		if err != nil {
			t.Fatal(err)
		}
		return density
	}
	left, right := knownCircle{known{centre: -2, log: math.Log(0.2), reports: 0.04}}, knownCircle{known{centre: 2, log: math.Log(0.4), reports: 0.03}}
	apart := mixed(t, []float64{1, 3}, left, right)
	density := at(apart, 0.4, 0)
	closeTo(t, "the density on the right", density.Values, []float64{math.Log(0.75 * 0.4)}, 1e-12)
	closeTo(t, "the nearest point", density.Nearest.Points.Data, []float64{1, 0}, 1e-12)
	closeTo(t, "the density on the left", at(apart, -2, 5).Values, []float64{math.Log(0.25 * 0.2)}, 1e-12)
	if want := math.Hypot(0.25*0.04, 0.75*0.03); math.Abs(density.NormaliserError-want) > 1e-12 || density.LogNormaliser != 0 {
		t.Errorf("the normaliser is %v with error %v, want 0 and %v", density.LogNormaliser, density.NormaliserError, want)
	}
	same := mixed(t, nil, left, knownCircle{known{centre: -2, log: math.Log(0.4)}})
	closeTo(t, "the density of circles on each other", at(same, -2, 5).Values, []float64{math.Log(0.3)}, 1e-12)
	plane := mixed(t, nil, known{space: true, log: math.Log(0.2)}, known{space: true, log: math.Inf(-1)})
	closeTo(t, "the density of models of the plane", at(plane, 3, 4).Values, []float64{math.Log(0.1)}, 1e-12)

	set, logs, err := apart.(Density).Support(background, rng, 101)
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

// Of several searches, one that arrived wins over one that did not, and then the nearer one.
func TestClosest(t *testing.T) {
	x := rows(t, []float64{0}, []float64{0}, []float64{0})
	best, owners := closest([]*Projection{
		{Points: rows(t, []float64{1}, []float64{1}, []float64{2}), Residual: []float64{0, math.NaN(), 1}, Unconverged: 2},
		{Points: rows(t, []float64{2}, []float64{3}, []float64{1}), Residual: []float64{0, 0, 1}, Unconverged: 2},
	}, x)
	closeTo(t, "the points", best.Points.Data, []float64{1, 3, 1}, 0)
	if owners[0] != 0 || owners[1] != 1 || owners[2] != 1 || best.Unconverged != 3 {
		t.Errorf("the owners are %v, and %d did not converge", owners, best.Unconverged)
	}
}

func TestMixtureMesh(t *testing.T) {
	made, err := mixed(t, []float64{1, 3}, knownCircle{}, knownCircle{}).(Mesher).Mesh(background, 8)
	if err != nil || made.Len() != 2 {
		t.Fatal(made, err)
	}
	want := []float64{math.Log(0.25), math.Log(0.25), math.Log(0.75), math.Log(0.75)}
	closeTo(t, "the density", made.Values[mesh.LogDensity], want, 1e-12)
	for i, e := range made.Values[mesh.Energy] {
		if e != -made.Values[mesh.LogDensity][i] {
			t.Errorf("the energy is %v", e)
		}
	}
	var unmeshable *mesh.UnmeshableError
	empty := knownCircle{known{mesh: &mesh.UnmeshableError{Reason: "it is empty"}}}
	if _, err := mixed(t, nil, knownCircle{}, empty).(Mesher).Mesh(background, 8); !errors.As(err, &unmeshable) || err.Error() != "b: it is empty" {
		t.Errorf("an empty model: %v", err)
	}
	broken := knownCircle{known{mesh: errors.New("broken")}}
	if _, err := mixed(t, nil, broken, empty).(Mesher).Mesh(background, 8); err == nil || errors.As(err, &unmeshable) || !strings.HasPrefix(err.Error(), "a: ") {
		t.Errorf("a broken model: %v", err)
	}
}
