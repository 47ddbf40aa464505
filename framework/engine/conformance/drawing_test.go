package conformance_test

import (
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/dtypes/bfloat16"
	"github.com/gomlx/compute/shapes"
	"pgregory.net/rapid"

	"ebim/framework/engine/ir"
)

// number is a node with what is known of its values. Numbers with error 0 are whole and computed without rounding, so
// that backends must agree to the bit; others may differ by the error.
type number struct {
	node  *ir.Node
	bound float64 // of the absolute values
	err   float64
}

const (
	largest     = 1 << 13 // greater numbers are clamped, so that sums of thousands stay exact
	largestHalf = 1 << 8  // of BFloat16
	worst       = 1e-2    // numbers of a greater error are not used
	clampedTo   = 8
)

// drawing is a random graph.
type drawing struct {
	t       *rapid.T
	graph   *ir.Graph
	inputs  []any // of the parameters
	pool    []number
	lengths []int // of axes, few, so that shapes meet again
	types   []dtypes.DType
	most    int // elements of a node
}

var shortLengths = []int{1, 2, 3, 4, 5, 7, 8, 16, 17, 33, 64, 100, 1030}

// drawGraph draws a graph whose nodes have up to the given number of elements.
func drawGraph(t *rapid.T, nodes int, types []dtypes.DType, lengths []int, most int) *drawing {
	d := &drawing{t: t, graph: &ir.Graph{}, types: types, most: most}
	if rapid.IntRange(0, 7).Draw(t, "with empty arrays") == 0 {
		lengths = append(slices.Clone(lengths), 0, 0, 0)
	}
	d.lengths = rapid.SliceOfN(rapid.SampledFrom(lengths), 2, 4).Draw(t, "lengths")
	for range rapid.IntRange(1, 4).Draw(t, "parameters") {
		d.parameter()
	}
	for range nodes {
		d.step()
	}
	for range rapid.IntRange(1, 4).Draw(t, "outputs") {
		recent := d.pool[max(0, len(d.pool)-8):]
		if rapid.IntRange(0, 2).Draw(t, "any output") == 0 {
			recent = d.pool
		}
		d.graph.Outputs = append(d.graph.Outputs, d.from("output", recent).node)
	}
	return d
}

// errors returns those of the outputs.
func (d *drawing) errors() []float64 {
	list := make([]float64, len(d.graph.Outputs))
	for i, output := range d.graph.Outputs {
		for _, x := range d.pool {
			if x.node == output {
				list[i] = x.err
			}
		}
	}
	return list
}

func (d *drawing) int(label string, from, to int) int {
	return rapid.IntRange(from, to).Draw(d.t, label)
}
func (d *drawing) axis(x number) int { return d.int("axis", 0, x.node.Shape.Rank()-1) }
func (d *drawing) from(label string, list []number) number {
	return list[d.int(label, 0, len(list)-1)]
}

func oneOf[T any](d *drawing, label string, choices ...T) T {
	return rapid.SampledFrom(choices).Draw(d.t, label)
}

// that returns a number of the pool for which a condition holds.
func (d *drawing) that(label string, holds func(number) bool) (number, bool) {
	var candidates []number
	for _, x := range d.pool {
		if holds(x) {
			candidates = append(candidates, x)
		}
	}
	if len(candidates) == 0 {
		return number{}, false
	}
	return d.from(label, candidates), true
}

func (d *drawing) dimensions() []int {
	dimensions := make([]int, d.int("rank", 0, 4))
	for axis := range dimensions {
		dimensions[axis] = oneOf(d, "length", d.lengths...)
	}
	for size(dimensions) > d.most {
		dimensions = dimensions[1:]
	}
	return dimensions
}

func size(dimensions []int) int {
	n := 1
	for _, length := range dimensions {
		n *= length
	}
	return n
}

// fewTypes are those of this project's models, mostly.
var fewTypes = []dtypes.DType{dtypes.Float32, dtypes.Float32, dtypes.Float32, dtypes.Float64, dtypes.Int32,
	dtypes.Uint8, dtypes.Bool}

// values are small whole numbers.
func (d *drawing) values(dtype dtypes.DType, n int) any {
	generator := uint64(d.int("values", 0, 1<<16))*2862933555777941757 + 3037000493
	values := make([]float64, n)
	for i := range values {
		generator = generator*6364136223846793005 + 1442695040888963407
		values[i] = float64(generator>>33%9) - 4
	}
	return flatOf(dtype, values)
}

// flatOf converts numbers to a slice of the Go type of a data type; negative ones become positive where there are none.
func flatOf(dtype dtypes.DType, values []float64) any {
	switch dtype {
	case dtypes.Float32:
		return converted(values, func(v float64) float32 { return float32(v) })
	case dtypes.Float64:
		return slices.Clone(values)
	case dtypes.BFloat16:
		return converted(values, bfloat16.FromFloat64)
	case dtypes.Bool:
		return converted(values, func(v float64) bool { return v > 0 })
	case dtypes.Int8:
		return converted(values, func(v float64) int8 { return int8(v) })
	case dtypes.Int16:
		return converted(values, func(v float64) int16 { return int16(v) })
	case dtypes.Int32:
		return converted(values, func(v float64) int32 { return int32(v) })
	case dtypes.Int64:
		return converted(values, func(v float64) int64 { return int64(v) })
	case dtypes.Uint8:
		return converted(values, func(v float64) uint8 { return uint8(math.Abs(v)) })
	case dtypes.Uint16:
		return converted(values, func(v float64) uint16 { return uint16(math.Abs(v)) })
	case dtypes.Uint32:
		return converted(values, func(v float64) uint32 { return uint32(math.Abs(v)) })
	case dtypes.Uint64:
		return converted(values, func(v float64) uint64 { return uint64(math.Abs(v)) })
	}
	panic(fmt.Sprintf("there are no values of %s", dtype))
}

func converted[T any](values []float64, convert func(float64) T) []T {
	list := make([]T, len(values))
	for i, v := range values {
		list[i] = convert(v)
	}
	return list
}

func (d *drawing) parameter() number {
	shape := shapes.Make(oneOf(d, "type", d.types...), d.dimensions()...)
	index := len(d.graph.Parameters)
	n := d.graph.Add(compute.OpTypeParameter, shape, ir.Parameter{Name: fmt.Sprintf("p%d", index), Index: index})
	d.graph.Parameters = append(d.graph.Parameters, n)
	d.inputs = append(d.inputs, d.values(shape.DType, shape.Size()))
	return d.keep(number{node: n, bound: 4})
}

func (d *drawing) constant(dtype dtypes.DType, dimensions ...int) number {
	shape := shapes.Make(dtype, dimensions...)
	n := d.graph.Add(compute.OpTypeConstant, shape, ir.Constant{Flat: d.values(dtype, shape.Size())})
	return number{node: n, bound: 4}
}

// fill returns a scalar constant, repeated.
func (d *drawing) fill(dtype dtypes.DType, value float64, dimensions []int) *ir.Node {
	n := d.graph.Add(compute.OpTypeConstant, shapes.Make(dtype), ir.Constant{Flat: flatOf(dtype, []float64{value})})
	return d.graph.Add(compute.OpTypeBroadcastInDim, shapes.Make(dtype, dimensions...), ir.BroadcastInDim{}, n)
}

// like makes a node of the shape of its first operand.
func (d *drawing) like(op compute.OpType, x ...*ir.Node) *ir.Node {
	return d.graph.Add(op, x[0].Shape, nil, x...)
}

// keep puts a number into the pool, clamped if it is large, unless it is too large or too inexact.
func (d *drawing) keep(x number) number {
	dtype := x.node.Shape.DType
	if dtype.IsInt() { // these wrap around, everywhere in the same way
		x.err, x.bound = 0, math.Inf(1)
	}
	if x.node.Shape.Size() > d.most || dtype == dtypes.BFloat16 && x.bound > largestHalf {
		return x
	}
	if dtype.IsFloat() && x.bound > largest {
		x.node = d.like(compute.OpTypeMax, x.node, d.fill(dtype, -clampedTo, x.node.Shape.Dimensions))
		x.node = d.like(compute.OpTypeMin, x.node, d.fill(dtype, clampedTo, x.node.Shape.Dimensions))
		x.bound = clampedTo
	}
	if x.err <= worst {
		d.pool = append(d.pool, x)
	}
	return x
}

func epsilon(dtype dtypes.DType) float64 {
	switch dtype {
	case dtypes.Float64:
		return 1.0 / (1 << 52)
	case dtypes.BFloat16:
		return 1.0 / (1 << 7)
	}
	return 1.0 / (1 << 23)
}
