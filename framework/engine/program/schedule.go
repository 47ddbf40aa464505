package program

import (
	"fmt"

	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/kernel/view"
)

// step computes values. Steps run one after another.
type step interface {
	reads(visit func(*value))        // sources that earlier steps computed
	writes(visit func(*value))       // sources that it computes
	prepare()                        // settles what memory it needs, once it is known which values are stored
	reuse(output, input *value) bool // whether output may take input's place, when no later step reads that
	build() (instruction, int)       // the instruction and its scratch in bytes, once memory is planned
}

// schedule is the program while nodes are added to it.
type schedule struct {
	fuse      bool
	options   Options // of the programs of loops
	steps     []step
	values    []*value // by node
	users     []int    // elementwise operations that take a node
	constants constants
	inputs    []*value // the parameters
	outputs   []*value
	loops     map[int][]*loop   // by number of elements, in the order of steps
	copies    map[string]*value // row-major copies of views, by source and view
	packs     map[packKey]*value
}

func newSchedule(fuse bool) *schedule {
	return &schedule{fuse: fuse, loops: map[int][]*loop{}, copies: map[string]*value{}, packs: map[packKey]*value{}}
}

func (s *schedule) add(st step) { s.steps = append(s.steps, st) }

// A small view that many loops read (the biases of a network, broadcast to a batch, in each of its applications) is
// copied once instead of block by block in each loop.
const (
	sizeOfCopy = 1 << 14
)

// contiguous returns the value stored row-major: itself, or a copy that all users share.
func (s *schedule) contiguous(v *value) *value {
	if v.view.IsContiguous() {
		return v
	}
	key := fmt.Sprintf("%p %d %v", v.source, v.elementSize(), v.view.Coalesce())
	if s.copies[key] == nil {
		s.copies[key] = s.copy(v)
	}
	return viewOf(s.copies[key], v.shape, view.Contiguous(v.shape.Dimensions))
}

// shapeOf returns a one-dimensional shape for storage that no node has.
func shapeOf(v *value, elements int) shapes.Shape { return shapes.Make(v.shape.DType, elements) }

// Options are the compiler's settings.
type Options struct {
	Fuse    bool // elementwise operations share loops; off only for tests
	Threads int  // cores that one large operation may use; 0: all of them
}
