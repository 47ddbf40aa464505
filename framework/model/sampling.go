package model

import (
	"ebim/framework/config"
)

// Sampling is how points are drawn from a trained model.
type Sampling struct {
	Sampler   SamplingMethod `yaml:"sampler" default:"automatic" doc:"how points are drawn"`
	Proposals int            `yaml:"proposals" default:"16" range:"[1, 10000]" doc:"uniform points of the support that compete for each drawn point, of importance"`
	Steps     int            `yaml:"steps" default:"1000" range:"[1, 10000000]" doc:"steps of the chains"`
}

// SamplingMethod is a way to draw points from a trained model.
type SamplingMethod string

// Ways to draw points.
const (
	Automatic    SamplingMethod = "automatic"
	ByImportance SamplingMethod = "importance"
	ByMesh       SamplingMethod = "mesh"
	ByChains     SamplingMethod = "chains"
)

// Choices lists the ways.
func (SamplingMethod) Choices() []config.Choice {
	return []config.Choice{
		{Name: string(Automatic), Doc: "mesh where there is one, else importance in up to three dimensions, and chains above"},
		{Name: string(ByImportance), Doc: "importance resampling of uniform points of the support in up to three dimensions, and chains above"},
		{Name: string(ByMesh), Doc: "independent draws from the mesh of a learned curve or surface in up to three dimensions"},
		{Name: string(ByChains), Doc: "ends of independent Markov chains of the energy's sampler that start at data"},
	}
}

// method is the way for a support in a space of the given dimension.
func (s Sampling) method(dimension int, meshable bool) SamplingMethod {
	switch {
	case s.Sampler == ByMesh, s.Sampler == Automatic && meshable:
		return ByMesh
	case s.Sampler == ByChains, dimension > exactDimension:
		return ByChains
	}
	return ByImportance
}

// checkMesh refuses draws from a mesh for a reason why the model has none, which may be nil.
func (s Sampling) checkMesh(reason error) error {
	if s.Sampler != ByMesh || reason == nil {
		return nil
	}
	return &config.FieldError{Field: "sampling.sampler", Found: "mesh: " + reason.Error(), Allowed: "automatic, importance, chains"}
}
