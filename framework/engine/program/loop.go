package program

import (
	"fmt"
	"slices"
	"sort"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
	"ebim/framework/engine/kernel/elementwise"
	"ebim/framework/engine/kernel/reduce"
)

// loop is a step that runs elementwise operations block by block over arrays of the same number of elements, in
// row-major order, and reduces them on the way. What one operation makes and another takes stays in a block of
// scratch, small enough for the first-level cache.
type loop struct {
	index   int
	size    int // elements
	members []*member
	row     int // the length of the rows that its reductions see and its products have, 0 without these

	products int // members that are products; they come first
	most     int // the length of blocks, where a product has been taken out; else 0

	blocks blocks
}

// member is one operation of a loop.
type member struct {
	op      compute.OpType // OpTypeIdentity: a copy
	kernel  kernel.Elementwise
	inputs  []*value
	result  *value
	reduce  *reduction   // of a reduction
	product *productStep // of a product whose rows the loop computes block by block

	addendStride int // of a product with an input, that is added to it: elements from one row to the next
}

// reduction is a member whose result has fewer elements: of each row, of each column, or, if inner is not 0, of the
// columns of each of the matrices [length / inner, inner] that rows are.
type reduction struct {
	rows    kernel.ReduceRows
	columns kernel.ReduceColumns
	length  int    // of a row
	inner   int    // columns of a row's matrix; 0 if rows are none
	count   int    // rows
	partial *value // a partial result for each block, when there are several
}

// A loop takes this many operations at most; more would fill the cache with blocks, and compile slowly.
const mostMembers = 64

func (s *schedule) addElementwise(node *ir.Node, inputs []*value) (*value, error) {
	operand := inputs[len(inputs)-1].shape.DType
	m := &member{op: node.Op, inputs: inputs, kernel: elementwise.Find(node.Op, operand, node.Shape.DType)}
	if m.kernel == nil {
		return nil, fmt.Errorf("there is no kernel for %s elements", operand)
	}
	l := s.loopFor(node.Shape.Size(), inputs)
	m.result = newValue(node.Shape, l.index)
	l.members = append(l.members, m)
	return m.result, nil
}

// copy returns a row-major copy of a value.
func (s *schedule) copy(v *value) *value {
	l := s.loopFor(v.size(), []*value{v})
	m := &member{op: compute.OpTypeIdentity, inputs: []*value{v}, kernel: copies[v.elementSize()],
		result: newValue(v.shape, l.index)}
	l.members = append(l.members, m)
	return m.result
}

// copies are the kernels of OpTypeIdentity, by element size.
var copies = map[int]kernel.Elementwise{1: copyElements[uint8], 2: copyElements[uint16], 4: copyElements[uint32],
	8: copyElements[uint64]}

func copyElements[T kernel.Element](dst, x, _, _ unsafe.Pointer, n int) {
	copy(kernel.Slice[T](dst, n), kernel.Slice[T](x, n))
}

// loopFor returns the loop that an operation over size elements of the given operands joins, or a new one. It may stand
// before the last step, if its operands are there by then.
func (s *schedule) loopFor(size int, inputs []*value) *loop {
	if s.fuse {
		earliest := 0
		for _, in := range inputs {
			after := in.home + 1
			if l := s.loopAt(in.home); l != nil && l.makes(in) && l.size == size {
				after = in.home
			}
			earliest = max(earliest, after)
		}
		if l := s.openLoop(size, earliest, inputs); l != nil {
			return l
		}
	}
	return s.newLoop(size)
}

func (s *schedule) newLoop(size int) *loop {
	l := &loop{index: len(s.steps), size: size}
	s.add(l)
	s.loops[size] = append(s.loops[size], l)
	return l
}

func (s *schedule) loopAt(step int) *loop {
	if step == before {
		return nil
	}
	l, _ := s.steps[step].(*loop)
	return l
}

// makes reports whether the value is a block of the loop: an elementwise result, in the loop's order.
func (l *loop) makes(v *value) bool {
	return v.source.home == l.index && v.flat && !v.source.reduced
}

// openLoop returns the first loop from a step on that shares an operand, or makes one; no other is worth joining.
func (s *schedule) openLoop(size, earliest int, inputs []*value) *loop {
	loops := s.loops[size]
	first := sort.Search(len(loops), func(i int) bool { return loops[i].index >= earliest })
	const looked = 6
	for _, l := range loops[first:min(first+looked, len(loops))] {
		if len(l.members) < mostMembers && l.shares(inputs) {
			return l
		}
	}
	return nil
}

func (l *loop) shares(inputs []*value) bool {
	for _, in := range inputs {
		if in.home == l.index {
			return true
		}
	}
	for _, m := range l.members {
		for _, in := range m.inputs {
			if in.uniform {
				continue
			}
			for _, mine := range inputs {
				if mine.source == in.source {
					return true
				}
			}
		}
	}
	return false
}

// addReduction joins the loop that makes its operand, if its rows fit that loop's, or starts one.
func (s *schedule) addReduction(node *ir.Node, in *value) (*value, error) {
	axes := node.Attributes.(ir.Reduce).Axes
	kept, reduced := 1, 1
	var keptAxes []int
	for axis, d := range in.shape.Dimensions {
		if slices.Contains(axes, axis) {
			reduced *= d
		} else {
			kept *= d
			keptAxes = append(keptAxes, axis)
		}
	}
	r := &reduction{}
	switch order := orderOf(in.shape.Dimensions, axes); {
	case order == reducedFirst && (in.size() <= blockElements || kept <= blockElements/8):
		r.columns, r.length = reduce.Columns(node.Op, in.shape.DType), kept
	case order == reducedFirst:
		return s.addColumns(node, s.contiguous(in), reduced, kept)
	default:
		r.rows, r.length, r.count = reduce.Rows(node.Op, in.shape.DType), reduced, kept
		permutation := append(keptAxes, axes...)
		if inner, last := keptLast(in.shape.Dimensions, axes); sumsFew(node, reduced, inner) {
			r.rows, r.columns = nil, reduce.Columns(node.Op, in.shape.DType)
			r.length, r.inner, r.count = reduced*inner, inner, kept/inner
			before := len(keptAxes) - last
			permutation = slices.Concat(keptAxes[:before], axes, keptAxes[before:])
		}
		if order == mixed {
			as := in.view.Transpose(permutation)
			shape := in.shape.Clone()
			shape.Dimensions = as.Dimensions
			in = viewOf(in, shape, as)
		}
	}
	if r.rows == nil && r.columns == nil {
		return nil, fmt.Errorf("there is no kernel for %s elements", in.shape.DType)
	}
	l := s.loopFor(in.size(), []*value{in})
	if l.row != 0 && l.row != r.length && l.size > blockElements {
		l = s.newLoop(in.size()) // a loop's blocks hold whole rows of one length
	}
	l.row = r.length
	result := newValue(node.Shape, l.index)
	result.reduced = true
	l.members = append(l.members, &member{op: node.Op, inputs: []*value{in}, result: result, reduce: r})
	return result, nil
}

// keptLast returns the number of elements, and of axes, behind the last axis that is reduced.
func keptLast(dimensions, reduced []int) (elements, axes int) {
	elements = 1
	for axis := len(dimensions) - 1; axis >= 0 && !slices.Contains(reduced, axis); axis-- {
		elements *= dimensions[axis]
		axes++
	}
	return elements, axes
}

// sumsFew reports whether a sum of few terms, as of the pixels of a pooled square, is one of columns of numbers
// that lie side by side, enough of them. The columns' kernel adds up to four terms in the order of the rows' kernel.
func sumsFew(n *ir.Node, terms, columns int) bool {
	const mostTerms, fewestColumns = 4, 8
	return n.Op == compute.OpTypeReduceSum && n.Shape.DType == dtypes.Float32 && terms > 1 && terms <= mostTerms &&
		columns >= fewestColumns && terms*columns <= blockElements
}

const (
	reducedLast = iota
	reducedFirst
	mixed
)

// orderOf says where the reduced axes stand among those of length other than 1.
func orderOf(dimensions, axes []int) int {
	changes, first, last := 0, -1, -1
	for axis, d := range dimensions {
		if d == 1 {
			continue
		}
		is := 0
		if slices.Contains(axes, axis) {
			is = 1
		}
		if first < 0 {
			first = is
		} else if is != last {
			changes++
		}
		last = is
	}
	switch {
	case changes > 1:
		return mixed
	case changes == 1 && first == 1:
		return reducedFirst
	}
	return reducedLast
}

func (l *loop) reads(visit func(*value)) {
	for _, m := range l.members {
		if m.product != nil {
			m.product.reads(visit)
		}
		for _, in := range m.inputs {
			if !l.makes(in) {
				visit(in.source)
			}
		}
	}
}

func (l *loop) writes(visit func(*value)) {
	for _, m := range l.members {
		if m.result.stored || m.reduce != nil {
			visit(m.result)
		}
		if m.reduce != nil && m.reduce.partial != nil {
			visit(m.reduce.partial)
		}
	}
}

// blockElements is the most elements of a block: several blocks of float32 fit the first-level cache.
const blockElements = 1024

// blocks divides the elements of a loop. A block holds whole rows, or a piece of one row.
type blocks struct {
	size   int // elements of the loop
	row    int // of a row; 1 if the loop has none
	length int // of a full block
	perRow int // blocks in a row; 1 if a block holds whole rows
	count  int
}

// newBlocks divides size elements into blocks of at most the given number.
func newBlocks(size, row, most int) blocks {
	b := blocks{size: size, row: max(row, 1), length: min(size, most), perRow: 1}
	switch {
	case size == 0:
	case size <= most:
		b.count = 1
	case b.row <= most:
		b.length = most / b.row * b.row
		b.count = (size + b.length - 1) / b.length
	default:
		b.perRow = (b.row + most - 1) / most
		b.count = size / b.row * b.perRow
	}
	return b
}

// span returns the first element of a block and its length.
func (b *blocks) span(block int) (from, n int) {
	if b.perRow == 1 {
		from = block * b.length
		return from, min(b.length, b.size-from)
	}
	within := block % b.perRow * b.length
	return block/b.perRow*b.row + within, min(b.length, b.row-within)
}
