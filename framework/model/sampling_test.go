package model

import (
	"errors"
	"testing"

	"ebim/framework/config"
	"ebim/framework/energy"
	"ebim/framework/loss"
)

// A mesh to draw from is refused where there can't be one, with what can be done instead.
func TestSamplingByMeshIsRefused(t *testing.T) {
	byMesh := energy.Sampling{Sampler: energy.ByMesh, Proposals: 8}
	ebim := singleVonMises(1, 1)
	ebim.Sampling = byMesh
	flat := pushforward(&loss.Reconstruction{}, 1, 1, 1)
	flat.Sampling = byMesh
	ebm := &EBM{Energy: flat.Energy, Sampling: byMesh}
	ebm.Energy.Sampler = langevin(0.5, 10)
	for name, err := range map[string]error{"ebim": ebim.CheckDimension(5), "pushforward": flat.Check(), "ebm": ebm.Check()} {
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
