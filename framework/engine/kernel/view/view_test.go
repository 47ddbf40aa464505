package view

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// offsets returns the storage positions of a view's elements in row-major order.
func offsets(v View) []int {
	result := make([]int, 0, v.Size())
	indices := make([]int, len(v.Dimensions))
	for range v.Size() {
		offset := v.Offset
		for axis, index := range indices {
			offset += index * v.Strides[axis]
		}
		result = append(result, offset)
		for axis := len(indices) - 1; axis >= 0; axis-- {
			if indices[axis]++; indices[axis] < v.Dimensions[axis] {
				break
			}
			indices[axis] = 0
		}
	}
	return result
}

// drawContiguous draws a whole array of up to 4 axes, some of them of length 0 or 1.
func drawContiguous(t *rapid.T, longest int) View {
	lengths := rapid.OneOf(rapid.IntRange(1, longest), rapid.IntRange(0, 4), rapid.Just(1))
	return Contiguous(rapid.SliceOfN(lengths, 0, 4).Draw(t, "dimensions"))
}

// drawStep draws an operation that makes another view of v.
func drawStep(t *rapid.T, v View) View {
	rank := len(v.Dimensions)
	axes := make([]int, rank)
	for axis := range axes {
		axes[axis] = axis
	}
	switch rapid.SampledFrom([]string{"transpose", "broadcast", "slice", "reverse", "reshape"}).Draw(t, "operation") {
	case "transpose":
		return v.Transpose(rapid.Permutation(axes).Draw(t, "permutation"))
	case "broadcast":
		if v.Size() > 3000 || rank > 5 {
			return v
		}
		var dimensions, to []int
		repeat := rapid.IntRange(0, 12)
		for _, length := range v.Dimensions {
			if rapid.IntRange(0, 3).Draw(t, "new axis") == 0 {
				dimensions = append(dimensions, repeat.Draw(t, "length"))
			}
			if length == 1 && rapid.Bool().Draw(t, "stretch") {
				length = repeat.Draw(t, "length")
			}
			to = append(to, len(dimensions))
			dimensions = append(dimensions, length)
		}
		return v.Broadcast(dimensions, to)
	case "slice":
		starts, limits, strides := make([]int, rank), make([]int, rank), make([]int, rank)
		for axis, length := range v.Dimensions {
			starts[axis] = rapid.IntRange(0, min(length, 3)).Draw(t, "start")
			limits[axis] = rapid.IntRange(max(starts[axis], length-3), length).Draw(t, "limit")
			strides[axis] = rapid.IntRange(1, 3).Draw(t, "stride")
		}
		return v.Slice(starts, limits, strides)
	case "reverse":
		return v.Reverse(rapid.SliceOfDistinct(rapid.SampledFrom(append(axes, 0)), rapid.ID[int]).
			Filter(func(a []int) bool { return rank > 0 || len(a) == 0 }).Draw(t, "reversed"))
	default:
		var dimensions []int
		for _, length := range v.Dimensions {
			if length > 0 && length%2 == 0 {
				dimensions = append(dimensions, 2, length/2)
			} else {
				dimensions = append(dimensions, length, 1)
			}
		}
		if reshaped, ok := v.Reshape(dimensions); ok {
			return reshaped
		}
		t.Fatalf("splitting axes of %v needs no copy", v)
		return v
	}
}

// drawView draws a view and the number of elements of its storage.
func drawView(t *rapid.T, longest int) (View, int) {
	v := drawContiguous(t, longest)
	size := v.Size()
	for range rapid.IntRange(0, 4).Draw(t, "steps") {
		if len(v.Dimensions) > 8 {
			break
		}
		v = drawStep(t, v)
	}
	return v, size
}

func TestViewsStayInsideTheirStorage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, size := drawView(t, 12)
		for _, offset := range offsets(v) {
			if offset < 0 || offset >= size {
				t.Fatalf("%v addresses element %d of %d", v, offset, size)
			}
		}
	})
}

func TestOperations(t *testing.T) {
	x := Contiguous([]int{2, 3}) // 0 1 2 / 3 4 5
	reshaped, ok := x.Transpose([]int{1, 0}).Reshape([]int{3, 1, 2})
	if !ok {
		t.Error("an axis of length 1 can be put anywhere")
	}
	merged, ok := Contiguous([]int{4, 3}).Slice([]int{0, 0}, []int{4, 3},
		[]int{2, 1}).Reverse([]int{0}).Reshape([]int{6})
	if ok {
		t.Errorf("a reversal of rows reshaped without a copy to %v", merged)
	}
	for name, test := range map[string]struct {
		view       View
		dimensions []int
		want       []int
	}{
		"contiguous":       {x, []int{2, 3}, []int{0, 1, 2, 3, 4, 5}},
		"scalar":           {Contiguous(nil), nil, []int{0}},
		"transpose":        {x.Transpose([]int{1, 0}), []int{3, 2}, []int{0, 3, 1, 4, 2, 5}},
		"reverse rows":     {x.Reverse([]int{0}), []int{2, 3}, []int{3, 4, 5, 0, 1, 2}},
		"reverse both":     {x.Reverse([]int{0, 1}), []int{2, 3}, []int{5, 4, 3, 2, 1, 0}},
		"slice":            {x.Slice([]int{1, 0}, []int{2, 3}, []int{1, 2}), []int{1, 2}, []int{3, 5}},
		"empty slice":      {x.Slice([]int{2, 0}, []int{2, 3}, []int{1, 2}), []int{0, 2}, nil},
		"broadcast scalar": {Contiguous(nil).Broadcast([]int{3}, nil), []int{3}, []int{0, 0, 0}},
		"broadcast row":    {Contiguous([]int{2}).Broadcast([]int{2, 2}, []int{1}), []int{2, 2}, []int{0, 1, 0, 1}},
		"broadcast column": {Contiguous([]int{2}).Broadcast([]int{2, 2}, []int{0}), []int{2, 2}, []int{0, 0, 1, 1}},
		"stretch": {Contiguous([]int{2, 1}).Broadcast([]int{2, 2}, []int{0, 1}), []int{2, 2},
			[]int{0, 0, 1, 1}},
		"reshape": {reshaped, []int{3, 1, 2}, []int{0, 3, 1, 4, 2, 5}},
	} {
		if !slices.Equal(test.view.Dimensions, test.dimensions) || !slices.Equal(offsets(test.view), test.want) {
			t.Errorf("%s: %v has elements %v, want %v", name, test.view, offsets(test.view), test.want)
		}
		if test.view.Offset < 0 || test.view.Offset >= 6 {
			t.Errorf("%s: %v begins outside of its storage", name, test.view)
		}
	}
}

func TestReshapeKeepsOrderAndRefusesOnlyWhatNeedsACopy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, _ := drawView(t, 12)
		size := v.Size()
		var dimensions []int
		for rest := size; rest > 1; {
			var divisors []int
			for d := 2; d <= rest; d++ {
				if rest%d == 0 {
					divisors = append(divisors, d)
				}
			}
			d := rapid.SampledFrom(divisors).Draw(t, "length")
			dimensions = append(dimensions, d)
			rest /= d
		}
		if size == 0 {
			dimensions = []int{3, 0}
		}
		want := offsets(v)
		r, ok := v.Reshape(dimensions)
		if ok {
			if !slices.Equal(r.Dimensions, dimensions) || !slices.Equal(offsets(r), want) {
				t.Fatalf("%v became %v", v, r)
			}
			return
		}
		// Had it been possible, the strides would be the differences between neighbors.
		r = Contiguous(dimensions)
		r.Offset = v.Offset
		for axis, step := range Contiguous(dimensions).Strides {
			r.Strides[axis] = want[step] - want[0]
		}
		if slices.Equal(offsets(r), want) {
			t.Fatalf("%v can be reshaped to %v", v, r)
		}
	})
}

func TestCoalesce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, _ := drawView(t, 12)
		c := v.Coalesce()
		if !slices.Equal(offsets(c), offsets(v)) {
			t.Fatalf("%v became %v", v, c)
		}
		for axis := range c.Dimensions[:max(0, len(c.Dimensions)-1)] {
			if c.Strides[axis] == c.Dimensions[axis+1]*c.Strides[axis+1] {
				t.Fatalf("%v: axis %d can be merged with the next", c, axis)
			}
		}
		if slices.Contains(c.Dimensions, 1) {
			t.Fatalf("%v has an axis of length 1", c)
		}
		if v.Size() == 1 && len(c.Dimensions) != 0 {
			t.Fatalf("%v is a scalar", c)
		}
		contiguous := true
		for i, offset := range offsets(v) {
			contiguous = contiguous && offset == v.Offset+i
		}
		if v.IsContiguous() != contiguous {
			t.Fatalf("%v: IsContiguous is %t", v, !contiguous)
		}
	})
}
