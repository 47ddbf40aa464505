package product

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A product whose right operand is packed on the way has the bits of one with a packed operand, and leaves columns
// outside its range alone.
func TestStreamHasTheBitsOfMultiply(t *testing.T) {
	sizes := [][3]int{{0, 3, 4}, {3, 0, 40}, {3, 4, 0}, {64, 9, 2}, {64, 700, 300}, {8, depth + 1, 129},
		{15, depth, 2*streamColumns + 7}, {30, 2*depth + 3, 33}}
	eachFormat(t, func(t *testing.T, f *format, random *rand.Rand) {
		for _, s := range sizes {
			m, k, n := s[0], s[1], s[2]
			for name, layout := range layouts {
				a, b, z := fill(random, layouts["row-major"](m, k)), fill(random, layout(k, n)),
					fill(random, layouts["row-major"](m, n))
				for _, addend := range []addend{{}, {at(z.storage, 0), 0}, {at(z.storage, 0), n}} {
					want, got := filled(m*n, guard), filled(m*n, guard)
					scratch := make([]float32, f.scratch(m, k, n)/size+f.packedSize(min(k, depth), streamColumns)+1)
					f.multiply(at(want, 0), n, addend, a.left(), at(packed(f, b), 0), 0, m, k, n, at(scratch, 0))
					half := min(n, streamColumns)
					stream := func(from, to int) {
						f.multiplyStream(at(got, 0), n, addend, a.left(), at(b.storage, b.first), b.rowStep, b.colStep,
							m, k, from, to, at(scratch, 0))
					}
					stream(half, n)
					for i, x := range got {
						if i%max(n, 1) < half && x != guard {
							t.Fatalf("%v, %s: element %d, outside of the range, is overwritten", s, name, i)
						}
					}
					stream(0, half)
					for i := range want {
						if math.Float32bits(got[i]) != math.Float32bits(want[i]) {
							t.Fatalf("%v, %s: element %d is %g, want %g", s, name, i, got[i], want[i])
						}
					}
				}
			}
		}
	})
}
