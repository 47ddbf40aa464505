package program

import "unsafe"

type loopInstruction struct {
	blocks  blocks
	setup   []filling
	body    []operation
	perTask int // blocks

	products int // offset of the products' scratch, 0 if they need none
}

func (l *loopInstruction) tasks() int { return (l.blocks.count + l.perTask - 1) / l.perTask }

func (l *loopInstruction) run(t *thread, task int) {
	first := task * l.perTask
	for i := range l.setup {
		f := &l.setup[i]
		f.fill(t.at(f.dst, 0), t.at(f.x, 0), l.blocks.length)
	}
	for block := first; block < min(first+l.perTask, l.blocks.count); block++ {
		from, n := l.blocks.span(block)
		for i := range l.body {
			op := &l.body[i]
			switch {
			case op.kernel != nil:
				op.kernel(t.at(op.dst, from), t.at(op.x, from), t.at(op.y, from), t.at(op.z, from), n)
			case op.read != nil:
				op.read.Read(t.at(op.dst, from), t.at(op.x, 0), from, n)
			case op.product != nil:
				op.product.rowsOf(t, from/op.product.n, n/op.product.n, t.at(op.dst, from), t.at(op.x, from),
					unsafe.Add(t.bases[scratchBase], l.products))
			default:
				op.reduce.run(t, t.at(op.x, from), block, from, n)
			}
		}
	}
}

// run reduces a block of n elements from an element of the loop on.
func (r *blockReduction) run(t *thread, x unsafe.Pointer, block, from, n int) {
	switch {
	case r.inner > 0:
		for i := range n / r.length {
			r.columns(t.at(r.result, (from/r.length+i)*r.inner), unsafe.Add(x, r.result.scale*i*r.length),
				r.length/r.inner, r.inner)
		}
	case r.columns != nil && r.partials == 0:
		r.columns(t.at(r.result, 0), x, n/r.length, r.length)
	case r.columns != nil:
		r.columns(t.at(r.partial, block*r.length), x, n/r.length, r.length)
	case r.partials == 0:
		r.rows(t.at(r.result, from/r.length), x, n/r.length, r.length)
	default:
		r.rows(t.at(r.partial, block), x, 1, n)
	}
}

// finish reduces the partial results. A loop over nothing still has results: the neutral elements.
func (l *loopInstruction) finish(t *thread) {
	for i := range l.body {
		r := l.body[i].reduce
		if r == nil {
			continue
		}
		switch {
		case r.inner > 0:
		case l.blocks.size == 0:
			r.neutral(t)
		case r.partials == 0:
		case r.columns != nil:
			r.columns(t.at(r.result, 0), t.at(r.partial, 0), r.partials, r.length)
		default:
			r.rows(t.at(r.result, 0), t.at(r.partial, 0), l.blocks.count/r.partials, r.partials)
		}
	}
}

func (r *blockReduction) neutral(t *thread) {
	if r.columns != nil {
		r.columns(t.at(r.result, 0), nil, 0, r.length)
	} else {
		r.rows(t.at(r.result, 0), nil, r.count, 0)
	}
}
