package reduce

import (
	"fmt"
	"math"
	"testing"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/dtypes/bfloat16"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
)

// argMinMaxNode has an operand [dimensions] of which one axis disappears.
func argMinMaxNode(operand, result dtypes.DType, axis int, minimum bool, dimensions ...int) *ir.Node {
	graph := &ir.Graph{}
	x := graph.Add(compute.OpTypeParameter, shapes.Make(operand, dimensions...), ir.Parameter{Name: "x"})
	var rest []int
	for a, length := range dimensions {
		if a != axis {
			rest = append(rest, length)
		}
	}
	return graph.Add(compute.OpTypeArgMinMax, shapes.Make(result, rest...),
		ir.ArgMinMax{Axis: axis, IsMinimum: minimum}, x)
}

// positions runs an instruction and reads its result.
func positions[R kernel.Integer](t *testing.T, n *ir.Node, x unsafe.Pointer) string {
	instruction, err := New(n)
	if err != nil {
		t.Fatal(err)
	}
	dst, scratch := make([]R, n.Shape.Size()), make([]byte, instruction.Scratch()+64)
	for task := range instruction.Tasks() {
		instruction.Run(task, address(dst), []unsafe.Pointer{x}, address(scratch))
	}
	return fmt.Sprint(dst)
}

// naivePositions looks at x [slabs, length, columns] element by element.
func naivePositions(x []float64, length, columns int, minimum bool) []int {
	var all []int
	for slab := 0; slab < len(x); slab += length * columns {
		for column := range columns {
			best := 0
			for i := range length {
				v, b := x[slab+i*columns+column], x[slab+best*columns+column]
				if math.IsNaN(v) && !math.IsNaN(b) || minimum && v < b || !minimum && v > b {
					best = i
				}
			}
			all = append(all, best)
		}
	}
	return all
}

func checkArgMinMax[T kernel.Element](t *testing.T, dtype dtypes.DType, from func(float64) T) {
	for _, dimensions := range [][]int{{1}, {12}, {3, 4}, {2, 3, 2}, {4, 5, 70}, {300, 5, 100}, {0, 3}, {3, 0, 2}} {
		values, x := []float64(nil), []T(nil)
		for i := range shapes.Make(dtype, dimensions...).Size() {
			v := float64(i*i*7%11 + 3)
			if dtype.IsFloat() && i%10 == 9 {
				v = math.NaN()
			}
			values, x = append(values, v), append(x, from(v))
		}
		for axis, length := range dimensions {
			if length == 0 {
				continue
			}
			columns := 1
			for _, l := range dimensions[axis+1:] {
				columns *= l
			}
			for _, minimum := range []bool{false, true} {
				want := fmt.Sprint(naivePositions(values, length, columns, minimum))
				if got := positions[int32](t, argMinMaxNode(dtype, dtypes.Int32, axis, minimum, dimensions...),
					address(x)); got != want {
					t.Errorf("%s %v axis %d, minimum %t: %.200s, want %.200s", dtype, dimensions, axis,
						minimum, got, want)
				}
			}
		}
	}
}

func TestArgMinMax(t *testing.T) {
	checkArgMinMax(t, dtypes.Float32, func(v float64) float32 { return float32(v) })
	checkArgMinMax(t, dtypes.Float64, func(v float64) float64 { return v })
	checkArgMinMax(t, dtypes.BFloat16, func(v float64) bfloat16.BFloat16 { return bfloat16.FromFloat32(float32(v)) })
	checkArgMinMax(t, dtypes.Int8, func(v float64) int8 { return int8(v) })
	checkArgMinMax(t, dtypes.Int16, func(v float64) int16 { return int16(v) })
	checkArgMinMax(t, dtypes.Int32, func(v float64) int32 { return int32(v) })
	checkArgMinMax(t, dtypes.Int64, func(v float64) int64 { return int64(v) })
	checkArgMinMax(t, dtypes.Uint8, func(v float64) uint8 { return uint8(v) })
	checkArgMinMax(t, dtypes.Uint16, func(v float64) uint16 { return uint16(v) })
	checkArgMinMax(t, dtypes.Uint32, func(v float64) uint32 { return uint32(v) })
	checkArgMinMax(t, dtypes.Uint64, func(v float64) uint64 { return uint64(v) })
}

func checkPositionType[R kernel.Integer](t *testing.T, dtype dtypes.DType) {
	x := []float32{1, 5, 2, 0, 3, 9}
	if got := positions[R](t, argMinMaxNode(dtypes.Float32, dtype, 1, false, 2, 3), address(x)); got != "[1 2]" {
		t.Errorf("%s: %s", dtype, got)
	}
}

func TestPositionTypes(t *testing.T) {
	checkPositionType[int8](t, dtypes.Int8)
	checkPositionType[int16](t, dtypes.Int16)
	checkPositionType[int32](t, dtypes.Int32)
	checkPositionType[int64](t, dtypes.Int64)
	checkPositionType[uint8](t, dtypes.Uint8)
	checkPositionType[uint16](t, dtypes.Uint16)
	checkPositionType[uint32](t, dtypes.Uint32)
	checkPositionType[uint64](t, dtypes.Uint64)
}

func TestArgMinMaxErrors(t *testing.T) {
	for name, n := range map[string]*ir.Node{
		"empty axis":       argMinMaxNode(dtypes.Float32, dtypes.Int32, 0, false, 0, 3),
		"complex elements": argMinMaxNode(dtypes.Complex64, dtypes.Int32, 0, false, 3),
		"float positions":  argMinMaxNode(dtypes.Float32, dtypes.Float32, 0, false, 3),
		"other operation":  {Op: compute.OpTypeAdd},
	} {
		if _, err := New(n); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
