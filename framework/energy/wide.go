package energy

import (
	"fmt"

	"ebim/framework/config"
	"ebim/framework/loss"
	"ebim/framework/support"
)

// CheckWide refuses what a manifold of a large codimension has not, such as one of images: uniform points, normalizers and nearest points. What
// contrasts the data with chains needs none of these. Noise-contrastive estimation would need noise of a known density there: that of uniform
// points, which chains of bearable length don't reach, or of annealed draws, which nobody knows.
func (e *Energy[S]) CheckWide(on loss.Support) error {
	if !on.Manifold || on.Ambient-on.Dimension <= support.MostSearched {
		return nil
	}
	wrong := func(field, found, allowed string) error {
		return &config.FieldError{Field: field, Found: fmt.Sprintf("%s on a manifold of codimension %d", found, on.Ambient-on.Dimension), Allowed: allowed}
	}
	needs := e.lossOn(on).Needs(on)
	switch {
	case e.placed() != nil:
		return wrong("energy.network", "kernels, which need integrals,", fmt.Sprintf("a network that is trained, such as convnet, or codimensions up to %d", support.MostSearched))
	case needs.Uniform.Count > 0:
		return wrong("energy.loss", "a loss that takes uniform points, which can't be found,", "contrastive, with a sampler")
	case any(e.Sampler) == nil:
		return wrong("energy.sampler", "no sampler, and so steps that build Jacobians,", "constrained_langevin, with the solver conjugate_gradients")
	case e.Training.ValidateEvery > 0:
		return wrong("energy.training.validate_every", "a validation by the likelihood, whose normalizer is not known,", "0")
	}
	return nil
}
