package model

import (
	"math"
	"slices"
	"strings"
	"testing"

	"ebim/framework/autoencoder"
	"ebim/framework/energy"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
	"ebim/framework/train/traintest"
)

// nae is a normalized autoencoder of the plane, whose energies are squared errors over 2 x 0.005.
func nae(epochs, normalized int) *NAE {
	steps := func(count int, noise float64) *sampler.Langevin {
		return &sampler.Langevin{LangevinStep: sampler.LangevinStep{Steps: count, Noise: noise, Unroll: 20},
			Buffer: sampler.BufferSettings{Size: 200, Reuse: 0.95}}
	}
	return &NAE{Dimension: 1, LatentSteps: 50, Sampling: energy.Sampling{Steps: 20, Proposals: 16},
		Autoencoder: autoencoder.Autoencoder{Encoder: traintest.MLP(16, 16), Decoder: traintest.MLP(16, 16),
			Loss:     &loss.Reconstruction{},
			Training: traintest.Training(epochs, 50, 0.005, nil)},
		Normalization: autoencoder.Normalization{Temperature: 0.005, LatentSampler: steps(10, 0.1),
			Sampler: steps(10, 0.1), EncoderPenalty: 1e-4, MagnitudeWeight: 0.01,
			Training: traintest.Training(normalized, 50, 0.002, new(1.0))}}
}

// segment is n points of a segment, evenly spaced.
func segment(n int) *points.Set {
	set := points.New(n, 2)
	for i := range n {
		x := 1.6*float64(i)/float64(n-1) - 0.8
		copy(set.At(i), []float64{x, x / 2})
	}
	return set
}

// Its energy is the error of its reconstructions over n T, its density exp(-E)/Z in the box, by the rule of
// rectangles, and its draws have that density's moments. The tolerance of those is 5 of their standard errors, which
// good draws exceed in one case of a million.
func TestNAEIsADensity(t *testing.T) {
	env := supporttest.Environment(t, segment(200), square)
	trained, _ := fit(t, nae(40, 20), env, 0)
	const cells = 120
	grid, width := points.New(cells*cells, 2), 3.0/cells
	for i := range grid.Len() {
		copy(grid.At(i), []float64{-1.5 + width*(float64(i%cells)+0.5), -1.5 + width*(float64(i/cells)+0.5)})
	}
	energies, err := trained.Energies(t.Context(), grid)
	if err != nil {
		t.Fatal(err)
	}
	made, err := trained.Support.(support.Reconstructor).Reconstruct(t.Context(), grid)
	if err != nil {
		t.Fatal(err)
	}
	integral, moments := 0.0, [3]float64{}
	for i, e := range energies {
		if want := points.SquaredDistance(made.At(i), grid.At(i)) / (2 * 0.005); math.Abs(e-want) > 1e-4*(1+want) {
			t.Fatalf("the energy at %v is %v, but its reconstruction %v gives %v", grid.At(i), e, made.At(i), want)
		}
		weight, x := math.Exp(-e)*width*width, grid.At(i)
		integral += weight
		for k, v := range []float64{x[0], x[1], x[0] * x[0]} {
			moments[k] += weight * v
		}
	}
	density, err := trained.Density.LogDensity(t.Context(), random.New(1, "normalizer", 0), grid)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(density.LogNormalizer-math.Log(integral)) > 0.01 {
		t.Errorf("the logarithm of Z is %v, by the rule of rectangles %v", density.LogNormalizer, math.Log(integral))
	}
	const draws = 4000
	drawn, _, err := trained.Sample(t.Context(), random.New(1, "draws", 0), draws)
	if err != nil {
		t.Fatal(err)
	}
	for k, of := range []func(x []float64) float64{func(x []float64) float64 { return x[0] },
		func(x []float64) float64 { return x[1] }, func(x []float64) float64 { return x[0] * x[0] }} {
		sum, squares := 0.0, 0.0
		for i := range draws {
			v := of(drawn.At(i))
			sum, squares = sum+v, squares+v*v
		}
		mean := sum / draws
		if want, tolerance := moments[k]/integral,
			5*math.Sqrt((squares/draws-mean*mean)/draws); math.Abs(mean-want) > tolerance {
			t.Errorf("moment %d of the draws is %v, want %v", k, mean, want)
		}
	}
}

// An autoencoder that was trained to reconstruct extrapolates: it reconstructs points beyond the data too. Normalized,
// it has a density that gives the data more.
func TestNormalizationRaisesEnergiesElsewhere(t *testing.T) {
	data := segment(200)
	env := supporttest.Environment(t, data, square)
	likelihood := func(normalized int) float64 {
		trained, _ := fit(t, nae(40, normalized), env, 0)
		density, err := trained.Density.LogDensity(t.Context(), random.New(1, "normalizer", 0), data)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, v := range density.Values {
			sum += v
		}
		return sum / float64(data.Len())
	}
	before, after := likelihood(0), likelihood(60)
	t.Logf("mean log density of the data: %.3f before, %.3f after", before, after)
	if after < before+0.2 {
		t.Errorf("the data's mean log density is %v after the normalization, and was %v", after, before)
	}
}

// Interrupted trainings go on to the same bits, on the sphere too.
func TestNAEResumes(t *testing.T) {
	m := nae(2, 3)
	resumed(t, m, supporttest.Environment(t, segment(100), square), 1)
	m.Dimension, m.Spherical = 2, true
	trained, _ := resumed(t, m, supporttest.Environment(t, segment(100), square), 1)
	if s, _, err := trained.Sample(t.Context(), random.New(1, "draws", 0), 10); err != nil || s.Len() != 10 {
		t.Errorf("draws: %v, %v", s, err)
	}
}

// Draws by chains begin at images of codes, one chain at each, and not at data; they stay in the box, and move with it.
func TestNAEChainsBeginAtImagesOfCodes(t *testing.T) {
	data := segment(100)
	m := nae(40, 2)
	m.Sampling.Sampler = energy.ByChains
	m.Normalization.Sampler = &sampler.Langevin{LangevinStep: sampler.LangevinStep{Steps: 1, Noise: 0, Unroll: 1},
		Buffer: sampler.BufferSettings{Size: 1}}
	trained, _ := fit(t, m, supporttest.Environment(t, data, square), 0)
	draw := func(of *Trained) *points.Set {
		drawn, _, err := of.Sample(t.Context(), random.New(1, "draws", 0), 300)
		if err != nil {
			t.Fatal(err)
		}
		return drawn
	}
	drawn := draw(trained)
	if drawn.Distinct() != drawn.Len() {
		t.Errorf("only %d of %d draws are distinct", drawn.Distinct(), drawn.Len())
	}
	energies, err := trained.Energies(t.Context(), drawn)
	if err != nil {
		t.Fatal(err)
	}
	for i := range drawn.Len() {
		for _, v := range drawn.At(i) {
			if !(math.Abs(v) <= 1.5) {
				t.Fatalf("a draw at %v, outside of the box", drawn.At(i))
			}
		}
	}
	by := support.Similarity{Factor: 2, Shift: []float64{3, -1}}
	moved := trained.Moved(by)
	movedDraws := draw(moved)
	supporttest.CloseTo(t, "the moved model's draws", movedDraws.Data, by.Points(drawn).Data, 1e-3)
	movedEnergies, err := moved.Energies(t.Context(), movedDraws)
	if err != nil {
		t.Fatal(err)
	}
	supporttest.CloseTo(t, "their energies", movedEnergies, energies, 1e-2*(1+slices.Max(energies)))
	made, err := trained.Support.(support.Reconstructor).Reconstruct(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	also, err := moved.Support.(support.Reconstructor).Reconstruct(t.Context(), by.Points(data))
	if err != nil {
		t.Fatal(err)
	}
	supporttest.CloseTo(t, "the moved reconstructions", also.Data, by.Points(made).Data, 1e-3)
}

// A spherical autoencoder's encoder leads to the sphere, and its settings stay as they are.
func TestSphericalCodes(t *testing.T) {
	m := nae(1, 1)
	m.Dimension, m.Spherical = 2, true
	if _, ok := m.networks().Encoder.(network.OnSphere); !ok {
		t.Errorf("codes lie where %T takes them", m.networks().Encoder)
	}
	if err := m.Check(); err != nil {
		t.Error(err)
	}
	if _, changed := m.Autoencoder.Encoder.(network.OnSphere); changed {
		t.Error("the settings themselves were changed")
	}
}

func TestNAEChecks(t *testing.T) {
	for name, change := range map[string]func(m *NAE){
		"autoencoder.loss":        func(m *NAE) { m.Autoencoder.Loss = &loss.VAE{} },
		"dimension":               func(m *NAE) { m.Spherical = true },
		"training.validate_every": func(m *NAE) { m.Normalization.Training.ValidateEvery = 5 },
	} {
		m := nae(1, 1)
		if err := m.Check(); err != nil {
			t.Fatal(err)
		}
		change(m)
		err := m.Check()
		if inner := m.Normalization.Check(); err == nil {
			err = inner
		}
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := nae(1, 1).CheckDimension(1); err != nil {
		t.Error(err)
	}
	m := nae(1, 1)
	if m.Dimension = 3; m.CheckDimension(2) == nil {
		t.Error("more codes than coordinates are accepted")
	}
}
