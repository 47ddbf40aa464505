package index

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
)

// vectors are the index vectors of Gather and Scatter: each says where in an array a slice begins.
type vectors struct {
	read       reader
	stride     int // elements between the components of one vector
	components []component
}

// component is what one entry of a vector counts.
type component struct {
	stride int // bytes in the indexed array
	last   int // the greatest start with which the slice lies inside
}

// newVectors reads vectors along an axis of indices (beyond the last: each element is one) which point into an array of
// some dimensions, to slices of some sizes; component i counts along axes[i].
func newVectors(indices *ir.Node, vectorAxis int, axes, dimensions, sizes []int, elementSize int) (vectors, error) {
	read, err := newReader(indices.Shape.DType)
	if err != nil {
		return vectors{}, err
	}
	v := vectors{read: read}
	if vectorAxis < indices.Shape.Rank() {
		v.stride = strides(indices.Shape.Dimensions, 1)[vectorAxis]
	}
	steps := strides(dimensions, elementSize)
	for _, axis := range axes {
		v.components = append(v.components, component{steps[axis], dimensions[axis] - sizes[axis]})
	}
	return v, nil
}

// clamped returns the offset in bytes of the slice that the vector at an element points to, moved inside if need be.
func (v *vectors) clamped(indices unsafe.Pointer, element int) int {
	offset := 0
	for i, c := range v.components {
		offset += max(0, min(c.last, v.read(indices, element+i*v.stride))) * c.stride
	}
	return offset
}

// inside returns the offset in bytes of the slice that the vector at an element points to, unless it lies outside.
func (v *vectors) inside(indices unsafe.Pointer, element int) (offset int, ok bool) {
	for i, c := range v.components {
		start := v.read(indices, element+i*v.stride)
		if start < 0 || start > c.last {
			return 0, false
		}
		offset += start * c.stride
	}
	return offset, true
}

// batch loops over the vectors: element in the indices, and bytes in an array which has the axes batchAxes for those
// of the indices but the vectors' one.
func batch(indices *ir.Node, vectorAxis int, dimensions, batchAxes []int, elementSize int) (axes []axis, count int) {
	var (
		inIndices = strides(indices.Shape.Dimensions, 1)
		inArray   = strides(dimensions, elementSize)
	)
	count = 1
	for i, source := range without(indices.Shape.Rank(), []int{vectorAxis}) {
		length := indices.Shape.Dimensions[source]
		axes = append(axes, axis{length, inIndices[source], inArray[batchAxes[i]]})
		count *= length
	}
	return merge(axes), count
}

// scalars are the starts of DynamicSlice and DynamicUpdateSlice: one operand an axis.
type scalars struct {
	reads      []reader
	components []component
}

func newScalars(starts []*ir.Node, dimensions, sizes []int, elementSize int) (scalars, error) {
	var s scalars
	steps := strides(dimensions, elementSize)
	for axis, start := range starts {
		read, err := newReader(start.Shape.DType)
		if err != nil {
			return scalars{}, err
		}
		s.reads = append(s.reads, read)
		s.components = append(s.components, component{steps[axis], dimensions[axis] - sizes[axis]})
	}
	return s, nil
}

// clamped returns the offset in bytes of the slice, moved inside if need be.
func (s *scalars) clamped(starts []unsafe.Pointer) int {
	offset := 0
	for i, c := range s.components {
		offset += max(0, min(c.last, s.reads[i](starts[i], 0))) * c.stride
	}
	return offset
}

// reader reads element i of indices of some type. Those beyond int become the greatest int.
type reader func(at unsafe.Pointer, i int) int

func newReader(t dtypes.DType) (reader, error) {
	if of := readers[t]; of != nil {
		return of, nil
	}
	return nil, fmt.Errorf("index: indices of type %s are not integers", t)
}

var readers = kernel.ByType[reader](read[int8], read[int16], read[int32], read[int64],
	read[uint8], read[uint16], read[uint32], readUint64, nil, nil, nil)

func read[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32](at unsafe.Pointer, i int) int {
	return int(*(*T)(unsafe.Add(at, uintptr(i)*unsafe.Sizeof(T(0)))))
}

func readUint64(at unsafe.Pointer, i int) int {
	return int(min(*(*uint64)(unsafe.Add(at, 8*i)), math.MaxInt))
}
