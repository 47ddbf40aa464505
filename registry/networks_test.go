package registry_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/network"
	"ebim/framework/network/images/imagestest"
	"ebim/framework/network/networktest"
	"ebim/registry"
)

// everyNetwork runs a test on each network: its defaults and its example. Those of images are tried at sizes of their
// own.
func everyNetwork(t *testing.T, test func(t *testing.T, n network.Network)) {
	components := registry.Standard()
	kind, err := components.Kind("network")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range kind.Components {
		for name, text := range map[string]string{c.Name + " by default": c.Name,
			c.Name + " as in its example": c.Example} {
			decoded, err := components.Decode("network", text)
			if err != nil {
				t.Fatal(err)
			}
			if _, images := decoded.(network.Imaging); !images {
				t.Run(name, func(t *testing.T) { test(t, decoded.(network.Network)) })
			}
		}
	}
}

const inputs, outputs = 3, 2

// outputsOf is outputs, or 1 for a network that has no other.
func outputsOf(n network.Network) int {
	if network.CheckShape("network", n, inputs, outputs) != nil {
		return 1
	}
	return outputs
}

func TestInitializeIsReproducibleAndConsistent(t *testing.T) {
	everyNetwork(t, func(t *testing.T, n network.Network) { networktest.CheckInitialize(t, n, inputs, outputsOf(n)) })
}

// Linearize must be Apply with the derivatives that GoMLX's reverse mode finds, at any batch size, row by row.
func TestLinearizeAgreesWithReverseMode(t *testing.T) {
	everyNetwork(t, func(t *testing.T, n network.Network) { networktest.CheckLinearize(t, n, inputs, outputsOf(n)) })
}

// Derivatives by parameters and input, of a loss in F and of one in J as the rank term is.
func TestParameterDerivatives(t *testing.T) {
	everyNetwork(t, func(t *testing.T, n network.Network) {
		rng := rand.New(rand.NewPCG(4, 1))
		networktest.CheckLosses(t, n, n.Initialize(inputs, outputsOf(n), rng), rng, inputs, outputsOf(n))
	})
}

func TestNetworksOfImages(t *testing.T) {
	for _, test := range imagestest.Networks {
		t.Run(test.Text, func(t *testing.T) {
			decoded, err := registry.Standard().Decode("network", test.Text)
			if err != nil {
				t.Fatal(err)
			}
			n := decoded.(network.Network)
			if err := network.CheckShape("network", n, test.In, test.Out); err != nil {
				t.Fatal(err)
			}
			networktest.CheckInitialize(t, n, test.In, test.Out)
			networktest.CheckLinearize(t, n, test.In, test.Out)
			rng := rand.New(rand.NewPCG(6, 1))
			parameters := n.Initialize(test.In, test.Out, rng)
			if cost := network.CostOf(n, test.In, test.Out); int(cost.Parameters) != network.Size(parameters) ||
				cost.Activations < float64(test.Out) {
				t.Errorf("the cost is %+v, of %d parameters", cost, network.Size(parameters))
			}
			networktest.CheckLosses(t, n, parameters, rng, test.In, test.Out)
		})
	}
}

func TestCostsOfNetworks(t *testing.T) { everyNetwork(t, networktest.CheckCost) }

func TestSpectralNormOfZeros(t *testing.T) {
	if _, err := registry.Standard().Decode("network",
		"mlp: {initialization: zero_last, spectral_norm: true}"); err == nil ||
		!strings.Contains(err.Error(), "zero_last beside spectral_norm") {
		t.Errorf("spectral norm of a layer of zeros: %v", err)
	}
}
