package pass

import (
	"bytes"
	"hash/maphash"
	"math/bits"
	"reflect"
	"slices"
	"unsafe"

	"github.com/gomlx/compute"

	"ebim/framework/engine/ir"
)

// hasher gives equal nodes equal hashes. Others seldom collide; where they do, same tells them apart.
type hasher struct{ seed maphash.Seed }

func newHasher() hasher { return hasher{maphash.MakeSeed()} }

// mix returns a hash of a hash and one more value.
func mix(hash, value uint64) uint64 {
	high, low := bits.Mul64(hash^0x9e3779b97f4a7c15, value^0xd1342543de82ef95)
	return high ^ low
}

func mixInts(hash uint64, lists ...[]int) uint64 {
	for _, list := range lists {
		hash = mix(hash, uint64(len(list)))
		for _, v := range list {
			hash = mix(hash, uint64(v))
		}
	}
	return hash
}

func mixPaddings(hash uint64, paddings [][2]int) uint64 {
	for _, p := range paddings {
		hash = mix(mix(hash, uint64(p[0])), uint64(p[1]))
	}
	return hash
}

func (h hasher) node(n *ir.Node) uint64 {
	hash := mix(uint64(n.Op), uint64(n.Shape.DType))
	hash = mixInts(hash, n.Shape.Dimensions)
	inputs := n.Inputs
	if commutative(n.Op) {
		a, b := inputs[0].Index, inputs[1].Index
		hash = mix(mix(hash, uint64(min(a, b))), uint64(max(a, b)))
		inputs = inputs[2:]
	}
	for _, input := range inputs {
		hash = mix(hash, uint64(input.Index))
	}
	return h.attributes(hash, n.Attributes)
}

// attributes mixes in attributes. Those of an unknown type are left to same.
func (h hasher) attributes(hash uint64, attributes any) uint64 {
	switch a := attributes.(type) {
	case ir.Constant:
		return mix(hash, maphash.Bytes(h.seed, rawBytes(a.Flat)))
	case ir.Iota:
		return mix(hash, uint64(a.Axis))
	case ir.Transpose:
		return mixInts(hash, a.Permutation)
	case ir.BroadcastInDim:
		return mixInts(hash, a.Axes)
	case ir.Slice:
		return mixInts(hash, a.Starts, a.Limits, a.Strides)
	case ir.Reverse:
		return mixInts(hash, a.Axes)
	case ir.Reduce:
		return mixInts(hash, a.Axes)
	case ir.DotGeneral:
		return mixInts(hash, a.LeftContracting, a.LeftBatch, a.RightContracting, a.RightBatch)
	case ir.ConvGeneral:
		return mixPaddings(mixInts(hash, a.Axes.InputSpatial, a.Strides, a.InputDilations,
			a.KernelDilations), a.Paddings)
	case ir.ReduceWindow:
		return mixPaddings(mixInts(mix(hash, uint64(a.Reduction)), a.Dimensions, a.Strides), a.Paddings)
	case ir.SelectAndScatter:
		return mixPaddings(mixInts(hash, a.Dimensions, a.Strides), a.Paddings)
	case ir.Gather:
		return mixInts(hash, a.OffsetOutputAxes, a.CollapsedSliceAxes, a.StartIndexMap, a.SliceSizes)
	case ir.Scatter:
		return mixInts(hash, a.UpdateWindowAxes, a.InsertedWindowAxes, a.ScatterAxesToOperandAxes)
	case ir.DynamicSlice:
		return mixInts(hash, a.Dimensions)
	case ir.Concatenate:
		return mix(hash, uint64(a.Axis))
	case ir.RandomState:
		return mix(hash, uint64(a.Bytes))
	}
	return hash
}

// sameAttributes compares constants by their bits, so that 0 and -0 differ and a NaN equals itself.
func sameAttributes(a, b any) bool {
	switch a := a.(type) {
	case nil:
		return b == nil
	case ir.Constant:
		b, ok := b.(ir.Constant)
		return ok && bytes.Equal(rawBytes(a.Flat), rawBytes(b.Flat))
	case ir.BroadcastInDim:
		b, ok := b.(ir.BroadcastInDim)
		return ok && slices.Equal(a.Axes, b.Axes)
	case ir.Reduce:
		b, ok := b.(ir.Reduce)
		return ok && slices.Equal(a.Axes, b.Axes)
	case ir.DotGeneral:
		b, ok := b.(ir.DotGeneral)
		return ok && slices.Equal(a.LeftContracting, b.LeftContracting) && slices.Equal(a.LeftBatch, b.LeftBatch) &&
			slices.Equal(a.RightContracting, b.RightContracting) && slices.Equal(a.RightBatch, b.RightBatch)
	}
	return reflect.DeepEqual(a, b) // the seldom ones
}

// rawBytes returns the storage of a slice of numbers or truth values.
func rawBytes(flat any) []byte {
	v := reflect.ValueOf(flat)
	if v.Len() == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(v.UnsafePointer()), v.Len()*int(v.Type().Elem().Size()))
}

// commutative reports whether the first two operands may change places.
func commutative(op compute.OpType) bool {
	switch op {
	case compute.OpTypeAdd, compute.OpTypeMul, compute.OpTypeMax, compute.OpTypeMin,
		compute.OpTypeBitwiseAnd, compute.OpTypeBitwiseOr, compute.OpTypeBitwiseXor,
		compute.OpTypeLogicalAnd, compute.OpTypeLogicalOr, compute.OpTypeLogicalXor,
		compute.OpTypeEqual, compute.OpTypeNotEqual,
		compute.OpTypeEqualTotalOrder, compute.OpTypeNotEqualTotalOrder,
		ir.OpFusedMultiplyAdd, ir.OpFusedMultiplySubtract, ir.OpFusedNegativeMultiplyAdd:
		return true
	}
	return false
}
