package network_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
)

// silent is a network that is 0.
func silent() network.Network {
	return networktest.Fixed{Formula: func(x *graph.Node) *graph.Node {
		return graph.MulScalar(graph.ReduceAndKeep(x, graph.ReduceSum, 1), 0)
	}}
}

// A function of one output starts from the sphere of radius sqrt(n), of slope 1 far away; its derivatives are those of
// the formula.
func TestShortcutsStartFromASphere(t *testing.T) {
	n := &network.Shortcuts{Network: silent(), Radial: true}
	parameters := n.Initialize(3, 1, rand.New(rand.NewPCG(1, 2)))
	far, root := 1e4, math.Sqrt(3)
	at := networktest.Matrix([]float64{1, 1, 1}, []float64{0, 0, -root}, []float64{far, 0, 0}, []float64{0, 0, 0})
	got := networktest.Bound(t, n, func(f network.Function, in []*graph.Node) []*graph.Node {
		y, linear := f.Linearize(in[0])
		reference := autodiff.Linearize(in[0], f.Apply(in[0]))
		return []*graph.Node{y, linear.JVP(in[0]), reference.JVP(in[0]), linear.VJP(y), reference.VJP(y)}
	}, parameters, at)
	networktest.Near(t, "the values", got[0], networktest.Matrix([]float64{0}, []float64{0},
		[]float64{math.Sqrt(far*far+0.3) - math.Sqrt(3.3)}, []float64{math.Sqrt(0.3) - math.Sqrt(3.3)}), 1e-9)
	networktest.Near(t, "J w", got[1], got[2], 1e-9)
	networktest.Near(t, "J^T v", got[3], got[4], 1e-9)
}
