package model

import (
	"errors"
	"path/filepath"
	"testing"

	"ebim/framework/chains"
	"ebim/framework/energy"
	"ebim/framework/loss"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/support/supporttest"
	"ebim/framework/train"
	"ebim/framework/train/traintest"
)

// keeping is fit of tasks that keep replay buffers.
func keeping(t *testing.T, m Trainable, s train.Environment) (*Trained, func(part string) string) {
	t.Helper()
	base := t.TempDir()
	folder := func(part string) string { return filepath.Join(base, part) }
	for _, part := range m.Parts() {
		work := traintest.In(t, s)
		work.Folder, work.Input, work.KeepReplay = folder(part.Name), folder, true
		traintest.Finish(t, part.Train, work, 0)
	}
	trained, err := m.Load(s, folder)
	if err != nil {
		t.Fatal(err)
	}
	return trained, folder
}

// Every model that is trained by chains gives the points of its last training's buffer, in the data's space and units,
// where the task asks for them, and says otherwise that there are none.
func TestReplay(t *testing.T) {
	data := traintest.Circle(100, 1)
	env := supporttest.Environment(t, data, square)
	several := vonMises(1, 1)
	several.Manifold.Starts = 2
	negative := &ImplicitManifold{Manifold: several.Manifold}
	for name, m := range map[string]Trainable{"ebim": vonMises(60, 2), "ebm": ambient(2, 100),
		"pushforward": pushforward(&loss.Reconstruction{}, 2, 2, 100),
		"nae":         nae(2, 2), "implicit manifold": negative} {
		kept, folder := keeping(t, m, env)
		x, err := kept.Replay(t.Context())
		if err != nil || x.Len() < 50 || x.Dim != 2 {
			t.Errorf("%s: %v, %v", name, x, err)
			continue
		}
		parts := m.Parts()
		inside, err := chains.Replay(folder(parts[len(parts)-1].Name))
		if err != nil || inside.Len() != x.Len() {
			t.Errorf("%s: %v points in the folder, %d of the model, %v", name, inside, x.Len(), err)
		}
		units := &points.Scaling{Shift: []float64{10, 0}, Scale: []float64{2, 2}}
		scaled, err := kept.In(units).Replay(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		supporttest.CloseTo(t, name+" in other units", scaled.Data, units.Out(x).Data, 1e-6)
		without, _ := fit(t, m, env, 0)
		if _, err := without.Replay(t.Context()); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s, without being asked to: %v", name, err)
		}
	}
}

// As an energy the norm of F draws points near F = 0, from all over the box; |F|^2 does too: on average |F| is less
// than a third of that of uniform points.
func TestAsEnergy(t *testing.T) {
	env := supporttest.Environment(t, traintest.Circle(200, 1), square)
	for _, norm := range []loss.Norm{"l2", "l2_squared_energy"} {
		m := &ImplicitManifold{Manifold: vonMises(150, 0).Manifold, AsEnergy: &AsEnergy{Steps: 200}}
		m.Manifold.Loss = &loss.Implicit{NegativeWeight: 0.3, SquaredNormWeight: 1, RankWeight: 10,
			MinSingularValue: 1, PositiveNorm: "l2", NegativeNorm: norm}
		m.Manifold.Sampler = &sampler.Langevin{LangevinStep: traintest.LangevinStep(20, 0.03, 1, 0.1),
			Buffer: traintest.Replay()}
		if err := m.Check(); err != nil {
			t.Fatal(err)
		}
		trained, _ := fit(t, m, env, 0)
		drawn, _, err := trained.Sample(t.Context(), random.New(1, "draws", 0), 300)
		if err != nil || drawn.Len() != 300 || drawn.Distinct() != 300 {
			t.Fatalf("%v, %v", drawn, err)
		}
		mean := func(x *points.Set) float64 {
			values, err := trained.Values(t.Context(), x)
			if err != nil {
				t.Fatal(err)
			}
			sum := 0.0
			for i := range values.Len() {
				sum += supporttest.Distance(values.At(i), make([]float64, values.Dim)) / float64(values.Len())
			}
			return sum
		}
		uniform := points.New(300, 2)
		for i, rng := 0, random.New(2, "uniform", 0); i < len(uniform.Data); i++ {
			uniform.Data[i] = 3*rng.Float64() - 1.5
		}
		if near, far := mean(drawn), mean(uniform); near > far/3 {
			t.Errorf("%s: |F| is %v at the draws on average, and %v at uniform points", norm, near, far)
		}
		if _, err := trained.Density.LogDensity(t.Context(), random.New(1, "", 0), drawn); !errors.Is(err,
			errors.ErrUnsupported) {
			t.Errorf("the density of the draws: %v", err)
		}
	}
	m := &ImplicitManifold{Manifold: vonMises(1, 0).Manifold, AsEnergy: &AsEnergy{Steps: 1}}
	m.Manifold.Sampler = &sampler.Uniform{}
	if m.Check() == nil {
		t.Error("chains of uniform points are accepted")
	}
}

// Fresh chains begin all over the latent box, and not at data.
func TestFreshChains(t *testing.T) {
	m := pushforward(&loss.Reconstruction{}, 2, 2, 100)
	still := &sampler.Langevin{LangevinStep: sampler.LangevinStep{Steps: 1, Unroll: 1}, Buffer: traintest.Replay()}
	m.Energy.Sampler = still
	env := supporttest.Environment(t, traintest.Circle(100, 1), square)
	count := map[energy.SamplingMethod]int{}
	for _, method := range []energy.SamplingMethod{energy.ByChains, energy.ByFreshChains} {
		m.Sampling.Sampler, m.Sampling.Steps = method, 1
		trained, _ := fit(t, m, env, 0)
		drawn, _, err := trained.Sample(t.Context(), random.New(1, "draws", 0), 400)
		if err != nil {
			t.Fatal(err)
		}
		count[method] = drawn.Distinct()
	}
	if count[energy.ByChains] > 100 || count[energy.ByFreshChains] != 400 {
		t.Errorf("without steps there are %v distinct draws, from 100 data points and from all over", count)
	}
}
