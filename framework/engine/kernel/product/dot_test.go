package product

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/dtypes/bfloat16"
	"github.com/gomlx/compute/gobackend"
	"github.com/gomlx/compute/shapes"
	"pgregory.net/rapid"

	"ebim/framework/engine/ir"
)

// dotNode returns a DotGeneral of operands with some dimensions.
func dotNode(dtype dtypes.DType, left, right []int, axes ir.DotGeneral) *ir.Node {
	g := &ir.Graph{}
	a := g.Add(compute.OpTypeParameter, shapes.Make(dtype, left...), ir.Parameter{Name: "a"})
	b := g.Add(compute.OpTypeParameter, shapes.Make(dtype, right...), ir.Parameter{Name: "b", Index: 1})
	var dimensions []int
	for _, axis := range axes.LeftBatch {
		dimensions = append(dimensions, left[axis])
	}
	free := func(dimensions, of, batch, contracting []int) []int {
		used := make([]bool, len(of))
		for _, axis := range append(append([]int{}, batch...), contracting...) {
			used[axis] = true
		}
		for axis, d := range of {
			if !used[axis] {
				dimensions = append(dimensions, d)
			}
		}
		return dimensions
	}
	dimensions = free(dimensions, left, axes.LeftBatch, axes.LeftContracting)
	dimensions = free(dimensions, right, axes.RightBatch, axes.RightContracting)
	return g.Add(compute.OpTypeDotGeneral, shapes.Make(dtype, dimensions...), axes, a, b)
}

// drawDot draws axes of all three kinds in any order.
func drawDot(t *rapid.T, dtype dtypes.DType, smallest int) *ir.Node {
	var axes ir.DotGeneral
	draw := func(label string) []int {
		return rapid.SliceOfN(rapid.IntRange(smallest, 5), 0, 2).Draw(t, label)
	}
	batch, contracting, freeLeft, freeRight := draw("batch"), draw("contracting"), draw("left"), draw("right")
	place := func(free []int, label string) (dimensions, batchAxes, contractingAxes []int) {
		all := append(append(append([]int{}, batch...), contracting...), free...)
		order := make([]int, len(all))
		for i := range order {
			order[i] = i
		}
		order = rapid.Permutation(order).Draw(t, label)
		dimensions, position := make([]int, len(all)), make([]int, len(all))
		for at, i := range order {
			dimensions[at], position[i] = all[i], at
		}
		return dimensions, position[:len(batch)], position[len(batch) : len(batch)+len(contracting)]
	}
	var left, right []int
	left, axes.LeftBatch, axes.LeftContracting = place(freeLeft, "left order")
	right, axes.RightBatch, axes.RightContracting = place(freeRight, "right order")
	return dotNode(dtype, left, right, axes)
}

// small are n numbers that every type holds; sums of products of few of them are exact in all types but 8 and 16 bits.
func small(dtype dtypes.DType, n int, random *rand.Rand) reflect.Value {
	flat := reflect.MakeSlice(reflect.SliceOf(dtype.GoType()), n, n)
	for i := range n {
		x := random.IntN(4)
		if dtype == dtypes.BFloat16 {
			flat.Index(i).Set(reflect.ValueOf(bfloat16.FromFloat32(float32(x))))
		} else {
			flat.Index(i).Set(reflect.ValueOf(x).Convert(dtype.GoType()))
		}
	}
	return flat
}

// run returns the result of an instruction, all tasks in descending order, and whether it kept to its storage.
func run(n *ir.Node, x, y reflect.Value) (result any, err error) {
	instruction, err := New(n)
	if err != nil {
		return nil, err
	}
	length := n.Shape.Size()
	flat := reflect.MakeSlice(reflect.SliceOf(n.Shape.DType.GoType()), length+2, length+2)
	scratch := make([]uint64, instruction.Scratch()/8+10)
	scratch[len(scratch)-1] = math.MaxUint64
	base := unsafe.Pointer(&scratch[0])
	base = unsafe.Add(base, -uintptr(base)&63)
	guards := [2]reflect.Value{small(n.Shape.DType, 1, rand.New(rand.NewPCG(1, 1))), flat}
	flat.Index(length).Set(guards[0].Index(0))
	for task := instruction.Tasks() - 1; task >= 0; task-- {
		instruction.Run(task, flat.UnsafePointer(), []unsafe.Pointer{x.UnsafePointer(), y.UnsafePointer()}, base)
	}
	if !reflect.DeepEqual(flat.Index(length).Interface(), guards[0].Index(0).Interface()) ||
		scratch[len(scratch)-1] != math.MaxUint64 {
		return nil, fmt.Errorf("writes beyond the end")
	}
	return flat.Slice(0, length).Interface(), nil
}

// reference returns the result of GoMLX's own backend.
func reference(n *ir.Node, x, y any) any {
	backend, err := gobackend.New("ops_sequential")
	check(err)
	builder := backend.Builder("reference")
	main := builder.Main()
	var operands []compute.Value
	var buffers []compute.Buffer
	for i, flat := range []any{x, y} {
		operand, err := main.Parameter(fmt.Sprint(i), n.Inputs[i].Shape, nil)
		check(err)
		buffer, err := backend.BufferFromFlatData(0, flat, n.Inputs[i].Shape)
		check(err)
		operands, buffers = append(operands, operand), append(buffers, buffer)
	}
	a := n.Attributes.(ir.DotGeneral)
	result, err := main.DotGeneral(operands[0], a.LeftContracting, a.LeftBatch, operands[1],
		a.RightContracting, a.RightBatch,
		compute.DotGeneralConfig{})
	check(err)
	check(main.Return([]compute.Value{result}, nil))
	executable, err := builder.Compile()
	check(err)
	outputs, err := executable.Execute(buffers, nil, 0)
	check(err)
	flat := reflect.MakeSlice(reflect.SliceOf(n.Shape.DType.GoType()), n.Shape.Size(), n.Shape.Size()).Interface()
	check(outputs[0].ToFlatData(flat))
	return flat
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

var types = []dtypes.DType{dtypes.Float64, dtypes.BFloat16, dtypes.Int8, dtypes.Int16, dtypes.Int32,
	dtypes.Int64, dtypes.Uint8, dtypes.Uint16, dtypes.Uint32, dtypes.Uint64}

func TestDotGeneral(t *testing.T) {
	for _, dtype := range types {
		t.Run(dtype.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				n, random := drawDot(t, dtype, 1), rand.New(rand.NewPCG(3, 4))
				x, y := small(dtype, n.Inputs[0].Shape.Size(), random), small(dtype, n.Inputs[1].Shape.Size(), random)
				got, err := run(n, x, y)
				if err != nil {
					t.Fatal(err)
				}
				if want := reference(n, x.Interface(), y.Interface()); !reflect.DeepEqual(got, want) {
					t.Fatalf("got %v, want %v", got, want)
				}
			})
		})
	}
}

// TestEmptyDotGeneral has axes of length 0: sums of nothing are 0.
func TestEmptyDotGeneral(t *testing.T) {
	for _, dtype := range types {
		rapid.Check(t, func(t *rapid.T) {
			n, random := drawDot(t, dtype, 0), rand.New(rand.NewPCG(3, 4))
			if n.Inputs[0].Shape.Size()*n.Inputs[1].Shape.Size() > 0 {
				t.Skip("nothing is empty")
			}
			got, err := run(n, small(dtype, n.Inputs[0].Shape.Size(), random),
				small(dtype, n.Inputs[1].Shape.Size(), random))
			if err != nil {
				t.Fatal(err)
			}
			zeros := reflect.MakeSlice(reflect.SliceOf(dtype.GoType()), n.Shape.Size(), n.Shape.Size()).Interface()
			if !reflect.DeepEqual(got, zeros) {
				t.Fatalf("got %v, want zeros", got)
			}
		})
	}
}

// TestDotGeneralTasks has products that are split by rows and by batch.
func TestDotGeneralTasks(t *testing.T) {
	for _, dtype := range []dtypes.DType{dtypes.Float64, dtypes.Int32} {
		for _, d := range []struct{ left, right []int }{
			{[]int{1, 900, 64}, []int{1, 64, 70}},
			{[]int{40, 60, 20}, []int{40, 20, 30}},
		} {
			n := dotNode(dtype, d.left, d.right, ir.DotGeneral{LeftBatch: []int{0}, RightBatch: []int{0},
				LeftContracting: []int{2}, RightContracting: []int{1}})
			if instruction, err := New(n); err != nil || instruction.Tasks() < 2 {
				t.Fatalf("%v is one task, or %v", d, err)
			}
			random := rand.New(rand.NewPCG(5, 6))
			x, y := small(dtype, n.Inputs[0].Shape.Size(), random), small(dtype, n.Inputs[1].Shape.Size(), random)
			got, err := run(n, x, y)
			if err != nil {
				t.Fatal(err)
			}
			if want := reference(n, x.Interface(), y.Interface()); !reflect.DeepEqual(got, want) {
				t.Errorf("%s %v differs from the other backend", dtype, d)
			}
		}
	}
}

func TestNoDotGeneralOfBool(t *testing.T) {
	n := dotNode(dtypes.Bool, []int{2, 3}, []int{3, 2}, ir.DotGeneral{LeftContracting: []int{1},
		RightContracting: []int{0}})
	if _, err := New(n); err == nil {
		t.Error("there is an instruction for bool")
	}
}
