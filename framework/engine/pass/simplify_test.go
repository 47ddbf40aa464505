package pass

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// text writes what a node computes: operations with their operands, and with the dimensions of the result where they
// are not those of an operand.
func text(n *ir.Node) string {
	switch n.Op {
	case compute.OpTypeParameter:
		return fmt.Sprintf("p%d", n.Attributes.(ir.Parameter).Index)
	case compute.OpTypeConstant:
		return strings.Trim(fmt.Sprint(n.Attributes.(ir.Constant).Flat), "[]")
	}
	operands := make([]string, len(n.Inputs))
	for i, input := range n.Inputs {
		operands[i] = text(input)
	}
	name := n.Op.String()
	switch n.Op {
	case ir.OpFusedMultiplyAdd:
		name = "MultiplyAdd"
	case ir.OpFusedMultiplySubtract:
		name = "MultiplySubtract"
	case ir.OpFusedNegativeMultiplyAdd:
		name = "NegativeMultiplyAdd"
	}
	switch a := n.Attributes.(type) {
	case ir.BroadcastInDim:
		name += fmt.Sprint(a.Axes, n.Shape.Dimensions)
	case ir.Transpose:
		name += fmt.Sprint(a.Permutation)
	case ir.Slice:
		name += fmt.Sprint(a.Starts, a.Limits, a.Strides)
	case ir.Reverse:
		name += fmt.Sprint(a.Axes)
	case ir.Reduce:
		name += fmt.Sprint(a.Axes)
	case ir.Concatenate:
		name += fmt.Sprint(a.Axis)
	case ir.Iota:
		name += fmt.Sprint(a.Axis)
	}
	if n.Op == compute.OpTypeReshape {
		name += fmt.Sprint(n.Shape.Dimensions)
	}
	return name + "(" + strings.Join(operands, " ") + ")"
}

const (
	add  = compute.OpTypeAdd
	sub  = compute.OpTypeSub
	mul  = compute.OpTypeMul
	div  = compute.OpTypeDiv
	neg  = compute.OpTypeNeg
	exp  = compute.OpTypeExp
	abs  = compute.OpTypeAbs
	sum  = compute.OpTypeReduceSum
	rmax = compute.OpTypeReduceMax
)

func (d drawing) reshape(x *ir.Node, dimensions ...int) *ir.Node {
	return d.Add(compute.OpTypeReshape, floats(dimensions...), nil, x)
}

func (d drawing) transpose(x *ir.Node, permutation ...int) *ir.Node {
	dimensions := make([]int, len(permutation))
	for i, axis := range permutation {
		dimensions[i] = x.Shape.Dimensions[axis]
	}
	return d.Add(compute.OpTypeTranspose, floats(dimensions...), ir.Transpose{Permutation: permutation}, x)
}

func (d drawing) slice(x *ir.Node, starts, limits, strides []int) *ir.Node {
	dimensions := make([]int, len(starts))
	for i := range dimensions {
		dimensions[i] = max(0, (limits[i]-starts[i]+strides[i]-1)/strides[i])
	}
	return d.Add(compute.OpTypeSlice, floats(dimensions...),
		ir.Slice{Starts: starts, Limits: limits, Strides: strides}, x)
}

func (d drawing) reverse(x *ir.Node, axes ...int) *ir.Node {
	return d.Add(compute.OpTypeReverse, x.Shape, ir.Reverse{Axes: axes}, x)
}

func (d drawing) concatenate(axis int, parts ...*ir.Node) *ir.Node {
	shape := parts[0].Shape.Clone()
	shape.Dimensions[axis] = 0
	for _, x := range parts {
		shape.Dimensions[axis] += x.Shape.Dimensions[axis]
	}
	return d.Add(compute.OpTypeConcatenate, shape, ir.Concatenate{Axis: axis}, parts...)
}

func (d drawing) convert(x *ir.Node, to dtypes.DType) *ir.Node {
	return d.Add(compute.OpTypeConvertDType, shapes.Make(to, x.Shape.Dimensions...), nil, x)
}

// fill returns a broadcast scalar of the shape of x.
func (d drawing) fill(value float32, x *ir.Node) *ir.Node {
	return d.broadcast(d.scalar(value), nil, x.Shape.Dimensions...)
}

func (d drawing) less(x, y *ir.Node) *ir.Node {
	return d.Add(compute.OpTypeLessThan, shapes.Make(dtypes.Bool, x.Shape.Dimensions...), nil, x, y)
}

// TestRules gives each rule x [2, 3] and y [2, 3] (p0, p1), v [3] (p2), s [] (p3) and u [1, 3] (p4).
func TestRules(t *testing.T) {
	negativeZero := float32(math.Copysign(0, -1))
	type nodes struct{ x, y, v, s, u *ir.Node }
	for _, c := range []struct {
		name string
		node func(d drawing, p nodes) *ir.Node
		want string
	}{
		{"x + -0", func(d drawing, p nodes) *ir.Node { return d.op(add, p.x, d.fill(negativeZero, p.x)) }, "p0"},
		{"-0 + x", func(d drawing, p nodes) *ir.Node { return d.op(add, d.fill(negativeZero, p.x), p.x) }, "p0"},
		{"x + 0 may be -0", func(d drawing, p nodes) *ir.Node { return d.op(add, p.x, d.fill(0, p.x)) },
			"Add(p0 BroadcastInDim[] [2 3](0))"},
		{"|x| + 0", func(d drawing, p nodes) *ir.Node { return d.op(add, d.op(abs, p.x), d.fill(0, p.x)) }, "Abs(p0)"},
		{"x - 0", func(d drawing, p nodes) *ir.Node { return d.op(sub, p.x, d.fill(0, p.x)) }, "p0"},
		{"x - -0", func(d drawing, p nodes) *ir.Node { return d.op(sub, p.x, d.fill(negativeZero, p.x)) },
			"Sub(p0 BroadcastInDim[] [2 3](-0))"},
		{"0 - x", func(d drawing, p nodes) *ir.Node { return d.op(sub, d.fill(0, p.x), p.x) },
			"Sub(BroadcastInDim[] [2 3](0) p0)"},
		{"-0 - x", func(d drawing, p nodes) *ir.Node { return d.op(sub, d.fill(negativeZero, p.x), p.x) }, "Neg(p0)"},
		{"x + -y", func(d drawing, p nodes) *ir.Node { return d.op(add, p.x, d.op(neg, p.y)) }, "Sub(p0 p1)"},
		{"-x + y", func(d drawing, p nodes) *ir.Node { return d.op(add, d.op(neg, p.x), p.y) }, "Sub(p1 p0)"},
		{"x - -y", func(d drawing, p nodes) *ir.Node { return d.op(sub, p.x, d.op(neg, p.y)) }, "Add(p0 p1)"},
		{"x - x may be NaN", func(d drawing, p nodes) *ir.Node { return d.op(sub, p.x, p.x) }, "Sub(p0 p0)"},
		{"1 x", func(d drawing, p nodes) *ir.Node { return d.op(mul, d.fill(1, p.x), p.x) }, "p0"},
		{"-1 x", func(d drawing, p nodes) *ir.Node { return d.op(mul, d.fill(-1, p.x), p.x) }, "Neg(p0)"},
		{"0 x may be NaN", func(d drawing, p nodes) *ir.Node { return d.op(mul, p.x, d.fill(0, p.x)) },
			"Mul(p0 BroadcastInDim[] [2 3](0))"},
		{"-x * -y", func(d drawing, p nodes) *ir.Node { return d.op(mul, d.op(neg, p.x), d.op(neg, p.y)) },
			"Mul(p0 p1)"},
		{"-x * 3", func(d drawing, p nodes) *ir.Node { return d.op(mul, d.op(neg, p.x), d.fill(3, p.x)) },
			"Mul(p0 BroadcastInDim[] [2 3](-3))"},
		{"x / 1", func(d drawing, p nodes) *ir.Node { return d.op(div, p.x, d.fill(1, p.x)) }, "p0"},
		{"x / -1", func(d drawing, p nodes) *ir.Node { return d.op(div, p.x, d.fill(-1, p.x)) }, "Neg(p0)"},
		{"x / 8", func(d drawing, p nodes) *ir.Node { return d.op(div, p.x, d.fill(8, p.x)) },
			"Mul(p0 BroadcastInDim[] [2 3](0.125))"},
		{"x / 2^-128 whose inverse is infinite", func(d drawing, p nodes) *ir.Node {
			return d.op(div, p.x, d.fill(float32(math.Ldexp(1, -128)), p.x))
		}, "Div(p0 BroadcastInDim[] [2 3](2.938736e-39))"},
		{"x / 2^127 whose inverse is subnormal", func(d drawing, p nodes) *ir.Node {
			return d.op(div, p.x, d.fill(float32(math.Ldexp(1, 127)), p.x))
		}, "Div(p0 BroadcastInDim[] [2 3](1.7014118e+38))"},
		{"x / 3", func(d drawing, p nodes) *ir.Node { return d.op(div, p.x, d.fill(3, p.x)) },
			"Div(p0 BroadcastInDim[] [2 3](3))"},
		{"x^2", func(d drawing, p nodes) *ir.Node { return d.op(compute.OpTypePow, p.x, d.fill(2, p.x)) },
			"Mul(p0 p0)"},
		{"x^1", func(d drawing, p nodes) *ir.Node { return d.op(compute.OpTypePow, p.x, d.fill(1, p.x)) }, "p0"},
		{"--x", func(d drawing, p nodes) *ir.Node { return d.op(neg, d.op(neg, p.x)) }, "p0"},
		{"|-x|", func(d drawing, p nodes) *ir.Node { return d.op(abs, d.op(neg, p.x)) }, "Abs(p0)"},
		{"||x||", func(d drawing, p nodes) *ir.Node { return d.op(abs, d.op(abs, p.x)) }, "Abs(p0)"},
		{"max(x, x)", func(d drawing, p nodes) *ir.Node { return d.op(compute.OpTypeMax, p.x, p.x) }, "p0"},
		{"where(c, x, x)", func(d drawing, p nodes) *ir.Node {
			return d.Add(compute.OpTypeWhere, p.x.Shape, nil, d.less(p.x, p.y), p.x, p.x)
		}, "p0"},
		{"where(not c, x, y)", func(d drawing, p nodes) *ir.Node {
			return d.Add(compute.OpTypeWhere, p.x.Shape, nil,
				d.op(compute.OpTypeLogicalNot, d.less(p.x, p.y)), p.x, p.y)
		}, "Where(LessThan(p0 p1) p1 p0)"},
		{"where(false, x, y)", func(d drawing, p nodes) *ir.Node {
			c := d.Add(compute.OpTypeConstant, shapes.Make(dtypes.Bool, 2, 3), ir.Constant{Flat: make([]bool, 6)})
			return d.Add(compute.OpTypeWhere, p.x.Shape, nil, c, p.x, p.y)
		}, "p1"},
		{"where(c and true, x, y)", func(d drawing, p nodes) *ir.Node {
			yes := d.Add(compute.OpTypeConstant, shapes.Make(dtypes.Bool, 2, 3),
				ir.Constant{Flat: []bool{true, true, true, true, true, true}})
			return d.Add(compute.OpTypeWhere, p.x.Shape, nil,
				d.op(compute.OpTypeLogicalAnd, d.less(p.x, p.y), yes), p.x, p.y)
		}, "Where(LessThan(p0 p1) p0 p1)"},
		{"convert to its type", func(d drawing, p nodes) *ir.Node { return d.convert(p.x, dtypes.Float32) }, "p0"},
		{"convert to wider and back", func(d drawing, p nodes) *ir.Node {
			return d.convert(d.convert(p.x, dtypes.Float64), dtypes.Float32)
		}, "p0"},
		{"convert to narrower and back", func(d drawing, p nodes) *ir.Node {
			return d.convert(d.convert(p.x, dtypes.BFloat16), dtypes.Float32)
		}, "ConvertDType(ConvertDType(p0))"},

		{"reshape to its shape", func(d drawing, p nodes) *ir.Node { return d.reshape(p.x, 2, 3) }, "p0"},
		{"reshape there and back", func(d drawing, p nodes) *ir.Node {
			return d.reshape(d.reshape(p.x, 6),
				2, 3)
		}, "p0"},
		{"reshape of reshape", func(d drawing, p nodes) *ir.Node { return d.reshape(d.reshape(p.x, 6), 3, 2) },
			"Reshape[3 2](p0)"},
		{"reshape of a repeated scalar", func(d drawing, p nodes) *ir.Node {
			return d.reshape(d.broadcast(p.s,
				nil, 4), 2, 2)
		},
			"BroadcastInDim[] [2 2](p3)"},
		{"reshape of a broadcast, unit axes", func(d drawing, p nodes) *ir.Node {
			return d.reshape(d.broadcast(p.v, []int{2}, 1, 4, 3), 4, 1, 3, 1)
		}, "BroadcastInDim[2] [4 1 3 1](p2)"},
		{"reshape of a broadcast, merged axes", func(d drawing, p nodes) *ir.Node {
			return d.reshape(d.broadcast(p.v, []int{1}, 4, 3), 12)
		}, "Reshape[12](BroadcastInDim[1] [4 3](p2))"},
		{"identity transpose", func(d drawing, p nodes) *ir.Node { return d.transpose(p.x, 0, 1) }, "p0"},
		{"transpose of a unit axis", func(d drawing, p nodes) *ir.Node { return d.transpose(p.u, 1, 0) },
			"Reshape[3 1](p4)"},
		{"transpose twice", func(d drawing, p nodes) *ir.Node {
			return d.transpose(d.transpose(p.x, 1, 0),
				1, 0)
		}, "p0"},
		{"two cycles of axes", func(d drawing, p nodes) *ir.Node {
			return d.transpose(d.transpose(d.parameter(2, 3, 4), 1, 2, 0), 1, 0, 2)
		}, "Transpose[2 1 0](p5)"},
		{"transpose of a broadcast", func(d drawing, p nodes) *ir.Node {
			return d.transpose(d.broadcast(p.x, []int{0, 2}, 2, 4, 3), 2, 1, 0)
		}, "BroadcastInDim[0 2] [3 4 2](Transpose[1 0](p0))"},
		{"whole slice", func(d drawing, p nodes) *ir.Node { return d.slice(p.v, []int{0}, []int{3}, []int{1}) }, "p2"},
		{"slice of slice", func(d drawing, p nodes) *ir.Node {
			return d.slice(d.slice(d.reshape(p.x, 6), []int{1}, []int{6}, []int{2}), []int{1}, []int{3}, []int{1})
		}, "Slice[3] [6] [2](Reshape[6](p0))"},
		{"slice of a broadcast", func(d drawing, p nodes) *ir.Node {
			return d.slice(d.broadcast(p.v, []int{1}, 4, 3), []int{1, 0}, []int{3, 2}, []int{1, 1})
		}, "BroadcastInDim[1] [2 2](Slice[0] [2] [1](p2))"},
		{"slice in one part", func(d drawing, p nodes) *ir.Node {
			return d.slice(d.concatenate(1, p.x, p.y), []int{0, 4}, []int{2, 6}, []int{1, 1})
		}, "Slice[0 1] [2 3] [1 1](p1)"},
		{"slice across parts", func(d drawing, p nodes) *ir.Node {
			return d.slice(d.concatenate(1, p.x, p.y), []int{0, 2}, []int{2, 4}, []int{1, 1})
		}, "Slice[0 2] [2 4] [1 1](Concatenate1(p0 p1))"},
		{"reverse twice", func(d drawing, p nodes) *ir.Node { return d.reverse(d.reverse(p.x, 0, 1), 1) },
			"Reverse[0](p0)"},
		{"reverse of a unit axis", func(d drawing, p nodes) *ir.Node { return d.reverse(p.u, 0) }, "p4"},
		{"concatenate one", func(d drawing, p nodes) *ir.Node { return d.concatenate(0, p.x) }, "p0"},
		{"concatenate nothing more", func(d drawing, p nodes) *ir.Node {
			return d.concatenate(0, d.slice(p.v, []int{1}, []int{1}, []int{1}), p.v)
		}, "p2"},
		{"pad nothing", func(d drawing, p nodes) *ir.Node {
			return d.Add(compute.OpTypePad, p.v.Shape, ir.Pad{Axes: make([]compute.PadAxis, 1)}, p.v, p.s)
		}, "p2"},
		{"dynamic slice at a constant", func(d drawing, p nodes) *ir.Node {
			return d.Add(compute.OpTypeDynamicSlice, floats(2), ir.DynamicSlice{Dimensions: []int{2}}, p.v, d.scalar(7))
		}, "Slice[1] [3] [1](p2)"},

		{"broadcast to its shape", func(d drawing, p nodes) *ir.Node {
			return d.broadcast(p.x, []int{0, 1},
				2, 3)
		}, "p0"},
		{"broadcast to one more axis", func(d drawing, p nodes) *ir.Node { return d.broadcast(p.v, []int{1}, 1, 3) },
			"Reshape[1 3](p2)"},
		{"broadcast of a unit axis", func(d drawing, p nodes) *ir.Node { return d.broadcast(p.u, []int{0, 1}, 4, 3) },
			"BroadcastInDim[1] [4 3](Reshape[3](p4))"},
		{"broadcast of an expanded axis", func(d drawing, p nodes) *ir.Node {
			return d.broadcast(d.reshape(p.v, 1, 3), []int{0, 1}, 4, 3)
		}, "BroadcastInDim[1] [4 3](p2)"},
		{"broadcast of broadcast", func(d drawing, p nodes) *ir.Node {
			return d.broadcast(d.broadcast(p.v, []int{1}, 4, 3), []int{1, 2}, 5, 4, 3)
		}, "BroadcastInDim[2] [5 4 3](p2)"},
		{"constant of one value", func(d drawing, p nodes) *ir.Node {
			return d.op(add, p.v, d.constant([]float32{2, 2, 2}, 3))
		}, "Add(p2 BroadcastInDim[] [3](2))"},
		{"iota along one of two axes", func(d drawing, p nodes) *ir.Node {
			return d.Add(compute.OpTypeIota, floats(2, 3), ir.Iota{Axis: 1})
		}, "BroadcastInDim[1] [2 3](Iota0())"},
		{"operation on a broadcast", func(d drawing, p nodes) *ir.Node {
			return d.op(exp,
				d.broadcast(p.v, []int{1}, 4, 3))
		},
			"BroadcastInDim[1] [4 3](Exp(p2))"},
		{"operation on broadcasts of other ranks", func(d drawing, p nodes) *ir.Node {
			return d.op(sub, d.broadcast(p.s, nil, 4, 3), d.broadcast(p.v, []int{1}, 4, 3))
		}, "BroadcastInDim[1] [4 3](Sub(BroadcastInDim[] [3](p3) p2))"},
		{"operation on broadcasts along some of three axes", func(d drawing, p nodes) *ir.Node {
			return d.op(sub, d.broadcast(p.v, []int{2}, 2, 4, 3), d.broadcast(p.x, []int{0, 2}, 2, 4, 3))
		}, "BroadcastInDim[0 2] [2 4 3](Sub(BroadcastInDim[1] [2 3](p2) p0))"},
		{"operation on broadcasts along different axes", func(d drawing, p nodes) *ir.Node {
			return d.op(sub, d.broadcast(p.v, []int{0}, 3, 3), d.broadcast(p.v, []int{1}, 3, 3))
		}, "Sub(BroadcastInDim[0] [3 3](p2) BroadcastInDim[1] [3 3](p2))"},
		{"operation on one broadcast", func(d drawing, p nodes) *ir.Node {
			return d.op(sub, p.x, d.broadcast(p.v, []int{1}, 2, 3))
		}, "Sub(p0 BroadcastInDim[1] [2 3](p2))"},
		{"operation on transposes", func(d drawing, p nodes) *ir.Node {
			return d.op(sub, d.transpose(p.x, 1, 0), d.transpose(p.y, 1, 0))
		}, "Transpose[1 0](Sub(p0 p1))"},
		{"operation on one transpose", func(d drawing, p nodes) *ir.Node { return d.op(exp, d.transpose(p.x, 1, 0)) },
			"Exp(Transpose[1 0](p0))"},
		{"operations between reshapes", func(d drawing, p nodes) *ir.Node {
			flat := d.op(exp, d.op(sub, d.reshape(p.x, 6), d.reshape(p.y, 6)))
			return d.reshape(d.op(mul, flat, d.fill(3, flat)), 2, 3)
		}, "Mul(Exp(Sub(p0 p1)) BroadcastInDim[] [2 3](3))"},
		{"operation on reshapes of other shapes", func(d drawing, p nodes) *ir.Node {
			return d.op(sub, d.reshape(p.x, 3, 2), d.reshape(d.reverse(d.reshape(p.y, 6), 0), 3, 2))
		}, "Sub(Reshape[3 2](p0) Reshape[3 2](Reverse[0](Reshape[6](p1))))"},

		{"reduce no axes", func(d drawing, p nodes) *ir.Node { return d.reduce(sum, p.x, nil, 2, 3) }, "p0"},
		{"reduce a unit axis", func(d drawing, p nodes) *ir.Node { return d.reduce(sum, p.u, []int{0}, 3) },
			"Reshape[3](p4)"},
		{"sum of repetitions", func(d drawing, p nodes) *ir.Node {
			return d.reduce(sum, d.broadcast(p.v, []int{1}, 4, 3), []int{0}, 3)
		}, "Mul(p2 BroadcastInDim[] [3](4))"},
		{"sum of repetitions and others", func(d drawing, p nodes) *ir.Node {
			return d.reduce(sum, d.broadcast(p.v, []int{1}, 4, 3), []int{0, 1})
		}, "Mul(ReduceSum[0](p2) 4)"},
		{"sum along an axis that differs", func(d drawing, p nodes) *ir.Node {
			return d.reduce(sum, d.broadcast(p.v, []int{1}, 4, 3), []int{1}, 4)
		}, "ReduceSum[1](BroadcastInDim[1] [4 3](p2))"},
		{"greatest of repetitions", func(d drawing, p nodes) *ir.Node {
			return d.reduce(rmax, d.broadcast(p.v, []int{1}, 4, 3), []int{0}, 3)
		}, "p2"},
		{"greatest of greatest", func(d drawing, p nodes) *ir.Node {
			return d.reduce(rmax, d.reduce(rmax, p.x, []int{0}, 3), []int{0})
		}, "ReduceMax[0 1](p0)"},
		{"sum of sums", func(d drawing, p nodes) *ir.Node {
			return d.reduce(sum, d.reduce(sum, p.x, []int{0}, 3), []int{0})
		}, "ReduceSum[0](ReduceSum[0](p0))"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDrawing()
			p := nodes{d.parameter(2, 3), d.parameter(2, 3), d.parameter(3), d.parameter(), d.parameter(1, 3)}
			g := d.outputs(c.node(d, p))
			got := simplify(g)
			checkGraph(t, got, g)
			if s := text(got.Outputs[0]); s != c.want {
				t.Errorf("got  %s\nwant %s", s, c.want)
			}
		})
	}
}

func TestIntegerRules(t *testing.T) {
	integers := func(op compute.OpType, left, right int, dtype dtypes.DType) string {
		d := newDrawing()
		x := d.Add(compute.OpTypeParameter, shapes.Make(dtype), ir.Parameter{})
		d.Parameters = append(d.Parameters, x)
		operand := func(value int) *ir.Node {
			if value < 0 {
				return x
			}
			flat := any([]int32{int32(value)})
			if dtype == dtypes.Uint8 {
				flat = []uint8{uint8(value)}
			}
			return d.Add(compute.OpTypeConstant, shapes.Make(dtype), ir.Constant{Flat: flat})
		}
		return text(simplify(d.outputs(d.op(op, operand(left), operand(right)))).Outputs[0])
	}
	for _, c := range []struct {
		op          compute.OpType
		left, right int // a constant, or the parameter if negative
		dtype       dtypes.DType
		want        string
	}{
		{add, -1, 0, dtypes.Int32, "p0"},
		{add, 0, -1, dtypes.Uint8, "p0"},
		{sub, -1, 0, dtypes.Uint8, "p0"},
		{sub, 0, -1, dtypes.Int32, "Neg(p0)"},
		{sub, 0, -1, dtypes.Uint8, "Sub(0 p0)"},
		{mul, -1, 1, dtypes.Int32, "p0"},
		{div, -1, 4, dtypes.Int32, "Div(p0 4)"},
	} {
		if got := integers(c.op, c.left, c.right, c.dtype); got != c.want {
			t.Errorf("%s(%d, %d) of %s: got %s, want %s", c.op, c.left, c.right, c.dtype, got, c.want)
		}
	}
}
