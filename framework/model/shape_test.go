package model

import (
	"errors"
	"fmt"
	"testing"

	"ebim/framework/config"
	"ebim/framework/loss"
	"ebim/framework/network"
)

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
		m := singleVonMises(1, 1)
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
		{"manifold.network", 5, 3, func(n network.Network) Model { return implicit(n, mlp(3)) }},
		{"manifold.network", 5, 3, func(n network.Network) Model { return &ImplicitManifold{implicit(n, nil).Manifold} }},
		{"energy.network", 5, 1, func(n network.Network) Model { return implicit(mlp(3), n) }},
		{"energy.network", 5, 1, func(n network.Network) Model { return everywhere(n) }},
		{"energy.network", 2, 1, func(n network.Network) Model { return variational(mlp(3), mlp(3), n) }},
		{"autoencoder.encoder", 5, 4, func(n network.Network) Model { return variational(n, mlp(3), mlp(3)) }}, // means and deviations
		{"autoencoder.decoder", 2, 5, func(n network.Network) Model { return variational(mlp(3), n, mlp(3)) }},
	} {
		if err := test.model(onlyShape{nil, test.in, test.out}).CheckDimension(5); err != nil {
			t.Errorf("%s from R^%d to R^%d: %v", test.field, test.in, test.out, err)
		}
		var mistake *config.FieldError
		err := test.model(onlyShape{}).CheckDimension(5)
		if !errors.As(err, &mistake) || mistake.Field != test.field || mistake.Found != fmt.Sprintf("R^%d to R^%d", test.in, test.out) {
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
	want := "autoencoder.decoder: an injective flow from R^1 to R^3; " + allowed + "\nenergy.network: an injective flow from R^1 to R^1; " + allowed
	if err := m.CheckDimension(3); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
