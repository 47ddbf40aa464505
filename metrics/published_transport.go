package metrics

import (
	"context"
	"errors"
	"fmt"
	"math"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/output"
	"ebim/framework/random"
)

// PublishedComparison is protocol `published` on a trained model.
type PublishedComparison struct {
	PublishedTransport
	Temperatures  map[string]float64 `yaml:"temperatures" default:"null" doc:"temperatures of single models, by label"`
	SupportPoints int                `yaml:"support_points" default:"100000" range:"[1, 10000000]" doc:"points of the model's support that fill the grid"`
	TruePoints    int                `yaml:"true_points" default:"500" range:"[1, 1000000]" doc:"evenly spaced points of the true manifold, where its density is known"`
	AsPrinted     bool               `yaml:"as_printed" default:"false" doc:"take the points of points_of with this model's densities, as the paper's notebook did"`
	PointsOf      string             `yaml:"points_of" default:"ebim" doc:"label of the model whose points as_printed takes"`
}

// Check implements config.Checker.
func (p *PublishedComparison) Check() error {
	for label, temperature := range p.Temperatures {
		if !(temperature > 0) || math.IsInf(temperature, 1) {
			return &config.FieldError{Field: "temperatures." + label, Found: fmt.Sprint(temperature),
				Allowed: "a finite temperature above 0"}
		}
	}
	return nil
}

// CodeVersion implements experiment.Metric.
func (*PublishedComparison) CodeVersion() int { return 1 }

// Needs implements experiment.Metric.
func (p *PublishedComparison) Needs(*experiment.Settings) (needs experiment.Needs, err error) {
	if p.AsPrinted {
		needs.Others = []string{p.PointsOf}
	}
	return needs, nil
}

// Outputs implements experiment.Metric.
func (*PublishedComparison) Outputs() []experiment.Output {
	return []experiment.Output{
		{Name: output.Value, Role: output.Main, Unit: "of max cost", Better: output.Lowest,
			Meaning: "least cost of transport between the histograms"},
		{Name: "maximal_cost", Meaning: "what costs are divided by, in the data's units, squared if the cost is"},
		{Name: "model_cells", Format: output.Count, Meaning: "cells with points of the model"},
		{Name: "model_outside", Format: output.Count, Meaning: "points of the model outside the box, left out"},
		{Name: "true_outside", Format: output.Count, Meaning: "true points outside the box"},
	}
}

// Measure transports the model to the truth. As printed, the i-th
// point of the other model takes the density of this model's i-th point, as the notebook behind the paper's table did.
func (p *PublishedComparison) Measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	if s.Derived || s.Trained.Density == nil {
		return nil, experiment.ErrNotApplicable
	}
	rng := random.New(s.Seed, "metric/published_transport", 0)
	support, logs, err := s.Trained.Density.Spread(ctx, rng, p.SupportPoints)
	if err != nil {
		return nil, supported(err)
	}
	if p.AsPrinted {
		other, err := s.Other(p.PointsOf)
		if err != nil {
			return nil, err
		}
		if other.Density != nil {
			support, _, err = other.Density.Spread(ctx, rng, p.SupportPoints)
		}
		// as of a mixture one of whose models has none
		if other.Density == nil || errors.Is(err, errors.ErrUnsupported) {
			return nil, fmt.Errorf("points_of: model %s has no density, so there are no points to take", p.PointsOf)
		}
		if err != nil {
			return nil, supported(err)
		}
	}
	truth := DensityPoints{Points: s.Train}
	if distribution, known := s.Source.(dataset.Distribution); known {
		truth.Points, _ = distribution.Evenly(p.TruePoints)
		truth.LogDensity = logDensities(distribution, truth.Points)
	}
	settings := p.PublishedTransport
	if temperature, set := p.Temperatures[s.Label]; set {
		settings.Temperature = temperature
	}
	figures, err := settings.measure(ctx, DensityPoints{Points: support, LogDensity: logs}, truth, s.Box)
	return &experiment.Measurement{Values: figures}, err
}
