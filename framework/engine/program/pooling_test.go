package program

import (
	"math"
	"testing"

	"github.com/gomlx/compute"

	"ebim/framework/engine/ir"
)

// The sums of squares of pixels, whose channels lie side by side, have the bits of the sums of rows of their terms.
func TestSumsOfFewHaveTheBitsOfRows(t *testing.T) {
	for _, c := range [][]int{{3, 5, 2, 7, 2, 16}, {1, 1, 2, 1, 2, 8}, {2, 3, 1, 40, 3, 33}, {5, 4, 2, 1, 1, 256},
		{2, 2, 2, 2, 2, 7}, {0, 1, 2, 1, 2, 16}} {
		g := newGraph()
		x := g.parameter(c...)
		axes := ir.Reduce{Axes: []int{2, 4}}
		pooled := float(c[0], c[1], c[3], c[5])
		direct := g.Add(compute.OpTypeReduceSum, pooled, axes, x)
		// The same terms as rows, which a copy stores first.
		order := []int{0, 1, 3, 5, 2, 4}
		moved := make([]int, len(order))
		for i, axis := range order {
			moved[i] = c[axis]
		}
		rows := g.Add(compute.OpTypeTranspose, float(moved...), ir.Transpose{Permutation: order}, x)
		byRows := g.Add(compute.OpTypeReduceSum, pooled, ir.Reduce{Axes: []int{4, 5}}, rows)
		p := g.compile(t, direct, byRows)
		values := make([]float32, x.Shape.Size())
		for i := range values {
			values[i] = float32(math.Sin(float64(i*i))) * float32(math.Exp(float64(i%40-20)))
			if i%11 < 7 {
				values[i] = float32(math.Copysign(0, -1))
			}
		}
		got := g.run(t, p, values)
		for i, v := range got[0] {
			if math.Float32bits(v) != math.Float32bits(got[1][i]) {
				t.Fatalf("%v: sum %d is %g, and %g by rows", c, i, v, got[1][i])
			}
		}
	}
}
