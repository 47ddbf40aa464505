package program

import (
	"slices"
	"testing"

	"github.com/gomlx/compute"

	"ebim/framework/engine/ir"
)

// An array of nothing has an address, too, and this one must not be another array's: the run would keep that alive. It
// is the flag -d=checkptr with the build tag exact that looks at addresses; the sum of no terms is 0 in any case.
func TestProductsOfNothing(t *testing.T) {
	const m, n = 1000, 3 // several blocks
	for name, left := range map[string]func(g graph) *ir.Node{
		"constant": func(g graph) *ir.Node {
			return g.Add(compute.OpTypeConstant, float(0, m), ir.Constant{Flat: []float32{}})
		},
		"computed": func(g graph) *ir.Node { return g.elementwise(compute.OpTypeNeg, g.parameter(0, m)) },
	} {
		t.Run(name, func(t *testing.T) {
			g := newGraph()
			bias := g.Add(compute.OpTypeConstant, float(1, n), ir.Constant{Flat: counting(n)})
			transposed := g.Add(compute.OpTypeTranspose, float(m, 0), ir.Transpose{Permutation: []int{1, 0}}, left(g))
			product := g.dot(transposed, g.parameter(0, n))
			rows := g.Add(compute.OpTypeBroadcastInDim, float(m, n), ir.BroadcastInDim{Axes: []int{0, 1}}, bias)
			p := g.compile(t, g.elementwise(compute.OpTypeAdd, product, rows))
			got := g.run(t, p, make([][]float32, len(g.Parameters))...)[0]
			if want := slices.Repeat(counting(n), m); !slices.Equal(got, want) {
				t.Errorf("got %v, want the bias in each row", got)
			}
		})
	}
}
