package program

import (
	"unsafe"

	"github.com/gomlx/compute"

	"ebim/framework/engine/kernel"
	"ebim/framework/engine/kernel/elementwise"
	"ebim/framework/engine/kernel/view"
)

// operation is one kernel call on a block: an elementwise kernel, a copy from a view, or a reduction.
type operation struct {
	kernel       kernel.Elementwise
	read         *view.Copier
	reduce       *blockReduction
	product      *productInstruction
	dst, x, y, z address
}

// filling repeats one element over a block.
type filling struct {
	fill   func(dst, x unsafe.Pointer, n int)
	dst, x address
}

// blockReduction reduces a block to elements of a result, or to its element or row of the partial results.
type blockReduction struct {
	reduction
	result   address
	partial  address // meaningful if the loop has several blocks for one element of the result
	partials int     // partial results for each element; 0: none
}

// prepare settles the blocks, and the storage of partial results.
func (l *loop) prepare() {
	l.blocks = newBlocks(l.size, l.row, l.mostElements())
	for _, m := range l.members {
		r := m.reduce
		if r == nil || r.inner > 0 || l.blocks.count <= 1 || r.rows != nil && l.blocks.perRow == 1 {
			continue
		}
		elements := l.blocks.count
		if r.columns != nil {
			elements *= r.length
		}
		r.partial = newValue(shapeOf(m.result, elements), l.index)
	}
}

// assembler turns a loop's members into operations on blocks.
type assembler struct {
	loop      *loop
	slots     slots
	setup     []filling   // once for each task
	body      []operation // for each block
	where     map[*value]address
	slotOf    map[*value]int
	lastUse   map[*value]int // the last member that takes a value from a block of scratch
	slotBytes int
	products  int // bytes of scratch that products need
}

func (l *loop) build() (instruction, int) {
	a := &assembler{loop: l, where: map[*value]address{}, slotOf: map[*value]int{}, lastUse: map[*value]int{}}
	a.slotBytes = (l.blocks.length*l.widest() + 63) &^ 63
	for i, m := range l.members {
		for _, in := range m.inputs {
			a.lastUse[a.key(in)] = i
		}
	}
	for i, m := range l.members {
		a.add(i, m)
	}
	in := &loopInstruction{blocks: l.blocks, setup: a.setup, body: a.body, perTask: l.blocksPerTask()}
	scratch := a.slots.most * a.slotBytes
	if a.products > 0 {
		in.products = scratch
	}
	return in, scratch + a.products
}

// key returns what a block of scratch is known by: the operation that makes it, or the view that it is read from.
func (a *assembler) key(v *value) *value {
	if a.loop.makes(v) {
		return v.source
	}
	return v
}

func (a *assembler) add(position int, m *member) {
	if m.product != nil {
		in, scratch := m.product.instruction(a.loop.blocks.length / m.product.n)
		a.products = max(a.products, scratch)
		op := operation{product: in, dst: a.destination(m)}
		if len(m.inputs) > 0 {
			in.adds, in.addendStride, op.x = true, m.addendStride, a.addend(m.inputs[0], m.addendStride)
		}
		a.body = append(a.body, op)
		return
	}
	if m.op == compute.OpTypeIdentity && a.readsInto(m) {
		return
	}
	var operands [3]address
	call, scalar := a.scalarKernel(m)
	for i, in := range m.inputs {
		if i == scalar {
			operands[i] = in.at().fixed()
		} else {
			operands[i] = a.operand(in)
		}
	}
	for _, in := range m.inputs {
		a.release(in, position)
	}
	if m.reduce != nil {
		a.body = append(a.body, operation{reduce: a.reduction(m), x: operands[0]})
		return
	}
	a.body = append(a.body,
		operation{kernel: call, dst: a.destination(m), x: operands[0], y: operands[1], z: operands[2]})
}

// addend returns where what is added to a product lies: rows of its own, or one that is added to all.
func (a *assembler) addend(v *value, stride int) address {
	if at, ok := a.where[a.key(v)]; ok && a.loop.makes(v) {
		return at
	}
	if stride == 0 {
		return v.at().fixed()
	}
	return v.at()
}

// scalarKernel returns the member's kernel and the position of an operand that it takes as one element instead of a
// block, or none.
func (a *assembler) scalarKernel(m *member) (call kernel.Elementwise, scalar int) {
	if m.reduce == nil {
		for i, in := range m.inputs {
			if in.uniform && !a.loop.makes(in) {
				if k := elementwise.FindScalar(m.op, in.shape.DType, i); k != nil {
					return k, i
				}
			}
		}
	}
	return m.kernel, none
}

// operand returns where a block of the value lies: where an operation of the loop left it, in its own storage if it is
// row-major, or in a block of scratch that it is copied to first.
func (a *assembler) operand(v *value) address {
	key := a.key(v)
	if at, ok := a.where[key]; ok {
		return at
	}
	if !v.uniform && v.view.IsContiguous() {
		a.where[key] = v.at()
		return v.at()
	}
	if v.uniform {
		at := a.block(a.slots.fresh())
		a.where[key] = at
		a.setup = append(a.setup, filling{fill: elementwise.Fill(v.shape.DType), dst: at, x: v.at()})
		return at
	}
	slot := a.slots.take()
	a.slotOf[key], a.where[key] = slot, a.block(slot)
	a.body = append(a.body, operation{read: view.NewCopier(v.view, v.elementSize()), dst: a.block(slot),
		x: v.storage()})
	return a.block(slot)
}

// block returns a block of scratch.
func (a *assembler) block(slot int) address {
	return address{base: scratchBase, offset: slot * a.slotBytes}
}

// readsInto lets a copy read its view straight into its own storage.
func (a *assembler) readsInto(m *member) bool {
	v := m.inputs[0]
	if _, read := a.where[a.key(v)]; read || v.uniform || v.view.IsContiguous() {
		return false
	}
	a.body = append(a.body, operation{read: view.NewCopier(v.view, v.elementSize()), dst: a.destination(m),
		x: v.storage()})
	return true
}

// release gives a block of scratch back after its last use.
func (a *assembler) release(v *value, position int) {
	key := a.key(v)
	if slot, ok := a.slotOf[key]; ok && a.lastUse[key] == position {
		a.slots.give(slot)
		delete(a.slotOf, key)
	}
}

// destination returns where a member writes: its storage, or a block of scratch.
func (a *assembler) destination(m *member) address {
	at := m.result.at()
	if !m.result.stored {
		slot := a.slots.take()
		at = a.block(slot)
		if _, used := a.lastUse[m.result]; used {
			a.slotOf[m.result] = slot
		} else {
			a.slots.give(slot)
		}
	}
	a.where[m.result] = at
	return at
}

func (a *assembler) reduction(m *member) *blockReduction {
	r := &blockReduction{reduction: *m.reduce, result: m.result.at()}
	if m.reduce.partial == nil {
		return r
	}
	r.partial = m.reduce.partial.at()
	r.partials = a.loop.blocks.perRow
	if r.columns != nil {
		r.partials = a.loop.blocks.count
	}
	return r
}

// widest returns the size in bytes of the largest element that passes through a block.
func (l *loop) widest() int {
	bytes := 1
	for _, m := range l.members {
		bytes = max(bytes, m.result.elementSize())
		for _, in := range m.inputs {
			bytes = max(bytes, in.elementSize())
		}
	}
	return bytes
}

// A task is worth a thread from about this many operations on elements.
const taskWork = 1 << 17

func (l *loop) blocksPerTask() int {
	work := l.blocks.length * len(l.members)
	for _, m := range l.members {
		if m.product != nil {
			work += l.blocks.length * m.product.k
		}
	}
	work = max(work, 1)
	return max(taskWork/work, 1)
}

// reuse reports whether a result may overwrite an operand that no later step reads: each block of it is read for the
// last time when the result's block is written, or before.
func (l *loop) reuse(output, input *value) bool {
	if output.elementSize() != input.elementSize() || output.size() != input.size() || output.reduced {
		return false
	}
	written := -1
	for i, m := range l.members {
		if m.result == output {
			written = i
		}
		if p := m.product; p != nil && (p.left.source == input || p.packed.source == input) {
			return false
		}
		for _, in := range m.inputs {
			if in.source == input && (!in.flat || in.uniform || written >= 0 && written < i) {
				return false
			}
		}
	}
	return written >= 0
}

// slots numbers blocks of scratch.
type slots struct {
	free []int
	most int
}

func (s *slots) take() int {
	if last := len(s.free) - 1; last >= 0 {
		slot := s.free[last]
		s.free = s.free[:last]
		return slot
	}
	return s.fresh()
}

// fresh returns a slot that nothing else uses, before or after: it is filled before the first block.
func (s *slots) fresh() int {
	s.most++
	return s.most - 1
}

func (s *slots) give(slot int) { s.free = append(s.free, slot) }
