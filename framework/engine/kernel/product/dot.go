package product

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/gomlx/compute/dtypes/bfloat16"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
)

// New prepares a DotGeneral of contiguous operands of any type of numbers but float32, which has Multiply. bfloat16 is
// summed as float32 and then truncated, and integers wrap around.
func New(n *ir.Node) (kernel.Instruction, error) {
	newProduct := products[n.Shape.DType]
	if newProduct == nil {
		return nil, fmt.Errorf("product: DotGeneral has no form for %s", n.Shape.DType)
	}
	return newProduct(newDot(n)), nil
}

var products = kernel.ByType(sameType[int8], sameType[int16], sameType[int32], sameType[int64],
	sameType[uint8], sameType[uint16], sameType[uint32], sameType[uint64],
	nil, sameType[float64], func(d dot) kernel.Instruction {
		return &genericDot[bfloat16.BFloat16, float32]{d, bfloat16.BFloat16.Float32, bfloat16.FromFloat32}
	})

// dot is a product of matrices [m, k] and [k, n] for each element of the batch. An operand is addressed by the sum of
// the offsets, in elements, of its batch, free and contracting axes.
type dot struct {
	left, right  offsets
	batch        int
	m, k, n      int
	rows, chunks int // the rows of each matrix are split into chunks
	group        int // chunks a task
}

type offsets struct{ batch, free, contracting []int }

// A task is worth a thread from about this many multiply-adds.
const taskProducts = 1 << 19

func newDot(n *ir.Node) dot {
	axes := n.Attributes.(ir.DotGeneral)
	d := dot{
		left:  newOffsets(n.Inputs[0].Shape, axes.LeftBatch, axes.LeftContracting),
		right: newOffsets(n.Inputs[1].Shape, axes.RightBatch, axes.RightContracting),
	}
	d.batch, d.m, d.k, d.n = len(d.left.batch), len(d.left.free), len(d.left.contracting), len(d.right.free)
	d.rows = max(1, min(d.m, taskProducts/max(1, d.k*d.n)))
	d.chunks = (d.m + d.rows - 1) / d.rows
	d.group = max(1, taskProducts/max(1, d.rows*d.k*d.n))
	return d
}

func newOffsets(shape shapes.Shape, batch, contracting []int) offsets {
	var free []int
	for axis := range shape.Rank() {
		if !slices.Contains(batch, axis) && !slices.Contains(contracting, axis) {
			free = append(free, axis)
		}
	}
	return offsets{axesOffsets(shape, batch), axesOffsets(shape, free), axesOffsets(shape, contracting)}
}

// axesOffsets returns the offsets of all elements along some axes, the last axis fastest.
func axesOffsets(shape shapes.Shape, axes []int) []int {
	strides := shape.Strides()
	list := []int{0}
	for _, axis := range axes {
		var next []int
		for _, offset := range list {
			for i := range shape.Dimensions[axis] {
				next = append(next, offset+i*strides[axis])
			}
		}
		list = next
	}
	return list
}

func (d *dot) Tasks() int { return (d.batch*d.chunks + d.group - 1) / d.group }

// pieces returns the chunks of a task.
func (d *dot) pieces(task int) (first, end int) {
	return task * d.group, min((task+1)*d.group, d.batch*d.chunks)
}

// piece returns a range of rows of a matrix of the batch.
func (d *dot) piece(i int) (batch, from, to int) {
	from = i % d.chunks * d.rows
	return i / d.chunks, from, min(from+d.rows, d.m)
}

// genericDot multiplies elements of type T, which it sums as S, in row order.
type genericDot[T kernel.Element, S kernel.Number] struct {
	dot
	widen  func(T) S
	narrow func(S) T
}

func sameType[T kernel.Number](d dot) kernel.Instruction {
	same := func(x T) T { return x }
	return &genericDot[T, T]{d, same, same}
}

// Scratch holds the right operand [k, n] and a row of sums [n].
func (d *genericDot[T, S]) Scratch() int {
	var sum S
	return (d.k + 1) * d.n * int(unsafe.Sizeof(sum))
}

func (d *genericDot[T, S]) Run(task int, dst unsafe.Pointer, operands []unsafe.Pointer, scratch unsafe.Pointer) {
	result := kernel.Slice[T](dst, d.batch*d.m*d.n)
	left := kernel.Slice[T](operands[0], d.batch*d.m*d.k)
	right := kernel.Slice[T](operands[1], d.batch*d.k*d.n)
	storage := unsafe.Slice((*S)(scratch), (d.k+1)*d.n)
	b, sums := storage[:d.k*d.n], storage[d.k*d.n:]
	packed := -1
	first, end := d.pieces(task)
	for i := first; i < end; i++ {
		batch, from, to := d.piece(i)
		if batch != packed {
			packed = batch
			d.copyRight(b, right, d.right.batch[batch])
		}
		for row := from; row < to; row++ {
			d.row(sums, left, d.left.batch[batch]+d.left.free[row], b)
			target := result[(batch*d.m+row)*d.n:]
			for j, sum := range sums {
				target[j] = d.narrow(sum)
			}
		}
	}
}

func (d *genericDot[T, S]) copyRight(b []S, right []T, at int) {
	for p, row := range d.right.contracting {
		to := b[p*d.n : (p+1)*d.n]
		for j, column := range d.right.free {
			to[j] = d.widen(right[at+row+column])
		}
	}
}

// row multiplies the row of left that begins at an offset with b [k, n].
func (d *genericDot[T, S]) row(sums []S, left []T, at int, b []S) {
	clear(sums)
	for p, column := range d.left.contracting {
		x, row := d.widen(left[at+column]), b[p*d.n:]
		for j := range sums {
			sums[j] += x * row[j]
		}
	}
}
