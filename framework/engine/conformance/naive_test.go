package conformance_test

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"pgregory.net/rapid"

	"ebim/framework/engine/ir"
)

// Operations that "go" lacks, or computes in another way, against one element at a time.
func TestElementwiseByHand(t *testing.T) {
	type testCase struct {
		op       compute.OpType
		operands int
		result   dtypes.DType // Bool, or that of the operands if it is invalid
		types    []dtypes.DType
		naive    func(x []reflect.Value) any
	}
	cases := []testCase{
		{compute.OpTypeClamp, 3, 0, numberTypes, func(x []reflect.Value) any {
			for _, v := range x {
				if f, ok := float(v); ok && f != f {
					return v.Interface() // NaN anywhere gives NaN
				}
			}
			if compareValues(x[1], x[0]) < 0 {
				x[1] = x[0]
			}
			if compareValues(x[1], x[2]) > 0 {
				x[1] = x[2]
			}
			return x[1].Interface()
		}},
		{compute.OpTypeEqual, 2, dtypes.Bool, booleans, func(x []reflect.Value) any {
			return x[0].Bool() == x[1].Bool()
		}},
		{compute.OpTypeNotEqual, 2, dtypes.Bool, booleans, func(x []reflect.Value) any {
			return x[0].Bool() != x[1].Bool()
		}},
		{compute.OpTypeRound, 1, 0, []dtypes.DType{dtypes.Float64},
			func(x []reflect.Value) any { return math.RoundToEven(x[0].Float()) }},
	}
	engine := open(t, "")
	for _, c := range cases {
		for _, dtype := range c.types {
			t.Run(fmt.Sprintf("%s of %s", c.op, dtype), func(t *testing.T) {
				for _, dimensions := range [][]int{{}, {0}, {67}, {33, 37}, {2, 1030}} {
					for layout := range layoutsOf(dimensions) {
						l := newLayouts()
						x := make([]*ir.Node, c.operands)
						for i := range x {
							pattern := values(compute.OpTypeAbs, dtype, i)
							if c.op == compute.OpTypeRound {
								pattern = []float64{0.5, 1.5, 2.5, -0.5, -3.5, 7, 0.49999, math.Inf(1)}
							}
							x[i] = l.operand(dtype, dimensions, (layout*(i+1)+2*i)%layoutsOf(dimensions), pattern)
						}
						result := c.result
						if result == dtypes.InvalidDType {
							result = dtype
						}
						l.output(c.op, result, x...)
						l.graph.Outputs = append(l.graph.Outputs, x...)
						got, err := evaluate(engine, l.graph, l.inputs)
						if err != nil {
							t.Fatal(err)
						}
						want := reflect.ValueOf(newFlat(result, size(dimensions)))
						for i := range want.Len() {
							operands := make([]reflect.Value, c.operands)
							for k := range operands {
								operands[k] = reflect.ValueOf(got[1+k]).Index(i)
							}
							want.Index(i).Set(reflect.ValueOf(c.naive(operands)))
						}
						if err := differInUnits(got[0], want.Interface(), 0); err != nil {
							t.Fatalf("%v, layout %d: %v", dimensions, layout, err)
						}
					}
				}
			})
		}
	}
}

func compareValues(a, b reflect.Value) int {
	if a.CanInt() {
		return cmp.Compare(a.Int(), b.Int())
	}
	if x, ok := float(a); ok {
		y, _ := float(b)
		return cmp.Compare(x, y)
	}
	return cmp.Compare(a.Uint(), b.Uint())
}

// matrix draws an operand that is a view of a parameter.
func (d *drawing) matrix(l *layouts, dtype dtypes.DType, rows, columns int) *ir.Node {
	pattern := reflect.ValueOf(d.values(dtype, 101)).Interface()
	dimensions := []int{rows, columns}
	return l.operand(dtype, dimensions, d.int("layout", 0, layoutsOf(dimensions)-1), pattern)
}

// Operations that move or choose elements and that "go" lacks, on matrices of any layout.
func TestMovementByHand(t *testing.T) {
	engine := open(t, "")
	for name, draw := range map[string]func(d *drawing, l *layouts) (got *ir.Node,
		naive func(operands [][]float64) []float64){
		"pad": drawPad, "dynamic slice": drawDynamicSlice, "dynamic update": drawDynamicUpdate,
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				l := newLayouts()
				d := &drawing{t: t, graph: l.graph}
				n, naive := draw(d, l)
				l.graph.Outputs = append([]*ir.Node{n}, n.Inputs...)
				results, err := evaluate(engine, l.graph, l.inputs)
				if err != nil {
					t.Fatalf("%v\n%s", err, l.graph)
				}
				operands := make([][]float64, len(n.Inputs))
				for i := range operands {
					operands[i] = numbersOf(results[1+i])
				}
				if got, want := numbersOf(results[0]), naive(operands); !slices.Equal(got, want) {
					t.Fatalf("got %v, want %v\n%s", got, want, l.graph)
				}
			})
		})
	}
}

func numbersOf(flat any) []float64 {
	v := reflect.ValueOf(flat)
	list := make([]float64, v.Len())
	for i := range list {
		switch e := v.Index(i); {
		case e.CanInt():
			list[i] = float64(e.Int())
		case e.Kind() == reflect.Bool:
			if e.Bool() {
				list[i] = 1
			}
		default:
			if x, ok := float(e); ok {
				list[i] = x
			} else {
				list[i] = float64(e.Uint())
			}
		}
	}
	return list
}

func (d *drawing) sides() (rows, columns int) { return d.int("rows", 1, 40), d.int("columns", 1, 40) }

func drawPad(d *drawing, l *layouts) (*ir.Node, func([][]float64) []float64) {
	dtype := oneOf(d, "type", allTypes...)
	rows, columns := d.sides()
	x, fill := d.matrix(l, dtype, rows, columns), l.parameter(d.values(dtype, 3), dtype)
	var a ir.Pad
	var dimensions []int
	for _, length := range []int{rows, columns} {
		p := compute.PadAxis{Start: d.int("start", -2, 5), End: d.int("end", -2, 5), Interior: d.int("interior", 0, 2)}
		for p.Start+p.End+length+(length-1)*p.Interior < 0 {
			p.Start++
		}
		a.Axes = append(a.Axes, p)
		dimensions = append(dimensions, p.Start+p.End+length+(length-1)*p.Interior)
	}
	n := l.graph.Add(compute.OpTypePad, shapes.Make(dtype, dimensions...), a, x, fill)
	return n, func(operands [][]float64) []float64 {
		result := slices.Repeat(operands[1], size(dimensions))
		for i := range rows {
			for j := range columns {
				r, c := a.Axes[0].Start+i*(1+a.Axes[0].Interior), a.Axes[1].Start+j*(1+a.Axes[1].Interior)
				if r >= 0 && r < dimensions[0] && c >= 0 && c < dimensions[1] {
					result[r*dimensions[1]+c] = operands[0][i*columns+j]
				}
			}
		}
		return result
	}
}

// starts are two scalars, some of them too small or too large.
func (d *drawing) starts(l *layouts, rows, columns int) []*ir.Node {
	dtype := oneOf(d, "type of starts", signedTypes...)
	list := make([]*ir.Node, 2)
	for i, length := range []int{rows, columns} {
		start := flatOf(dtype, []float64{float64(d.int("start", -3, length+3))})
		list[i] = l.parameter(start, dtype)
	}
	return list
}

func inside(start float64, length, window int) int { return max(0, min(int(start), length-window)) }

func drawDynamicSlice(d *drawing, l *layouts) (*ir.Node, func([][]float64) []float64) {
	dtype := oneOf(d, "type", allTypes...)
	rows, columns := d.sides()
	x := d.matrix(l, dtype, rows, columns)
	taken := []int{d.int("taken rows", 0, rows), d.int("taken columns", 0, columns)}
	n := l.graph.Add(compute.OpTypeDynamicSlice, shapes.Make(dtype, taken...), ir.DynamicSlice{Dimensions: taken},
		append([]*ir.Node{x}, d.starts(l, rows, columns)...)...)
	return n, func(operands [][]float64) []float64 {
		r, c := inside(operands[1][0], rows, taken[0]), inside(operands[2][0], columns, taken[1])
		result := []float64{}
		for i := range taken[0] {
			result = append(result, operands[0][(r+i)*columns+c:][:taken[1]]...)
		}
		return result
	}
}

func drawDynamicUpdate(d *drawing, l *layouts) (*ir.Node, func([][]float64) []float64) {
	dtype := oneOf(d, "type", allTypes...)
	rows, columns := d.sides()
	given := []int{d.int("given rows", 1, rows), d.int("given columns", 1, columns)}
	x, update := d.matrix(l, dtype, rows, columns), d.matrix(l, dtype, given[0], given[1])
	n := l.graph.Add(compute.OpTypeDynamicUpdateSlice, shapes.Make(dtype, rows, columns), nil,
		append([]*ir.Node{x, update}, d.starts(l, rows, columns)...)...)
	return n, func(operands [][]float64) []float64 {
		r, c := inside(operands[2][0], rows, given[0]), inside(operands[3][0], columns, given[1])
		result := slices.Clone(operands[0])
		for i := range given[0] {
			copy(result[(r+i)*columns+c:], operands[1][i*given[1]:][:given[1]])
		}
		return result
	}
}

// Bitcasts keep the bytes of their operand, in the operand's order of elements.
func TestBitcast(t *testing.T) {
	engine := open(t, "")
	nan := math.Float32frombits(0x7fc12345)
	for _, c := range []struct {
		from, to   dtypes.DType
		dimensions []int // of the result, of an operand [6, 4]
	}{
		{dtypes.Float32, dtypes.Int32, []int{6, 4}}, {dtypes.Uint32, dtypes.Float32, []int{6, 4}},
		{dtypes.Float64, dtypes.Uint64, []int{6, 4}},
		{dtypes.Float32, dtypes.Uint8, []int{6, 4, 4}}, {dtypes.Float64, dtypes.Int32, []int{6, 4, 2}},
		{dtypes.Int8, dtypes.Float32, []int{6}},
		{dtypes.Int32, dtypes.BFloat16, []int{6, 4, 2}}, {dtypes.BFloat16, dtypes.Float64, []int{6}},
	} {
		for layout := range layoutsOf([]int{6, 4}) + 1 {
			h := newHand()
			l := &h.layouts
			pattern := flatOf(c.from, []float64{1, 2, 3, 100, 7, 0, 5})
			if c.from == dtypes.Float32 {
				pattern = []float32{1, nan, -nan, 0, float32(math.Copysign(0, -1)), 1e-40}
			}
			x := h.rows(l.parameter(pattern, c.from, 9, 4), 2, 8)
			if layout < layoutsOf([]int{6, 4}) {
				x = l.operand(c.from, []int{6, 4}, layout, pattern)
			}
			n := l.graph.Add(compute.OpTypeBitcast, shapes.Make(c.to, c.dimensions...), nil, x)
			l.graph.Outputs = []*ir.Node{n, x}
			got, err := evaluate(engine, l.graph, l.inputs)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(bytesOf(got[0]), bytesOf(got[1])) {
				t.Errorf("%s to %s, layout %d: %v of %v", c.from, c.to, layout, got[0], got[1])
			}
		}
	}
}

func bytesOf(flat any) []byte {
	v := reflect.ValueOf(flat)
	return unsafe.Slice((*byte)(v.UnsafePointer()), v.Len()*int(v.Type().Elem().Size()))
}
