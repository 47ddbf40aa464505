package view

import (
	"fmt"
	"testing"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/dtypes/bfloat16"
	"github.com/gomlx/compute/shapes"
	"pgregory.net/rapid"

	"ebim/framework/engine/ir"
)

type fatal interface{ Fatal(...any) }

// node has operands of given shapes.
func node(op compute.OpType, shape shapes.Shape, attributes any, operands ...shapes.Shape) *ir.Node {
	graph := &ir.Graph{}
	var inputs []*ir.Node
	for _, s := range operands {
		inputs = append(inputs, graph.Add(compute.OpTypeParameter, s, ir.Parameter{}))
	}
	return graph.Add(op, shape, attributes, inputs...)
}

// execute runs all tasks of a node's instruction, and checks that nothing is written beyond the result.
func execute[T comparable](t fatal, n *ir.Node, guard T, operands ...[]T) []T {
	instruction, err := New(n)
	if err != nil {
		t.Fatal(err)
	}
	size := n.Shape.Size()
	dst, scratch := make([]T, size+5), make([]byte, instruction.Scratch()+1)
	for i := range dst {
		dst[i] = guard
	}
	var addresses []unsafe.Pointer
	for _, x := range operands {
		addresses = append(addresses, unsafe.Pointer(unsafe.SliceData(x)))
	}
	for task := range instruction.Tasks() {
		instruction.Run(task, unsafe.Pointer(&dst[0]), addresses, unsafe.Pointer(&scratch[0]))
	}
	for _, v := range dst[size:] {
		if v != guard {
			t.Fatal("wrote beyond the result")
		}
	}
	return dst[:size]
}

// naivePad writes each operand's element to its place, if that is inside.
func naivePad[T any](x []T, dimensions []int, value T, result []int, axes []compute.PadAxis) []T {
	out := make([]T, Contiguous(result).Size())
	for i := range out {
		out[i] = value
	}
	for i, v := range x {
		at, inside := 0, true
		rest := i
		stride := 1
		for axis := len(dimensions) - 1; axis >= 0; axis-- {
			index := rest % dimensions[axis]
			rest /= dimensions[axis]
			var p compute.PadAxis
			if axis < len(axes) {
				p = axes[axis]
			}
			index = p.Start + index*(p.Interior+1)
			inside = inside && index >= 0 && index < result[axis]
			at += index * stride
			stride *= result[axis]
		}
		if inside {
			out[at] = v
		}
	}
	return out
}

func checkPad[T uint8 | uint16 | float32 | float64](t *rapid.T, dtype dtypes.DType, dimensions, result []int,
	axes []compute.PadAxis) {
	x := make([]T, Contiguous(dimensions).Size())
	for i := range x {
		x[i] = T(i%250 + 1)
	}
	n := node(compute.OpTypePad, shapes.Make(dtype, result...), ir.Pad{Axes: axes}, shapes.Make(dtype, dimensions...),
		shapes.Make(dtype))
	got := execute(t, n, T(251), x, []T{252})
	if want := naivePad(x, dimensions, 252, result, axes); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("%s %v padded by %v to %v: %v, want %v", dtype, dimensions, axes, result, got, want)
	}
}

func TestPad(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dimensions := rapid.SliceOfN(rapid.IntRange(0, 9), 0, 4).Draw(t, "dimensions")
		var axes []compute.PadAxis
		var result []int
		for _, length := range dimensions {
			p := compute.PadAxis{}
			if rapid.Bool().Draw(t, "is padded") {
				p.Interior = rapid.IntRange(0, 2).Draw(t, "interior")
				inner := length + max(0, length-1)*p.Interior
				p.Start = rapid.IntRange(-inner, 4).Draw(t, "start")
				p.End = rapid.IntRange(max(-inner, -inner-p.Start), 4).Draw(t, "end")
			}
			axes = append(axes, p)
			result = append(result, length+max(0, length-1)*p.Interior+p.Start+p.End)
		}
		for len(axes) > 0 && axes[len(axes)-1] == (compute.PadAxis{}) && rapid.Bool().Draw(t, "leave out") {
			axes = axes[:len(axes)-1]
		}
		checkPad[uint8](t, dtypes.Uint8, dimensions, result, axes)
		checkPad[uint16](t, dtypes.Uint16, dimensions, result, axes)
		checkPad[float32](t, dtypes.Float32, dimensions, result, axes)
		checkPad[float64](t, dtypes.Float64, dimensions, result, axes)
	})
}

func TestLargePadHasTasks(t *testing.T) {
	dimensions, result := []int{7, 300, 200}, []int{7, 301, 202}
	axes := []compute.PadAxis{{}, {Start: 1}, {Start: 1, End: 1}}
	x := make([]float32, Contiguous(dimensions).Size())
	for i := range x {
		x[i] = float32(i)
	}
	n := node(compute.OpTypePad, shapes.Make(dtypes.Float32, result...), ir.Pad{Axes: axes},
		shapes.Make(dtypes.Float32, dimensions...), shapes.Make(dtypes.Float32))
	instruction, err := New(n)
	if err != nil || instruction.Tasks() < 2 {
		t.Fatalf("%v, error %v", instruction, err)
	}
	got, want := execute(t, n, -2, x, []float32{-1}), naivePad(x, dimensions, -1, result, axes)
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("element %d is %v, want %v", i, got[i], want[i])
		}
	}
}

func TestConcatenate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dimensions := rapid.SliceOfN(rapid.IntRange(0, 20), 1, 3).Draw(t, "dimensions")
		axis := rapid.IntRange(0, len(dimensions)-1).Draw(t, "axis")
		lengths := rapid.SliceOfN(rapid.OneOf(rapid.IntRange(0, 5), rapid.Just(3000)), 1, 4).Draw(t, "lengths")
		var operandShapes []shapes.Shape
		var operands [][]float32
		total := 0
		for operand, length := range lengths {
			dimensions[axis] = length
			total += length
			operandShapes = append(operandShapes, shapes.Make(dtypes.Float32, dimensions...))
			x := make([]float32, Contiguous(dimensions).Size())
			for i := range x {
				x[i] = float32(operand*1_000_000 + i)
			}
			operands = append(operands, x)
		}
		dimensions[axis] = total
		n := node(compute.OpTypeConcatenate, shapes.Make(dtypes.Float32, dimensions...), ir.Concatenate{Axis: axis},
			operandShapes...)
		got := execute(t, n, float32(-1), operands...)

		var want []float32
		inner := 1
		for _, length := range dimensions[axis+1:] {
			inner *= length
		}
		for outer := range Contiguous(dimensions[:axis]).Size() {
			for i, length := range lengths {
				want = append(want, operands[i][outer*length*inner:][:length*inner]...)
			}
		}
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("%v joined on axis %d: element %d is %v, want %v", operandShapes, axis, i, got[i], want[i])
			}
		}
	})
}

func TestInstructionErrors(t *testing.T) {
	complexShape := shapes.Make(dtypes.Complex128, 2)
	for name, n := range map[string]*ir.Node{
		"other operation": node(compute.OpTypeAdd, complexShape, nil),
		"complex pad": node(compute.OpTypePad, complexShape, ir.Pad{}, complexShape,
			shapes.Make(dtypes.Complex128)),
		"complex joined": node(compute.OpTypeConcatenate, complexShape, ir.Concatenate{}, complexShape),
	} {
		if _, err := New(n); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestIota(t *testing.T) {
	for _, dtype := range []dtypes.DType{
		dtypes.Int8, dtypes.Int16, dtypes.Int32, dtypes.Int64, dtypes.Uint8, dtypes.Uint16, dtypes.Uint32,
		dtypes.Uint64,
		dtypes.Float32, dtypes.Float64, dtypes.BFloat16,
	} {
		for axis, want := range []string{"[0 0 0 1 1 1]", "[0 1 2 0 1 2]"} {
			got := Iota(shapes.Make(dtype, 2, 3), axis)
			if fmt.Sprint(got) != want || fmt.Sprintf("%T", got) != "[]"+dtype.GoType().String() {
				t.Errorf("%s, axis %d: %T %v, want %s", dtype, axis, got, got, want)
			}
		}
	}
	if got := Iota(shapes.Make(dtypes.Float32, 2, 0), 1).([]float32); len(got) != 0 {
		t.Errorf("empty: %v", got)
	}
	if got := Iota(shapes.Make(dtypes.BFloat16, 300), 0).([]bfloat16.BFloat16)[257]; got != bfloat16.FromFloat32(257) {
		t.Errorf("element 257 is %v", got)
	}
}
