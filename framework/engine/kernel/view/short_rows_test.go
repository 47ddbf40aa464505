package view

import "testing"

// Rows of a few vectors, in planes or not, from any element on and of any number of them.
func TestShortRows(t *testing.T) {
	for _, v := range []View{
		{3, []int{6, 16}, []int{40, 1}},
		{0, []int{4, 3, 8}, []int{100, 10, 1}},
		{1, []int{2, 14, 2, 16}, []int{224, 16, 0, 1}},
		{0, []int{3, 2, 5, 24}, []int{0, 300, 30, 1}},
		{2, []int{2, 9, 2, 32}, []int{700, 32, 320, 1}},
		{400, []int{7, 3, 16}, []int{-50, -16, 1}},
	} {
		storage := 0
		for _, at := range offsets(v) {
			storage = max(storage, at+1)
		}
		size := v.Size()
		for _, from := range []int{0, 1, 16, 40, size / 2, size - 3} {
			for _, n := range []int{0, 1, 8, 50, size / 3, size} {
				if n <= size-from {
					checkCopier[uint32](t, v, storage, from, n)
					checkCopier[uint64](t, v, storage, from, n)
				}
			}
		}
	}
}
