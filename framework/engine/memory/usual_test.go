//go:build !exact

package memory

import (
	"testing"

	"github.com/gomlx/compute/dtypes"
)

func TestLargeSlicesAreAlignedToCacheLines(t *testing.T) {
	for _, length := range []int{128, 129, 200, 1000, 12345, 1 << 20} {
		var alive [8]any // all at once, so that each is another block
		for i := range alive {
			flat, at := Flat(dtypes.Float32, length)
			alive[i] = flat
			if uintptr(at)%64 != 0 {
				t.Errorf("%d elements lie at %#x", length, uintptr(at))
			}
		}
	}
}
