package program

import (
	"unsafe"

	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/kernel/view"
	"ebim/framework/engine/memory"
)

// value is an array of the program: the result of a step, a parameter, a constant, or a view of one of these.
type value struct {
	shape   shapes.Shape
	source  *value    // whose storage it is a view of; itself if it is stored row-major
	view    view.View // of the source's storage, in elements of this value's type
	home    int       // the step that computes the source, before for what is there from the start
	flat    bool      // its elements are the source's, in the same order
	uniform bool      // its elements are all the same one

	// What follows is set for sources.
	base, offset int  // its place, once planned
	stored       bool // some other step reads it, or it is an output
	last         int  // the last step that reads it
	reduced      bool // a reduction of its loop made it
}

const before = -1

// newValue returns a row-major array which the given step computes.
func newValue(shape shapes.Shape, home int) *value {
	v := &value{shape: shape, view: view.Contiguous(shape.Dimensions), home: home, flat: true,
		uniform: shape.Size() == 1, base: arenaBase, last: home}
	v.source = v
	return v
}

// viewOf returns a value of a view of another one's storage.
func viewOf(v *value, shape shapes.Shape, as view.View) *value {
	flat := as.Offset == 0 && as.Size() == v.source.size() && as.IsContiguous() &&
		v.elementSize() == v.source.elementSize()
	return &value{shape: shape, source: v.source, view: as, home: v.home, flat: flat, uniform: uniform(as)}
}

func (v *value) size() int        { return v.shape.Size() }
func (v *value) elementSize() int { return int(v.shape.DType.Size()) }

// uniform reports whether all elements of a view are the same one.
func uniform(v view.View) bool {
	for axis, d := range v.Dimensions {
		if d == 0 || d > 1 && v.Strides[axis] != 0 {
			return false
		}
	}
	return true
}

// at returns the address of the value's first element. Element i of a row-major value lies scale*i bytes further.
func (v *value) at() address {
	size := v.elementSize()
	return address{base: v.source.base, scale: size, offset: v.source.offset + size*v.view.Offset}
}

// storage returns the address of the source's first element, from which views count.
func (v *value) storage() address { return address{base: v.source.base, offset: v.source.offset} }

// constants are what a program's constants hold, one after another.
type constants struct{ bytes []byte }

// add copies bytes and returns their offset, aligned to a cache line. No bytes at all are at the start.
func (c *constants) add(from unsafe.Pointer, bytes int) int {
	if bytes == 0 {
		return 0
	}
	offset := rounded(len(c.bytes))
	c.bytes = append(c.bytes, make([]byte, offset-len(c.bytes))...)
	c.bytes = append(c.bytes, unsafe.Slice((*byte)(from), bytes)...)
	return offset
}

// block returns a copy that is aligned to a cache line.
func (c *constants) block() []byte {
	block := unsafe.Slice((*byte)(memory.Block(len(c.bytes))), len(c.bytes))
	copy(block, c.bytes)
	return block
}

func rounded(bytes int) int { return (bytes + 63) &^ 63 }

const none = -1
