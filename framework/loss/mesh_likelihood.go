package loss

import (
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/config"
	"ebim/framework/network"
)

// MeshLikelihood is the exact negative log-likelihood, in nats, with a penalty on the energy's slope:
//
//	E E(x) + log sum_k w_k exp(-E(y_k)) + s E |grad_M E(y)|^2
//
// with y uniform on the support.
type MeshLikelihood struct {
	Resolution *int    `yaml:"resolution" range:"[8, 512]" draft:"8" doc:"cells of the quadrature, along the longest axis (learned manifolds) or each axis (boxes); by default 128 for curves, 32 for surfaces, and 512, 64, 24 in boxes of 1 to 3 dimensions"`
	Nodes      Nodes   `yaml:"nodes" default:"random" doc:"where the integrand is evaluated"`
	Smoothness float64 `yaml:"smoothness" default:"0" range:"[0, inf)" doc:"weight of the energy's mean squared gradient along the support, against overfitting (s in the formula)"`
}

// Nodes names the places of a quadrature's nodes.
type Nodes string

// Choices lists the places.
func (Nodes) Choices() []config.Choice {
	return []config.Choice{
		{Name: "random",
			Doc: "in each step a new point of every element of the mesh, or cell of the box: without bias, and " +
				"without gaps in which the energy could hide mass"},
		{Name: "fixed",
			Doc: "the vertices of the mesh, or centers of the cells: without noise; the energy must be smooth on " +
				"the scale of a cell, or it learns to be high at the nodes alone"},
	}
}

// Terms implements Energy.
func (*MeshLikelihood) Terms() []string {
	return []string{"data_energy", "log_normaliser", "squared_slope"}
}

// Needs implements Energy.
func (l *MeshLikelihood) Needs(on Support) EnergyNeeds {
	cells := DefaultCells(on)
	if l.Resolution != nil {
		cells = *l.Resolution
	}
	draws := l.Smoothness > 0
	return EnergyNeeds{Constraint: draws,
		Quadrature: &Quadrature{Cells: Amount{cells, "resolution"}, Random: l.Nodes != "fixed", Draws: draws}}
}

// DefaultCells is the number of cells of a quadrature that is good enough to train on a support.
func DefaultCells(on Support) int {
	switch {
	case on.Manifold && on.Dimension == 1:
		return 128
	case on.Manifold:
		return 32
	case on.Dimension == 1:
		return 512
	case on.Dimension == 2:
		return 64
	}
	return 24
}

// Value implements Energy.
func (l *MeshLikelihood) Value(energy network.Function, in EnergyInputs) (*graph.Node, []*graph.Node) {
	data := graph.ReduceAllMean(energy.Apply(in.Data))
	normalizer := LogSumExp(graph.Sub(in.LogWeights, energy.Apply(in.Nodes)))
	total := graph.Add(data, normalizer)
	slope := graph.ScalarZero(in.Data.Graph(), in.Data.DType())
	if in.Draws != nil {
		slope = graph.ReduceAllMean(squaredNorm(tangentialGradient(energy, in.Constraint, in.Draws)))
		total = graph.Add(total, graph.MulScalar(slope, l.Smoothness))
	}
	return total, []*graph.Node{data, normalizer, slope}
}

// LogSumExp is the logarithm of the sum of exp(x) over all entries, as a scalar, without overflow.
func LogSumExp(x *graph.Node) *graph.Node {
	// Any constant may be taken out; its derivative adds up to 0.
	largest := graph.StopGradient(graph.ReduceAllMax(x))
	return graph.Add(largest, graph.Log(graph.ReduceAllSum(graph.Exp(graph.Sub(x, largest)))))
}

var _ Energy = (*MeshLikelihood)(nil)
