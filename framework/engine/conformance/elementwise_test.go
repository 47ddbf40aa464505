package conformance_test

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/dtypes/bfloat16"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

var (
	signedTypes   = []dtypes.DType{dtypes.Int8, dtypes.Int16, dtypes.Int32, dtypes.Int64}
	unsignedTypes = []dtypes.DType{dtypes.Uint8, dtypes.Uint16, dtypes.Uint32, dtypes.Uint64}
	integerTypes  = slices.Concat(signedTypes, unsignedTypes)
	floatTypes    = []dtypes.DType{dtypes.Float32, dtypes.Float64, dtypes.BFloat16}
	numberTypes   = slices.Concat(integerTypes, floatTypes)
	booleans      = []dtypes.DType{dtypes.Bool}
	allTypes      = slices.Concat(numberTypes, booleans)
)

// elementwise are the operations that "go" has too. It gives other results, on purpose, for integer divisors 0 and
// negative integer exponents, the sign of NaN and -0, the absolute value of -0, NaN as BFloat16, and halves that are
// rounded, here to even; the values avoid these. Numbers of units in the last place are those of the functions that
// are not rounded correctly.
var elementwise = []struct {
	op       compute.OpType
	operands int
	types    []dtypes.DType
	units    float64
}{
	{compute.OpTypeAbs, 1, numberTypes, 0}, {compute.OpTypeNeg, 1, slices.Concat(signedTypes, floatTypes), 0},
	{compute.OpTypeSign, 1, numberTypes, 0}, {compute.OpTypeCeil, 1, floatTypes, 0},
	{compute.OpTypeFloor, 1, floatTypes, 0},
	{compute.OpTypeRound, 1, floatTypes, 0}, {compute.OpTypeSqrt, 1, floatTypes, 0},
	{compute.OpTypeRsqrt, 1, floatTypes, 2},
	{compute.OpTypeExp, 1, floatTypes, 3}, {compute.OpTypeExpm1, 1, floatTypes, 3},
	{compute.OpTypeLog, 1, floatTypes, 3},
	{compute.OpTypeLog1p, 1, floatTypes, 3}, {compute.OpTypeLogistic, 1, floatTypes, 4},
	{compute.OpTypeTanh, 1, floatTypes, 3},
	{compute.OpTypeSin, 1, floatTypes, 3}, {compute.OpTypeCos, 1, floatTypes, 3}, {compute.OpTypeErf, 1, floatTypes, 4},
	{compute.OpTypeIsFinite, 1, floatTypes, 0}, {compute.OpTypeIsNaN, 1, floatTypes, 0},
	{compute.OpTypeLogicalNot, 1, booleans, 0},

	{compute.OpTypeAdd, 2, numberTypes, 0}, {compute.OpTypeSub, 2, numberTypes, 0},
	{compute.OpTypeMul, 2, numberTypes, 0},
	{compute.OpTypeDiv, 2, numberTypes, 0}, {compute.OpTypeMax, 2, numberTypes, 0},
	{compute.OpTypeMin, 2, numberTypes, 0},
	{compute.OpTypePow, 2, numberTypes, 4}, {compute.OpTypeRem, 2, numberTypes, 0},
	{compute.OpTypeLogicalAnd, 2, booleans, 0}, {compute.OpTypeLogicalOr, 2, booleans, 0},
	{compute.OpTypeEqual, 2, numberTypes, 0}, {compute.OpTypeNotEqual, 2, numberTypes, 0},
	{compute.OpTypeLessThan, 2, numberTypes, 0}, {compute.OpTypeLessOrEqual, 2, numberTypes, 0},
	{compute.OpTypeGreaterThan, 2, numberTypes, 0}, {compute.OpTypeGreaterOrEqual, 2, numberTypes, 0},

	{compute.OpTypeWhere, 3, allTypes, 0},
}

func TestElementwise(t *testing.T) {
	fused, single, reference := open(t, ""), open(t, "nofuse"), openReference(t)
	for _, c := range elementwise {
		for _, dtype := range c.types {
			t.Run(fmt.Sprintf("%s of %s", c.op, dtype), func(t *testing.T) {
				l := newLayouts()
				for _, dimensions := range [][]int{{}, {0}, {3, 0}, {1}, {67}, {1025}, {1, 1}, {33, 37}, {2, 1030},
					{5, 1, 7, 2}} {
					for layout := range layoutsOf(dimensions) {
						x := make([]*ir.Node, c.operands)
						for i := range x {
							of := dtype
							if c.op == compute.OpTypeWhere && i == 0 {
								of = dtypes.Bool
							}
							x[i] = l.operand(of, dimensions, (layout*(i+1)+2*i)%layoutsOf(dimensions),
								values(c.op, of, i))
						}
						l.output(c.op, resultOf(c.op, dtype), x...)
					}
				}
				want, err := evaluate(reference, l.graph, l.inputs)
				if err != nil {
					t.Fatal(err)
				}
				for _, engine := range []compute.Backend{fused, single} {
					got, err := evaluate(engine, l.graph, l.inputs)
					if err != nil {
						t.Fatal(err)
					}
					for i := range want {
						if err := differInUnits(got[i], want[i], c.units); err != nil {
							t.Fatalf("%s: %v", l.graph.Outputs[i].Shape, err)
						}
					}
				}
			})
		}
	}
}

func resultOf(op compute.OpType, dtype dtypes.DType) dtypes.DType {
	switch op {
	case compute.OpTypeIsFinite, compute.OpTypeIsNaN, compute.OpTypeEqual, compute.OpTypeNotEqual,
		compute.OpTypeLessThan,
		compute.OpTypeLessOrEqual, compute.OpTypeGreaterThan, compute.OpTypeGreaterOrEqual:
		return dtypes.Bool
	}
	return dtype
}

// values returns what an operand of an operation consists of, again and again.
func values(op compute.OpType, dtype dtypes.DType, operand int) any {
	switch {
	case dtype == dtypes.Bool:
		return []bool{true, false, false, true, true}
	case dtype.IsFloat():
		return flatOf(dtype, floatValues(op, dtype))
	}
	lowest, highest := 0.0, 100.0
	if !dtype.IsUnsigned() {
		lowest = -128
	}
	list := []float64{0, 1, 2, 3, -1, -2, 5, 7, 64, 100, highest, lowest, -7, 13, -100, 127}
	if operand == 1 {
		switch op {
		case compute.OpTypeDiv, compute.OpTypeRem:
			list = slices.DeleteFunc(list, func(v float64) bool { return v == 0 })
		case compute.OpTypePow:
			list = slices.DeleteFunc(list, func(v float64) bool { return v < 0 || v > 7 })
		}
	}
	return flatOf(dtype, list)
}

func floatValues(op compute.OpType, dtype dtypes.DType) []float64 {
	nan, inf, negative := math.NaN(), math.Inf(1), math.Copysign(0, -1)
	list := []float64{0, 1, -1, 2, 0.75, -0.25, 3, -7.125, 1e-3, -1e-5, 12, 20, -30, 88, -90, 100, 1e5, -1e10, 1e-30,
		1e30, 1e-38, 1e-40, -1e-44, inf, -inf}
	if op != compute.OpTypeSign {
		list = append(list, nan)
	}
	if op != compute.OpTypeSign && op != compute.OpTypeAbs {
		list = append(list, negative)
	}
	// which lose digits at large arguments in Go's own functions too
	if op == compute.OpTypeSin || op == compute.OpTypeCos {
		list = slices.DeleteFunc(list, func(v float64) bool { return math.Abs(v) > 1e5 && !math.IsInf(v, 0) })
	}
	if dtype == dtypes.BFloat16 {
		for i := range list {
			list[i] = float64(bfloat16.FromFloat64(list[i]).Float32())
		}
		list = slices.DeleteFunc(list, func(v float64) bool {
			return v != v || (op == compute.OpTypeSign || op == compute.OpTypeAbs) && v == 0
		})
	}
	return list
}

// layouts is a graph whose operands lie in memory in many ways.
type layouts struct {
	graph  *ir.Graph
	inputs []any
}

func newLayouts() *layouts { return &layouts{graph: &ir.Graph{}} }

func layoutsOf(dimensions []int) int {
	if len(dimensions) == 2 && size(dimensions) > 1 {
		return 8
	}
	return 1
}

// parameter returns an input that repeats the values of a flat array; a second one starts elsewhere among them.
func (l *layouts) parameter(pattern any, dtype dtypes.DType, dimensions ...int) *ir.Node {
	index := len(l.graph.Parameters)
	n := l.graph.Add(compute.OpTypeParameter, shapes.Make(dtype, dimensions...),
		ir.Parameter{Name: fmt.Sprint("p", index), Index: index})
	l.graph.Parameters = append(l.graph.Parameters, n)
	flat, from := reflect.ValueOf(newFlat(dtype, size(dimensions))), reflect.ValueOf(pattern)
	for i := range flat.Len() {
		flat.Index(i).Set(from.Index((i + index*(1+i/from.Len())) % from.Len()))
	}
	l.inputs = append(l.inputs, flat.Interface())
	return n
}

func (l *layouts) output(op compute.OpType, dtype dtypes.DType, x ...*ir.Node) {
	n := l.graph.Add(op, shapes.Make(dtype, x[len(x)-1].Shape.Dimensions...), nil, x...)
	l.graph.Outputs = append(l.graph.Outputs, n)
}

// operand returns an array of the given dimensions which lies in memory in one of several ways.
func (l *layouts) operand(dtype dtypes.DType, dimensions []int, layout int, pattern any) *ir.Node {
	parameter := func(dimensions ...int) *ir.Node { return l.parameter(pattern, dtype, dimensions...) }
	if layoutsOf(dimensions) == 1 {
		return parameter(dimensions...)
	}
	shape := shapes.Make(dtype, dimensions...)
	rows, columns := dimensions[0], dimensions[1]
	view := func(op compute.OpType, attributes any, x *ir.Node) *ir.Node {
		return l.graph.Add(op, shape, attributes, x)
	}
	switch layout {
	case 1:
		return view(compute.OpTypeTranspose, ir.Transpose{Permutation: []int{1, 0}}, parameter(columns, rows))
	case 2:
		a := ir.Slice{Starts: []int{1, 2}, Limits: []int{1 + 2*rows, 2 + columns}, Strides: []int{2, 1}}
		return view(compute.OpTypeSlice, a, parameter(2*rows+1, columns+3))
	case 3:
		if size(dimensions) > 0 {
			return view(compute.OpTypeReverse, ir.Reverse{Axes: []int{0, 1}}, parameter(dimensions...))
		}
	case 4:
		return view(compute.OpTypeBroadcastInDim, ir.BroadcastInDim{Axes: []int{1}}, parameter(columns))
	case 5:
		return view(compute.OpTypeBroadcastInDim, ir.BroadcastInDim{Axes: []int{0}}, parameter(rows))
	case 6:
		return view(compute.OpTypeBroadcastInDim, ir.BroadcastInDim{}, parameter())
	case 7:
		return view(compute.OpTypeReshape, nil, parameter(rows*columns))
	}
	return parameter(dimensions...)
}

// differInUnits reports the first element in which two slices differ by more than units in the last place. Zeros
// differ by their sign; the payload of NaN does not matter.
func differInUnits(got, want any, units float64) error {
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	if g.Type() != w.Type() || g.Len() != w.Len() {
		return fmt.Errorf("it is a %T of %d, not a %T of %d", got, g.Len(), want, w.Len())
	}
	unit, smallest := map[string]float64{"float32": 1.0 / (1 << 23), "float64": 1.0 / (1 << 52),
		"BFloat16": 1.0 / (1 << 7)}[g.Type().Elem().Name()], 0.0
	if unit > 1.0/(1<<52) {
		smallest = math.SmallestNonzeroFloat32
	}
	if g.Type().Elem().Name() == "BFloat16" {
		units, smallest = min(units, 1), math.Ldexp(1, -133)
	}
	for i := range g.Len() {
		a, b := g.Index(i), w.Index(i)
		if a.Equal(b) && !a.CanFloat() {
			continue
		}
		x, isFloat := float(a)
		y, _ := float(b)
		switch {
		case isFloat && (x != x && y != y || x == y && math.Signbit(x) == math.Signbit(y)):
		case isFloat && units > 0 && math.Abs(x-y) <= units*(unit*math.Abs(y)+smallest):
		default:
			return fmt.Errorf("element %d of %d is %v, not %v", i, g.Len(), a, b)
		}
	}
	return nil
}
