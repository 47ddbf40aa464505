package metrics

import (
	"context"
	"errors"
	"fmt"
	"math"

	"ebim/framework/config"
	"ebim/framework/points"
	"ebim/metrics/transport"
)

// PublishedTransport is protocol `published`: what the released code of the paper computes for its Table 1, under the
// name of a Wasserstein-1 distance. Space is cut into cells; the model is a histogram over them, whose weights are the
// mean densities of the points in a cell, so how much of the manifold lies in the cell does not count; the cost of
// transport is the squared distance over its maximum. It serves to compare with the printed figures only.
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

// PublishedResult is one measurement.
type PublishedResult struct {
	Value        float64 // least cost of transport per unit of mass, a share of the maximal cost
	MaximalCost  float64 // what costs were divided by, in the data's units (squared)
	ModelCells   int     // cells with model points in them
	TrueCells    int     // cells with true points, 0 for a data set
	ModelOutside int     // model points outside of the box: left out
	TrueOutside  int     // true points outside of the box: left out of a histogram, kept in a data set
}

// Measure compares a model's densities with the truth's, evenly spread points with their densities or a data set, in a
// box given by the low and high end of each axis. The temperature acts on the model alone.
//
// The maximal cost is, as in the released code, that between any two cells of the grid, empty or not, or between any
// cell and any point of a data set.
func (p PublishedTransport) Measure(ctx context.Context, model, truth DensityPoints,
	box points.Box) (*PublishedResult, error) {
	if !(p.Temperature > 0) || math.IsInf(p.Temperature, 1) {
		return nil, fmt.Errorf("temperature %v is not allowed; it must be positive and finite", p.Temperature)
	}
	if model.LogDensity == nil {
		return nil, errors.New("the model's points come without densities")
	}
	g, err := newGrid(box, p.Granularity, p.Position == "center" || p.Position != "corner" && truth.LogDensity == nil)
	if err != nil {
		return nil, err
	}
	result := &PublishedResult{}
	modelCells, err := g.histogram(model, p.Temperature, &result.ModelOutside)
	if err != nil {
		return nil, fmt.Errorf("the model: %w", err)
	}
	result.ModelCells = modelCells.Points.Len()
	trueCells, err := p.trueSide(g, truth, result)
	if err != nil {
		return nil, fmt.Errorf("the truth: %w", err)
	}
	cost, err := p.Cost.cost()
	if err != nil {
		return nil, err
	}
	result.MaximalCost = g.diameter()
	if truth.LogDensity == nil {
		result.MaximalCost = g.farthest(truth.Points)
	}
	if cost == transport.SquaredEuclidean {
		result.MaximalCost *= result.MaximalCost
	}
	value, err := transport.Distance(ctx, modelCells.Points, trueCells.Points, modelCells.Weights,
		trueCells.Weights, cost)
	if err != nil {
		return nil, err
	}
	result.Value = value / result.MaximalCost
	return result, nil
}

func (p PublishedTransport) trueSide(g *grid, truth DensityPoints, result *PublishedResult) (Sample, error) {
	if truth.LogDensity != nil {
		cells, err := g.histogram(truth, 1, &result.TrueOutside)
		if err == nil {
			result.TrueCells = cells.Points.Len()
		}
		return cells, err
	}
	data := Sample{Points: truth.Points}
	if err := data.check(); err != nil {
		return data, err
	}
	if truth.Points.Dim != g.dim() {
		return data, fmt.Errorf("its points have dimension %d, the box %d", truth.Points.Dim, g.dim())
	}
	for i := range truth.Points.Len() {
		if !g.locate(truth.Points.At(i), make([]int, g.dim())) {
			result.TrueOutside++
		}
	}
	return data, nil
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
