package pass

import (
	"bytes"
	"math"
	"reflect"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/dtypes/bfloat16"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// uniform returns the value that all elements of n have, if that can be seen: n is a constant of one element or a
// broadcast of one (other constants that repeat one value have become broadcasts). Integers beyond 2^53 and false come
// near enough, as the rules ask for small numbers only.
func uniform(n *ir.Node) (value float64, ok bool) {
	for n.Op == compute.OpTypeBroadcastInDim || n.Op == compute.OpTypeReshape {
		n = n.Inputs[0]
	}
	if n.Op != compute.OpTypeConstant || n.Shape.Size() != 1 {
		return 0, false
	}
	v := reflect.ValueOf(n.Attributes.(ir.Constant).Flat).Index(0)
	if v.Type() == reflect.TypeFor[bfloat16.BFloat16]() {
		return float64(v.Interface().(bfloat16.BFloat16).Float32()), true
	}
	switch {
	case n.Shape.DType == dtypes.Float16:
		return 0, false
	case v.CanFloat():
		return v.Float(), true
	case v.CanInt():
		return float64(v.Int()), true
	case v.CanUint():
		return float64(v.Uint()), true
	case v.Kind() == reflect.Bool:
		if v.Bool() {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

// isUniform reports whether all elements of n are value; 0 is not -0 here.
func isUniform(n *ir.Node, value float64) bool {
	v, ok := uniform(n)
	return ok && v == value && math.Signbit(v) == math.Signbit(value)
}

// filled returns a node of a shape, all of whose elements are a value that its type holds exactly.
func (b *builder) filled(shape shapes.Shape, value float64) *ir.Node {
	one := reflect.MakeSlice(reflect.SliceOf(shape.DType.GoType()), 1, 1)
	if shape.DType == dtypes.BFloat16 {
		one.Index(0).Set(reflect.ValueOf(bfloat16.FromFloat32(float32(value))))
	} else {
		one.Index(0).Set(reflect.ValueOf(value).Convert(shape.DType.GoType()))
	}
	scalar := b.add(compute.OpTypeConstant, shapes.Make(shape.DType), ir.Constant{Flat: one.Interface()})
	return b.broadcast(scalar, nil, shape.Dimensions)
}

// uniformConstant: a constant that repeats one value is a broadcast of it: rules see its value, and it is not stored.
func uniformConstant(b *builder, n *ir.Node) *ir.Node {
	size := n.Shape.Size()
	if size < 2 {
		return nil
	}
	flat := n.Attributes.(ir.Constant).Flat
	raw := rawBytes(flat)
	width := len(raw) / size
	// Each element equals the one before it.
	if !bytes.Equal(raw[:width], raw[width:2*width]) || !bytes.Equal(raw[width:], raw[:len(raw)-width]) {
		return nil
	}
	one := reflect.ValueOf(flat).Slice3(0, 1, 1).Interface()
	scalar := b.add(compute.OpTypeConstant, shapes.Make(n.Shape.DType), ir.Constant{Flat: one})
	return b.broadcast(scalar, nil, n.Shape.Dimensions)
}

// shortIota: numbers along one axis of many are a broadcast of numbers along the only axis.
func shortIota(b *builder, n *ir.Node) *ir.Node {
	if n.Shape.Rank() == 1 {
		return nil
	}
	axis := n.Attributes.(ir.Iota).Axis
	row := shapes.Make(n.Shape.DType, n.Shape.Dimensions[axis])
	return b.broadcast(b.add(compute.OpTypeIota, row, ir.Iota{}), []int{axis}, n.Shape.Dimensions)
}
