package model

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/loss"
	"ebim/framework/support/supporttest"
	"ebim/framework/train/traintest"
)

// allLosses are those that need no sampler, and a decaying penalty, with all their optional parts.
func allLosses() map[string]Trainable {
	decayed := vonMises(60, 3)
	decayed.Energy.Loss = &loss.Contrastive{MagnitudeWeight: 0.1, MagnitudeDecay: new(0.1)}
	latent := pushforward(&loss.Reconstruction{}, 4, 3, 60)
	latent.Energy.Loss, latent.Energy.Sampler = &loss.MeshLikelihood{Smoothness: 0.01}, nil
	inBox := ambient(3, 60)
	inBox.Energy.Loss, inBox.Energy.Sampler = &loss.NoiseContrastive{Ratio: 3}, nil
	return map[string]Trainable{
		"decayed":           decayed,
		"mesh likelihood":   energyOf(&loss.MeshLikelihood{Smoothness: 0.01}, 3),
		"fixed nodes":       energyOf(&loss.MeshLikelihood{Nodes: "fixed"}, 3),
		"noise contrastive": energyOf(&loss.NoiseContrastive{Ratio: 3, Pool: 500}, 3),
		"score matching":    energyOf(&loss.ScoreMatching{Probes: new(2)}, 3),
		"latent":            latent,
		"ambient":           inBox,
	}
}

// Trainings by every loss are resumed to the same bits, and draw by chains without a declared sampler.
func TestLossesResume(t *testing.T) {
	s := supporttest.Environment(t, traintest.Circle(120, 1), square)
	for name, m := range allLosses() {
		t.Run(name, func(t *testing.T) {
			trained, _ := resumed(t, m, s, 5)
			set, _, err := trained.Energy().SampleByChains(t.Context(), rand.New(rand.NewPCG(9, 1)), 20)
			if err != nil || set.Len() != 20 {
				t.Errorf("%v", err)
			}
		})
	}
}

// A network learns the density on a learned circle and in a latent space: the mean log density of new points is within
// 0.1 nats of the true distribution's, -log(2 pi I_0(2)) + 2 I_1(2)/I_0(2) = -1.27, on the circle (the uniform
// distribution has -1.84).
func TestNetworksLearnDensities(t *testing.T) {
	s, fresh := supporttest.Environment(t, traintest.Circle(500, 1), square), traintest.Circle(500, 2)
	truth := 2*supporttest.MeanOnCircle(2) - math.Log(supporttest.OverCircle)
	for name, l := range map[string]loss.Energy{"mesh likelihood": &loss.MeshLikelihood{},
		"noise contrastive": &loss.NoiseContrastive{Ratio: 10, Pool: 4096},
		"score matching":    &loss.ScoreMatching{}} {
		t.Run(name, func(t *testing.T) {
			m := energyOf(l, 40)
			m.Manifold.Training.Epochs = 150
			trained, _ := fit(t, m, s, 0)
			density, err := trained.Density.LogDensity(t.Context(), rand.New(rand.NewPCG(1, 1)), fresh)
			if err != nil {
				t.Fatal(err)
			}
			mean := 0.0
			for _, v := range density.Values {
				mean += v / float64(len(density.Values))
			}
			if math.Abs(mean-truth) > 0.1 {
				t.Errorf("the mean log density is %v, the true distribution's %v", mean, truth)
			}
		})
	}
}
