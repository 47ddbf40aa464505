package pass

import (
	"testing"

	"github.com/gomlx/compute"

	"ebim/framework/engine/ir"
)

func (d drawing) product(a ir.DotGeneral, x, y *ir.Node, dimensions ...int) *ir.Node {
	return d.Add(compute.OpTypeDotGeneral, floats(dimensions...), a, x, y)
}

func TestTransposedProducts(t *testing.T) {
	plain := ir.DotGeneral{LeftContracting: []int{1}, RightContracting: []int{0}}
	for _, c := range []struct {
		name  string
		nodes func(d drawing) []*ir.Node
		want  string
	}{
		{"a gradient among others", func(d drawing) []*ir.Node {
			x := d.transpose(d.product(plain, d.parameter(3, 5), d.parameter(5, 2), 3, 2), 1, 0)
			return []*ir.Node{d.concatenate(0, d.reshape(x, 6), d.parameter(4))}
		}, "Concatenate0(Reshape[6](DotGeneral(p1 p0)) p2)"},
		{"batches", func(d drawing) []*ir.Node {
			a := ir.DotGeneral{LeftContracting: []int{2}, RightContracting: []int{1}, LeftBatch: []int{0},
				RightBatch: []int{0}}
			x := d.transpose(d.product(a, d.parameter(7, 3, 5), d.parameter(7, 5, 2), 7, 3, 2), 0, 2, 1)
			return []*ir.Node{d.concatenate(0, x, d.parameter(7, 2, 3))}
		}, "Concatenate0(DotGeneral(p1 p0) p2)"},
		{"another order", func(d drawing) []*ir.Node {
			x := d.product(plain, d.parameter(3, 5), d.parameter(5, 2, 4), 3, 2, 4)
			return []*ir.Node{d.concatenate(0, d.transpose(x, 2, 1, 0), d.parameter(4, 2, 3))}
		}, "Concatenate0(Transpose[2 1 0](DotGeneral(p0 p1)) p2)"},
		{"a vector", func(d drawing) []*ir.Node {
			x := d.transpose(d.product(plain, d.parameter(3, 5), d.parameter(5, 1), 3, 1), 1, 0)
			return []*ir.Node{d.concatenate(0, d.reshape(x, 3), d.parameter(4))}
		}, "Concatenate0(Reshape[3](Transpose[1 0](DotGeneral(p0 p1))) p2)"},
		{"a product that others take", func(d drawing) []*ir.Node {
			product := d.product(plain, d.parameter(3, 5), d.parameter(5, 2), 3, 2)
			return []*ir.Node{d.concatenate(0, d.transpose(product, 1, 0), d.parameter(2, 3)), product}
		}, "Concatenate0(Transpose[1 0](DotGeneral(p0 p1)) p2)"},
		{"a sum", func(d drawing) []*ir.Node {
			x := d.transpose(d.product(plain, d.parameter(3, 5), d.parameter(5, 2), 3, 2), 1, 0)
			return []*ir.Node{d.op(add, x, d.parameter(2, 3))}
		}, "Add(Transpose[1 0](DotGeneral(p0 p1)) p2)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDrawing()
			g := d.outputs(c.nodes(d)...)
			got := transposedProducts(g)
			if s := text(got.Outputs[0]); s != c.want {
				t.Errorf("got  %s\nwant %s", s, c.want)
			}
			if !sameShape(got.Outputs[0].Shape, g.Outputs[0].Shape) {
				t.Errorf("a shape %s of %s", got.Outputs[0].Shape, g.Outputs[0].Shape)
			}
		})
	}
}
