package pass

import (
	"errors"
	"testing"

	"github.com/gomlx/compute"

	"ebim/framework/engine/ir"
)

func TestFold(t *testing.T) {
	large := largeBytes/4 + 1
	for _, c := range []struct {
		name string
		node func(d drawing, x *ir.Node) *ir.Node
		want string
	}{
		{"chain", func(d drawing, x *ir.Node) *ir.Node {
			c := d.constant([]float32{1, 2}, 2)
			return d.op(mul, x, d.op(add, d.op(neg, c), d.constant([]float32{5, 5.5}, 2)))
		}, "Mul(p0 4 3.5)"},
		{"nothing constant", func(d drawing, x *ir.Node) *ir.Node { return d.op(mul, x, x) }, "Mul(p0 p0)"},
		{"views", func(d drawing, x *ir.Node) *ir.Node {
			return d.op(mul, x, d.reverse(d.constant([]float32{1, 2}, 2), 0))
		}, "Mul(p0 2 1)"},
		{"broadcasts stay, their operands are folded", func(d drawing, x *ir.Node) *ir.Node {
			return d.op(mul, x, d.broadcast(d.op(neg, d.scalar(3)), nil, 2))
		}, "Mul(p0 BroadcastInDim[] [2](-3))"},
		{"output", func(d drawing, x *ir.Node) *ir.Node { return d.op(neg, d.constant([]float32{1, 2}, 2)) }, "-1 -2"},
		{"becomes a repeated value and goes on", func(d drawing, x *ir.Node) *ir.Node {
			c := d.op(sub, d.constant([]float32{1, 2}, 2), d.constant([]float32{0, 1}, 2))
			return d.op(mul, x, c)
		}, "p0"},
		{"large result of small operands", func(d drawing, x *ir.Node) *ir.Node {
			row := d.broadcast(d.constant([]float32{1, 2}, 2), []int{0}, 2, large)
			column := d.broadcast(d.Add(compute.OpTypeIota, floats(large), ir.Iota{}), []int{1}, 2, large)
			return d.slice(d.op(mul, row, column), []int{0, 0}, []int{2, 1}, []int{1, 1})
		}, "Slice[0 0] [2 1] [1 1](Mul(BroadcastInDim[0] [2 262145](1 2) BroadcastInDim[1] [2 262145](Iota0())))"},
		{"large result of an operand repeated", func(d drawing, x *ir.Node) *ir.Node {
			numbers := d.broadcast(d.Add(compute.OpTypeIota, floats(3), ir.Iota{}), []int{1}, large, 3)
			return d.slice(d.concatenate(1, numbers, numbers), []int{0, 2}, []int{2, 4}, []int{1, 1})
		}, "Slice[0 2] [2 4] [1 1](Concatenate1(BroadcastInDim[1] [262145 3](0 1 2) BroadcastInDim[1] [262145 3](0 " +
			"1 2)))"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDrawing()
			g := d.outputs(c.node(d, d.parameter(2)))
			got := exact(g, evaluate)
			checkGraph(t, got, g)
			if s := text(got.Outputs[0]); s != c.want {
				t.Errorf("got  %s\nwant %s", s, c.want)
			}
		})
	}
}

// A graph that cannot be evaluated is left as it is.
func TestFoldingErrorLeavesGraph(t *testing.T) {
	d := newDrawing()
	g := d.outputs(d.op(neg, d.constant([]float32{1, 2}, 2)))
	got := exact(g, func(*ir.Graph) ([]any, error) { return nil, errors.New("no such kernel") })
	checkGraph(t, got, g)
	if s := text(got.Outputs[0]); s != "Neg(1 2)" {
		t.Errorf("got %s", s)
	}
}

// One call evaluates everything.
func TestFoldEvaluatesOnce(t *testing.T) {
	d := newDrawing()
	x := d.parameter(2)
	c := d.constant([]float32{1, 2}, 2)
	g := d.outputs(d.op(add, x, d.op(neg, c)), d.op(mul, x, d.op(exp, c)))
	calls := 0
	exact(g, func(g *ir.Graph) ([]any, error) {
		calls++
		return evaluate(g)
	})
	if calls != 1 {
		t.Errorf("%d calls, want 1", calls)
	}
}
