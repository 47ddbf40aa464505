package index

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/gobackend"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// pureGo returns the result of the pure-Go backend for an operation on operands, which build adds to the graph.
func pureGo(t *testing.T, operands []array, build func(b compute.Function, x []compute.Value) (compute.Value,
	error)) array {
	t.Helper()
	backend, err := gobackend.New("ops_sequential,parallelism=0")
	check(t, err)
	defer backend.Finalize()
	builder := backend.Builder("test")
	main := builder.Main()
	var (
		parameters []compute.Value
		fed        []compute.Buffer
	)
	for i, operand := range operands {
		parameter, err := main.Parameter(fmt.Sprint("x", i), operand.shape, nil)
		check(t, err)
		buffer, err := backend.BufferFromFlatData(0, operand.flat.Interface(), operand.shape)
		check(t, err)
		parameters, fed = append(parameters, parameter), append(fed, buffer)
	}
	op, err := build(main, parameters)
	check(t, err)
	shape, err := builder.OpShape(op)
	check(t, err)
	check(t, main.Return([]compute.Value{op}, nil))
	program, err := builder.Compile()
	check(t, err)
	outputs, err := program.Execute(fed, make([]bool, len(fed)), 0)
	check(t, err)
	result := newArray(shape.DType, shape.Dimensions...)
	check(t, outputs[0].ToFlatData(result.flat.Interface()))
	return result
}

func TestGatherAgainstPureGo(t *testing.T) {
	for _, c := range []struct {
		name       string
		operand    []int
		indices    array
		attributes ir.Gather
	}{
		{"rows of a table", []int{5, 3}, filled(dtypes.Int32, []float64{4, 0, 0, 2}, 4, 1),
			ir.Gather{IndexVectorAxis: 1, OffsetOutputAxes: []int{1}, CollapsedSliceAxes: []int{0},
				StartIndexMap: []int{0}, SliceSizes: []int{1, 3}}},
		{"outside", []int{5, 3}, filled(dtypes.Int64, []float64{-1, 5, 100, -7}, 4, 1),
			ir.Gather{IndexVectorAxis: 1, OffsetOutputAxes: []int{1}, CollapsedSliceAxes: []int{0},
				StartIndexMap: []int{0}, SliceSizes: []int{1, 3}}},
		{"elements", []int{5, 3}, filled(dtypes.Uint8, []float64{4, 2, 0, 1}, 2, 2),
			ir.Gather{IndexVectorAxis: 1, CollapsedSliceAxes: []int{0, 1}, StartIndexMap: []int{0, 1},
				SliceSizes: []int{1, 1}}},
		{"columns, batch last", []int{4, 5}, filled(dtypes.Int32, []float64{1, 4, 0}, 3, 1),
			ir.Gather{IndexVectorAxis: 1, OffsetOutputAxes: []int{0}, CollapsedSliceAxes: []int{1},
				StartIndexMap: []int{1}, SliceSizes: []int{4, 1}}},
		{"blocks between batch axes", []int{4, 5, 2}, filled(dtypes.Int32,
			[]float64{0, 1, 2, 3, 1, 0, 2, 2, 3, 1, 0, 3}, 3, 2, 2),
			ir.Gather{IndexVectorAxis: 2, OffsetOutputAxes: []int{1, 3}, CollapsedSliceAxes: []int{2},
				StartIndexMap: []int{0, 1}, SliceSizes: []int{2, 3, 1}}},
		{"vectors along the first axis", []int{4, 5}, filled(dtypes.Int32, []float64{3, 1, 0, 4, 2, 1}, 2, 3),
			ir.Gather{IndexVectorAxis: 0, OffsetOutputAxes: nil, CollapsedSliceAxes: []int{0, 1},
				StartIndexMap: []int{0, 1}, SliceSizes: []int{1, 1}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, dtype := range []dtypes.DType{dtypes.Bool, dtypes.BFloat16, dtypes.Float32, dtypes.Int64} {
				operands := []array{counting(dtype, c.operand...), c.indices}
				want := pureGo(t, operands, func(b compute.Function, x []compute.Value) (compute.Value, error) {
					a := c.attributes
					return b.Gather(x[0], x[1], a.IndexVectorAxis, a.OffsetOutputAxes, a.CollapsedSliceAxes,
						a.StartIndexMap, a.SliceSizes, false)
				})
				got := run(t, compute.OpTypeGather, c.attributes, want.shape, operands...)
				if !reflect.DeepEqual(got.flat.Interface(), want.flat.Interface()) {
					t.Errorf("%s: got %v, want %v", dtype, got.flat, want.flat)
				}
			}
		})
	}
}

func TestScatterAgainstPureGo(t *testing.T) {
	rows := ir.Scatter{IndexVectorAxis: 1, UpdateWindowAxes: []int{1}, InsertedWindowAxes: []int{0},
		ScatterAxesToOperandAxes: []int{0}}
	indices := filled(dtypes.Int32, []float64{3, 0, 3, 1}, 4, 1)
	updates := []float64{1, -2, 3, 4, 50, -6, 7, 8, -9, 0, 11, 1}
	operand := []float64{0, 1, 2, 30, 4, 5, -6, 7, 8, 9, -10, 11}
	for _, dtype := range []dtypes.DType{dtypes.Int8, dtypes.Int16, dtypes.Int32, dtypes.Int64, dtypes.Uint8,
		dtypes.Uint16,
		dtypes.Uint32, dtypes.Uint64, dtypes.BFloat16, dtypes.Float32, dtypes.Float64} {
		signed := func(values []float64) []float64 {
			if !dtype.IsUnsigned() {
				return values
			}
			positive := slices.Clone(values)
			for i, v := range positive {
				positive[i] = math.Abs(v)
			}
			return positive
		}
		operands := []array{filled(dtype, signed(operand), 4, 3), indices, filled(dtype, signed(updates), 4, 3)}
		for _, op := range []compute.OpType{compute.OpTypeScatterSum, compute.OpTypeScatterMax,
			compute.OpTypeScatterMin} {
			want := pureGo(t, operands, func(b compute.Function, x []compute.Value) (compute.Value, error) {
				scatter := map[compute.OpType]func(operand, indices, updates compute.Value, vectorAxis int, windows,
					inserted, axes []int,
					sorted, unique bool) (compute.Value, error){
					compute.OpTypeScatterSum: b.ScatterSum, compute.OpTypeScatterMax: b.ScatterMax,
					compute.OpTypeScatterMin: b.ScatterMin,
				}[op]
				return scatter(x[0], x[1], x[2], rows.IndexVectorAxis, rows.UpdateWindowAxes, rows.InsertedWindowAxes,
					rows.ScatterAxesToOperandAxes, false, false)
			})
			got := run(t, op, rows, want.shape, operands...)
			if !reflect.DeepEqual(got.flat.Interface(), want.flat.Interface()) {
				t.Errorf("%s of %s: got %v, want %v", op, dtype, got.flat, want.flat)
			}
		}
	}
}

// elements scatters updates to single elements of x.
var elements = ir.Scatter{IndexVectorAxis: 1, InsertedWindowAxes: []int{0}, ScatterAxesToOperandAxes: []int{0}}

func TestRepeatedUpdatesAddInOrder(t *testing.T) {
	x := filled(dtypes.Float32, []float64{0, 0}, 2)
	updates := filled(dtypes.Float32, []float64{1e8, 1, -1e8, 1}, 4)
	got := run(t, compute.OpTypeScatterSum, elements, x.shape, x, newArray(dtypes.Int32, 4, 1), updates)
	if got.get(0) != float32(1) || got.get(1) != float32(0) {
		t.Errorf("got %v, want [1 0]", got.flat)
	}
}

func TestScatterSpecialValues(t *testing.T) {
	nan, negativeZero := math.NaN(), math.Copysign(0, -1)
	for _, dtype := range []dtypes.DType{dtypes.BFloat16, dtypes.Float32, dtypes.Float64} {
		for _, c := range []struct {
			op                      compute.OpType
			operand, update, result float64
		}{
			{compute.OpTypeScatterMax, nan, 1, nan},
			{compute.OpTypeScatterMax, 1, nan, nan},
			{compute.OpTypeScatterMin, 1, nan, nan},
			{compute.OpTypeScatterMax, negativeZero, 0, 0},
			{compute.OpTypeScatterMin, 0, negativeZero, negativeZero},
			{compute.OpTypeScatterSum, math.Inf(1), math.Inf(-1), nan},
			{compute.OpTypeScatterSum, negativeZero, negativeZero, negativeZero},
			{compute.OpTypeScatterMax, math.Inf(-1), -1, -1},
		} {
			x, update := filled(dtype, []float64{c.operand}, 1), filled(dtype, []float64{c.update}, 1)
			got := run(t, c.op, elements, x.shape, x, newArray(dtypes.Int32, 1, 1), update)
			if g, w := fmt.Sprint(got.get(0)), fmt.Sprint(filled(dtype, []float64{c.result}, 1).get(0)); g != w {
				t.Errorf("%s of %s, %v and %v: got %s, want %s", c.op, dtype, c.operand, c.update, g, w)
			}
		}
	}
}

func TestScatterTruthValues(t *testing.T) {
	for _, c := range []struct {
		op   compute.OpType
		want []bool
	}{
		{compute.OpTypeScatterSum, []bool{false, true, true, true}},
		{compute.OpTypeScatterMax, []bool{false, true, true, true}},
		{compute.OpTypeScatterMin, []bool{false, false, false, true}},
	} {
		x := filled(dtypes.Bool, []float64{0, 0, 1, 1}, 4)
		got := run(t, c.op, elements, x.shape, x, filled(dtypes.Int8, []float64{0, 1, 2, 3}, 4, 1),
			filled(dtypes.Bool, []float64{0, 1, 0, 1}, 4))
		if !slices.Equal(got.flat.Interface().([]bool), c.want) {
			t.Errorf("%s: got %v, want %v", c.op, got.flat, c.want)
		}
	}
}

// Indices that int doesn't hold are beyond the end, not before the start.
func TestHugeIndices(t *testing.T) {
	x := filled(dtypes.Float32, []float64{1, 2, 3}, 3)
	indices := array{shapes.Make(dtypes.Uint64, 1, 1), reflect.ValueOf([]uint64{math.MaxUint64})}
	a := ir.Gather{IndexVectorAxis: 1, CollapsedSliceAxes: []int{0}, StartIndexMap: []int{0}, SliceSizes: []int{1}}
	if got := run(t, compute.OpTypeGather, a, shapes.Make(dtypes.Float32, 1), x, indices); got.get(0) != float32(3) {
		t.Errorf("gather: got %v, want 3", got.flat)
	}
	got := run(t, compute.OpTypeScatterSum, elements, x.shape, x, indices, filled(dtypes.Float32, []float64{7}, 1))
	if !reflect.DeepEqual(got.flat.Interface(), x.flat.Interface()) {
		t.Errorf("scatter: got %v, want %v", got.flat, x.flat)
	}
}

// A gather of many rows is several tasks, which together move each row once.
func TestLargeGatherSplits(t *testing.T) {
	const rows, width = 1000, 67
	x := counting(dtypes.Float32, 300, width)
	indices := newArray(dtypes.Int32, rows, 1)
	for i := range rows {
		indices.set(i, float64(i*7%300))
	}
	a := ir.Gather{IndexVectorAxis: 1, OffsetOutputAxes: []int{1}, CollapsedSliceAxes: []int{0},
		StartIndexMap: []int{0}, SliceSizes: []int{1, width}}
	result := shapes.Make(dtypes.Float32, rows, width)
	n := &ir.Node{Op: compute.OpTypeGather, Shape: result, Attributes: a,
		Inputs: []*ir.Node{{Shape: x.shape}, {Shape: indices.shape}}}
	instruction, err := New(n)
	check(t, err)
	if instruction.Tasks() < 2 {
		t.Errorf("%d tasks", instruction.Tasks())
	}
	got := run(t, compute.OpTypeGather, a, result, x, indices)
	for i, source := range naiveGather(a, x.shape, indices, result) {
		if got.get(i) != x.get(source) {
			t.Fatalf("element %d is %v, want %v", i, got.get(i), x.get(source))
		}
	}
}

func TestInPlace(t *testing.T) {
	x := filled(dtypes.Float32, []float64{1, 2, 3}, 3)
	indices, updates := filled(dtypes.Int32, []float64{2, 0}, 2, 1), filled(dtypes.Float32, []float64{10, 20}, 2)
	n := &ir.Node{Op: compute.OpTypeScatterSum, Shape: x.shape, Attributes: elements,
		Inputs: []*ir.Node{{Shape: x.shape}, {Shape: indices.shape}, {Shape: updates.shape}}}
	instruction, err := New(n)
	check(t, err)
	instruction.Run(0, x.pointer(), []unsafe.Pointer{x.pointer(), indices.pointer(), updates.pointer()}, nil)
	if want := []float32{21, 2, 13}; !slices.Equal(x.flat.Interface().([]float32), want) {
		t.Errorf("got %v, want %v", x.flat, want)
	}
}

func TestRefused(t *testing.T) {
	vector := func(t dtypes.DType) *ir.Node { return &ir.Node{Shape: shapes.Make(t, 3)} }
	for _, n := range []*ir.Node{
		{Op: compute.OpTypeExp, Shape: shapes.Make(dtypes.Float32, 3)},
		{Op: compute.OpTypeScatterSum, Shape: shapes.Make(dtypes.Complex64, 3), Attributes: elements,
			Inputs: []*ir.Node{vector(dtypes.Complex64), vector(dtypes.Int32), vector(dtypes.Complex64)}},
		{Op: compute.OpTypeDynamicSlice, Shape: shapes.Make(dtypes.Float32, 1),
			Attributes: ir.DynamicSlice{Dimensions: []int{1}},
			Inputs:     []*ir.Node{vector(dtypes.Float32), {Shape: shapes.Make(dtypes.Float32)}}},
	} {
		if _, err := New(n); err == nil {
			t.Errorf("%s of %s: no error", n.Op, n.Shape)
		}
	}
}

func BenchmarkGatherRows(b *testing.B) {
	for _, width := range []int{1, 16, 128} {
		b.Run(fmt.Sprintf("width=%d", width), func(b *testing.B) {
			const rows = 512
			x, indices := counting(dtypes.Float32, 300, width), newArray(dtypes.Int32, rows, 1)
			for i := range rows {
				indices.set(i, float64(i*7%300))
			}
			result := newArray(dtypes.Float32, rows, width)
			a := ir.Gather{IndexVectorAxis: 1, OffsetOutputAxes: []int{1}, CollapsedSliceAxes: []int{0},
				StartIndexMap: []int{0}, SliceSizes: []int{1, width}}
			instruction, err := New(&ir.Node{Op: compute.OpTypeGather, Shape: result.shape, Attributes: a,
				Inputs: []*ir.Node{{Shape: x.shape}, {Shape: indices.shape}}})
			if err != nil {
				b.Fatal(err)
			}
			operands := []unsafe.Pointer{x.pointer(), indices.pointer()}
			b.SetBytes(int64(result.shape.ByteSize()))
			b.ReportAllocs()
			for b.Loop() {
				for task := range instruction.Tasks() {
					instruction.Run(task, result.pointer(), operands, nil)
				}
			}
		})
	}
}
