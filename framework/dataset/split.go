package dataset

import (
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/points"
)

// Share is how many of n points a fraction in [0, 1) stands for: a whole number of them, and at least one if the
// fraction is positive.
func Share(n int, fraction float64) int {
	count := int(math.Round(fraction * float64(n)))
	if fraction > 0 {
		count = max(count, 1)
	}
	return count
}

// Split parts a set at random into count held-out points, fewer where less than one would be left, and the rest, both
// in the set's order. The same random state gives the same split.
func Split(set *points.Set, count int, rng *rand.Rand) (rest, held *points.Set) {
	others, chosen := divide(set.Len(), count, rng)
	return set.Select(others), set.Select(chosen)
}

// SplitImages is Split for images, which keep their storage.
func SplitImages(all *points.Images, count int, rng *rand.Rand) (rest, held *points.Images) {
	others, chosen := divide(all.Len(), count, rng)
	return all.Select(others), all.Select(chosen)
}

// divide chooses count of the indices below n, fewer where less than one would be left, and gives the rest, both in
// ascending order.
func divide(n, count int, rng *rand.Rand) (others, chosen []int) {
	count = max(0, min(count, n-1))
	chosen = Choose(rng, n, count)
	others = make([]int, 0, n-count)
	for i := range n {
		if _, isHeld := slices.BinarySearch(chosen, i); !isHeld {
			others = append(others, i)
		}
	}
	return others, chosen
}

// Choose draws count of the indices below n without replacement, in ascending order.
func Choose(rng *rand.Rand, n, count int) []int {
	chosen := rng.Perm(n)[:count]
	slices.Sort(chosen)
	return chosen
}
