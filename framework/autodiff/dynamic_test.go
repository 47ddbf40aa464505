package autodiff_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network/networktest"
)

// GoMLX's own rules for slices at computed places hold to any order. Starts outside are moved inside.
func TestDynamicSliceDerivatives(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	x, update := networktest.Normal(rng, 5, 4), networktest.Normal(rng, 3, 2)
	for _, start := range [][2]int{{1, 1}, {-2, 9}} {
		starts := func(g *graph.Graph) []*graph.Node {
			return []*graph.Node{graph.Scalar(g, dtypes.Int32, start[0]), graph.Scalar(g, dtypes.Int32, start[1])}
		}
		t.Run(fmt.Sprint(start), func(t *testing.T) {
			onEngines(t, func(t *testing.T, engine compute.Backend) {
				checkDerivatives(t, engine, func(in []*graph.Node) *graph.Node {
					return graph.DynamicSlice(in[0], starts(in[0].Graph()), []int{3, 2})
				}, x)
				checkDerivatives(t, engine, func(in []*graph.Node) *graph.Node {
					return graph.DynamicUpdateSlice(in[0], in[1], starts(in[0].Graph()))
				}, x, update)
			}, compute.OpTypeDynamicSlice, compute.OpTypeDynamicUpdateSlice)
		})
	}
}
