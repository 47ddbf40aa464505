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
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/metrics/transport"
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

// PublishedTransport is protocol `published`: what the paper's released code computes for its Table 1 under the name of
// a Wasserstein-1 distance. The model is a histogram over cells of space, whose weights are mean densities, so how much
// of the manifold lies in a cell does not count; the cost of transport is the squared distance over its maximum.
type PublishedTransport struct {
	Granularity int           `yaml:"granularity" default:"100" range:"[3, 10000]" doc:"ticks along each axis of the box, one more than cells"`
	Temperature float64       `yaml:"temperature" default:"1" range:"(0, inf)" doc:"the model's density is raised to the power 1/temperature"`
	Position    CellPosition  `yaml:"position" default:"released" doc:"where in its cell a histogram's mass lies"`
	Cost        TransportCost `yaml:"cost" default:"squared" doc:"cost of transport, divided by its maximum"`
}

// CellPosition is where the mass of a cell is put.
type CellPosition string

// Choices lists the positions.
func (CellPosition) Choices() []config.Choice {
	return []config.Choice{
		{Name: "released",
			Doc: "as the released code: the lower corner against a histogram, the center against data points"},
		{Name: "corner", Doc: "the cell's lower corner"},
		{Name: "center", Doc: "the cell's center", Formerly: "centre"},
	}
}

// TransportCost is what moving a unit of mass costs.
type TransportCost string

// Choices lists the costs.
func (TransportCost) Choices() []config.Choice {
	return []config.Choice{
		{Name: "squared", Doc: "squared Euclidean distance, as in the released code"},
		{Name: "euclidean", Doc: "Euclidean distance"},
	}
}

// cost is the solver's cost of that name.
func (c TransportCost) cost() (transport.Cost, error) {
	switch c {
	case "squared":
		return transport.SquaredEuclidean, nil
	case "euclidean":
		return transport.Euclidean, nil
	}
	return transport.Euclidean, fmt.Errorf("cost %q; squared and euclidean are allowed", c)
}

// DensityPoints is points of a manifold with the logarithm of a density at each, up to a common constant. Minus
// infinity is a density of zero. Nil densities are a data set: every point has the same mass and stays where it is.
type DensityPoints struct {
	Points     *points.Set
	LogDensity []float64
}

// measure compares a model's densities with the truth's, evenly spread points with their densities or a data set. The
// temperature acts on the model alone. Points outside of the box are left out of histograms. The maximal cost is, as in
// the released code, that between any two cells of the grid, empty or not, or between any cell and any data point.
func (p PublishedTransport) measure(ctx context.Context, model, truth DensityPoints,
	box points.Box) (map[string]float64, error) {
	g, err := newGrid(box, p.Granularity, p.Position == "center" || p.Position != "corner" && truth.LogDensity == nil)
	if err != nil {
		return nil, err
	}
	modelCells, modelOutside, err := g.histogram(model, p.Temperature)
	if err != nil {
		return nil, fmt.Errorf("the model: %w", err)
	}
	trueCells, trueOutside, err := g.trueSide(truth)
	if err != nil {
		return nil, fmt.Errorf("the truth: %w", err)
	}
	cost, err := p.Cost.cost()
	if err != nil {
		return nil, err
	}
	maximal := g.diameter()
	if truth.LogDensity == nil {
		maximal = g.farthest(truth.Points)
	}
	if cost == transport.SquaredEuclidean {
		maximal *= maximal
	}
	value, err := transport.Distance(ctx, modelCells.Points, trueCells.Points, modelCells.Weights,
		trueCells.Weights, cost)
	return map[string]float64{"value": value / maximal, "maximal_cost": maximal,
		"model_cells": float64(modelCells.Points.Len()), "model_outside": float64(modelOutside),
		"true_outside": float64(trueOutside)}, err
}

// trueSide is the truth's histogram, or a data set as it is.
func (g *grid) trueSide(truth DensityPoints) (side Sample, outside int, err error) {
	if truth.LogDensity != nil {
		return g.histogram(truth, 1)
	}
	side = Sample{Points: truth.Points}
	if err := side.check(); err != nil {
		return side, 0, err
	}
	if truth.Points.Dim != len(g.low) {
		return side, 0, fmt.Errorf("its points have dimension %d, the box %d", truth.Points.Dim, len(g.low))
	}
	for i := range truth.Points.Len() {
		if !g.locate(truth.Points.At(i), make([]int, len(g.low))) {
			outside++
		}
	}
	return side, outside, nil
}

// check allows densities that are zero.
func (d DensityPoints) check(dim int) error {
	if err := (Sample{Points: d.Points}).check(); err != nil {
		return err
	}
	if d.Points.Dim != dim {
		return fmt.Errorf("its points have dimension %d, the box %d", d.Points.Dim, dim)
	}
	if len(d.LogDensity) != d.Points.Len() {
		return fmt.Errorf("there are %d densities for %d points", len(d.LogDensity), d.Points.Len())
	}
	for i, value := range d.LogDensity {
		if math.IsNaN(value) || math.IsInf(value, 1) {
			return fmt.Errorf("the log density of point %d is %v; it must be a number or minus infinity", i, value)
		}
	}
	return nil
}
