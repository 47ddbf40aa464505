package model

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"ebim/framework/config"
	"ebim/framework/energy"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/train"
	"ebim/framework/train/traintest"
)

// Losses, samplers and dimensions that don't fit their place are refused before any training.
func TestChecks(t *testing.T) {
	good := vonMises(1, 1)
	if err := errors.Join(good.Check(), good.CheckDimension(2), good.CheckDimension(5)); err != nil {
		t.Errorf("the paper's settings: %v", err)
	}
	unsampled, everywhere := vonMises(1, 1), ambient(1, 1)
	unsampled.Energy.Sampler, everywhere.Energy.Sampler = nil, nil
	latent := pushforward(&loss.Reconstruction{}, 1, 1, 1)
	for name, err := range map[string]error{
		"an energy on a manifold without samples": unsampled.Check(),
		"an ambient energy without samples":       everywhere.Check(),
		"a manifold of codimension 0":             good.CheckDimension(1),
		"a latent space of the data's dimension":  latent.CheckDimension(1),
		"an implicit manifold of codimension 0": (&ImplicitManifold{
			Manifold: good.Manifold}).CheckDimension(1),
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

// Without a network that cleans its input itself, noise tells |F| up to a constant only, and |F| at the data must cost
// something.
func TestInfiniteToleranceNeedsDenoiser(t *testing.T) {
	m := vonMises(1, 1).Manifold
	m.Loss = &loss.Denoising{DataTolerance: math.Inf(1)}
	mlp := m.Network
	if err := m.CheckDimension(2); err == nil || !strings.Contains(err.Error(), "data_tolerance") {
		t.Errorf("with a perceptron: %v", err)
	}
	m.Network = &network.Denoiser{Residual: network.Residual{Network: mlp}}
	if err := m.CheckDimension(2); err != nil {
		t.Errorf("with a denoiser: %v", err)
	}
}

func loadNowhere(m Trainable) error {
	_, err := m.Load(train.Environment{Data: points.New(3, 2), Box: square},
		func(part string) string { return filepath.Join("nowhere", part) })
	return err
}

// What can't be integrated or sampled is refused before any training.
func TestLossesFitTheirSupport(t *testing.T) {
	exact := energyOf(&loss.MeshLikelihood{}, 1)
	if err := exact.Check(); err != nil {
		t.Errorf("an exact likelihood without a sampler: %v", err)
	}
	if err := exact.CheckDimension(3); err != nil {
		t.Errorf("a curve in R^3: %v", err)
	}
	samples := energyOf(&loss.Contrastive{}, 1)
	latent := pushforward(&loss.Reconstruction{}, 1, 1, 1)
	latent.Dimension, latent.Energy.Loss = 4, &loss.MeshLikelihood{}
	box := ambient(1, 1)
	box.Energy.Loss = &loss.MeshLikelihood{}
	for name, err := range map[string]error{
		"contrastive divergence without a sampler": samples.Check(),
		"an exact likelihood on a curve in R^4":    exact.CheckDimension(4),
		"one in four latent dimensions":            latent.CheckDimension(9),
		"one in a box of R^4":                      box.CheckDimension(4),
	} {
		if err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	if err := loadNowhere(exact); err == nil {
		t.Error("a model that was never trained is loaded")
	}
}

// A mesh to draw from is refused where there can't be one, with what can be done instead.
func TestSamplingByMeshIsRefused(t *testing.T) {
	byMesh := energy.Sampling{Sampler: energy.ByMesh, Proposals: 8}
	ebim := vonMises(1, 1)
	ebim.Sampling = byMesh
	flat := pushforward(&loss.Reconstruction{}, 1, 1, 1)
	flat.Sampling = byMesh
	ebm := &EBM{Energy: flat.Energy, Sampling: byMesh}
	ebm.Energy.Sampler = langevin(0.5, 10)
	for name, err := range map[string]error{"ebim": ebim.CheckDimension(5), "pushforward": flat.Check(),
		"ebm": ebm.Check()} {
		allowed := "automatic, rejection, importance, chains"
		if name == "ebim" {
			allowed = "automatic, importance, chains"
		}
		var field *config.FieldError
		if !errors.As(err, &field) || field.Field != "sampling.sampler" || field.Allowed != allowed {
			t.Errorf("%s: got %v, want a mistake in sampling.sampler", name, err)
		}
	}
	ebim.Sampling.Sampler = energy.ByRejection
	if err := ebim.CheckDimension(2); err == nil {
		t.Error("rejection from the box of a learned manifold is taken")
	}
	ebim.Sampling.Sampler = energy.ByMesh
	if err := errors.Join(ebim.Check(), ebim.CheckDimension(2)); err != nil {
		t.Errorf("a mesh in the plane is refused: %v", err)
	}
}

// onlyShape is a network that exists for one shape.
type onlyShape struct {
	network.Network
	in, out int
}

func (s onlyShape) CheckShape(in, out int) error {
	if in != s.in || out != s.out {
		return &config.FieldError{Found: fmt.Sprintf("R^%d to R^%d", in, out)}
	}
	return nil
}

// Every network is checked for the shape that its place in the model gives it, for data in R^5, and refused where it is
// declared.
func TestNetworksOfImpossibleShape(t *testing.T) {
	variational := func(encoder, decoder, energy network.Network) *Pushforward {
		m := pushforward(&loss.VAE{}, 1, 1, 1)
		m.Dimension, m.Autoencoder.Encoder, m.Autoencoder.Decoder, m.Energy.Network = 2, encoder, decoder, energy
		return m
	}
	implicit := func(manifold, energy network.Network) *EBIM {
		m := vonMises(1, 1)
		m.Manifold.Dimension, m.Manifold.Network, m.Energy.Network = 2, manifold, energy
		return m
	}
	everywhere := func(energy network.Network) *EBM {
		m := ambient(1, 1)
		m.Energy.Network = energy
		return m
	}
	for _, test := range []struct {
		field   string
		in, out int
		model   func(n network.Network) Model
	}{
		{"manifold.network", 5, 3, func(n network.Network) Model { return implicit(n, traintest.MLP(3)) }},
		{"manifold.network", 5, 3, func(n network.Network) Model {
			return &ImplicitManifold{Manifold: implicit(n,
				nil).Manifold}
		}},
		{"energy.network", 5, 1, func(n network.Network) Model { return implicit(traintest.MLP(3), n) }},
		{"energy.network", 5, 1, func(n network.Network) Model { return everywhere(n) }},
		{"energy.network", 2, 1, func(n network.Network) Model {
			return variational(traintest.MLP(3),
				traintest.MLP(3), n)
		}},
		// means and deviations
		{"autoencoder.encoder", 5, 4, func(n network.Network) Model {
			return variational(n, traintest.MLP(3),
				traintest.MLP(3))
		}},
		{"autoencoder.decoder", 2, 5, func(n network.Network) Model {
			return variational(traintest.MLP(3), n,
				traintest.MLP(3))
		}},
	} {
		if err := test.model(onlyShape{nil, test.in, test.out}).CheckDimension(5); err != nil {
			t.Errorf("%s from R^%d to R^%d: %v", test.field, test.in, test.out, err)
		}
		var mistake *config.FieldError
		err := test.model(onlyShape{}).CheckDimension(5)
		if !errors.As(err, &mistake) || mistake.Field != test.field ||
			mistake.Found != fmt.Sprintf("R^%d to R^%d", test.in, test.out) {
			t.Errorf("got %v, want a mistake in %s", err, test.field)
		}
	}
}

// An injective flow has no inverse to expand a latent space by, and none on a line.
func TestInjectiveFlowsOfImpossibleShape(t *testing.T) {
	flow := &network.InjectiveFlow{Layers: 2, Hidden: []int{3}, Activation: "silu"}
	m := pushforward(&loss.Reconstruction{}, 1, 1, 1)
	m.Autoencoder.Encoder, m.Autoencoder.Decoder, m.Energy.Network = flow, flow, flow
	const allowed = "at least 2 inputs, and 1 to as many outputs as inputs; use an mlp"
	want := "autoencoder.decoder: an injective flow from R^1 to R^3; " + allowed +
		"\nenergy.network: an injective flow from R^1 to R^1; " + allowed
	if err := m.CheckDimension(3); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
