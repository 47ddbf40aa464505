package window

import (
	"math"
	"slices"
	"testing"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/dtypes/bfloat16"
	"github.com/gomlx/compute/shapeinference"
	"github.com/gomlx/compute/shapes"
	"pgregory.net/rapid"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
)

var float32Of = map[compute.ReduceOpType]struct {
	neutral float32
	combine func(a, b float32) float32
}{
	compute.ReduceOpMax:     {float32(math.Inf(-1)), func(a, b float32) float32 { return max(a, b) }},
	compute.ReduceOpMin:     {float32(math.Inf(1)), func(a, b float32) float32 { return min(a, b) }},
	compute.ReduceOpSum:     {0, func(a, b float32) float32 { return a + b }},
	compute.ReduceOpProduct: {1, func(a, b float32) float32 { return a * b }},
}

// covered calls visit for each element of the operand that a window covers, by flat index, in ascending order.
func covered(operand shapes.Shape, window []int, a ir.ReduceWindow, visit func(flat int)) {
	for flat, index := range operand.Iter() {
		inside := true
		for i, x := range index {
			p := x*a.BaseDilations[i] + a.Paddings[i][0] - window[i]*a.Strides[i]
			inside = inside && p >= 0 && p%a.WindowDilations[i] == 0 && p/a.WindowDilations[i] < a.Dimensions[i]
		}
		if inside {
			visit(flat)
		}
	}
}

func drawWindow(t *rapid.T, dilated bool) (operand, positions shapes.Shape, a ir.ReduceWindow) {
	var dimensions []int
	rank := rapid.IntRange(0, 4).Draw(t, "rank")
	for range rank {
		length, window := rapid.IntRange(1, []int{1, 40, 12, 7, 5}[rank]).Draw(t, "length"),
			rapid.IntRange(1, 3).Draw(t, "window")
		stride, base, dilation := rapid.IntRange(1, 3).Draw(t, "stride"), 1, 1
		padding := [2]int{rapid.IntRange(0, 3).Draw(t, "low"), rapid.IntRange(0, 3).Draw(t, "high")}
		if dilated {
			base, dilation = rapid.IntRange(1, 3).Draw(t, "base dilation"),
				rapid.IntRange(1, 3).Draw(t, "window dilation")
		}
		if rapid.Bool().Draw(t, "without windows") {
			window, stride, base, dilation, padding = 1, 1, 1, 1, [2]int{}
		}
		padding[1] += max(0, (window-1)*dilation-(length-1)*base-padding[0]-padding[1])
		dimensions = append(dimensions, length)
		a.Dimensions, a.Strides, a.Paddings = append(a.Dimensions, window), append(a.Strides, stride),
			append(a.Paddings, padding)
		a.BaseDilations, a.WindowDilations = append(a.BaseDilations, base), append(a.WindowDilations, dilation)
	}
	operand = shapes.Make(dtypes.Float32, dimensions...)
	positions, err := shapeinference.ReduceWindow(operand, a.Dimensions, a.Strides, a.BaseDilations,
		a.WindowDilations, a.Paddings)
	if err != nil {
		t.Fatal(err)
	}
	return operand, positions, a
}

func node(op compute.OpType, result shapes.Shape, attributes any, operands ...shapes.Shape) *ir.Node {
	g := &ir.Graph{}
	var inputs []*ir.Node
	for i, shape := range operands {
		inputs = append(inputs, g.Add(compute.OpTypeParameter, shape, ir.Parameter{Index: i}))
	}
	return g.Add(op, result, attributes, inputs...)
}

// execute runs all tasks of an instruction and checks that they write nothing outside of the size elements of the
// result.
func execute[T kernel.Element](t rapid.TB, in kernel.Instruction, size int, operands ...[]T) []T {
	t.Helper()
	const guard = 9
	result := make([]T, size+2*guard)
	words := make([]int, in.Scratch()/8+guard)
	scratch := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), 8*len(words))
	for i := range scratch {
		scratch[i] = 99
	}
	var addresses []unsafe.Pointer
	for _, operand := range operands {
		addresses = append(addresses, unsafe.Pointer(unsafe.SliceData(append(slices.Clone(operand), *new(T)))))
	}
	for i := range size {
		*(*byte)(unsafe.Pointer(&result[guard+i])) = 1
	}
	for task := range in.Tasks() {
		in.Run(task, unsafe.Pointer(&result[guard]), addresses, unsafe.Pointer(&scratch[0]))
	}
	for i := range guard {
		if result[i] != *new(T) || result[guard+size+i] != *new(T) || scratch[in.Scratch()+i] != 99 {
			t.Fatal("wrote outside of the result or the scratch")
		}
	}
	return result[guard : guard+size]
}

func drawValues(t *rapid.T, n int, label string) []float32 {
	values := rapid.SampledFrom([]float32{0, float32(math.Copysign(0, -1)), 1, -1, 2, 3, -3, 0.5, float32(math.Inf(1)),
		float32(math.Inf(-1)), float32(math.NaN())})
	finite := rapid.SampledFrom([]float32{0, 1, -1, 2, 3, -3, 0.5})
	if rapid.Bool().Draw(t, "finite "+label) {
		values = finite
	}
	return rapid.SliceOfN(values, n, n).Draw(t, label)
}

func sameBits(a, b []float32) bool {
	return slices.EqualFunc(a, b, func(x, y float32) bool {
		return math.Float32bits(x) == math.Float32bits(y) || x != x && y != y
	})
}

func TestReduceWindow(t *testing.T) {
	for reduction, op := range float32Of {
		t.Run(reduction.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				operand, positions, a := drawWindow(t, true)
				a.Reduction = reduction
				in, err := New(node(compute.OpTypeReduceWindow, positions, a, operand))
				if err != nil {
					t.Fatal(err)
				}
				x := drawValues(t, operand.Size(), "x")
				want := make([]float32, positions.Size())
				for i, index := range positions.Iter() {
					want[i] = op.neutral
					covered(operand, index, a, func(flat int) { want[i] = op.combine(want[i], x[flat]) })
				}
				if got := execute(t, in, positions.Size(), x); !sameBits(got, want) {
					t.Fatalf("%s -> %s %+v\n got %v\nwant %v", operand, positions, a, got, want)
				}
			})
		})
	}
}

// TestTasks has enough work for several tasks, in both orders of axes.
func TestTasks(t *testing.T) {
	for name, shape := range map[string][]int{"channels last": {8, 28, 28, 64}, "channels first": {8, 64, 28, 28}} {
		t.Run(name, func(t *testing.T) {
			operand := shapes.Make(dtypes.Float32, shape...)
			positions, a := operand.Clone(), ir.ReduceWindow{
				Reduction: compute.ReduceOpMax, Dimensions: []int{1, 1, 1, 1}, Strides: []int{1, 1, 1, 1},
				Paddings:      make([][2]int, 4),
				BaseDilations: []int{1, 1, 1, 1}, WindowDilations: []int{1, 1, 1, 1},
			}
			for i, length := range shape {
				if length == 28 {
					a.Dimensions[i], a.Strides[i], positions.Dimensions[i] = 2, 2, 14
				}
			}
			x := make([]float32, operand.Size())
			for i := range x {
				x[i] = float32(i * 7919 % 1000003)
			}
			pool, err := New(node(compute.OpTypeReduceWindow, positions, a, operand))
			if err != nil {
				t.Fatal(err)
			}
			operands, result, words := []unsafe.Pointer{unsafe.Pointer(&x[0])}, make([]float32, positions.Size()),
				make([]int, 64)
			if allocated := testing.AllocsPerRun(20, func() {
				pool.Run(0, unsafe.Pointer(&result[0]), operands, unsafe.Pointer(&words[0]))
			}); allocated != 0 {
				t.Errorf("%v allocations", allocated)
			}
			if pool.Tasks() < 2 {
				t.Fatalf("%d tasks, want several", pool.Tasks())
			}
			stride, pooled := operand.Strides(), execute(t, pool, positions.Size(), x)
			for i, index := range positions.Iter() {
				corners := []int{0}
				for axis, at := range index {
					for j := range corners {
						corners[j] += at * a.Strides[axis] * stride[axis]
						if a.Dimensions[axis] == 2 {
							corners = append(corners, corners[j]+stride[axis])
						}
					}
				}
				if want := max(x[corners[0]], x[corners[1]], x[corners[2]], x[corners[3]]); pooled[i] != want {
					t.Fatalf("the maximum at %v is %g; want %g", index, pooled[i], want)
				}
			}
		})
	}
}

func TestOtherTypes(t *testing.T) {
	a := ir.ReduceWindow{Dimensions: []int{2}, Strides: []int{2}, Paddings: [][2]int{{1, 2}}, BaseDilations: []int{1},
		WindowDilations: []int{1}}
	testType(t, a, dtypes.Int8, []int8{-128, 127, -5, 4}, map[compute.ReduceOpType][]int8{
		compute.ReduceOpMax: {-128, 127, 4, -128}, compute.ReduceOpMin: {-128, -5, 4, 127},
		compute.ReduceOpSum: {-128, 122, 4, 0}, compute.ReduceOpProduct: {-128, -123, 4, 1},
	})
	testType(t, a, dtypes.Int64, []int64{-9, 7, -5, 4}, map[compute.ReduceOpType][]int64{
		compute.ReduceOpMax: {-9, 7, 4, math.MinInt64}, compute.ReduceOpMin: {-9, -5, 4, math.MaxInt64},
		compute.ReduceOpSum: {-9, 2, 4, 0}, compute.ReduceOpProduct: {-9, -35, 4, 1},
	})
	testType(t, a, dtypes.Uint16, []uint16{9, 7, 5, 4}, map[compute.ReduceOpType][]uint16{
		compute.ReduceOpMax: {9, 7, 4, 0}, compute.ReduceOpMin: {9, 5, 4, math.MaxUint16},
		compute.ReduceOpSum: {9, 12, 4, 0}, compute.ReduceOpProduct: {9, 35, 4, 1},
	})
	testType(t, a, dtypes.Float64, []float64{-9, 7, -5, 4}, map[compute.ReduceOpType][]float64{
		compute.ReduceOpMax: {-9, 7, 4, math.Inf(-1)}, compute.ReduceOpMin: {-9, -5, 4, math.Inf(1)},
		compute.ReduceOpSum: {-9, 2, 4, 0}, compute.ReduceOpProduct: {-9, -35, 4, 1},
	})
	b := func(values ...float32) (result []bfloat16.BFloat16) {
		for _, v := range values {
			result = append(result, bfloat16.FromFloat32(v))
		}
		return result
	}
	testType(t, a, dtypes.BFloat16, b(-9, 7, -5, 4), map[compute.ReduceOpType][]bfloat16.BFloat16{
		compute.ReduceOpMax: b(-9, 7, 4, float32(math.Inf(-1))),
		compute.ReduceOpMin: b(-9, -5, 4, float32(math.Inf(1))),
		compute.ReduceOpSum: b(-9, 2, 4, 0), compute.ReduceOpProduct: b(-9, -35, 4, 1),
	})
}

// testType reduces x.
func testType[T kernel.Element](t *testing.T, a ir.ReduceWindow, dtype dtypes.DType, x []T,
	want map[compute.ReduceOpType][]T) {
	t.Run(dtype.String(), func(t *testing.T) {
		operand, positions := shapes.Make(dtype, 4), shapes.Make(dtype, 4)
		a.Paddings = [][2]int{{1, 3}}
		for reduction, want := range want {
			a.Reduction = reduction
			in, err := New(node(compute.OpTypeReduceWindow, positions, a, operand))
			if err != nil {
				t.Fatal(err)
			}
			if got := execute(t, in, 4, x); !slices.Equal(got, want) {
				t.Errorf("%s: got %v, want %v", reduction, got, want)
			}
		}
	})
}

func TestRefused(t *testing.T) {
	shape := shapes.Make(dtypes.Bool, 4)
	a := ir.ReduceWindow{Reduction: compute.ReduceOpMax, Dimensions: []int{1}, Strides: []int{1},
		Paddings:      [][2]int{{}},
		BaseDilations: []int{1}, WindowDilations: []int{1}}
	if _, err := New(node(compute.OpTypeReduceWindow, shape, a, shape)); err == nil {
		t.Error("bool was accepted")
	}
	a.Reduction = compute.ReduceOpUndefined
	shape = shapes.Make(dtypes.Float32, 4)
	if _, err := New(node(compute.OpTypeReduceWindow, shape, a, shape)); err == nil {
		t.Error("an undefined reduction was accepted")
	}
	if _, err := New(node(compute.OpTypeAdd, shape, nil, shape, shape)); err == nil {
		t.Error("another operation was accepted")
	}
}
