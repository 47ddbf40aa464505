package reduce

import (
	"cmp"
	"fmt"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/dtypes/bfloat16"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
)

// argMinMax views its operand as [slabs, length, columns] and its result as [slabs, columns].
type argMinMax struct {
	slabs, length, columns int
	minimum                bool
	slabsOfTask            int
	operand, result        dtypes.DType
}

// New prepares OpTypeArgMinMax.
func New(n *ir.Node) (kernel.Instruction, error) {
	attributes, ok := n.Attributes.(ir.ArgMinMax)
	if n.Op != compute.OpTypeArgMinMax || !ok {
		return nil, fmt.Errorf("reduce: no instruction for %s with attributes %T", n.Op, n.Attributes)
	}
	operand := n.Inputs[0].Shape
	p := &argMinMax{slabs: 1, length: operand.Dimensions[attributes.Axis], columns: 1, minimum: attributes.IsMinimum,
		operand: operand.DType, result: n.Shape.DType}
	for axis, length := range operand.Dimensions {
		if axis < attributes.Axis {
			p.slabs *= length
		} else if axis > attributes.Axis {
			p.columns *= length
		}
	}
	if p.length == 0 && p.slabs*p.columns > 0 {
		return nil, fmt.Errorf("reduce: %s over axis %d of %s, which has no elements", n.Op, attributes.Axis, operand)
	}
	if !p.result.IsInt() || p.operand != dtypes.BFloat16 && finders[p.operand] == nil {
		return nil, fmt.Errorf("reduce: no %s of %s to %s", n.Op, p.operand, p.result)
	}
	const elementsOfTask = 1 << 16
	p.slabsOfTask = max(1, elementsOfTask/max(1, p.length*p.columns))
	return p, nil
}

// Scratch holds a slab of bfloat16 in float32.
func (p *argMinMax) Scratch() int {
	if p.operand == dtypes.BFloat16 {
		return 4 * p.length * p.columns
	}
	return 0
}

func (p *argMinMax) Tasks() int { return max(1, (p.slabs+p.slabsOfTask-1)/p.slabsOfTask) }

func (p *argMinMax) Run(task int, dst unsafe.Pointer, operands []unsafe.Pointer, scratch unsafe.Pointer) {
	first := task * p.slabsOfTask
	size := p.length * p.columns
	write := finders[p.operand]
	for slab := first; slab < min(p.slabs, first+p.slabsOfTask); slab++ {
		x := unsafe.Add(operands[0], slab*size*p.operand.Size())
		if p.operand == dtypes.BFloat16 {
			widen(kernel.Slice[float32](scratch, size), kernel.Slice[bfloat16.BFloat16](x, size))
			x, write = scratch, find[float32]
		}
		write(p, dst, x, slab*p.columns)
	}
}

// finders write the positions for one slab, from an index of dst on.
var finders = kernel.ByType(find[int8], find[int16], find[int32], find[int64],
	find[uint8], find[uint16], find[uint32], find[uint64], find[float32], find[float64], nil)

// find writes the positions for the columns of one slab, a strip at a time.
func find[T cmp.Ordered](p *argMinMax, dst, x unsafe.Pointer, at int) {
	elements := unsafe.Slice((*T)(x), p.length*p.columns)
	for from := 0; from < p.columns; from += stripWidth {
		var positions [stripWidth]int
		width := min(stripWidth, p.columns-from)
		if p.columns == 1 {
			positions[0] = findInRow(elements, p.minimum)
		} else {
			findInStrip(&positions, elements[from:], p.columns, width, p.minimum)
		}
		p.store(dst, at+from, positions[:width])
	}
}

// precedes reports whether x is to be chosen although best stands before it.
func precedes[T cmp.Ordered](x, best T, minimum bool) bool {
	if minimum {
		return x < best || x != x && best == best
	}
	return x > best || x != x && best == best
}

func findInRow[T cmp.Ordered](x []T, minimum bool) int {
	position, best := 0, x[0]
	for i, v := range x {
		if precedes(v, best, minimum) {
			position, best = i, v
		}
	}
	return position
}

// findInStrip works on the first width columns of rows that are stride elements apart.
func findInStrip[T cmp.Ordered](positions *[stripWidth]int, x []T, stride, width int, minimum bool) {
	var best [stripWidth]T
	copy(best[:width], x)
	for row := 1; row*stride < len(x); row++ {
		for i, v := range x[row*stride:][:width] {
			if precedes(v, best[i], minimum) {
				positions[i], best[i] = row, v
			}
		}
	}
}

// store converts positions to the result's type.
func (p *argMinMax) store(dst unsafe.Pointer, at int, positions []int) {
	switch p.result {
	case dtypes.Int8, dtypes.Uint8:
		storeAs[uint8](dst, at, positions)
	case dtypes.Int16, dtypes.Uint16:
		storeAs[uint16](dst, at, positions)
	case dtypes.Int32, dtypes.Uint32:
		storeAs[uint32](dst, at, positions)
	case dtypes.Int64, dtypes.Uint64:
		storeAs[uint64](dst, at, positions)
	}
}

func storeAs[T kernel.Integer](dst unsafe.Pointer, at int, positions []int) {
	results := kernel.Slice[T](dst, at+len(positions))[at:]
	for i, position := range positions {
		results[i] = T(position)
	}
}
