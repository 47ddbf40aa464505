package program

import (
	"testing"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// graph makes small graphs of float32.
type graph struct{ *ir.Graph }

func newGraph() graph { return graph{&ir.Graph{Name: "test"}} }

func float(dimensions ...int) shapes.Shape { return shapes.Make(dtypes.Float32, dimensions...) }

func (g graph) parameter(dimensions ...int) *ir.Node {
	n := g.Add(compute.OpTypeParameter, float(dimensions...), ir.Parameter{Index: len(g.Parameters)})
	g.Parameters = append(g.Parameters, n)
	return n
}

// dot multiplies x [m, k] by y [k, n].
func (g graph) dot(x, y *ir.Node) *ir.Node {
	axes := ir.DotGeneral{LeftContracting: []int{1}, RightContracting: []int{0}}
	return g.Add(compute.OpTypeDotGeneral, float(x.Shape.Dimensions[0], y.Shape.Dimensions[1]), axes, x, y)
}

func (g graph) elementwise(op compute.OpType, inputs ...*ir.Node) *ir.Node {
	return g.Add(op, inputs[0].Shape, nil, inputs...)
}

func (g graph) sum(x *ir.Node, axis int, dimensions ...int) *ir.Node {
	return g.Add(compute.OpTypeReduceSum, float(dimensions...), ir.Reduce{Axes: []int{axis}}, x)
}

// compile skips the passes, which may leave nothing of what a test is about.
func (g graph) compile(t *testing.T, outputs ...*ir.Node) *Program {
	t.Helper()
	g.Outputs = outputs
	p, err := compile(g.Graph, Options{Fuse: true, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// run returns the outputs' values, and fails if the program writes beyond them.
func (g graph) run(t *testing.T, p *Program, inputs ...[]float32) [][]float32 {
	t.Helper()
	const guard, guards = -12345, 4096
	var from, to []unsafe.Pointer
	for _, x := range inputs {
		from = append(from, unsafe.Pointer(unsafe.SliceData(x)))
	}
	outputs := make([][]float32, len(g.Outputs))
	for i, n := range g.Outputs {
		outputs[i] = make([]float32, n.Shape.Size()+guards)
		for j := range outputs[i] {
			outputs[i][j] = guard
		}
		to = append(to, unsafe.Pointer(&outputs[i][0]))
	}
	p.Run(from, to)
	for i, n := range g.Outputs {
		for _, x := range outputs[i][n.Shape.Size():] {
			if x != guard {
				t.Fatalf("output %d: written beyond the end", i)
			}
		}
		outputs[i] = outputs[i][:n.Shape.Size()]
	}
	return outputs
}

// counting are n small whole numbers, whose sums of products are exact.
func counting(n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(i%7 - 3)
	}
	return x
}

// multiplied returns the product of x [m, k] and y [k, n].
func multiplied(x, y []float32, m, k, n int) []float32 {
	z := make([]float32, m*n)
	for i := range m {
		for j := range n {
			for p := range k {
				z[i*n+j] += x[i*k+p] * y[p*n+j]
			}
		}
	}
	return z
}
