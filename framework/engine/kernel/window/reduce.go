package window

import (
	"fmt"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
	"ebim/framework/engine/kernel/elementwise"
)

// reduce is ReduceWindow. Each row of windows begins with the neutral element; then each tap combines a whole row of
// elements with it, in ascending order of the taps.
type reduce struct {
	*windows
	fill    func(dst, x unsafe.Pointer, n int)
	combine kernel.Elementwise // over inner elements
	strided stridedReduction   // for inner = 1
	neutral [8]byte
	// joined is the number of elements of a row of the operand, if the rows that a row of windows covers are combined
	// with each other first, because elements lie side by side only along rows and the order of terms makes no
	// difference; or 0.
	joined int
}

// stridedReduction combines count elements of dst with those of x. Strides count elements.
type stridedReduction func(dst, x unsafe.Pointer, count, dstStride, xStride int)

func newReduce(n *ir.Node) (kernel.Instruction, error) {
	a := n.Attributes.(ir.ReduceWindow)
	dtype := n.Shape.DType
	elementwiseOp, known := map[compute.ReduceOpType]compute.OpType{
		compute.ReduceOpMax: compute.OpTypeMax, compute.ReduceOpMin: compute.OpTypeMin,
		compute.ReduceOpSum: compute.OpTypeAdd, compute.ReduceOpProduct: compute.OpTypeMul,
	}[a.Reduction]
	strided := reductions[dtype]
	if !known || strided == nil {
		return nil, fmt.Errorf("window: no ReduceWindow of %s with reduction %s", dtype, a.Reduction)
	}
	r := &reduce{
		windows: newWindows(n.Inputs[0].Shape.Dimensions, n.Shape.Dimensions, a, dtype.Size()),
		fill:    elementwise.Fill(dtype),
		combine: elementwise.Find(elementwiseOp, dtype, dtype),
		strided: strided(a.Reduction),
		neutral: neutral(a.Reduction, dtype),
	}
	if isExtremum := a.Reduction == compute.ReduceOpMax || a.Reduction == compute.ReduceOpMin; isExtremum &&
		r.inner == 1 && r.reach > 1 {
		r.joined = n.Inputs[0].Shape.Dimensions[len(r.outer)]
	}
	return r, nil
}

// Scratch holds the offsets of the rows that a row of windows covers, and a row.
func (r *reduce) Scratch() int { return 8*r.reach + r.joined*r.size }

func (r *reduce) Tasks() int {
	work := r.rows * r.row.positions * r.inner * r.reach * len(r.row.runs)
	return max(1, min(work/elementsPerTask, r.rows, maxTasks))
}

func (r *reduce) Run(task int, dst unsafe.Pointer, operands []unsafe.Pointer, scratch unsafe.Pointer) {
	list := unsafe.Slice((*int)(scratch), r.reach)[:0]
	rows, tasks, length := r.rows, r.Tasks(), r.row.positions*r.inner
	for row := rows * task / tasks; row < rows*(task+1)/tasks; row++ {
		result := unsafe.Add(dst, row*length*r.size)
		r.fill(result, unsafe.Pointer(&r.neutral), length)
		covered := r.offsets(list, row, 0, 0)
		if r.joined > 0 && len(covered) > 1 {
			r.join(unsafe.Add(scratch, 8*r.reach), operands[0], covered)
			r.reduceRow(result, unsafe.Add(scratch, 8*r.reach))
			continue
		}
		for _, at := range covered {
			r.reduceRow(result, unsafe.Add(operands[0], at*r.size))
		}
	}
}

// join combines rows of the operand, two or more.
func (r *reduce) join(dst, operand unsafe.Pointer, rows []int) {
	x := unsafe.Add(operand, rows[0]*r.size)
	for _, row := range rows[1:] {
		r.combine(dst, x, unsafe.Add(operand, row*r.size), nil, r.joined)
		x = dst
	}
}

// reduceRow combines a row of the operand with the results of a row of windows.
func (r *reduce) reduceRow(result, row unsafe.Pointer) {
	for i := range r.row.runs {
		r.reduceRun(result, row, &r.row.runs[i])
	}
}

// reduceRun combines one element of each window of a row with the row's results.
func (r *reduce) reduceRun(result, operand unsafe.Pointer, t *run) {
	result, operand = unsafe.Add(result, t.window*r.size), unsafe.Add(operand, t.operand*r.size)
	switch {
	case r.inner == 1:
		r.strided(result, operand, t.count, t.windowStep, t.operandStep)
	case t.windowStep == r.inner && t.operandStep == r.inner:
		r.combine(result, result, operand, nil, t.count*r.inner)
	default:
		for i := range t.count {
			to := unsafe.Add(result, i*t.windowStep*r.size)
			r.combine(to, to, unsafe.Add(operand, i*t.operandStep*r.size), nil, r.inner)
		}
	}
}

// neutral returns the bytes of the element that a reduction begins with.
func neutral(reduction compute.ReduceOpType, dtype dtypes.DType) (bytes [8]byte) {
	at := unsafe.Pointer(&bytes)
	lowest, highest, one := uint64(0), ^uint64(0)>>(64-8*dtype.Size()), uint64(1)
	switch dtype {
	case dtypes.Float32:
		lowest, highest, one = 0xff800000, 0x7f800000, 0x3f800000
	case dtypes.Float64:
		lowest, highest, one = 0xfff0000000000000, 0x7ff0000000000000, 0x3ff0000000000000
	case dtypes.BFloat16:
		lowest, highest, one = 0xff80, 0x7f80, 0x3f80
	case dtypes.Int8, dtypes.Int16, dtypes.Int32, dtypes.Int64:
		lowest = 1 << (8*dtype.Size() - 1)
		highest = lowest - 1
	}
	bits := map[compute.ReduceOpType]uint64{
		compute.ReduceOpMax: lowest, compute.ReduceOpMin: highest, compute.ReduceOpProduct: one,
	}[reduction]
	switch dtype.Size() {
	case 1:
		*(*uint8)(at) = uint8(bits)
	case 2:
		*(*uint16)(at) = uint16(bits)
	case 4:
		*(*uint32)(at) = uint32(bits)
	default:
		*(*uint64)(at) = bits
	}
	return bytes
}
