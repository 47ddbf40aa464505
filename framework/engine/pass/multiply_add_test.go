package pass

import (
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/ir"
)

func TestMultiplyAdd(t *testing.T) {
	for _, c := range []struct {
		name  string
		nodes func(d drawing, x, y, z *ir.Node) []*ir.Node
		want  string
	}{
		{"xy + z", func(d drawing, x, y, z *ir.Node) []*ir.Node {
			return []*ir.Node{d.op(add, d.op(mul, x, y), z)}
		}, "MultiplyAdd(p0 p1 p2)"},
		{"z + xy", func(d drawing, x, y, z *ir.Node) []*ir.Node {
			return []*ir.Node{d.op(add, z, d.op(mul, x, y))}
		}, "MultiplyAdd(p0 p1 p2)"},
		{"xy - z", func(d drawing, x, y, z *ir.Node) []*ir.Node {
			return []*ir.Node{d.op(sub, d.op(mul, x, y), z)}
		}, "MultiplySubtract(p0 p1 p2)"},
		{"z - xy", func(d drawing, x, y, z *ir.Node) []*ir.Node {
			return []*ir.Node{d.op(sub, z, d.op(mul, x, y))}
		}, "NegativeMultiplyAdd(p0 p1 p2)"},
		{"two products", func(d drawing, x, y, z *ir.Node) []*ir.Node {
			return []*ir.Node{d.op(add, d.op(mul, x, y), d.op(mul, y, z))}
		}, "MultiplyAdd(p0 p1 Mul(p1 p2))"},
		{"a product used elsewhere", func(d drawing, x, y, z *ir.Node) []*ir.Node {
			product := d.op(mul, x, y)
			return []*ir.Node{d.op(add, product, z), d.op(exp, product)}
		}, "Add(Mul(p0 p1) p2)"},
		{"a product used twice", func(d drawing, x, y, z *ir.Node) []*ir.Node {
			product := d.op(mul, x, y)
			return []*ir.Node{d.op(sub, product, product)}
		}, "Sub(Mul(p0 p1) Mul(p0 p1))"},
		{"a product that is an output", func(d drawing, x, y, z *ir.Node) []*ir.Node {
			product := d.op(mul, x, y)
			return []*ir.Node{d.op(add, product, z), product}
		}, "Add(Mul(p0 p1) p2)"},
		{"a product whose other use is dead", func(d drawing, x, y, z *ir.Node) []*ir.Node {
			product := d.op(mul, x, y)
			d.op(exp, product)
			return []*ir.Node{d.op(add, product, z)}
		}, "MultiplyAdd(p0 p1 p2)"},
		{"float64", func(d drawing, x, y, z *ir.Node) []*ir.Node {
			x, y, z = d.convert(x, dtypes.Float64), d.convert(y, dtypes.Float64), d.convert(z, dtypes.Float64)
			return []*ir.Node{d.Add(compute.OpTypeAdd, z.Shape, nil, d.op(mul, x, y), z)}
		}, "Add(Mul(ConvertDType(p0) ConvertDType(p1)) ConvertDType(p2))"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDrawing()
			g := d.outputs(c.nodes(d, d.parameter(2), d.parameter(2), d.parameter(2))...)
			got := Run(g, nil)
			checkGraph(t, got, g)
			if s := text(got.Outputs[0]); s != c.want {
				t.Errorf("got  %s\nwant %s", s, c.want)
			}
			for _, n := range got.Nodes {
				if len(g.Outputs) == 1 && n.Op == mul && c.want == "MultiplyAdd(p0 p1 p2)" {
					t.Error("the product is still there")
				}
			}
		})
	}
}
