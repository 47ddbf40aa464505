package model

import (
	"errors"
	"math/rand/v2"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/energy"
	"ebim/framework/mesh"
	"ebim/framework/network/networktest"
	"ebim/framework/support"
	"ebim/framework/support/known"
	"ebim/framework/support/supporttest"
	"ebim/framework/support/zeroset"
)

// A model without an energy says so; without a density it is drawn from uniformly, meshed without values, and moved.
func TestModelsThatLackSomething(t *testing.T) {
	circle := zeroset.New(supporttest.Learned(t, networktest.Sphere(2, 1)))
	truth, density := known.New(&dataset.VonMises{Center: []float64{0, 0}, Radius: 1, Concentration: 2})
	bare, family := &Trained{Support: circle}, &Trained{Support: truth, Density: density}
	for name, m := range map[string]*Trained{"alone": bare, "known": family} {
		if got, err := m.Energies(t.Context(), supporttest.Rows(t, []float64{1, 0})); m.Energy() != nil ||
			!errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: the energies are %v, %v", name, got, err)
		}
		moved := m.Moved(support.Similarity{Factor: 2, Shift: []float64{5, 0}})
		if drawn, _, err := moved.Sample(t.Context(), rand.New(rand.NewPCG(1, 1)), 5); err != nil ||
			(moved.Density == nil) != (m.Density == nil) ||
			supporttest.Distance(drawn.At(0), []float64{5, 0}) < 1.99 {
			t.Errorf("%s: moved, %+v is drawn, %v", name, drawn, err)
		}
	}
	if made, err := bare.Mesh(t.Context(), 32); err != nil || made.Values[mesh.Energy] != nil || made.Len() == 0 {
		t.Errorf("the mesh of a manifold without a density: %v", err)
	}
	if _, err := family.Mesh(t.Context(), 32); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("the mesh of a known manifold: %v", err)
	}
}

// A moved energy and its support are one: what is drawn from the density lies where the support is.
func TestMovedModelsShareTheirSupport(t *testing.T) {
	circle := zeroset.New(supporttest.Learned(t, networktest.Sphere(2, 1)))
	m, err := withEnergy(&energy.Density{Support: circle, Energy: supporttest.Slope(1, 0)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if moved := m.Moved(support.Similarity{Factor: 3}); moved.Support != support.Support(moved.Energy().Support) ||
		moved.Support == m.Support {
		t.Errorf("the moved model is %+v", moved)
	}
}
