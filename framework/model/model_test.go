package model

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"ebim/framework/energy"
	"ebim/framework/loss"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/support/supporttest"
	"ebim/framework/train"
)

// cancelling cancels a training after a step.
type cancelling struct {
	after  int
	cancel context.CancelFunc
}

func (c cancelling) Report(done, _ int, _ []string, _ []float64) {
	if done == c.after {
		c.cancel()
	}
}

// fit trains all parts of a model below one folder, interrupting each once after a step if that is above 0, and loads it.
func fit(t *testing.T, m Trainable, s train.Environment, interrupt int) (*Trained, string) {
	t.Helper()
	base := t.TempDir()
	folder := func(part string) string { return filepath.Join(base, part) }
	for _, part := range m.Parts() {
		work := task(t, s.Data, s.Box)
		work.Environment, work.Folder, work.Checkpoints, work.Input = s, folder(part.Name), t.TempDir(), folder
		if err := os.MkdirAll(work.Folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if interrupt > 0 {
			ctx, cancel := context.WithCancel(background)
			interrupted := work
			interrupted.Monitor = cancelling{interrupt, cancel}
			if err := part.Train(ctx, interrupted); !errors.Is(err, context.Canceled) {
				t.Fatalf("%s: an interrupted training ends with %v", part.Name, err)
			}
		}
		if err := part.Train(background, work); err != nil {
			t.Fatalf("%s: %v", part.Name, err)
		}
	}
	trained, err := m.Load(s, folder)
	if err != nil {
		t.Fatal(err)
	}
	return trained, base
}

// langevin has a replay buffer for 20 batches, or one that a few steps fill and overwrite.
func langevin(noise float64, buffer int) *sampler.Langevin {
	return &sampler.Langevin{LangevinStep: sampler.LangevinStep{Steps: 20, Noise: noise, Step: ptr(10), Clamp: ptr(0.03), Unroll: 20},
		Buffer: sampler.BufferSettings{Size: buffer, Reuse: 0.95}}
}

func pushforward(l loss.Autoencoder, epochs, energyEpochs, buffer int) *Pushforward {
	return &Pushforward{Dimension: 1, Padding: 0.5, Sampling: energy.Sampling{Proposals: 8, Steps: 20},
		Autoencoder: Autoencoder{Encoder: mlp(16, 16), Decoder: mlp(16, 16), Loss: l, Training: training(epochs, 50, 0.005, ptr(1))},
		Energy: energy.InBox{Network: mlp(16, 16), Loss: &loss.Contrastive{MagnitudeWeight: 0.1}, Sampler: langevin(0.5, buffer),
			Training: training(energyEpochs, 50, 0.01, ptr(1))}}
}

func ambient(epochs, buffer int) *EBM {
	return &EBM{Sampling: energy.Sampling{Proposals: 16}, Energy: energy.InBox{Network: mlp(16, 16), Loss: &loss.Contrastive{MagnitudeWeight: 0.5}, Sampler: langevin(0.1, buffer),
		Training: training(epochs, 50, 0.01, nil)}}
}

func distances(x, y *points.Set) []float64 {
	d := make([]float64, x.Len())
	for i := range d {
		d[i] = supporttest.Distance(x.At(i), y.At(i))
	}
	slices.Sort(d)
	return d
}

// offCircle is the sorted distances of points to the unit circle.
func offCircle(set *points.Set) []float64 {
	d := make([]float64, set.Len())
	for i := range d {
		d[i] = math.Abs(math.Hypot(set.At(i)[0], set.At(i)[1]) - 1)
	}
	slices.Sort(d)
	return d
}

// The paper's motivating example, in short: the learned manifold passes through the data, what is drawn lies near the
// circle, and more of it where the data are (on the uniform circle the mean is 0; in the data it is 0.7).
func TestEBIMLearnsTheCircle(t *testing.T) {
	s := setting(t, circle(500, 1), square)
	trained, _ := fit(t, singleVonMises(100, 20), s, 0)
	near, err := trained.Support.Nearest(background, s.Data)
	if err != nil {
		t.Fatal(err)
	}
	if d := distances(s.Data, near.Points); d[250] > 0.03 || d[450] > 0.1 {
		t.Errorf("the data are %v (median) and %v (nine tenths) from the learned manifold", d[250], d[450])
	}
	set, _, err := trained.Sample(background, rand.New(rand.NewPCG(1, 6)), 1000)
	if err != nil {
		t.Fatal(err)
	}
	mean, d := meanOf(set, 0), offCircle(set)
	if d[500] > 0.05 || mean < 0.2 {
		t.Errorf("draws are %v (median) from the circle and have the mean %v", d[500], mean)
	}
}

// A manifold of codimension 2 is learned and projected to.
func TestImplicitManifoldOfCodimensionTwo(t *testing.T) {
	ring := networktest.Ring()
	s := setting(t, drawn(ring, 200, 1), ring.Box)
	m := &ImplicitManifold{Manifold: singleVonMises(200, 0).Manifold}
	trained, _ := fit(t, m, s, 0)
	near, err := trained.Support.Nearest(background, s.Data)
	if err != nil {
		t.Fatal(err)
	}
	d := distances(s.Data, near.Points)
	if d[100] > 0.1 || near.Unsettled > 20 {
		t.Errorf("the data are %v (median) from the learned manifold, and %d of 200 searches had not settled", d[100], near.Unsettled)
	}
}

// The baselines train and draw: a plain and a variational autoencoder with a latent energy near the circle, the ambient
// energy much nearer to it than uniform points of the box, whose median is 0.36 off.
func TestBaselinesTrainAndDraw(t *testing.T) {
	s := setting(t, circle(500, 1), square)
	for name, test := range map[string]struct {
		model Trainable
		limit float64 // of the median distance from the circle
	}{
		"autoencoder":             {pushforward(&loss.Reconstruction{}, 40, 20, 1000), 0.15},
		"variational autoencoder": {pushforward(&loss.VAE{KLWeight: 0.001}, 40, 20, 1000), 0.15},
		"ambient":                 {ambient(100, 1000), 0.2},
	} {
		t.Run(name, func(t *testing.T) {
			trained, _ := fit(t, test.model, s, 0)
			set, _, err := trained.Sample(background, rand.New(rand.NewPCG(2, 6)), 1000)
			if err != nil {
				t.Fatal(err)
			}
			d := offCircle(set)
			if set.Len() != 1000 || !(d[500] < test.limit) {
				t.Errorf("%d draws are %v (median) from the circle", set.Len(), d[500])
			}
			spread, logs, err := trained.Density.Spread(background, rand.New(rand.NewPCG(3, 6)), 300)
			if err != nil || spread.Len() != 300 || len(logs) != 300 || math.IsNaN(slices.MinFunc(logs, cmp.Compare[float64])) {
				t.Errorf("the support has %d points and %d densities (%v)", spread.Len(), len(logs), err)
			}
		})
	}
}

// everything is all files below a folder: checkpoints as arrays, others as text.
func everything(t *testing.T, base string, m Trainable) map[string]any {
	t.Helper()
	found := map[string]any{}
	for _, part := range m.Parts() {
		history, err := os.ReadFile(filepath.Join(base, part.Name, train.HistoryFile))
		if err != nil {
			t.Fatal(err)
		}
		parameters, err := train.LoadArrays(filepath.Join(base, part.Name, train.ParametersFolder))
		if err != nil {
			t.Fatal(err)
		}
		found[part.Name] = []any{strings.Split(string(history), "\n"), parameters}
	}
	return found
}

// Of one seed, two trainings have the same bits, also when one of them is interrupted in each part and resumed: with
// replay buffers, with a constrained sampler, with a variational autoencoder's noise. Another seed has others.
func TestTrainingsHaveTheSameBits(t *testing.T) {
	s := setting(t, circle(120, 1), square)
	shuffled := singleVonMises(4, 4)
	shuffled.Manifold.Training.Shuffle = true
	for name, m := range map[string]Trainable{"ebim": shuffled, "pushforward": pushforward(&loss.VAE{KLWeight: 0.01}, 4, 4, 60), "ebm": ambient(4, 60)} {
		t.Run(name, func(t *testing.T) {
			whole, wholeFolder := fit(t, m, s, 0)
			_, resumedFolder := fit(t, m, s, 7)
			want, got := everything(t, wholeFolder, m), everything(t, resumedFolder, m)
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Errorf("an interrupted training differs (-uninterrupted +resumed):\n%s", diff)
			}
			other := s
			other.Seed = 2
			_, otherFolder := fit(t, m, other, 0)
			if gocmp.Equal(want, everything(t, otherFolder, m)) {
				t.Error("two seeds give the same training")
			}
			draw := func() []float64 {
				set, _, err := whole.Sample(background, rand.New(rand.NewPCG(4, 6)), 20)
				if err != nil {
					t.Fatal(err)
				}
				return set.Data
			}
			if !slices.Equal(draw(), draw()) {
				t.Error("two draws of one stream differ")
			}
		})
	}
}

// A learning rate far too high is reported as a diverged training with its part's likely cause.
func TestDivergedTrainings(t *testing.T) {
	m := singleVonMises(3, 1)
	m.Manifold.Training.Optimizer = &train.SGD{Rate: 1e20}
	work := task(t, circle(100, 1), square)
	var diverged *train.DivergedError
	if err := m.Parts()[0].Train(background, work); !errors.As(err, &diverged) || !strings.Contains(err.Error(), "learning rate") {
		t.Errorf("got %v, want a DivergedError that names the learning rate", err)
	}
}

// Losses, samplers and dimensions that don't fit their place are refused before any training.
func TestChecks(t *testing.T) {
	good := singleVonMises(1, 1)
	if err := errors.Join(good.Check(), good.CheckDimension(2), good.CheckDimension(5)); err != nil {
		t.Errorf("the paper's settings: %v", err)
	}
	unsampled, everywhere := singleVonMises(1, 1), ambient(1, 1)
	unsampled.Energy.Sampler, everywhere.Energy.Sampler = nil, nil
	latent := pushforward(&loss.Reconstruction{}, 1, 1, 1)
	for name, err := range map[string]error{
		"an energy on a manifold without samples":        unsampled.Check(),
		"an ambient energy without samples":              everywhere.Check(),
		"a manifold of codimension 0":                    good.CheckDimension(1),
		"a latent space of the data's dimension":         latent.CheckDimension(1),
		"an implicit manifold of codimension 0":          (&ImplicitManifold{Manifold: good.Manifold}).CheckDimension(1),
		"parameters that were never trained (nowhere)":   loadNowhere(good),
		"a pushforward model that was never trained":     loadNowhere(latent),
		"an ambient model that was never trained at all": loadNowhere(ambient(1, 1)),
	} {
		if err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	if err := good.CheckDimension(65); err != nil {
		t.Errorf("the default solver in codimension 64: %v", err)
	}
}

func loadNowhere(m Trainable) error {
	_, err := m.Load(train.Environment{Data: points.New(3, 2), Box: square}, func(part string) string { return filepath.Join("nowhere", part) })
	return err
}
