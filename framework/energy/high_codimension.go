package energy

import (
	"fmt"

	"ebim/framework/config"
	"ebim/framework/loss"
	"ebim/framework/support"
)

// high reports whether a support is a manifold of a high codimension.
func high(on loss.Support) bool { return on.Manifold && on.Ambient-on.Dimension > support.MostSearched }

// relative reports whether E is relative to draws of a manifold rather than to its measure.
func (e *Energy[S]) relative(on loss.Support) bool {
	return high(on) && e.placed() == nil && e.lossOn(on).Needs(on).Uniform.Count > 0
}

// CheckHighCodimension refuses what a manifold of a high codimension, such as one of images, lacks: uniform points,
// normalizers and nearest points. What contrasts the data with chains needs none of these, and noise-contrastive
// estimation takes diffusion samples for its noise, if there are any.
func (e *Energy[S]) CheckHighCodimension(on loss.Support, annealed bool, s Sampling) error {
	if !high(on) {
		return nil
	}
	wrong := func(field, found, allowed string) error {
		return &config.FieldError{Field: field, Found: fmt.Sprintf("%s on a manifold of codimension %d", found,
			on.Ambient-on.Dimension), Allowed: allowed}
	}
	chains := s.Sampler == ByChains || s.Sampler == ByFreshChains
	switch {
	case e.placed() != nil:
		return wrong("energy.network", "kernels, which need integrals,",
			fmt.Sprintf("a network that is trained, such as convnet, or codimensions up to %d", support.MostSearched))
	case e.relative(on) && !annealed:
		return wrong("energy.loss", "a loss that takes uniform points, which can't be found,",
			"annealing, whose diffusion samples replace them, or contrastive, with a sampler")
	case e.relative(on) && chains:
		return wrong("sampling.sampler",
			"chains of an energy that is relative to diffusion samples, whose density is not known,",
			"importance, which chooses among such draws, or the loss contrastive")
	case !e.relative(on) && any(e.Sampler) == nil:
		return wrong("energy.sampler", "no sampler, and so steps that build Jacobians,",
			"constrained_langevin, with the solver conjugate_gradients")
	case e.Training.ValidateEvery > 0:
		return wrong("energy.training.validate_every",
			"a validation by the likelihood, whose normalizer is not known,", "0")
	}
	return nil
}
