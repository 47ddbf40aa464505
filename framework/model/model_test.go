package model

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/loss"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
	"ebim/framework/train"
	"ebim/framework/train/traintest"
)

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
	s := supporttest.Environment(t, traintest.Circle(500, 1), square)
	trained, _ := fit(t, vonMises(100, 20), s, 0)
	near, err := support.Nearest(t.Context(), trained.Support, s.Data)
	if err != nil {
		t.Fatal(err)
	}
	if d := distances(s.Data, near.Points); d[250] > 0.03 || d[450] > 0.1 {
		t.Errorf("the data are %v (median) and %v (nine tenths) from the learned manifold", d[250], d[450])
	}
	set, _, err := trained.Sample(t.Context(), rand.New(rand.NewPCG(1, 6)), 1000)
	if err != nil {
		t.Fatal(err)
	}
	mean, d := supporttest.Mean(set, 0), offCircle(set)
	if d[500] > 0.05 || mean < 0.2 {
		t.Errorf("draws are %v (median) from the circle and have the mean %v", d[500], mean)
	}
}

// A manifold of codimension 2 is learned and projected to.
func TestImplicitManifoldOfCodimensionTwo(t *testing.T) {
	ring := networktest.Ring()
	s := supporttest.Environment(t, supporttest.Drawn(ring, 200, 1), ring.Box)
	m := &ImplicitManifold{Manifold: vonMises(200, 0).Manifold}
	trained, _ := fit(t, m, s, 0)
	near, err := support.Nearest(t.Context(), trained.Support, s.Data)
	if err != nil {
		t.Fatal(err)
	}
	d := distances(s.Data, near.Points)
	if d[100] > 0.1 || near.Unsettled > 20 {
		t.Errorf("the data are %v (median) from the learned manifold, and %d of 200 searches had not settled", d[100],
			near.Unsettled)
	}
}

// The baselines train and draw: a plain and a variational autoencoder with a latent energy near the circle, the ambient
// energy much nearer to it than uniform points of the box, whose median is 0.36 off.
func TestBaselinesTrainAndDraw(t *testing.T) {
	s := supporttest.Environment(t, traintest.Circle(500, 1), square)
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
			set, _, err := trained.Sample(t.Context(), rand.New(rand.NewPCG(2, 6)), 1000)
			if err != nil {
				t.Fatal(err)
			}
			d := offCircle(set)
			if set.Len() != 1000 || !(d[500] < test.limit) {
				t.Errorf("%d draws are %v (median) from the circle", set.Len(), d[500])
			}
			spread, logs, err := trained.Density.Spread(t.Context(), rand.New(rand.NewPCG(3, 6)), 300)
			if err != nil || spread.Len() != 300 || len(logs) != 300 || math.IsNaN(slices.Min(logs)) {
				t.Errorf("the support has %d points and %d densities (%v)", spread.Len(), len(logs), err)
			}
		})
	}
}

// Of one seed, two trainings have the same bits, also when one of them is interrupted in each part and resumed: with
// replay buffers, with a constrained sampler, with a variational autoencoder's noise. Another seed has others.
func TestTrainingsHaveTheSameBits(t *testing.T) {
	s := supporttest.Environment(t, traintest.Circle(120, 1), square)
	shuffled := vonMises(4, 4)
	shuffled.Manifold.Training.Shuffle = true
	for name, m := range map[string]Trainable{"ebim": shuffled,
		"pushforward": pushforward(&loss.VAE{KLWeight: 0.01}, 4, 4, 60), "ebm": ambient(4, 60)} {
		t.Run(name, func(t *testing.T) {
			whole, folder := resumed(t, m, s, 7)
			other := s
			other.Seed = 2
			_, otherFolder := fit(t, m, other, 0)
			if cmp.Equal(everything(t, folder, m), everything(t, otherFolder, m)) {
				t.Error("two seeds give the same training")
			}
			draw := func() []float64 {
				set, _, err := whole.Sample(t.Context(), rand.New(rand.NewPCG(4, 6)), 20)
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
	m := vonMises(3, 1)
	m.Manifold.Training.Optimizer = &train.SGD{Rate: 1e20}
	work := traintest.Task(t, traintest.Circle(100, 1), square)
	var diverged *train.DivergedError
	if err := m.Parts()[0].Train(t.Context(), work); !errors.As(err, &diverged) ||
		!strings.Contains(err.Error(), "learning rate") {
		t.Errorf("got %v, want a DivergedError that names the learning rate", err)
	}
}
