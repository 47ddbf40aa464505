package loss

import (
	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/config"
	"ebim/framework/network"
)

// QuadratureLoss trains an energy by integrals over its support.
type QuadratureLoss interface {
	Loss
	// Cells is the number of cells along the longest axis of the box around a manifold of the given dimension, or along each
	// axis of a box of that dimension.
	Cells(manifold bool, dimension int) int
	// RandomNodes tells whether each step has nodes of its own, one uniform point of each piece of the quadrature.
	RandomNodes() bool
	// NeedsPoints tells whether Value takes uniform points of the support.
	NeedsPoints() bool
	// Value is the loss of an energy at data x [batch, n] on the support, whose quadrature has nodes [k, n] and logarithms of
	// weights [k, 1]. Points [any, n] of the support are uniform; constraint is nil where the support is a box.
	Value(energy, constraint network.Function, x, nodes, logWeights, points *graph.Node) (total *graph.Node, terms []*graph.Node)
}

// MeshLikelihood is the exact negative log-likelihood, in nats, with a penalty on the energy's slope:
//
//	E E(x) + log sum_k w_k exp(-E(y_k)) + s E |grad_M E(y)|^2
//
// with y uniform on the support.
type MeshLikelihood struct {
	Resolution *int    `yaml:"resolution" range:"[8, 512]" draft:"8" doc:"cells of the quadrature: on a learned manifold along the longest axis of its box, in a box (that of the data or of the latent space) along each axis; unless given, for learned curves 128 and surfaces 32, in boxes of one dimension 512, of two 64, of three 24"`
	Nodes      Nodes   `yaml:"nodes" default:"random" doc:"where the integrand is evaluated"`
	Smoothness float64 `yaml:"smoothness" default:"0" range:"[0, inf)" doc:"weight of the mean squared gradient of the energy along the support, against overfitting (s in the formula)"`
}

// Nodes names the places of a quadrature's nodes.
type Nodes string

// Choices lists the places.
func (Nodes) Choices() []config.Choice {
	return []config.Choice{
		{Name: "random", Doc: "in each step a new point of every element of the mesh, or cell of the box: without bias, and without gaps in which the energy could hide mass"},
		{Name: "fixed", Doc: "the vertices of the mesh, or centres of the cells: without noise; the energy must be smooth on the scale of a cell, or it learns to be high at the nodes alone"},
	}
}

// RandomNodes implements QuadratureLoss.
func (l *MeshLikelihood) RandomNodes() bool { return l.Nodes != "fixed" }

// Role implements Loss.
func (*MeshLikelihood) Role() Role { return Energy }

// Terms implements Loss.
func (*MeshLikelihood) Terms() []string {
	return []string{"data_energy", "log_normaliser", "squared_slope"}
}

// Cells implements QuadratureLoss.
func (l *MeshLikelihood) Cells(manifold bool, dimension int) int {
	switch {
	case l.Resolution != nil:
		return *l.Resolution
	case manifold && dimension == 1:
		return 128
	case manifold:
		return 32
	}
	return [...]int{1: 512, 2: 64, 3: 24}[dimension]
}

// NeedsPoints implements QuadratureLoss.
func (l *MeshLikelihood) NeedsPoints() bool { return l.Smoothness > 0 }

// Value implements QuadratureLoss.
func (l *MeshLikelihood) Value(energy, constraint network.Function, x, nodes, logWeights, points *graph.Node) (*graph.Node, []*graph.Node) {
	data := graph.ReduceAllMean(energy.Apply(x))
	normaliser := LogSumExp(graph.Sub(logWeights, energy.Apply(nodes)))
	total := graph.Add(data, normaliser)
	slope := graph.ScalarZero(x.Graph(), x.DType())
	if points != nil {
		slope = graph.ReduceAllMean(squaredNorm(tangentialGradient(energy, constraint, points)))
		total = graph.Add(total, graph.MulScalar(slope, l.Smoothness))
	}
	return total, []*graph.Node{data, normaliser, slope}
}

// LogSumExp is the logarithm of the sum of exp(x) over all entries, as a scalar, without overflow.
func LogSumExp(x *graph.Node) *graph.Node {
	// Any constant may be taken out; its derivative adds up to 0.
	largest := graph.StopGradient(graph.ReduceAllMax(x))
	return graph.Add(largest, graph.Log(graph.ReduceAllSum(graph.Exp(graph.Sub(x, largest)))))
}

var _ QuadratureLoss = (*MeshLikelihood)(nil)
