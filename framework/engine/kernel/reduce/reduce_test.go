package reduce

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/dtypes/bfloat16"

	"ebim/framework/engine/kernel"
	"ebim/framework/engine/kernel/processor"
)

var floatOps = []compute.OpType{
	compute.OpTypeReduceSum, compute.OpTypeReduceProduct, compute.OpTypeReduceMax, compute.OpTypeReduceMin,
}

var specials = []float32{
	0, float32(math.Copysign(0, -1)), math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat32, 0x1p-126,
	1, -1, 2, 0.5,
	math.MaxFloat32, -math.MaxFloat32, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()),
	-float32(math.NaN()),
}

// sameBits takes all NaN for the same.
func sameBits(x, y float32) bool {
	return math.Float32bits(x) == math.Float32bits(y) || x != x && y != y
}

func address[T any](x []T) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(x)) }

// inputs are matrices for tests of the vector kernels: plain numbers, the same special value everywhere, and mixtures.
func inputs(n int) [][]float32 {
	random := rand.New(rand.NewPCG(1, uint64(n)))
	plain, mixed, zeros := make([]float32, n), make([]float32, n), make([]float32, n)
	for i := range plain {
		plain[i] = float32(random.NormFloat64())
		mixed[i] = plain[i]
		if random.IntN(8) == 0 {
			mixed[i] = specials[random.IntN(len(specials))]
		}
		zeros[i] = specials[random.IntN(2)]
	}
	all := [][]float32{plain, mixed, zeros}
	for _, special := range specials {
		all = append(all, slices.Repeat([]float32{special}, n))
	}
	// One special value, in each lane in turn.
	for lane := range min(n, 40) {
		one := slices.Clone(plain)
		one[lane] = specials[lane%len(specials)]
		all = append(all, one)
	}
	return all
}

// lengths returns all tails, and some beyond the blocks of sums.
func lengths() []int {
	var all []int
	for n := range 68 {
		all = append(all, n)
	}
	return append(all, 127, 128, 129, 255, 256, 257, 300, 1023, 1024, 1025, 2050)
}

func checkLevels(t *testing.T, name string, op compute.OpType, rows, columns, results int,
	kernelAt func(processor.Level) func(dst, x unsafe.Pointer, rows, columns int)) {
	t.Helper()
	const guard = 9
	for _, x := range inputs(rows * columns) {
		want := make([]float32, results)
		kernelAt(processor.Portable)(address(want), address(x), rows, columns)
		for _, level := range processor.Levels()[1:] {
			got := slices.Repeat([]float32{-77}, results+guard)
			kernelAt(level)(address(got), address(x), rows, columns)
			for i, v := range got {
				if i < results && !sameBits(v, want[i]) {
					t.Fatalf("%s %s at %s of [%d, %d]: result %d is %v, want %v", op, name, level, rows, columns,
						i, v, want[i])
				}
				if i >= results && v != -77 {
					t.Fatalf("%s %s at %s of [%d, %d] wrote beyond its %d results", op, name, level, rows,
						columns, results)
				}
			}
		}
	}
}

func TestLevelsAgree(t *testing.T) {
	for _, op := range floatOps {
		for _, length := range lengths() {
			for _, other := range []int{0, 1, 2, 7, 8, 9, 17} {
				checkLevels(t, "of rows", op, other, length, other,
					func(l processor.Level) func(dst, x unsafe.Pointer, rows, columns int) {
						return RowsAt(l, op, dtypes.Float32)
					})
				checkLevels(t, "of columns", op, length, other, other,
					func(l processor.Level) func(dst, x unsafe.Pointer, rows, columns int) {
						return ColumnsAt(l, op, dtypes.Float32)
					})
			}
			checkLevels(t, "of columns", op, 5, length, length,
				func(l processor.Level) func(dst, x unsafe.Pointer, rows, columns int) {
					return ColumnsAt(l, op, dtypes.Float32)
				})
		}
	}
}

// reference reduces elements in the order in which they come, in float64.
func reference(op compute.OpType, x []float64) float64 {
	switch op {
	case compute.OpTypeReduceSum:
		return sumRow(0, x)
	case compute.OpTypeReduceProduct:
		return productRow(1, x)
	case compute.OpTypeReduceMax:
		return maxRow(math.Inf(-1), x)
	default:
		return minRow(math.Inf(1), x)
	}
}

func checkNumeric[T kernel.Element](t *testing.T, dtype dtypes.DType, tolerance float64, from func(float64) T,
	to func(T) float64) {
	for _, op := range floatOps {
		for _, shape := range [][2]int{{0, 3}, {3, 0}, {1, 1}, {3, 5}, {70, 2}, {2, 70}, {300, 3}, {2, 1100}} {
			rows, columns := shape[0], shape[1]
			if op == compute.OpTypeReduceProduct && rows*columns > 200 || rows*columns == 0 &&
				op != compute.OpTypeReduceSum && op != compute.OpTypeReduceProduct {
				continue
			}
			x, values := make([]T, rows*columns), make([]float64, rows*columns)
			for i := range x {
				x[i] = from(float64(i*37%5%3 + 1 - i%7%2)) // small whole numbers, exact in every type
				values[i] = to(x[i])
			}
			byRows, byColumns := make([]T, rows), make([]T, columns)
			RowsAt(processor.Best(), op, dtype)(address(byRows), address(x), rows, columns)
			ColumnsAt(processor.Best(), op, dtype)(address(byColumns), address(x), rows, columns)
			check := func(name string, i int, got T, elements []float64) {
				want := to(from(reference(op, elements)))
				if math.Abs(to(got)-want) > tolerance*math.Abs(want) {
					t.Errorf("%s of %s [%d, %d]: %s %d is %v, want %v", op, dtype, rows, columns, name, i, got, want)
				}
			}
			for i, got := range byRows {
				check("row", i, got, values[i*columns:][:columns])
			}
			for i, got := range byColumns {
				var column []float64
				for r := range rows {
					column = append(column, values[r*columns+i])
				}
				check("column", i, got, column)
			}
		}
	}
}

func checkInteger[T kernel.Integer](t *testing.T, dtype dtypes.DType) {
	convert := func(v float64) T { return T(int64(v)) }
	checkNumeric(t, dtype, 0, convert, func(v T) float64 { return float64(v) })
	x := []T{0b1110, 0b0111, 0b1100, 0b0101, 0b0110, 0b0011}
	for _, test := range []struct {
		op                         compute.OpType
		rows, columns, emptyResult []T
	}{
		{compute.OpTypeReduceMax, []T{0b1110, 0b0110}, []T{0b1110, 0b0111, 0b1100},
			[]T{neutral[T](compute.OpTypeReduceMax, dtype)}},
		{compute.OpTypeReduceMin, []T{0b0111, 0b0011}, []T{0b0101, 0b0110, 0b0011},
			[]T{neutral[T](compute.OpTypeReduceMin, dtype)}},
	} {
		rows, columns, empty := make([]T, 2), make([]T, 3), make([]T, 1)
		Rows(test.op, dtype)(address(rows), address(x), 2, 3)
		Columns(test.op, dtype)(address(columns), address(x), 2, 3)
		Rows(test.op, dtype)(address(empty), nil, 1, 0)
		if !slices.Equal(rows, test.rows) || !slices.Equal(columns, test.columns) ||
			!slices.Equal(empty, test.emptyResult) {
			t.Errorf("%s of %s: %v, %v, %v", test.op, dtype, rows, columns, empty)
		}
	}
	for v := T(0); ; v = v*2 + 1 { // every type's extremes are beyond its elements
		if neutral[T](compute.OpTypeReduceMax, dtype) > v || neutral[T](compute.OpTypeReduceMin, dtype) < v {
			t.Errorf("%s: neutral elements of extremes", dtype)
		}
		if v == v*2+1 || v < 0 {
			break
		}
	}
}

func TestTypes(t *testing.T) {
	checkNumeric(t, dtypes.Float32, 1e-6, func(v float64) float32 { return float32(v) },
		func(v float32) float64 { return float64(v) })
	checkNumeric(t, dtypes.Float64, 1e-14, func(v float64) float64 { return v }, func(v float64) float64 { return v })
	checkNumeric(t, dtypes.BFloat16, 0, func(v float64) bfloat16.BFloat16 { return bfloat16.FromFloat32(float32(v)) },
		func(v bfloat16.BFloat16) float64 { return float64(v.Float32()) })
	checkInteger[int8](t, dtypes.Int8)
	checkInteger[int16](t, dtypes.Int16)
	checkInteger[int32](t, dtypes.Int32)
	checkInteger[int64](t, dtypes.Int64)
	checkInteger[uint8](t, dtypes.Uint8)
	checkInteger[uint16](t, dtypes.Uint16)
	checkInteger[uint32](t, dtypes.Uint32)
	checkInteger[uint64](t, dtypes.Uint64)
}

func TestLogic(t *testing.T) {
	x := []bool{true, false, true, true, true, false}
	for _, test := range []struct {
		op            compute.OpType
		rows, columns []bool
		empty         bool
	}{
		{compute.OpTypeReduceLogicalAnd, []bool{false, false}, []bool{true, false, false}, true},
		{compute.OpTypeReduceLogicalOr, []bool{true, true}, []bool{true, true, true}, false},
	} {
		rows, columns, empty := make([]bool, 2), make([]bool, 3), make([]bool, 1)
		Rows(test.op, dtypes.Bool)(address(rows), address(x), 2, 3)
		Columns(test.op, dtypes.Bool)(address(columns), address(x), 2, 3)
		Columns(test.op, dtypes.Bool)(address(empty), nil, 0, 1)
		if !slices.Equal(rows, test.rows) || !slices.Equal(columns, test.columns) || empty[0] != test.empty {
			t.Errorf("%s: %v, %v, %v", test.op, rows, columns, empty)
		}
	}
}

func TestSpecialValues(t *testing.T) {
	inf, nan, zero := float32(math.Inf(1)), float32(math.NaN()), float32(math.Copysign(0, -1))
	for _, test := range []struct {
		op   compute.OpType
		x    []float32
		want float32
	}{
		{compute.OpTypeReduceSum, nil, 0},
		{compute.OpTypeReduceProduct, nil, 1},
		{compute.OpTypeReduceMax, nil, -inf},
		{compute.OpTypeReduceMin, nil, inf},
		{compute.OpTypeReduceSum, []float32{zero, zero}, 0},
		{compute.OpTypeReduceSum, []float32{inf, -inf}, nan},
		{compute.OpTypeReduceMax, []float32{zero, 0, zero}, 0},
		{compute.OpTypeReduceMax, []float32{zero, zero}, zero},
		{compute.OpTypeReduceMin, []float32{0, zero, 0}, zero},
		{compute.OpTypeReduceMax, []float32{1, nan, 3}, nan},
		{compute.OpTypeReduceMin, []float32{1, nan, -inf}, nan},
		{compute.OpTypeReduceMax, []float32{-inf, -inf}, -inf},
		{compute.OpTypeReduceMin, []float32{inf, inf}, inf},
	} {
		for _, level := range processor.Levels() {
			rows, columns := []float32{5}, []float32{5}
			RowsAt(level, test.op, dtypes.Float32)(address(rows), address(test.x), 1, len(test.x))
			ColumnsAt(level, test.op, dtypes.Float32)(address(columns), address(test.x), len(test.x), 1)
			if !sameBits(rows[0], test.want) || !sameBits(columns[0], test.want) {
				t.Errorf("%s at %s of %v: %v by rows and %v by columns, want %v", test.op, level, test.x, rows[0],
					columns[0], test.want)
			}
		}
	}
}

func TestMissingOperations(t *testing.T) {
	for _, test := range []struct {
		op    compute.OpType
		dtype dtypes.DType
	}{
		{compute.OpTypeReduceSum, dtypes.Bool},
		{compute.OpTypeReduceBitwiseAnd, dtypes.Float32},
		{compute.OpTypeReduceBitwiseOr, dtypes.BFloat16},
		{compute.OpTypeReduceLogicalAnd, dtypes.Int32},
		{compute.OpTypeAdd, dtypes.Float64},
		{compute.OpTypeReduceSum, dtypes.Complex64},
	} {
		if Rows(test.op, test.dtype) != nil || Columns(test.op, test.dtype) != nil {
			t.Errorf("%s of %s exists", test.op, test.dtype)
		}
	}
}

func TestErrorOfLongSums(t *testing.T) {
	const n = 10_000_000
	x := slices.Repeat([]float32{0.1}, n)
	want := float64(float32(0.1)) * n
	ulp := float64(math.Nextafter32(float32(want), math.MaxFloat32) - float32(want))
	for _, level := range processor.Levels() {
		for name, f := range map[string]func(dst, x unsafe.Pointer, rows, columns int){
			"row":     RowsAt(level, compute.OpTypeReduceSum, dtypes.Float32),
			"columns": ColumnsAt(level, compute.OpTypeReduceSum, dtypes.Float32),
		} {
			sums := make([]float32, 2)
			if name == "row" {
				f(address(sums), address(x), 1, n)
				sums[1] = sums[0]
			} else {
				f(address(sums), address(x), n/2, 2)
				sums[0], sums[1] = 2*sums[0], 2*sums[1]
			}
			for _, sum := range sums {
				if math.Abs(float64(sum)-want) > 8*ulp {
					t.Errorf("%s at %s: %v, want %v: %.0f ulp", name, level, sum, want, math.Abs(float64(sum)-want)/ulp)
				}
			}
		}
	}
}

func TestBFloat16SumsAreRoundedOnce(t *testing.T) {
	const n = 3000
	x := slices.Repeat([]bfloat16.BFloat16{bfloat16.FromFloat32(1)}, 2*n)
	var row [1]bfloat16.BFloat16
	var columns [2]bfloat16.BFloat16
	Rows(compute.OpTypeReduceSum, dtypes.BFloat16)(unsafe.Pointer(&row), address(x), 1, n)
	Columns(compute.OpTypeReduceSum, dtypes.BFloat16)(unsafe.Pointer(&columns), address(x), n, 2)
	want := bfloat16.FromFloat32(n)
	if row[0] != want || columns[0] != want || columns[1] != want {
		t.Errorf("%v and %v, want %v", row, columns, want)
	}
}

func TestAlignmentDoesNotMatter(t *testing.T) {
	const rows, columns = 9, 77
	storage := make([]float32, rows*columns+16)
	for _, op := range floatOps {
		var first []float32
		for shift := range 16 {
			random := rand.New(rand.NewPCG(3, 4))
			x := storage[shift:][:rows*columns]
			for i := range x {
				x[i] = float32(random.NormFloat64())
			}
			got := make([]float32, rows+columns)
			Rows(op, dtypes.Float32)(address(got), address(x), rows, columns)
			Columns(op, dtypes.Float32)(address(got[rows:]), address(x), rows, columns)
			if first == nil {
				first = got
			}
			if !slices.Equal(first, got) {
				t.Errorf("%s depends on alignment", op)
			}
		}
	}
}

func TestReductionsDoNotAllocate(t *testing.T) {
	x, dst := make([]float64, 40000), make([]float64, 40000)
	for _, dtype := range []dtypes.DType{dtypes.Float32, dtypes.Float64, dtypes.BFloat16, dtypes.Int32} {
		for _, op := range floatOps {
			rows, columns := Rows(op, dtype), Columns(op, dtype)
			if allocations := testing.AllocsPerRun(20, func() {
				rows(address(dst), address(x), 3, 5000)
				rows(address(dst), address(x), 5000, 3)
				columns(address(dst), address(x), 3, 5000)
				columns(address(dst), address(x), 5000, 3)
			}); allocations != 0 {
				t.Errorf("%s of %s: %v allocations", op, dtype, allocations)
			}
		}
	}
}

func BenchmarkReduce(b *testing.B) {
	x, dst := make([]float32, 1<<20), make([]float32, 1<<20)
	for i := range x {
		x[i] = float32(i % 13)
	}
	for _, op := range []compute.OpType{compute.OpTypeReduceSum, compute.OpTypeReduceMax} {
		for _, shape := range [][2]int{{50, 2}, {50, 3}, {50, 8}, {50, 32}, {1, 50}, {1, 5000}, {1, 1 << 20}, {-50, 8},
			{-100, 32}, {-5000, 2}, {-1024, 1024}} {
			for _, level := range []processor.Level{processor.Portable, processor.Best()} {
				f, name, rows, columns := kernel.ReduceColumns(RowsAt(level, op, dtypes.Float32)), "rows",
					shape[0], shape[1]
				if rows < 0 {
					f, name, rows = ColumnsAt(level, op, dtypes.Float32), "columns", -rows
				}
				b.Run(fmt.Sprintf("%s/%s/%dx%d/%s", op, name, rows, columns, level), func(b *testing.B) {
					for b.Loop() {
						f(address(dst), address(x), rows, columns)
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(rows*columns), "ns/element")
				})
			}
		}
	}
}
