package pass

import (
	"math"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// drawing makes graphs of float32 by hand.
type drawing struct{ *ir.Graph }

func newDrawing() drawing { return drawing{&ir.Graph{Name: "test"}} }

func floats(dimensions ...int) shapes.Shape { return shapes.Make(dtypes.Float32, dimensions...) }

func (d drawing) parameter(dimensions ...int) *ir.Node {
	n := d.Add(compute.OpTypeParameter, floats(dimensions...), ir.Parameter{Index: len(d.Parameters)})
	d.Parameters = append(d.Parameters, n)
	return n
}

func (d drawing) constant(values []float32, dimensions ...int) *ir.Node {
	return d.Add(compute.OpTypeConstant, floats(dimensions...), ir.Constant{Flat: values})
}

func (d drawing) scalar(value float32) *ir.Node { return d.constant([]float32{value}) }

// op returns an operation whose result has the shape of its first operand.
func (d drawing) op(op compute.OpType, inputs ...*ir.Node) *ir.Node {
	return d.Add(op, inputs[0].Shape, nil, inputs...)
}

func (d drawing) broadcast(x *ir.Node, axes []int, dimensions ...int) *ir.Node {
	return d.Add(compute.OpTypeBroadcastInDim, floats(dimensions...), ir.BroadcastInDim{Axes: axes}, x)
}

func (d drawing) reduce(op compute.OpType, x *ir.Node, axes []int, dimensions ...int) *ir.Node {
	return d.Add(op, floats(dimensions...), ir.Reduce{Axes: axes}, x)
}

func (d drawing) outputs(nodes ...*ir.Node) *ir.Graph {
	d.Outputs = nodes
	return d.Graph
}

// checkGraph checks that nodes are new, in order, and at the positions that they name.
func checkGraph(t *testing.T, g, original *ir.Graph) {
	t.Helper()
	old := map[*ir.Node]bool{}
	for _, n := range original.Nodes {
		old[n] = true
	}
	for i, n := range g.Nodes {
		if n.Index != i {
			t.Errorf("node %d has index %d", i, n.Index)
		}
		if old[n] {
			t.Errorf("node %d is the original graph's", i)
		}
		for _, input := range n.Inputs {
			if input.Index >= i || g.Nodes[input.Index] != input {
				t.Errorf("node %d, %s: an operand stands after it or elsewhere", i, n.Op)
			}
		}
	}
	if len(g.Parameters) != len(original.Parameters) || len(g.Outputs) != len(original.Outputs) {
		t.Fatalf("got %d parameters and %d outputs, want %d and %d", len(g.Parameters), len(g.Outputs),
			len(original.Parameters), len(original.Outputs))
	}
	for i, p := range g.Parameters {
		if g.Nodes[p.Index] != p || p.Attributes != original.Parameters[i].Attributes {
			t.Errorf("parameter %d is not the original one", i)
		}
	}
	for i, n := range g.Outputs {
		if g.Nodes[n.Index] != n || !sameShape(n.Shape, original.Outputs[i].Shape) {
			t.Errorf("output %d has shape %s, want %s", i, n.Shape, original.Outputs[i].Shape)
		}
	}
}

func TestDeadNodesDisappearAndParametersStay(t *testing.T) {
	d := newDrawing()
	x, unused := d.parameter(3), d.parameter(2)
	d.op(exp, unused)
	g := d.outputs(d.op(exp, x), x)
	got := dead(g)
	checkGraph(t, got, g)
	if len(got.Nodes) != 3 {
		t.Errorf("%d nodes are left, want 3", len(got.Nodes))
	}
}

func TestCommonNodesAreOne(t *testing.T) {
	negativeZero := float32(math.Copysign(0, -1))
	nan := float32(math.NaN())
	for _, c := range []struct {
		name string
		pair func(d drawing, x, y *ir.Node) (a, b *ir.Node)
		one  bool
	}{
		{"same operation", func(d drawing, x, y *ir.Node) (a, b *ir.Node) {
			return d.op(sub, x, y), d.op(sub, x, y)
		}, true},
		{"operands in another order", func(d drawing, x, y *ir.Node) (a, b *ir.Node) {
			return d.op(sub, x, y), d.op(sub, y, x)
		}, false},
		{"commutative operation", func(d drawing, x, y *ir.Node) (a, b *ir.Node) {
			return d.op(mul, x, y), d.op(mul, y, x)
		}, true},
		{"commutative operation on other operands", func(d drawing, x, y *ir.Node) (a, b *ir.Node) {
			return d.op(mul, x, y), d.op(mul, y, y)
		}, false},
		{"other operation", func(d drawing, x, y *ir.Node) (a, b *ir.Node) {
			return d.op(mul, x, y), d.op(add, x, y)
		}, false},
		{"other attributes", func(d drawing, x, y *ir.Node) (a, b *ir.Node) {
			return d.broadcast(x, []int{0}, 2, 2), d.broadcast(x, []int{1}, 2, 2)
		}, false},
		{"equal attributes", func(d drawing, x, y *ir.Node) (a, b *ir.Node) {
			return d.broadcast(x, []int{0}, 2, 2), d.broadcast(x, []int{0}, 2, 2)
		}, true},
		{"attributes of a rare operation", func(d drawing, x, y *ir.Node) (a, b *ir.Node) {
			pad := func(end int) *ir.Node {
				return d.Add(compute.OpTypePad, floats(5), ir.Pad{Axes: []compute.PadAxis{{Start: 3 - end,
					End: end}}}, x, y)
			}
			return pad(1), pad(2)
		}, false},
		{"equal constants", func(d drawing, x, y *ir.Node) (a, b *ir.Node) {
			return d.constant([]float32{1, nan}, 2), d.constant([]float32{1, nan}, 2)
		}, true},
		{"zero and negative zero", func(d drawing, x, y *ir.Node) (a, b *ir.Node) {
			return d.scalar(0), d.scalar(negativeZero)
		}, false},
		{"constants of other shapes", func(d drawing, x, y *ir.Node) (a, b *ir.Node) {
			return d.constant([]float32{1}, 1), d.scalar(1)
		}, false},
		{"constants of other types", func(d drawing, x, y *ir.Node) (a, b *ir.Node) {
			return d.scalar(0), d.Add(compute.OpTypeConstant, shapes.Make(dtypes.Int32), ir.Constant{Flat: []int32{0}})
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDrawing()
			g := d.outputs(c.pair(d, d.parameter(2), d.parameter(2)))
			b := newBuilder(g) // without rules
			got := rewrite(g, b, func(n *ir.Node, inputs []*ir.Node) *ir.Node {
				return b.add(n.Op, n.Shape, n.Attributes, inputs...)
			})
			checkGraph(t, got, g)
			if one := got.Outputs[0] == got.Outputs[1]; one != c.one {
				t.Errorf("one node: %v, want %v", one, c.one)
			}
		})
	}
}
