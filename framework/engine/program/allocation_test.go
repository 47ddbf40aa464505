package program

import (
	"testing"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/memory"
)

// Once a program has run it allocates nothing more, whatever its instructions are: packing, a loop with a product, a
// loop of several tasks, a copy, and an instruction of another kind.
func TestRunsDoNotAllocate(t *testing.T) {
	g := newGraph()
	dot := g.dot(g.parameter(3000, 32), g.parameter(32, 32))
	y := g.elementwise(compute.OpTypeMul, dot, g.elementwise(compute.OpTypeLogistic, dot))
	largest := g.Add(compute.OpTypeArgMinMax, shapes.Make(dtypes.Int32, 32), ir.ArgMinMax{}, y)
	g.Outputs = []*ir.Node{
		g.sum(y, 1, 3000),
		g.Add(compute.OpTypeTranspose, float(32, 3000), ir.Transpose{Permutation: []int{1, 0}}, y),
		largest,
	}
	for _, threads := range []int{1, 2} {
		p, err := Compile(g.Graph, Options{Fuse: true, Threads: threads})
		if err != nil {
			t.Fatal(err)
		}
		var arrays []unsafe.Pointer
		for _, n := range append(append([]*ir.Node(nil), g.Parameters...), g.Outputs...) {
			_, at := memory.Flat(n.Shape.DType, n.Shape.Size())
			arrays = append(arrays, at)
		}
		const runs = 100 // a helper that joins late may make its scratch then
		if n := testing.AllocsPerRun(runs, func() { p.Run(arrays[:2], arrays[2:]) }); n > 0 {
			t.Errorf("%d threads: a run allocates %v times", threads, n)
		}
	}
}
