package random_test

import (
	"math"
	"testing"

	"ebim/framework/random"
)

func TestStreamsAreReproducible(t *testing.T) {
	a, b := random.New(7, "manifold/negatives", 3), random.New(7, "manifold/negatives", 3)
	for range 100 {
		if a.Uint64() != b.Uint64() {
			t.Fatal("two streams of one seed, purpose and step differ")
		}
	}
}

// Streams of other seeds, purposes and steps differ, also where their names run into each other.
func TestStreamsDiffer(t *testing.T) {
	seen := map[uint64][3]any{}
	for _, seed := range []uint64{0, 1, 1 << 8, 1 << 63} {
		for _, purpose := range []string{"", "a", "b", "ab", "a\x00"} {
			for _, step := range []int{0, 1, 97, 256, 1 << 40, -1} {
				first, use := random.New(seed, purpose, step).Uint64(), [3]any{seed, purpose, step}
				if other, found := seen[first]; found {
					t.Errorf("%v and %v begin with the same number", use, other)
				}
				seen[first] = use
			}
		}
	}
}

// First numbers of neighboring steps are independent: their correlation has standard error 1/sqrt(n), and 4.5 of them
// are exceeded with probability 7e-6.
func TestNeighboringStreamsAreIndependent(t *testing.T) {
	const n = 20000
	sum, square, product, previous := 0.0, 0.0, 0.0, random.New(1, "x", -1).Float64()-0.5
	for step := range n {
		v := random.New(1, "x", step).Float64() - 0.5
		sum, square, product, previous = sum+v, square+v*v, product+v*previous, v
	}
	if mean := sum / n; math.Abs(mean) > 4.5*math.Sqrt(1.0/12/n) {
		t.Errorf("the mean of the first numbers is %v, want 0.5", mean+0.5)
	}
	if correlation := product / square; math.Abs(correlation) > 4.5/math.Sqrt(n) {
		t.Errorf("neighboring streams have correlation %v", correlation)
	}
}
