package conformance_test

import (
	"math"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"pgregory.net/rapid"

	"ebim/framework/engine/ir"
)

// moved is a number of the same values, or some of them, in other places.
func (d *drawing) moved(x number, op compute.OpType, dimensions []int, attributes any, others ...*ir.Node) {
	shape := shapes.Make(x.node.Shape.DType, dimensions...)
	x.node = d.graph.Add(op, shape, attributes, append([]*ir.Node{x.node}, others...)...)
	d.keep(x)
}

func (d *drawing) reshape(x number) {
	shape := x.node.Shape
	dimensions := []int{shape.Size()}
	switch d.int("reshape", 0, 3) {
	case 0: // joins two axes
		if shape.Rank() > 1 {
			axis := d.int("joined", 0, shape.Rank()-2)
			dimensions = slices.Clone(shape.Dimensions)
			dimensions[axis] *= dimensions[axis+1]
			dimensions = slices.Delete(dimensions, axis+1, axis+2)
		}
	case 1:
		if shape.Rank() < 5 {
			dimensions = slices.Insert(slices.Clone(shape.Dimensions), d.int("at", 0, shape.Rank()), 1)
		}
	case 2:
		for factor := range 8 {
			if factor > 1 && shape.Size()%factor == 0 {
				dimensions = []int{shape.Size() / factor, factor}
			}
		}
	}
	d.moved(x, compute.OpTypeReshape, dimensions, nil)
}

func (d *drawing) transpose(x number) {
	axes := make([]int, x.node.Shape.Rank())
	for i := range axes {
		axes[i] = i
	}
	permutation := rapid.Permutation(axes).Draw(d.t, "permutation")
	var dimensions []int
	for _, axis := range permutation {
		dimensions = append(dimensions, x.node.Shape.Dimensions[axis])
	}
	d.moved(x, compute.OpTypeTranspose, dimensions, ir.Transpose{Permutation: permutation})
}

func (d *drawing) broadcast(x number) {
	shape := x.node.Shape
	if shape.Rank() > 4 || shape.Size() > d.most/2 {
		d.reshape(x)
		return
	}
	at := d.int("at", 0, shape.Rank())
	dimensions := slices.Insert(slices.Clone(shape.Dimensions), at, oneOf(d, "length", d.lengths...))
	var axes []int
	for axis := range dimensions {
		if axis != at {
			axes = append(axes, axis)
			if dimensions[axis] == 1 && d.int("repeat", 0, 1) == 1 {
				dimensions[axis] = oneOf(d, "length", d.lengths...)
			}
		}
	}
	if size(dimensions) <= d.most {
		d.moved(x, compute.OpTypeBroadcastInDim, dimensions, ir.BroadcastInDim{Axes: axes})
	}
}

func (d *drawing) slice(x number) {
	dimensions := slices.Clone(x.node.Shape.Dimensions)
	a := ir.Slice{Starts: make([]int, len(dimensions)), Limits: slices.Clone(dimensions),
		Strides: make([]int, len(dimensions))}
	sliced := d.axis(x)
	for axis, length := range dimensions {
		a.Strides[axis] = 1
		if axis != sliced || length == 0 {
			continue
		}
		a.Starts[axis] = d.int("start", 0, length-1)
		a.Limits[axis] = d.int("limit", a.Starts[axis]+1, length)
		a.Strides[axis] = d.int("stride", 1, 3)
		dimensions[axis] = (a.Limits[axis]-a.Starts[axis]-1)/a.Strides[axis] + 1
	}
	d.moved(x, compute.OpTypeSlice, dimensions, a)
}

func (d *drawing) reverse(x number) {
	if x.node.Shape.Size() == 0 {
		d.slice(x)
		return
	}
	axes := []int{d.axis(x)}
	if second := d.axis(x); second > axes[0] {
		axes = append(axes, second)
	}
	d.moved(x, compute.OpTypeReverse, x.node.Shape.Dimensions, ir.Reverse{Axes: axes})
}

func (d *drawing) concatenate(x number) {
	axis := d.axis(x)
	dimensions := slices.Clone(x.node.Shape.Dimensions)
	var parts []*ir.Node
	for range d.int("parts", 0, 3) {
		y, _ := d.that("part", func(y number) bool {
			s := y.node.Shape
			if s.DType != x.node.Shape.DType || s.Rank() != len(dimensions) {
				return false
			}
			for i := range dimensions {
				if i != axis && s.Dimensions[i] != dimensions[i] {
					return false
				}
			}
			return true
		})
		parts = append(parts, y.node)
		dimensions[axis] += y.node.Shape.Dimensions[axis]
		x.bound, x.err = max(x.bound, y.bound), max(x.err, y.err)
	}
	d.moved(x, compute.OpTypeConcatenate, dimensions, ir.Concatenate{Axis: axis}, parts...)
}

// pad surrounds an array by a constant.
func (d *drawing) pad(x number) {
	shape := x.node.Shape
	axis := d.axis(x)
	around := slices.Clone(shape.Dimensions)
	around[axis] = d.int("before", 1, 3)
	before := d.fill(shape.DType, 2, around)
	around = slices.Clone(around)
	around[axis] = d.int("after", 1, 3)
	after := d.fill(shape.DType, 1, around)
	around = slices.Clone(around)
	around[axis] += before.Shape.Dimensions[axis] + shape.Dimensions[axis]
	middle := x.node
	x.node, x.bound = before, max(x.bound, 2)
	d.moved(x, compute.OpTypeConcatenate, around, ir.Concatenate{Axis: axis}, middle, after)
}

func (d *drawing) reduce(x number) {
	shape := x.node.Shape
	var a ir.Reduce
	var kept []int
	count := 1
	always := d.axis(x)
	for axis, length := range shape.Dimensions {
		if axis == always || d.int("reduced", 0, 2) == 0 {
			a.Axes = append(a.Axes, axis)
			count *= length
		} else {
			kept = append(kept, length)
		}
	}
	var op compute.OpType
	n := float64(count)
	r := number{bound: x.bound, err: x.err}
	switch {
	case shape.DType == dtypes.Bool:
		op = oneOf(d, "reduction", compute.OpTypeReduceLogicalAnd, compute.OpTypeReduceLogicalOr)
	case !isFloat(x):
		op = oneOf(d, "reduction", compute.OpTypeReduceSum, compute.OpTypeReduceProduct, compute.OpTypeReduceMax)
	case d.int("sum", 0, 2) > 0 || count == 0: // the extremes of nothing would be infinite
		op = compute.OpTypeReduceSum
		r.err, r.bound = d.summed(shape.DType, n, x.bound, x.err), n*x.bound
	default:
		op = oneOf(d, "reduction", compute.OpTypeReduceMax, compute.OpTypeReduceMin)
	}
	r.node = d.graph.Add(op, shapes.Make(shape.DType, kept...), a, x.node)
	d.keep(r)
}

// summed returns the error of a sum of n numbers, which may be added in any order: a random walk, with room to spare.
func (d *drawing) summed(dtype dtypes.DType, n, bound, err float64) float64 {
	if exact := n*bound < 1<<23; err == 0 && exact && (dtype != dtypes.BFloat16 || n*bound <= largestHalf) {
		return 0
	}
	return n*err + 4*math.Sqrt(n)*epsilon(dtype)*n*bound
}

// product contracts an axis of two numbers, and makes another one a batch axis if both have it.
func (d *drawing) product(x number) {
	shape := x.node.Shape
	axis := d.axis(x)
	length := shape.Dimensions[axis]
	y, ok := d.that("right", func(y number) bool {
		return y.node.Shape.DType == shape.DType && slices.Contains(y.node.Shape.Dimensions, length) &&
			y.node.Shape.Size()*shape.Size() <= 1<<20
	})
	if !ok || d.int("constant", 0, 2) == 0 {
		y = d.constant(shape.DType, length, oneOf(d, "length", d.lengths...))
	}
	if !isFloat(x) {
		d.reduce(x)
		return
	}
	a := ir.DotGeneral{LeftContracting: []int{axis}, RightContracting: []int{
		slices.Index(y.node.Shape.Dimensions, length)}}
	if common := slices.IndexFunc(shape.Dimensions, func(n int) bool {
		return slices.Contains(y.node.Shape.Dimensions,
			n)
	}); common >= 0 {
		other := slices.Index(y.node.Shape.Dimensions, shape.Dimensions[common])
		if common != axis && other != a.RightContracting[0] && d.int("batch", 0, 1) == 0 {
			a.LeftBatch, a.RightBatch = []int{common}, []int{other}
		}
	}
	var dimensions []int
	if a.LeftBatch != nil {
		dimensions = append(dimensions, shape.Dimensions[a.LeftBatch[0]])
	}
	for i, n := range shape.Dimensions {
		if i != axis && !slices.Contains(a.LeftBatch, i) {
			dimensions = append(dimensions, n)
		}
	}
	for i, n := range y.node.Shape.Dimensions {
		if i != a.RightContracting[0] && !slices.Contains(a.RightBatch, i) {
			dimensions = append(dimensions, n)
		}
	}
	if size(dimensions) > d.most {
		d.reduce(x)
		return
	}
	n, bound := float64(length), x.bound*y.bound
	err := d.summed(shape.DType, n, bound, x.bound*y.err+y.bound*x.err+x.err*y.err)
	node := d.graph.Add(compute.OpTypeDotGeneral, shapes.Make(shape.DType, dimensions...), a, x.node, y.node)
	d.keep(number{node: node, bound: n * bound, err: err})
}

// gather takes rows, some of them several times.
func (d *drawing) gather(x number) {
	dimensions := slices.Clone(x.node.Shape.Dimensions)
	if dimensions[0] == 0 {
		d.slice(x)
		return
	}
	positions := rapid.SliceOfN(rapid.Int32Range(0, int32(dimensions[0]-1)), 1, 5).Draw(d.t, "positions")
	indices := d.graph.Add(compute.OpTypeConstant, shapes.Make(dtypes.Int32, len(positions), 1),
		ir.Constant{Flat: positions})
	sizes := slices.Clone(dimensions)
	sizes[0] = 1
	a := ir.Gather{IndexVectorAxis: 1, CollapsedSliceAxes: []int{0}, StartIndexMap: []int{0}, SliceSizes: sizes}
	for axis := 1; axis < len(dimensions); axis++ {
		a.OffsetOutputAxes = append(a.OffsetOutputAxes, axis)
	}
	dimensions[0] = len(positions)
	d.moved(x, compute.OpTypeGather, dimensions, a, indices)
}

// scatter adds rows of a constant.
func (d *drawing) scatter(x number) {
	dimensions := slices.Clone(x.node.Shape.Dimensions)
	if dimensions[0] == 0 || !isFloat(x) || x.err > 0 {
		d.gather(x)
		return
	}
	positions := rapid.SliceOfN(rapid.Int32Range(0, int32(dimensions[0]-1)), 1, 4).Draw(d.t, "positions")
	indices := d.graph.Add(compute.OpTypeConstant, shapes.Make(dtypes.Int32, len(positions), 1),
		ir.Constant{Flat: positions})
	a := ir.Scatter{IndexVectorAxis: 1, InsertedWindowAxes: []int{0}, ScatterAxesToOperandAxes: []int{0}}
	for axis := 1; axis < len(dimensions); axis++ {
		a.UpdateWindowAxes = append(a.UpdateWindowAxes, axis)
	}
	updates := d.constant(x.node.Shape.DType, append([]int{len(positions)}, dimensions[1:]...)...)
	n := d.graph.Add(compute.OpTypeScatterSum, x.node.Shape, a, x.node, indices, updates.node)
	d.keep(number{node: n, bound: x.bound + 16})
}

// extreme is the position of an extreme.
func (d *drawing) extreme(x number) {
	axis := d.axis(x)
	dimensions := slices.Clone(x.node.Shape.Dimensions)
	if x.err > 0 || !isNumber(x) || dimensions[axis] == 0 {
		d.slice(x)
		return
	}
	dimensions = slices.Delete(dimensions, axis, axis+1)
	a := ir.ArgMinMax{Axis: axis, IsMinimum: d.int("minimum", 0, 1) == 1}
	d.keep(number{node: d.graph.Add(compute.OpTypeArgMinMax, shapes.Make(dtypes.Int32, dimensions...), a, x.node)})
}
