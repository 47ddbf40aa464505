package conformance_test

import (
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"pgregory.net/rapid"

	"ebim/framework/engine/ir"
)

// Random networks are mostly layers of one width, whose products join the loops around them, and may take the place of
// what they were made of.
func TestRandomNetworks(t *testing.T) {
	fused, single, reference := open(t, ""), open(t, "nofuse"), openReference(t)
	rapid.Check(t, func(t *rapid.T) {
		compareGraphs(t, drawNetwork(t), fused, single, reference)
	})
}

func drawNetwork(t *rapid.T) *drawing {
	d := &drawing{t: t, graph: &ir.Graph{}, types: []dtypes.DType{dtypes.Float32}, most: 6000}
	width := oneOf(d, "width", 1, 2, 3, 8, 16, 17, 32, 33, 64, 300)
	batch := oneOf(d, "batch", 1, 2, 8, 50, 64, 65, 130, 513)
	for batch*width > d.most {
		batch /= 2
	}
	d.lengths = []int{batch, width}
	for range d.int("inputs", 1, 2) {
		d.input(batch, width)
	}
	for range d.int("steps", 2, 30) {
		x, _ := d.that("x", func(x number) bool { return isWide(x, batch, width) })
		y, _ := d.that("y", func(x number) bool { return isWide(x, batch, width) })
		d.layer(x, y)
	}
	for range d.int("outputs", 1, 3) {
		d.graph.Outputs = append(d.graph.Outputs, d.from("output", d.pool[len(d.pool)/2:]).node)
	}
	return d
}

func isWide(x number, batch, width int) bool {
	s := x.node.Shape
	return s.Rank() == 2 && s.DType == dtypes.Float32 && s.Dimensions[0] == batch && s.Dimensions[1] == width
}

func (d *drawing) input(dimensions ...int) {
	index := len(d.graph.Parameters)
	n := d.graph.Add(compute.OpTypeParameter, shapes.Make(dtypes.Float32, dimensions...),
		ir.Parameter{Name: "x", Index: index})
	d.graph.Parameters = append(d.graph.Parameters, n)
	d.inputs = append(d.inputs, d.values(dtypes.Float32, n.Shape.Size()))
	d.keep(number{node: n, bound: 4})
}

// layer adds something that a layer, its loss or its gradient consists of.
func (d *drawing) layer(x, y number) {
	switch d.int("layer", 0, 9) {
	case 0, 1, 2:
		d.dense(x)
	case 3:
		d.unary(x)
	case 4:
		d.smooth(x)
	case 5:
		d.choose(x)
	case 6:
		d.reduce(x)
	case 7: // the gradient of a weight
		d.contract(x, y, ir.DotGeneral{LeftContracting: []int{0}, RightContracting: []int{0}})
	case 8:
		d.sum(x, y, oneOf(d, "joined by", compute.OpTypeAdd, compute.OpTypeMul, compute.OpTypeMax))
	default:
		d.binary(x)
	}
}

// dense multiplies rows by weights of the same width, transposed or not, and often adds biases or another array.
func (d *drawing) dense(x number) {
	width := x.node.Shape.Dimensions[1]
	weights, known := d.that("weights", func(w number) bool {
		s := w.node.Shape
		return s.DType == dtypes.Float32 && s.Rank() == 2 && s.Dimensions[0] == width && s.Dimensions[1] == width &&
			w.node.Op == compute.OpTypeConstant
	})
	if !known || d.int("new weights", 0, 3) == 0 {
		weights = d.keep(d.constant(dtypes.Float32, width, width))
	}
	product, ok := d.contract(x, weights, ir.DotGeneral{LeftContracting: []int{1},
		RightContracting: []int{d.int("transposed", 0, 1)}})
	if !ok {
		return
	}
	switch d.int("biases", 0, 3) {
	case 0:
		d.sum(product, d.mate(product), compute.OpTypeAdd)
	case 1:
		biases := d.constant(dtypes.Float32, width)
		biases.node = d.graph.Add(compute.OpTypeBroadcastInDim, product.node.Shape,
			ir.BroadcastInDim{Axes: []int{1}}, biases.node)
		d.sum(product, biases, compute.OpTypeAdd)
	case 2:
		d.sum(product, product, compute.OpTypeAdd)
	}
}

// sum joins two numbers of the same shape.
func (d *drawing) sum(x, y number, op compute.OpType) {
	r := number{node: d.like(op, x.node, y.node), bound: x.bound + y.bound, err: x.err + y.err}
	if op == compute.OpTypeMul {
		r.bound, r.err = x.bound*y.bound, x.bound*y.err+y.bound*x.err+x.err*y.err
	}
	if r.err > 0 {
		r.err += 2 * epsilon(dtypes.Float32) * r.bound
	}
	d.keep(r)
}

// contract multiplies matrices; the product is not clamped, so that what follows can join it.
func (d *drawing) contract(x, y number, a ir.DotGeneral) (number, bool) {
	dimensions := []int{x.node.Shape.Dimensions[1-a.LeftContracting[0]],
		y.node.Shape.Dimensions[1-a.RightContracting[0]]}
	if size(dimensions) > d.most {
		return number{}, false
	}
	n := float64(x.node.Shape.Dimensions[a.LeftContracting[0]])
	bound := x.bound * y.bound
	r := number{bound: n * bound, err: d.summed(dtypes.Float32, n, bound, x.bound*y.err+y.bound*x.err+x.err*y.err)}
	r.node = d.graph.Add(compute.OpTypeDotGeneral, shapes.Make(dtypes.Float32, dimensions...), a, x.node, y.node)
	if r.err <= worst && d.int("keep", 0, 1) == 0 {
		d.keep(r)
	}
	return r, true
}
