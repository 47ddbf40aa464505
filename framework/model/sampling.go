package model

import (
	"context"
	"errors"
	"math/rand/v2"

	"ebim/framework/config"
	"ebim/framework/points"
)

// Sampling is how points are drawn from a trained model.
type Sampling struct {
	Sampler   SamplingMethod `yaml:"sampler" default:"automatic" doc:"how points are drawn"`
	Proposals int            `yaml:"proposals" default:"16" range:"[1, 10000]" doc:"of importance: uniform points of the support that compete for each drawn point to begin with; more are taken until their effective size is 20 times the points drawn, up to 524288"`
	Steps     int            `yaml:"steps" default:"1000" range:"[1, 10000000]" doc:"steps of the chains"`
}

// SamplingMethod is a way to draw points from a trained model.
type SamplingMethod string

// Ways to draw points.
const (
	Automatic    SamplingMethod = "automatic"
	ByRejection  SamplingMethod = "rejection"
	ByImportance SamplingMethod = "importance"
	ByMesh       SamplingMethod = "mesh"
	ByChains     SamplingMethod = "chains"
)

// Choices lists the ways.
func (SamplingMethod) Choices() []config.Choice {
	return []config.Choice{
		{Name: string(Automatic), Doc: "mesh on a learned manifold that has one, rejection in a box of up to three dimensions, importance where these fail, and chains above three dimensions"},
		{Name: string(ByRejection), Doc: "independent draws from the box, latent or of the data, of a model without a learned manifold in up to three dimensions"},
		{Name: string(ByImportance), Doc: "importance resampling of uniform points of the support in up to three dimensions, and chains above: the same point may be drawn several times"},
		{Name: string(ByMesh), Doc: "independent draws from the mesh of a learned curve or surface in up to three dimensions"},
		{Name: string(ByChains), Doc: "ends of independent Markov chains of the energy's sampler that start at data"},
	}
}

// byChains tells whether chains draw from a support in a space of the given dimension.
func (s Sampling) byChains(dimension int) bool {
	return s.Sampler == ByChains || dimension > exactDimension
}

// check refuses draws from a mesh for a reason why the model has none, which may be nil, and from a box by a model that has
// another support.
func (s Sampling) check(unmeshable error, box bool) error {
	allowed := "automatic, importance, chains"
	if box {
		allowed = "automatic, rejection, importance, chains"
	}
	switch {
	case s.Sampler == ByMesh && unmeshable != nil:
		return &config.FieldError{Field: "sampling.sampler", Found: "mesh: " + unmeshable.Error(), Allowed: allowed}
	case s.Sampler == ByRejection && !box:
		return &config.FieldError{Field: "sampling.sampler", Found: "rejection for a model of a learned manifold, which is not a box", Allowed: allowed}
	}
	return nil
}

// boxDensity is an unnormalised density on a box.
type boxDensity struct {
	box [][2]float64
	log unnormalisedLog
}

// Support is n uniform points of the box, with the logarithms of the density.
func (d boxDensity) Support(ctx context.Context, rng *rand.Rand, n int) (*points.Set, []float64, error) {
	set := uniformPoints(d.box, n, rng)
	logs, err := d.log(ctx, set)
	return set, logs, err
}

// fromBox draws n points of a density on a box by rejection or, where it is too steep for that or the settings say so, by
// importance.
func (s Sampling) fromBox(ctx context.Context, rng *rand.Rand, d boxDensity, n int) (*points.Set, map[string]float64, error) {
	if s.Sampler == ByImportance {
		return importance(ctx, d, rng, n, s.Proposals)
	}
	drawn, figures, err := drawByRejection(ctx, d, rng, n)
	var undrawable *UndrawableError
	if s.Sampler == Automatic && errors.As(err, &undrawable) {
		return importance(ctx, d, rng, n, s.Proposals)
	}
	return drawn, figures, err
}
