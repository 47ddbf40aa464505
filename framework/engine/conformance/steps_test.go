package conformance_test

import (
	"math"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// step adds an operation on numbers of the pool. Most operations are those of training steps.
func (d *drawing) step() {
	x := d.from("x", d.pool)
	if recent := d.pool[max(0, len(d.pool)-4):]; d.int("recent", 0, 1) == 0 {
		x = d.from("x", recent)
	}
	choices := []func(number){
		d.unary, d.unary, d.smooth, d.root, d.binary, d.binary, d.binary, d.binary, d.choose, d.compare, d.convert,
		d.reshape, d.broadcast, d.broadcast,
	}
	if x.node.Shape.Rank() > 0 {
		choices = append(choices, d.transpose, d.slice, d.reverse, d.concatenate, d.pad, d.reduce, d.reduce, d.reduce,
			d.product, d.product,
			d.gather, d.scatter, d.extreme, d.window, d.convolution)
	}
	oneOf(d, "step", choices...)(x)
}

func isNumber(x number) bool { return x.node.Shape.DType != dtypes.Bool }
func isFloat(x number) bool  { return x.node.Shape.DType.IsFloat() }

func (d *drawing) unary(x number) {
	switch dtype := x.node.Shape.DType; {
	case dtype == dtypes.Bool:
		d.keep(number{node: d.like(compute.OpTypeLogicalNot, x.node)})
	case dtype.IsUnsigned():
		d.keep(number{node: d.like(oneOf(d, "unary", compute.OpTypeAbs, compute.OpTypeSign), x.node)})
	case x.err == 0 && d.int("exact", 0, 2) == 0 && isFloat(x):
		op := oneOf(d, "unary", compute.OpTypeFloor, compute.OpTypeCeil, compute.OpTypeAbs)
		d.keep(number{node: d.like(op, x.node), bound: x.bound})
	default:
		op := oneOf(d, "unary", compute.OpTypeNeg, compute.OpTypeAbs)
		d.keep(number{node: d.like(op, x.node), bound: x.bound, err: x.err})
	}
}

// smooth are operations whose slope is at most the one given where they are taken.
func (d *drawing) smooth(x number) {
	if !isFloat(x) {
		d.unary(x)
		return
	}
	op := oneOf(d, "smooth", compute.OpTypeTanh, compute.OpTypeLogistic, compute.OpTypeSin, compute.OpTypeCos,
		compute.OpTypeErf, compute.OpTypeExp)
	bound, slope := 1.0, 1.2
	if op == compute.OpTypeExp {
		if x.bound > 4 {
			op = compute.OpTypeTanh
		} else {
			bound, slope = math.Exp(x.bound), math.Exp(x.bound)
		}
	}
	d.keep(number{node: d.like(op, x.node), bound: bound, err: slope*x.err + 4*epsilon(x.node.Shape.DType)*bound})
}

// mate returns an operand of the same shape and type: of the pool, repeated along axes, or a constant.
func (d *drawing) mate(x number) number {
	shape := x.node.Shape
	if same, ok := d.that("mate", func(y number) bool { return y.node.Shape.Equal(shape) }); ok &&
		d.int("mate from the pool", 0, 3) > 0 {
		return same
	}
	rank := shape.Rank()
	smaller, ok := d.that("repeated mate", func(y number) bool {
		s := y.node.Shape
		return s.DType == shape.DType && s.Rank() <= rank &&
			slices.Equal(s.Dimensions, shape.Dimensions[rank-s.Rank():])
	})
	if !ok || d.int("constant mate", 0, 3) == 0 {
		smaller = d.constant(shape.DType, shape.Dimensions[d.int("axes that the constant lacks", 0, rank):]...)
	}
	if smaller.node.Shape.Rank() < rank {
		axes := make([]int, smaller.node.Shape.Rank())
		for i := range axes {
			axes[i] = rank - len(axes) + i
		}
		smaller.node = d.graph.Add(compute.OpTypeBroadcastInDim, shape, ir.BroadcastInDim{Axes: axes}, smaller.node)
	}
	return smaller
}

func (d *drawing) binary(x number) {
	y := d.mate(x)
	if d.int("swap", 0, 1) == 1 {
		x, y = y, x
	}
	dtype := x.node.Shape.DType
	if dtype == dtypes.Bool {
		op := oneOf(d, "logical", compute.OpTypeLogicalAnd, compute.OpTypeLogicalOr)
		d.keep(number{node: d.like(op, x.node, y.node)})
		return
	}
	op := oneOf(d, "binary", compute.OpTypeAdd, compute.OpTypeSub, compute.OpTypeMul, compute.OpTypeMul,
		compute.OpTypeMax, compute.OpTypeMin)
	r := number{node: d.like(op, x.node, y.node), bound: x.bound + y.bound, err: x.err + y.err}
	switch op {
	case compute.OpTypeMul:
		r.bound = x.bound * y.bound
		r.err = x.bound*y.err + y.bound*x.err + x.err*y.err
	case compute.OpTypeMax, compute.OpTypeMin:
		r.bound = max(x.bound, y.bound)
	}
	if x.err+y.err > 0 && isFloat(x) {
		r.err += 2 * epsilon(dtype) * r.bound
	}
	d.keep(r)
}

func (d *drawing) compare(x number) {
	y := d.mate(x)
	if x.err > 0 || y.err > 0 || !isNumber(x) {
		d.binary(x)
		return
	}
	op := oneOf(d, "comparison", compute.OpTypeEqual, compute.OpTypeNotEqual, compute.OpTypeLessThan,
		compute.OpTypeGreaterOrEqual, compute.OpTypeGreaterThan, compute.OpTypeLessOrEqual)
	d.keep(number{node: d.graph.Add(op, shapes.Make(dtypes.Bool, x.node.Shape.Dimensions...), nil, x.node, y.node)})
}

func (d *drawing) choose(x number) {
	condition, ok := d.that("condition", func(c number) bool {
		return c.node.Shape.DType == dtypes.Bool && slices.Equal(c.node.Shape.Dimensions, x.node.Shape.Dimensions)
	})
	if !ok {
		d.compare(x)
		return
	}
	y := d.mate(x)
	n := d.graph.Add(compute.OpTypeWhere, x.node.Shape, nil, condition.node, x.node, y.node)
	d.keep(number{node: n, bound: max(x.bound, y.bound), err: max(x.err, y.err)})
}

func (d *drawing) convert(x number) {
	to := oneOf(d, "to", append(d.types, dtypes.Float32, dtypes.Float64, dtypes.Int32)...)
	from := x.node.Shape.DType
	switch {
	case to == from, !to.IsFloat() && x.err > 0, to.IsUnsigned() && isFloat(x), isFloat(x) && to.IsInt() &&
		to.Size() == 1,
		from.IsInt() && to.IsFloat() && (from.Size() > 4 || from.Size() >= to.Size()): // out of range, or rounded
		d.unary(x)
		return
	case from == dtypes.Bool:
		x.bound = 1
	case from.IsInt():
		x.bound = math.Ldexp(1, 8*from.Size())
	}
	if to == dtypes.BFloat16 && x.bound > largestHalf {
		return
	}
	shape := shapes.Make(to, x.node.Shape.Dimensions...)
	x.node = d.graph.Add(compute.OpTypeConvertDType, shape, nil, x.node)
	if x.err > 0 {
		x.err += epsilon(to) * x.bound
	}
	d.keep(x)
}
