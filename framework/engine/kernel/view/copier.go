package view

import (
	"unsafe"

	"ebim/framework/engine/kernel/processor"
)

// Copier copies ranges of a view's elements, in its row-major order, to and from contiguous storage. It is prepared
// once, is never changed, and allocates nothing when it runs.
type Copier struct {
	elementSize int
	offset      int         // of the view's start, in bytes
	outer       []outerAxis // all but the last two axes of the coalesced view, or three of short rows
	inner       tile
	read, write tileCopy
}

// outerAxis steps by stride bytes between blocks of size elements.
type outerAxis struct{ stride, size int }

// tile is the last two axes of a view, of any length from 0; strides count elements.
type tile struct {
	rows, columns           int
	rowStride, columnStride int
	vectors                 bool // AVX2 may be used
	planes, planeStride     int  // of short rows: one axis more, 0 if the tile has none
}

// tileCopy copies n elements from the from-th on between contiguous storage and a tile.
type tileCopy func(t *tile, contiguous, strided unsafe.Pointer, from, n int)

// NewCopier prepares copies of a view whose elements have 1, 2, 4 or 8 bytes.
func NewCopier(v View, elementSize int) *Copier {
	return NewCopierAt(processor.Best(), v, elementSize)
}

// NewCopierAt is NewCopier with the instructions of one level.
func NewCopierAt(level processor.Level, v View, elementSize int) *Copier {
	v = v.Coalesce()
	rank := len(v.Dimensions)
	c := &Copier{elementSize: elementSize, offset: v.Offset * elementSize,
		inner: tile{rows: 1, columns: 1, columnStride: 1, vectors: level >= processor.AVX2}}
	if rank > 0 {
		c.inner.columns, c.inner.columnStride = v.Dimensions[rank-1], v.Strides[rank-1]
	}
	if rank > 1 {
		c.inner.rows, c.inner.rowStride = v.Dimensions[rank-2], v.Strides[rank-2]
	}
	size, inside := c.inner.rows*c.inner.columns, 2
	if rank > 2 && elementSize == 4 && c.inner.hasShortRows() {
		c.inner.planes, c.inner.planeStride = v.Dimensions[rank-3], v.Strides[rank-3]
		size, inside = size*c.inner.planes, 3
	}
	c.outer = make([]outerAxis, max(0, rank-inside))
	for axis := rank - inside - 1; axis >= 0; axis-- {
		c.outer[axis] = outerAxis{stride: v.Strides[axis] * elementSize, size: size}
		size *= v.Dimensions[axis]
	}
	switch elementSize {
	case 1:
		c.read, c.write = tileCopies[uint8](c.inner)
	case 2:
		c.read, c.write = tileCopies[uint16](c.inner)
	case 4:
		c.read, c.write = tileCopies[uint32](c.inner)
	case 8:
		c.read, c.write = tileCopies[uint64](c.inner)
	default:
		panic("view: elements must have 1, 2, 4 or 8 bytes")
	}
	return c
}

// Read sets dst[0:n] to the view's elements from, from+1, ..., from+n-1.
func (c *Copier) Read(dst, storage unsafe.Pointer, from, n int) {
	if n > 0 {
		c.walk(c.read, 0, dst, unsafe.Add(storage, c.offset), from, n)
	}
}

// Write sets the view's elements from, from+1, ..., from+n-1 to src[0:n].
func (c *Copier) Write(storage, src unsafe.Pointer, from, n int) {
	if n > 0 {
		c.walk(c.write, 0, src, unsafe.Add(storage, c.offset), from, n)
	}
}

func (c *Copier) walk(f tileCopy, axis int, contiguous, strided unsafe.Pointer, from, n int) {
	if axis == len(c.outer) {
		f(&c.inner, contiguous, strided, from, n)
		return
	}
	outer := c.outer[axis]
	block := from / outer.size
	from -= block * outer.size
	for done := 0; done < n; block++ {
		count := min(n-done, outer.size-from)
		c.walk(f, axis+1, unsafe.Add(contiguous, done*c.elementSize),
			unsafe.Add(strided, block*outer.stride), from, count)
		done += count
		from = 0
	}
}
