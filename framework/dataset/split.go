package dataset

import (
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/points"
)

// Split parts a set at random into training points and held-out points, both in the set's order. The held-out share is
// the given fraction, in [0, 1), rounded to a whole number of points, but at least one if the fraction is positive, and
// leaves at least one for training. The same random state gives the same split.
func Split(set *points.Set, holdout float64, rng *rand.Rand) (train, held *points.Set) {
	n := set.Len()
	count := int(math.Round(holdout * float64(n)))
	if holdout > 0 {
		count = max(count, 1)
	}
	count = max(0, min(count, n-1))
	chosen := choose(rng, n, count)
	rest := make([]int, 0, n-count)
	for i := range n {
		if _, isHeld := slices.BinarySearch(chosen, i); !isHeld {
			rest = append(rest, i)
		}
	}
	return set.Select(rest), set.Select(chosen)
}

// choose draws count of the indices below n without replacement, in ascending order.
func choose(rng *rand.Rand, n, count int) []int {
	chosen := rng.Perm(n)[:count]
	slices.Sort(chosen)
	return chosen
}
