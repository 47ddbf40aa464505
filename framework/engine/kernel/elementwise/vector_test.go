package elementwise

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
	"ebim/framework/engine/kernel/processor"
)

// specialFloats are the values at which a float32 kernel may go wrong.
var specialFloats = func() []float32 {
	positive := []float32{
		0, math.SmallestNonzeroFloat32, 0x1p-149 * 5, 0x1.fffffcp-127, 0x1p-126, 0x1p-24, 0.25, 0.49999997, 0.5,
		0.50000006, 0.75, 1, 1.0000001,
		1.5, 2, 2.5, 3.5, 7, 0x1.fffffep+22, 0x1p+23, 0x1p+23 + 1, 0x1p+24, 2147483520, 0x1p+31, 0x1p+62,
		math.MaxFloat32,
		float32(math.Inf(1)), math.Float32frombits(0x7fc00000), math.Float32frombits(0x7f800001),
		math.Float32frombits(0x7fffffff),
	}
	all := slices.Clone(positive)
	for _, x := range positive {
		all = append(all, math.Float32frombits(math.Float32bits(x)|1<<31))
	}
	return all
}()

var specialInts = []int32{0, 1, -1, 2, -2, 127, 1<<24 - 1, 1 << 24, 1<<24 + 1, 1<<24 + 3, -(1<<24 + 1), 1<<30 + 1,
	math.MaxInt32 - 64, math.MaxInt32, math.MinInt32, math.MinInt32 + 0x80, math.MinInt32 + 0x81, math.MinInt32 + 0x180}

// operands fills three operands of n elements: operand j takes every strides[j]-th special value from a start on.
func operands(k key, start, n int) [3][]byte {
	var all [3][]byte
	for j, stride := range [3]int{1, 7, 23} {
		dtype := k.operand
		if k.op == compute.OpTypeWhere && j == 0 {
			dtype = dtypes.Bool
		}
		all[j] = make([]byte, n*dtype.Size()+guard)
		at := unsafe.Pointer(&all[j][0])
		for i := range n {
			switch choice := start + i*stride + i/60*j; dtype {
			case dtypes.Float32:
				kernel.Slice[float32](at, n)[i] = specialFloats[choice%len(specialFloats)]
			case dtypes.Int32, dtypes.Uint32:
				kernel.Slice[int32](at, n)[i] = specialInts[choice%len(specialInts)]
			case dtypes.Bool:
				kernel.Slice[bool](at, n)[i] = choice*choice%5 < 2
			default:
				panic(fmt.Sprintf("no special values of %s", dtype))
			}
		}
	}
	return all
}

// guard is the number of bytes after each array, which kernels leave alone.
const guard = 72

// guarded returns an array to be written, with a pattern in it and in its guard.
func guarded(size int) []byte { return slices.Repeat([]byte{0xa5}, size+guard) }

// sameElements compares bytes, but for NaN, which may have any payload.
func sameElements(t *testing.T, dtype dtypes.DType, got, want []byte, n int) {
	t.Helper()
	if dtype == dtypes.Float32 {
		g, w := kernel.Slice[float32](unsafe.Pointer(unsafe.SliceData(got)), n),
			kernel.Slice[float32](unsafe.Pointer(unsafe.SliceData(want)), n)
		for i := range g {
			if g[i] != g[i] && w[i] != w[i] {
				g[i] = w[i]
			}
		}
	}
	for i := range got {
		if got[i] != want[i] {
			element := i / dtype.Size()
			from, to := element*dtype.Size(), (element+1)*dtype.Size()
			t.Fatalf("n = %d: element %d: bytes % x, want % x", n, element, got[from:to], want[from:to])
		}
	}
}

func pointer(array []byte) unsafe.Pointer { return unsafe.Pointer(&array[0]) }

// forEachVector runs a test for each kernel in assembly of this package's own operations.
func forEachVector(t *testing.T, test func(t *testing.T, k key, vector, portable kernel.Elementwise)) {
	for _, level := range processor.Levels()[1:] {
		for k, vector := range arithmeticVector(level) {
			t.Run(fmt.Sprintf("%s/%s/%s/%s", level, opName(k.op), k.operand, k.result), func(t *testing.T) {
				if vector == nil {
					t.Fatal("no kernel")
				}
				test(t, k, vector, FindAt(processor.Portable, k.op, k.operand, k.result))
			})
		}
	}
}

func opName(op compute.OpType) string {
	switch op {
	case ir.OpFusedMultiplyAdd:
		return "FusedMultiplyAdd"
	case ir.OpFusedMultiplySubtract:
		return "FusedMultiplySubtract"
	case ir.OpFusedNegativeMultiplyAdd:
		return "FusedNegativeMultiplyAdd"
	}
	return op.String()
}

func TestVectorAgreesWithPortable(t *testing.T) {
	forEachVector(t, func(t *testing.T, k key, vector, portable kernel.Elementwise) {
		for n := range 68 {
			for start := 0; start < 60; start += 11 {
				in := operands(k, start, n)
				got, want := guarded(n*k.result.Size()), guarded(n*k.result.Size())
				vector(pointer(got), pointer(in[0]), pointer(in[1]), pointer(in[2]), n)
				portable(pointer(want), pointer(in[0]), pointer(in[1]), pointer(in[2]), n)
				sameElements(t, k.result, got, want, n)
			}
		}
		// All pairs of special values, each in several lanes.
		const n = 60*60 + 1
		for start := range 3 {
			in := operands(k, start, n)
			got, want := guarded(n*k.result.Size()), guarded(n*k.result.Size())
			vector(pointer(got), pointer(in[0]), pointer(in[1]), pointer(in[2]), n)
			portable(pointer(want), pointer(in[0]), pointer(in[1]), pointer(in[2]), n)
			sameElements(t, k.result, got, want, n)
		}
	})
}

// TestInPlace puts the result in the place of each operand in turn, of smaller elements too.
func TestInPlace(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, level := range processor.Levels() {
		step := 1
		if level == processor.Portable {
			step = 19 // loops without tails
		}
		for k, f := range kernels()[level] {
			for n := 0; n < 68; n += step {
				for j := range 3 {
					in := randomOperands(random, k, n)
					want := slices.Clone(in[j])
					f(pointer(want), pointer(in[0]), pointer(in[1]), pointer(in[2]), n)
					f(pointer(in[j]), pointer(in[0]), pointer(in[1]), pointer(in[2]), n)
					if !slices.Equal(in[j], want) {
						t.Fatalf("%s %s from %s to %s, n = %d: in the place of operand %d: % x, want % x", level,
							opName(k.op), k.operand, k.result, n, j, in[j], want)
					}
				}
			}
		}
	}
}

// randomOperands has room for n elements of the result in each operand's place.
func randomOperands(random *rand.Rand, k key, n int) [3][]byte {
	var all [3][]byte
	for j := range all {
		all[j] = make([]byte, 8*n+guard)
		for i := range all[j] {
			all[j][i] = byte(random.Uint32())
			if k.operand == dtypes.Bool || k.op == compute.OpTypeWhere && j == 0 {
				all[j][i] &= 1
			}
		}
	}
	return all
}

func TestScalarAgreesWithFilledBlock(t *testing.T) {
	for _, level := range processor.Levels()[1:] {
		for which, kernels := range scalarVector(level) {
			for op := range kernels {
				result := dtypes.Float32
				if Find(op, dtypes.Float32, dtypes.Float32) == nil {
					result = dtypes.Bool
				}
				k := key{op, dtypes.Float32, result}
				t.Run(fmt.Sprintf("%s/%s/%d", level, opName(op), which),
					func(t *testing.T) { testScalar(t, level, k, which) })
			}
		}
	}
}

func testScalar(t *testing.T, level processor.Level, k key, which int) {
	scalar, full := FindScalarAt(level, k.op, k.operand, which), FindAt(processor.Portable, k.op, k.operand, k.result)
	for n := range 68 {
		for _, element := range specialFloats {
			in := operands(k, n, n)
			want := guarded(n * k.result.Size())
			from := [3]unsafe.Pointer{pointer(in[0]), pointer(in[1]), pointer(in[2])}
			FillAt(level, k.operand)(from[which], unsafe.Pointer(&element), n)
			full(pointer(want), from[0], from[1], from[2], n)

			from[which] = unsafe.Pointer(&element)
			got := guarded(n * k.result.Size())
			scalar(pointer(got), from[0], from[1], from[2], n)
			sameElements(t, k.result, got, want, n)

			place := in[1-which%2] // one of those with n elements
			if k.op == compute.OpTypeWhere {
				place = in[3-which]
			}
			scalar(pointer(place), from[0], from[1], from[2], n)
			sameElements(t, k.result, place[:n*k.result.Size()], want[:n*k.result.Size()], n)
		}
	}
}

func TestScalarKernelsThereAre(t *testing.T) {
	exists := processor.Best() > processor.Portable
	for _, c := range []struct {
		op    compute.OpType
		which int
		want  bool
	}{
		{compute.OpTypeSub, 0, exists}, {compute.OpTypeDiv, 1, exists}, {compute.OpTypeGreaterThan, 1, exists},
		{compute.OpTypeAdd, 2, false},
		{ir.OpFusedMultiplyAdd, 0, exists}, {ir.OpFusedNegativeMultiplyAdd, 2, exists},
		{compute.OpTypeWhere, 0, false}, {compute.OpTypeWhere, 2, exists}, {compute.OpTypePow, 1, false},
	} {
		if got := FindScalar(c.op, dtypes.Float32, c.which) != nil; got != c.want {
			t.Errorf("%s with scalar operand %d: %t", opName(c.op), c.which, got)
		}
		if FindScalar(c.op, dtypes.Float64, c.which) != nil {
			t.Errorf("%s of float64 has a scalar kernel", opName(c.op))
		}
	}
}

func TestFill(t *testing.T) {
	element := [8]byte{1, 2, 3, 4, 5, 6, 7, 8}
	for _, level := range processor.Levels() {
		for _, dtype := range []dtypes.DType{dtypes.Bool, dtypes.BFloat16, dtypes.Int32, dtypes.Float32,
			dtypes.Float64} {
			for n := range 68 {
				got := guarded(n * dtype.Size())
				want := slices.Repeat([]byte{0xa5}, len(got))
				copy(want, slices.Repeat(element[:dtype.Size()], n))
				FillAt(level, dtype)(pointer(got), pointer(element[:]), n)
				if !slices.Equal(got, want) {
					t.Errorf("%s %s: %d copies: % x", level, dtype, n, got)
				}
			}
		}
	}
}
