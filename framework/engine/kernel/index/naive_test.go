package index

import (
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/dtypes/bfloat16"
	"github.com/gomlx/compute/shapes"
	"pgregory.net/rapid"

	"ebim/framework/engine/ir"
)

// array is an operand or a result.
type array struct {
	shape shapes.Shape
	flat  reflect.Value // a slice
}

func newArray(t dtypes.DType, dimensions ...int) array {
	shape := shapes.Make(t, dimensions...)
	return array{shape, reflect.MakeSlice(reflect.SliceOf(t.GoType()), shape.Size(), shape.Size())}
}

func (a array) set(i int, value float64) {
	switch at := a.flat.Index(i); {
	case a.shape.DType == dtypes.BFloat16:
		at.Set(reflect.ValueOf(bfloat16.FromFloat32(float32(value))))
	case a.shape.DType == dtypes.Bool:
		at.SetBool(value != 0)
	default:
		at.Set(reflect.ValueOf(value).Convert(at.Type()))
	}
}

func (a array) get(i int) any { return a.flat.Index(i).Interface() }

func (a array) pointer() unsafe.Pointer { return a.flat.UnsafePointer() }

func filled(t dtypes.DType, values []float64, dimensions ...int) array {
	a := newArray(t, dimensions...)
	for i := range a.shape.Size() {
		a.set(i, values[i])
	}
	return a
}

// counting has elements 1, 2, ... (modulo 100).
func counting(t dtypes.DType, dimensions ...int) array {
	a := newArray(t, dimensions...)
	for i := range a.shape.Size() {
		a.set(i, float64(1+i%100))
	}
	return a
}

// run returns the result of an operation, with operands and result as the executor gives them. It checks the elements
// beyond the result's end.
func run(t interface {
	Helper()
	Fatal(...any)
}, op compute.OpType, attributes any, result shapes.Shape, operands ...array) array {
	t.Helper()
	n := &ir.Node{Op: op, Shape: result, Attributes: attributes}
	var pointers []unsafe.Pointer
	for _, operand := range operands {
		n.Inputs = append(n.Inputs, &ir.Node{Op: compute.OpTypeParameter, Shape: operand.shape})
		pointers = append(pointers, operand.pointer())
	}
	instruction, err := New(n)
	if err != nil {
		t.Fatal(err)
	}
	const guard = 16
	storage := newArray(result.DType, result.Size()+guard)
	for i := range guard {
		storage.set(result.Size()+i, 1)
	}
	for task := range instruction.Tasks() {
		instruction.Run(task, storage.pointer(), pointers, nil)
	}
	for i := range guard {
		want := filled(result.DType, []float64{1}, 1)
		if storage.get(result.Size()+i) != want.get(0) {
			t.Fatal("wrote beyond the end")
		}
	}
	return array{result, storage.flat.Slice(0, result.Size())}
}

// flatIndex returns the position of an index in an array of some dimensions.
func flatIndex(dimensions, index []int) int {
	flat := 0
	for axis, length := range dimensions {
		flat = flat*length + index[axis]
	}
	return flat
}

// indexOf returns the index of a position.
func indexOf(dimensions []int, flat int) []int {
	index := make([]int, len(dimensions))
	for axis := len(dimensions) - 1; axis >= 0; axis-- {
		index[axis] = flat % dimensions[axis]
		flat /= dimensions[axis]
	}
	return index
}

// startOf is component i of the index vector at an index of the batch axes.
func startOf(indices array, vectorAxis int, batch []int, i int) int {
	index := slices.Clone(batch)
	if vectorAxis < indices.shape.Rank() {
		index = slices.Insert(index, vectorAxis, i)
	}
	return int(indices.flat.Index(flatIndex(indices.shape.Dimensions, index)).Convert(reflect.TypeFor[int]()).Int())
}

// split parts an index in those of the axes that are in a list and those that aren't.
func split(index, axes []int) (in, out []int) {
	for axis, i := range index {
		if slices.Contains(axes, axis) {
			in = append(in, i)
		} else {
			out = append(out, i)
		}
	}
	return in, out
}

// naiveGather returns the position in the operand of each element of the result.
func naiveGather(a ir.Gather, operand shapes.Shape, indices array, result shapes.Shape) []int {
	sources := make([]int, result.Size())
	for i := range sources {
		offsets, batch := split(indexOf(result.Dimensions, i), a.OffsetOutputAxes)
		index := make([]int, operand.Rank())
		for k, axis := range without(operand.Rank(), a.CollapsedSliceAxes) {
			index[axis] = offsets[k]
		}
		for k, axis := range a.StartIndexMap {
			start := startOf(indices, a.IndexVectorAxis, batch, k)
			index[axis] += max(0, min(start, operand.Dimensions[axis]-a.SliceSizes[axis]))
		}
		sources[i] = flatIndex(operand.Dimensions, index)
	}
	return sources
}

// naiveScatter returns the position in the operand of each element of the updates, or -1 if the update is left out.
func naiveScatter(a ir.Scatter, operand shapes.Shape, indices array, updates shapes.Shape) []int {
	targets := make([]int, updates.Size())
	windowAxes := without(operand.Rank(), a.InsertedWindowAxes)
	for i := range targets {
		offsets, batch := split(indexOf(updates.Dimensions, i), a.UpdateWindowAxes)
		index, size := make([]int, operand.Rank()), make([]int, operand.Rank())
		for axis := range size {
			size[axis] = 1
		}
		for k, axis := range windowAxes {
			index[axis], size[axis] = offsets[k], updates.Dimensions[a.UpdateWindowAxes[k]]
		}
		for k, axis := range a.ScatterAxesToOperandAxes {
			start := startOf(indices, a.IndexVectorAxis, batch, k)
			if start < 0 || start+size[axis] > operand.Dimensions[axis] {
				targets[i] = -1
			}
			index[axis] += start
		}
		if targets[i] == 0 {
			targets[i] = flatIndex(operand.Dimensions, index)
		}
	}
	return targets
}

var integerTypes = []dtypes.DType{dtypes.Int8, dtypes.Int16, dtypes.Int32, dtypes.Int64,
	dtypes.Uint8, dtypes.Uint16, dtypes.Uint32, dtypes.Uint64}

// subset returns some axes below rank, in order.
func subset(t *rapid.T, label string, rank, atLeast int) []int {
	var axes []int
	for axis := range rank {
		if rapid.Bool().Draw(t, label) || rank-axis <= atLeast-len(axes) {
			axes = append(axes, axis)
		}
	}
	return axes
}

func lengths(t *rapid.T, label string, rank, least int) []int {
	return rapid.SliceOfN(rapid.IntRange(least, 4), rank, rank).Draw(t, label)
}

// drawIndices are index vectors of some length for an array of some batch dimensions, along any axis, and that axis.
func drawIndices(t *rapid.T, batch []int, length int) (array, int) {
	dtype := rapid.SampledFrom(integerTypes).Draw(t, "index type")
	vectorAxis := rapid.IntRange(0, len(batch)).Draw(t, "vector axis")
	dimensions := slices.Insert(slices.Clone(batch), vectorAxis, length)
	if length == 1 && rapid.Bool().Draw(t, "implicit") {
		vectorAxis, dimensions = len(batch), batch
	}
	least := -2
	if dtype.IsUnsigned() {
		least = 0
	}
	indices := newArray(dtype, dimensions...)
	for i := range indices.shape.Size() {
		indices.set(i, float64(rapid.IntRange(least, 5).Draw(t, "index")))
	}
	return indices, vectorAxis
}

// place puts lengths at axes of a rank and others at the other axes.
func place(axes, at, others []int) []int {
	dimensions := make([]int, len(at)+len(others))
	for i, axis := range axes {
		dimensions[axis] = at[i]
	}
	for i, axis := range without(len(dimensions), axes) {
		dimensions[axis] = others[i]
	}
	return dimensions
}

func TestGatherAgainstLoops(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var (
			rank       = rapid.IntRange(1, 3).Draw(t, "rank")
			dimensions = lengths(t, "operand", rank, 1)
			batch      = lengths(t, "batch", rapid.IntRange(0, 2).Draw(t, "batch rank"), 0)
			dtype      = rapid.SampledFrom([]dtypes.DType{dtypes.Uint8, dtypes.BFloat16, dtypes.Float32,
				dtypes.Float64}).Draw(t, "type")
			a    = ir.Gather{CollapsedSliceAxes: subset(t, "collapsed", rank, 0), SliceSizes: make([]int, rank)}
			kept []int
		)
		for axis, length := range dimensions {
			a.SliceSizes[axis] = 1
			if !slices.Contains(a.CollapsedSliceAxes, axis) {
				a.SliceSizes[axis] = rapid.IntRange(0, length).Draw(t, "slice size")
				kept = append(kept, a.SliceSizes[axis])
			}
		}
		a.StartIndexMap = rapid.Permutation(subset(t, "mapped", rank, 1)).Draw(t, "map")
		indices, vectorAxis := drawIndices(t, batch, len(a.StartIndexMap))
		a.IndexVectorAxis = vectorAxis
		a.OffsetOutputAxes = rapid.Permutation(without(len(batch)+len(kept), nil)).Draw(t, "offsets")[:len(kept)]
		slices.Sort(a.OffsetOutputAxes)
		result := shapes.Make(dtype, place(a.OffsetOutputAxes, kept, batch)...)

		operand := counting(dtype, dimensions...)
		got := run(t, compute.OpTypeGather, a, result, operand, indices)
		for i, source := range naiveGather(a, operand.shape, indices, result) {
			if got.get(i) != operand.get(source) {
				t.Fatalf("%+v of %v at %v: element %d is %v, want %v", a, operand.shape, indices.flat, i, got.get(i),
					operand.get(source))
			}
		}
	})
}

func TestScatterAgainstLoops(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var (
			rank       = rapid.IntRange(1, 3).Draw(t, "rank")
			dimensions = lengths(t, "operand", rank, 1)
			batch      = lengths(t, "batch", rapid.IntRange(0, 2).Draw(t, "batch rank"), 0)
			a          = ir.Scatter{InsertedWindowAxes: subset(t, "inserted", rank, 0)}
			windows    []int
		)
		for _, axis := range without(rank, a.InsertedWindowAxes) {
			windows = append(windows, rapid.IntRange(0, dimensions[axis]).Draw(t, "window"))
		}
		a.ScatterAxesToOperandAxes = rapid.Permutation(subset(t, "mapped", rank, 1)).Draw(t, "map")
		indices, vectorAxis := drawIndices(t, batch, len(a.ScatterAxesToOperandAxes))
		a.IndexVectorAxis = vectorAxis
		a.UpdateWindowAxes = rapid.Permutation(without(len(batch)+len(windows), nil)).Draw(t, "windows")[:len(windows)]
		slices.Sort(a.UpdateWindowAxes)

		operand := counting(dtypes.Float32, dimensions...)
		updates := counting(dtypes.Float32, place(a.UpdateWindowAxes, windows, batch)...)
		want := slices.Clone(operand.flat.Interface().([]float32))
		op := rapid.SampledFrom([]compute.OpType{compute.OpTypeScatterSum, compute.OpTypeScatterMax,
			compute.OpTypeScatterMin}).Draw(t, "op")
		for i, target := range naiveScatter(a, operand.shape, indices, updates.shape) {
			if target < 0 {
				continue
			}
			switch u := updates.get(i).(float32); op {
			case compute.OpTypeScatterSum:
				want[target] += u
			case compute.OpTypeScatterMax:
				want[target] = max(want[target], u)
			default:
				want[target] = min(want[target], u)
			}
		}
		got := run(t, op, a, operand.shape, operand, indices, updates)
		if !slices.Equal(got.flat.Interface().([]float32), want) {
			t.Fatalf("%s %+v of %v at %v: got %v, want %v", op, a, operand.shape, indices.flat, got.flat, want)
		}
	})
}

func TestDynamicSlicesAgainstLoops(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var (
			rank       = rapid.IntRange(0, 3).Draw(t, "rank")
			dimensions = lengths(t, "operand", rank, 0)
			dtype      = rapid.SampledFrom([]dtypes.DType{dtypes.Uint8, dtypes.BFloat16, dtypes.Float32,
				dtypes.Float64}).Draw(t, "type")
			sizes   = make([]int, rank)
			clamped = make([]int, rank)
			starts  []array
		)
		for axis, length := range dimensions {
			sizes[axis] = rapid.IntRange(0, length).Draw(t, "size")
			start, _ := drawIndices(t, nil, 1)
			start.shape = shapes.Make(start.shape.DType)
			starts = append(starts, start)
			value := int(start.flat.Index(0).Convert(reflect.TypeFor[int]()).Int())
			clamped[axis] = max(0, min(value, length-sizes[axis]))
		}
		operand, update := counting(dtype, dimensions...), newArray(dtype, sizes...)
		want := newArray(dtype, dimensions...)
		reflect.Copy(want.flat, operand.flat)
		slice := run(t, compute.OpTypeDynamicSlice, ir.DynamicSlice{Dimensions: sizes}, update.shape,
			append([]array{operand}, starts...)...)
		for i := range update.shape.Size() {
			index := indexOf(sizes, i)
			for axis := range index {
				index[axis] += clamped[axis]
			}
			source := flatIndex(dimensions, index)
			if slice.get(i) != operand.get(source) {
				t.Fatalf("slice %v at %v: element %d is %v, want %v", sizes, clamped, i, slice.get(i),
					operand.get(source))
			}
			update.set(i, float64(100+i))
			want.flat.Index(source).Set(update.flat.Index(i))
		}
		got := run(t, compute.OpTypeDynamicUpdateSlice, nil, operand.shape,
			append([]array{operand, update}, starts...)...)
		if !reflect.DeepEqual(got.flat.Interface(), want.flat.Interface()) {
			t.Fatalf("update of %v at %v: got %v, want %v", sizes, clamped, got.flat, want.flat)
		}
	})
}
