package energy

import (
	"ebim/framework/config"
	"ebim/framework/support"
)

// Sampling is how points are drawn from a trained model.
type Sampling struct {
	Sampler   SamplingMethod `yaml:"sampler" default:"automatic" doc:"how points are drawn"`
	Proposals int            `yaml:"proposals" default:"16" range:"[1, 10000]" doc:"of importance: initial uniform points per sample, raised until their effective size is 20 times the samples, up to 524288; of images the diffusion samples per sample"`
	Steps     int            `yaml:"steps" default:"1000" range:"[1, 10000000]" doc:"steps of the chains"`
}

// SamplingMethod is how to draw points from a trained model.
type SamplingMethod string

// Methods to draw points.
const (
	Automatic    SamplingMethod = "automatic"
	ByRejection  SamplingMethod = "rejection"
	ByImportance SamplingMethod = "importance"
	ByMesh       SamplingMethod = "mesh"
	ByChains     SamplingMethod = "chains"
	// ByFreshChains takes nothing from the data, and so shows what the chains alone can do.
	ByFreshChains SamplingMethod = "fresh_chains"
)

// Choices lists the methods.
func (SamplingMethod) Choices() []config.Choice {
	return []config.Choice{
		{Name: string(Automatic),
			Doc: "from around the data where the energy is of kernels on a learned manifold, otherwise mesh on a " +
				"learned manifold that has one, rejection in a box of up to three dimensions, importance where " +
				"these fail, and chains above three dimensions"},
		{Name: string(ByRejection),
			Doc: "independent draws from the box, latent or of the data, of a model without a learned manifold in " +
				"up to three dimensions"},
		{Name: string(ByImportance),
			Doc: "importance resampling of uniform points of the support in up to three dimensions, and chains " +
				"above: the same point may be drawn several times. After noise_contrastive on a manifold of images, " +
				"where it is what automatic does, each draw is one of its own diffusion samples"},
		{Name: string(ByMesh),
			Doc: "independent draws from the mesh of a learned curve or surface in up to three dimensions"},
		{Name: string(ByChains), Doc: "ends of independent Markov chains of the energy's sampler that start at data"},
		{Name: string(ByFreshChains),
			Doc: "the same from uniform points of the domain, so that draws are none of the data's: of a latent " +
				"box, of the box, or of the manifold"},
	}
}

// byChains reports whether chains draw from a support in a space of the given dimension.
func (s Sampling) byChains(dimension int) bool {
	return s.Sampler == ByChains || s.Sampler == ByFreshChains || dimension > support.MostCovered
}

// exactly reports whether the domain's own draws are wanted, if it has any.
func (s Sampling) exactly() bool {
	return s.Sampler != ByImportance && s.Sampler != ByChains && s.Sampler != ByFreshChains
}

// CheckFor refuses draws from a mesh for a reason why the model has none, which may be nil, and from a box by a model
// that has another support.
func (s Sampling) CheckFor(unmeshable error, box bool) error {
	allowed := "automatic, importance, chains"
	if box {
		allowed = "automatic, rejection, importance, chains"
	}
	switch {
	case s.Sampler == ByMesh && unmeshable != nil:
		return &config.FieldError{Field: "sampling.sampler", Found: "mesh: " + unmeshable.Error(), Allowed: allowed}
	case s.Sampler == ByRejection && !box:
		return &config.FieldError{Field: "sampling.sampler",
			Found: "rejection for a model of a learned manifold, which is not a box", Allowed: allowed}
	}
	return nil
}
