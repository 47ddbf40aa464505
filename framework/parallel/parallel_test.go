package parallel

import "testing"

// Every number is met once, also where there are none, or fewer than cores.
func TestEach(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1000} {
		met := make([]int, n)
		Each(n, func(i int) { met[i]++ })
		for i, times := range met {
			if times != 1 {
				t.Errorf("of %d, %d is met %d times", n, i, times)
			}
		}
	}
}
