package program

import (
	"slices"
	"unsafe"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel/product"
)

// isProduct reports whether a DotGeneral is one of float32 matrices, whose operands are read through their strides.
// Others have an instruction of their own.
func isProduct(node *ir.Node) bool { return node.Shape.DType == dtypes.Float32 }

// matrices are an operand of a batched product: element (b, i, j) lies b*batch + i*row + j*column elements after the
// view's start.
type matrices struct{ batch, row, column int }

// packKey tells packed operands apart.
type packKey struct {
	source             *value
	offset             int
	matrices           matrices
	count, rows, width int
}

type packStep struct {
	operand *value
	key     packKey
	packed  *value
}

type productStep struct {
	left, right, packed, result *value
	strides, rightStrides       matrices
	packedStride                int // from one packed matrix of the batch to the next
	batch, m, k, n              int
	step                        int // the product's own
}

// addProduct multiplies the left operand [batch, m, k] by the right one [batch, k, n], each made of any axes. The right
// one is packed in a step of its own: a program packs weights once, however often it uses them.
func (s *schedule) addProduct(node *ir.Node, left, right *value) *value {
	a := node.Attributes.(ir.DotGeneral)
	leftFree := others(left.shape.Rank(), a.LeftBatch, a.LeftContracting)
	rightFree := others(right.shape.Rank(), a.RightBatch, a.RightContracting)
	p := &productStep{batch: count(left, a.LeftBatch), m: count(left, leftFree), k: count(left, a.LeftContracting),
		n: count(right, rightFree)}
	var strides matrices
	p.left, p.strides = s.matrices(left, a.LeftBatch, leftFree, a.LeftContracting, p.n > 1)
	right, strides = s.matrices(right, a.RightBatch, a.RightContracting, rightFree, true)
	p.right, p.rightStrides, p.packed, p.packedStride = right, strides, right, strides.batch
	if !product.IsPacked(p.k, p.n, strides.row, strides.column) {
		p.packed = s.pack(right, packKey{right.source, right.view.Offset, strides, p.batch, p.k, p.n})
		p.packedStride = product.PackedSize(p.k, p.n)
	}
	p.step = len(s.steps)
	p.result = newValue(node.Shape, p.step)
	s.add(p)
	return p.result
}

func (s *schedule) pack(operand *value, key packKey) *value {
	if s.packs[key] == nil {
		size := key.count * product.PackedSize(key.rows, key.width)
		s.packs[key] = newValue(shapes.Make(dtypes.Float32, size), len(s.steps))
		s.add(&packStep{operand, key, s.packs[key]})
	}
	return s.packs[key]
}

// matrices returns the operand with its axes grouped, copied if one of the groups has no single stride: with neighbors
// side by side where they are in the source, if any order will do. A product with a vector sums up in another order if
// its rows are not contiguous. All strides of nothing are 0, for no address may leave its array, read or not.
func (s *schedule) matrices(v *value, batch, rows, columns []int, anyOrder bool) (*value, matrices) {
	if v.size() == 0 {
		return v, matrices{}
	}
	b, ok := stride(v, batch)
	r, rowsOK := stride(v, rows)
	c, columnsOK := stride(v, columns)
	if ok && rowsOK && columnsOK {
		return v, matrices{b, r, c}
	}
	inner := func(axis int) bool { return v.view.Strides[axis] == 1 && v.view.Dimensions[axis] > 1 }
	b, r, c = count(v, rows)*count(v, columns), count(v, columns), 1
	order := slices.Concat(batch, rows, columns)
	if anyOrder && slices.ContainsFunc(rows, inner) {
		r, c = 1, count(v, rows)
		order = slices.Concat(batch, columns, rows)
	}
	ordered := v.view.Transpose(order)
	return s.contiguous(viewOf(v, shapes.Make(v.shape.DType, ordered.Dimensions...), ordered)), matrices{b, r, c}
}

// stride returns the distance between consecutive elements along axes taken as one, if there is one.
func stride(v *value, axes []int) (step int, ok bool) {
	length := 1
	for i := len(axes) - 1; i >= 0; i-- {
		d := v.view.Dimensions[axes[i]]
		switch {
		case d == 1:
		case length == 1:
			step, length = v.view.Strides[axes[i]], d
		case v.view.Strides[axes[i]] != step*length:
			return 0, false
		default:
			length *= d
		}
	}
	return step, true
}

func count(v *value, axes []int) int {
	n := 1
	for _, axis := range axes {
		n *= v.shape.Dimensions[axis]
	}
	return n
}

// others returns the axes that are in neither list.
func others(rank int, a, b []int) []int {
	var free []int
	for axis := range rank {
		if !slices.Contains(a, axis) && !slices.Contains(b, axis) {
			free = append(free, axis)
		}
	}
	return free
}

func (p *packStep) reads(visit func(*value))  { visit(p.operand.source) }
func (p *packStep) writes(visit func(*value)) { visit(p.packed) }
func (p *packStep) prepare()                  {}
func (p *packStep) reuse(_, _ *value) bool    { return false }
func (p *packStep) build() (instruction, int) {
	return &packInstruction{single{}, p.operand.at(), p.packed.at(), p.key,
		product.PackedSize(p.key.rows, p.key.width)}, 0
}

type packInstruction struct {
	single
	from, to address
	key      packKey
	size     int
}

func (p *packInstruction) run(t *thread, _ int) {
	for i := range p.key.count {
		m := p.key.matrices
		product.Pack(t.at(p.to, i*p.size), t.at(p.from, i*m.batch), p.key.rows, p.key.width, m.row, m.column)
	}
}

func (p *productStep) reads(visit func(*value)) {
	visit(p.left.source)
	visit(p.packed.source)
}
func (p *productStep) writes(visit func(*value)) { visit(p.result) }
func (p *productStep) prepare()                  {}
func (p *productStep) reuse(_, _ *value) bool    { return false }

// A task of a product is worth a thread from about this many multiply-adds. The packed operand of a large one, which no
// cache holds, is fetched anew for each task: such a product has no more than about largeTasks of them.
const (
	taskProducts = 1 << 19
	largeTasks   = 16
)

func (p *productStep) build() (instruction, int) {
	rows := max(taskProducts/max(p.k*p.n, 1), min(p.m/largeTasks, product.BlockRows(p.k)), 1)
	block := product.PanelRows()
	return p.instruction(min((rows+block-1)/block*block, max(p.m, 1)))
}

// instruction computes the given number of rows at a time.
func (p *productStep) instruction(rows int) (*productInstruction, int) {
	return &productInstruction{
		left: p.left.at(), packed: p.packed.at(), result: p.result.at(), strides: p.strides,
		batch: p.batch, m: p.m, k: p.k, n: p.n, packedStride: p.packedStride,
		rows: rows, chunks: (p.m + rows - 1) / rows, group: max(taskProducts/max(rows*p.k*p.n, 1), 1),
	}, product.Scratch(rows, p.k, p.n)
}

// productInstruction computes batch x chunks pieces of rows; a task is a group of them.
type productInstruction struct {
	complete
	left, packed, result address
	strides              matrices
	batch, m, k, n       int
	packedStride         int
	rows, chunks, group  int

	adds         bool // rowsOf adds something, in rows addendStride apart
	addendStride int
}

func (p *productInstruction) tasks() int { return (p.batch*p.chunks + p.group - 1) / p.group }

func (p *productInstruction) run(t *thread, task int) {
	for piece := task * p.group; piece < min((task+1)*p.group, p.batch*p.chunks); piece++ {
		b, from := piece/p.chunks, piece%p.chunks*p.rows
		left := product.Left{Data: t.at(p.left, b*p.strides.batch), RowStride: p.strides.row,
			ColumnStride: p.strides.column}
		product.Multiply(t.at(p.result, b*p.m*p.n), p.n, left, t.at(p.packed, b*p.packedStride), from,
			min(from+p.rows, p.m), p.k, p.n, t.bases[scratchBase])
	}
}

// rowsOf computes some rows of a single product into contiguous storage, and adds the addend's if it has one.
func (p *productInstruction) rowsOf(t *thread, from, rows int, dst, addend, scratch unsafe.Pointer) {
	left := product.Left{Data: t.at(p.left, from*p.strides.row), RowStride: p.strides.row,
		ColumnStride: p.strides.column}
	if p.adds {
		product.MultiplyAdd(dst, p.n, addend, p.addendStride, left, t.at(p.packed, 0), 0, rows, p.k, p.n, scratch)
		return
	}
	product.Multiply(dst, p.n, left, t.at(p.packed, 0), 0, rows, p.k, p.n, scratch)
}

type single struct{ complete }

func (single) tasks() int { return 1 }
