package memory

import (
	"testing"

	"github.com/gomlx/compute/dtypes"
)

func TestFlat(t *testing.T) {
	for _, length := range []int{0, 1, 3, 1000, 5000} {
		flat, at := Flat(dtypes.Int16, length)
		x, ok := flat.([]int16)
		if !ok || len(x) != length || cap(x) != length {
			t.Fatalf("length %d: got %T of %d, with room for %d", length, flat, len(x), cap(x))
		}
		for i := range x {
			if x[i] != 0 {
				t.Fatalf("length %d: element %d is %d", length, i, x[i])
			}
			x[i] = int16(i)
		}
		if length > 0 && *(*int16)(at) != 0 {
			t.Errorf("length %d: the address is that of %d", length, *(*int16)(at))
		}
	}
}

func TestBlocksAreAlignedToCacheLines(t *testing.T) {
	for bytes := range 300 {
		if at := Block(bytes); uintptr(at)%64 != 0 {
			t.Fatalf("%d bytes at %v", bytes, at)
		}
	}
}
