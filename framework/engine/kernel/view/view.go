// Package view addresses arrays by strides, and copies between such a view and contiguous storage.
//
// A view turns transposes, broadcasts, slices and reversals into arithmetic of strides, so that most of them cost
// nothing: element (i_0, i_1, ...) lies Offset + sum_a i_a Strides[a] elements after the start. What must be moved
// goes through a Copier, which reduces any pair of layouts to a few nested loops and moves 8 x 8 blocks of 4-byte
// elements where two axes change places (grid.go, tile.go). concatenate.go, pad.go and iota.go are the instructions
// that write arrays by pieces.
package view

//go:generate go run -C ../generate ./view -out ../view/words_avx2_amd64.s -stubs ../view/words_avx2_amd64.go -pkg view

import "slices"

// View is a way to address an array: the element with indices i_0, i_1, ... lies Offset + sum_a i_a*Strides[a] elements
// after its storage's start. Strides may be 0 (broadcast) or negative (reversed).
type View struct {
	Offset              int
	Dimensions, Strides []int
}

// Contiguous returns the row-major view of a whole array.
func Contiguous(dimensions []int) View {
	v := View{Dimensions: slices.Clone(dimensions), Strides: make([]int, len(dimensions))}
	stride := 1
	for axis := len(dimensions) - 1; axis >= 0; axis-- {
		v.Strides[axis] = stride
		stride *= dimensions[axis]
	}
	return v
}

// Size returns the number of elements.
func (v View) Size() int {
	size := 1
	for _, length := range v.Dimensions {
		size *= length
	}
	return size
}

// IsContiguous reports whether the elements lie in row-major order without gaps from Offset on.
func (v View) IsContiguous() bool {
	c := v.Coalesce()
	return len(c.Dimensions) == 0 || len(c.Dimensions) == 1 && c.Strides[0] == 1
}

// Transpose has axis permutation[i] of v as its axis i.
func (v View) Transpose(permutation []int) View {
	t := View{Offset: v.Offset, Dimensions: make([]int, len(permutation)), Strides: make([]int, len(permutation))}
	for i, axis := range permutation {
		t.Dimensions[i], t.Strides[i] = v.Dimensions[axis], v.Strides[axis]
	}
	return t
}

// Broadcast has the given dimensions: axis i of v is its axis axes[i], of the same length or repeated from length 1,
// and the others repeat v.
func (v View) Broadcast(dimensions, axes []int) View {
	b := View{Offset: v.Offset, Dimensions: slices.Clone(dimensions), Strides: make([]int, len(dimensions))}
	for i, axis := range axes {
		if v.Dimensions[i] == dimensions[axis] && dimensions[axis] != 1 {
			b.Strides[axis] = v.Strides[i]
		}
	}
	return b
}

// Slice takes the elements starts, starts+strides, ... below limits on each axis.
func (v View) Slice(starts, limits, strides []int) View {
	s := View{Offset: v.Offset, Dimensions: make([]int, len(starts)), Strides: make([]int, len(starts))}
	for axis, start := range starts {
		s.Dimensions[axis] = max(0, (limits[axis]-start+strides[axis]-1)/strides[axis])
		s.Strides[axis] = v.Strides[axis] * strides[axis]
		s.Offset += start * v.Strides[axis]
	}
	if s.Size() == 0 {
		s.Offset = v.Offset // it has no first element, and the storage may end where that would be
	}
	return s
}

// Reverse turns axes around.
func (v View) Reverse(axes []int) View {
	r := View{Offset: v.Offset, Dimensions: slices.Clone(v.Dimensions), Strides: slices.Clone(v.Strides)}
	for _, axis := range axes {
		r.Offset += (v.Dimensions[axis] - 1) * v.Strides[axis]
		r.Strides[axis] = -v.Strides[axis]
	}
	if r.Size() == 0 {
		r.Offset = v.Offset // an axis of length 0 has no last element to start from
	}
	return r
}

// Reshape addresses the same elements in the same order with other dimensions, of the same size; it is false if strides
// can't say that.
func (v View) Reshape(dimensions []int) (View, bool) {
	c := v.Coalesce()
	r := Contiguous(dimensions)
	r.Offset = v.Offset
	if r.Size() == 0 {
		return r, true
	}
	// Each axis of c, from the last, must be the product of whole axes of the result.
	rest, stride, next := 1, 0, len(c.Dimensions)-1
	for axis := len(dimensions) - 1; axis >= 0; axis-- {
		length := dimensions[axis]
		if length == 1 {
			continue
		}
		if rest == 1 {
			rest, stride = c.Dimensions[next], c.Strides[next]
			next--
		}
		if rest%length != 0 {
			return View{}, false
		}
		r.Strides[axis] = stride
		rest /= length
		stride *= length
	}
	return r, true
}

// Coalesce has the same elements in the same order with the fewest dimensions: without those of length 1, and with
// neighbors merged where one stride reaches through both. A scalar has none.
func (v View) Coalesce() View {
	c := View{Offset: v.Offset}
	if v.Size() == 0 {
		c.Dimensions, c.Strides = []int{0}, []int{1}
		return c
	}
	for axis, length := range v.Dimensions {
		last := len(c.Dimensions) - 1
		switch {
		case length == 1:
		case last >= 0 && c.Strides[last] == length*v.Strides[axis]:
			c.Dimensions[last] *= length
			c.Strides[last] = v.Strides[axis]
		default:
			c.Dimensions = append(c.Dimensions, length)
			c.Strides = append(c.Strides, v.Strides[axis])
		}
	}
	return c
}
