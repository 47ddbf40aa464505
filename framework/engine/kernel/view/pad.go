package view

import (
	"unsafe"

	"github.com/gomlx/compute"

	"ebim/framework/engine/ir"
)

// pad fills slabs of the result, and then writes what is kept of the operand's slabs into them. Slabs are what leading
// axes without padding count.
type pad struct {
	elementSize        int
	slabs, slabsOfTask int
	slabsAtOnce        int     // filled and written while they are in the cache
	slabSize, keptSize int     // elements
	kept               *Copier // the operand without what negative padding crops; nil if that is all of it
	padded             *Copier // where it goes in the result
}

// keptBlock is the number of elements that pass through scratch at a time.
const keptBlock = 1024

func newPad(n *ir.Node, attributes ir.Pad) *pad {
	operand, size := n.Inputs[0].Shape, n.Shape.DType.Size()
	rank := operand.Rank()
	from, to := Contiguous(operand.Dimensions), Contiguous(n.Shape.Dimensions)
	first, limits, ones := make([]int, rank), make([]int, rank), make([]int, rank)
	starts, ends, steps := make([]int, rank), make([]int, rank), make([]int, rank)
	for axis, length := range operand.Dimensions {
		var p compute.PadAxis
		if axis < len(attributes.Axes) {
			p = attributes.Axes[axis]
		}
		ones[axis], steps[axis] = 1, p.Interior+1
		// Element i goes to p.Start + i*step: the first that is not before the start, the last that is not beyond the
		// end.
		first[axis] = min(length, ceilQuotient(max(0, -p.Start), steps[axis]))
		limits[axis] = max(first[axis], min(length, ceilQuotient(max(0, n.Shape.Dimensions[axis]-p.Start),
			steps[axis])))
		starts[axis] = p.Start + first[axis]*steps[axis]
		ends[axis] = starts[axis] + (limits[axis]-first[axis])*steps[axis]
	}
	kept, padded := from.Slice(first, limits, ones), to.Slice(starts, ends, steps)

	p := &pad{elementSize: size, slabs: 1, padded: NewCopier(padded, size)}
	if !kept.IsContiguous() || kept.Size() != from.Size() {
		p.kept = NewCopier(kept, size)
	}
	for axis := 0; axis < rank && (axis >= len(attributes.Axes) || attributes.Axes[axis] == compute.PadAxis{}); axis++ {
		p.slabs *= n.Shape.Dimensions[axis]
	}
	if p.slabs > 0 {
		p.slabSize, p.keptSize = to.Size()/p.slabs, kept.Size()/p.slabs
	}
	const inCache = 8 << 10
	p.slabsAtOnce = max(1, inCache/max(1, p.slabSize*size))
	p.slabsOfTask = max(1, elementsOfTask/max(1, p.slabSize))
	return p
}

// ceilQuotient is x/y rounded up, for x of at least 0.
func ceilQuotient(x, y int) int { return (x + y - 1) / y }

func (p *pad) Scratch() int {
	if p.kept == nil {
		return 0
	}
	return keptBlock * p.elementSize
}

func (p *pad) Tasks() int { return max(1, ceilQuotient(p.slabs, p.slabsOfTask)) }

func (p *pad) Run(task int, dst unsafe.Pointer, operands []unsafe.Pointer, scratch unsafe.Pointer) {
	end := min(p.slabs, (task+1)*p.slabsOfTask)
	for slab := task * p.slabsOfTask; slab < end; slab += p.slabsAtOnce {
		count := min(p.slabsAtOnce, end-slab)
		p.fill(dst, operands[1], slab*p.slabSize, count*p.slabSize)
		p.write(dst, operands[0], scratch, slab*p.keptSize, count*p.keptSize)
	}
}

// fill sets n elements of the result to the value.
func (p *pad) fill(dst, value unsafe.Pointer, from, n int) {
	switch p.elementSize {
	case 1:
		fill(run[uint8](dst, from, n), *(*uint8)(value))
	case 2:
		fill(run[uint16](dst, from, n), *(*uint16)(value))
	case 4:
		fill(run[uint32](dst, from, n), *(*uint32)(value))
	case 8:
		fill(run[uint64](dst, from, n), *(*uint64)(value))
	}
}

// write copies n kept elements to their places.
func (p *pad) write(dst, operand, scratch unsafe.Pointer, from, n int) {
	if p.kept == nil {
		if n > 0 {
			p.padded.Write(dst, unsafe.Add(operand, from*p.elementSize), from, n)
		}
		return
	}
	for end := from + n; from < end; from += keptBlock {
		count := min(keptBlock, end-from)
		p.kept.Read(scratch, operand, from, count)
		p.padded.Write(dst, scratch, from, count)
	}
}
