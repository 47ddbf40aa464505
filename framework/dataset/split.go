package dataset

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mathext/prng"

	"ebim/framework/config"
	"ebim/framework/points"
	"ebim/framework/random"
)

// Splitting says which points are kept from training.
type Splitting string

// Choices of Splitting.
const (
	SplitRandom Splitting = "random"
	SplitTorch  Splitting = "torch"
)

// Choices implements config.Enum.
func (Splitting) Choices() []config.Choice {
	return []config.Choice{
		{Name: string(SplitRandom), Doc: "drawn by the seed of the run; parts are rounded to whole points"},
		{Name: string(SplitTorch), Doc: "the rows that PyTorch's random_split gives to training, validation and " +
			"held-out points, in this order, for a generator with the seed of the run; parts are rounded down"},
	}
}

// Parts are the rows of a data set that a split gives to each purpose, each in ascending order.
type Parts struct{ Training, Validation, Held []int }

// Sizes returns the sizes of the parts of n points, for fractions in [0, 1) that are held out and kept for validation:
// at least one point for each positive fraction, but fewer where less than one would be left for training.
func (s Splitting) Sizes(n int, holdout, validation float64) (training, kept, held int) {
	round := math.Round
	if s == SplitTorch { // N//10 where the fraction is 0.1
		round = func(v float64) float64 { return math.Floor(v + 1e-9) }
	}
	share := func(fraction float64) int {
		count := int(round(fraction * float64(n)))
		if fraction > 0 {
			count = max(count, 1)
		}
		return count
	}
	held = max(0, min(share(holdout), n-1))
	kept = max(0, min(share(validation), n-held-1))
	return n - held - kept, kept, held
}

// Divide splits n points. The same seed gives the same split.
func (s Splitting) Divide(n int, holdout, validation float64, seed uint64) Parts {
	training, kept, held := s.Sizes(n, holdout, validation)
	if s == SplitTorch {
		rows := torchPermutation(n, seed)
		parts := Parts{rows[:training], rows[training : training+kept], rows[training+kept:]}
		for _, part := range [][]int{parts.Training, parts.Validation, parts.Held} {
			slices.Sort(part)
		}
		return parts
	}
	var parts Parts
	parts.Training, parts.Held = divide(n, held, random.New(seed, "data/split", 0))
	// After the holdout, which so is the same with and without.
	others, chosen := divide(n-held, kept, random.New(seed, "data/validation", 0))
	parts.Training, parts.Validation = pick(parts.Training, others), pick(parts.Training, chosen)
	return parts
}

// divide chooses count of the indices below n, and gives the rest, both in ascending order.
func divide(n, count int, rng *rand.Rand) (others, chosen []int) {
	chosen = Choose(rng, n, count)
	others = make([]int, 0, n-count)
	for i := range n {
		if _, isHeld := slices.BinarySearch(chosen, i); !isHeld {
			others = append(others, i)
		}
	}
	return others, chosen
}

func pick(rows, indices []int) []int {
	picked := make([]int, len(indices))
	for k, i := range indices {
		picked[k] = rows[i]
	}
	return picked
}

// Choose draws count of the indices below n without replacement, in ascending order.
func Choose(rng *rand.Rand, n, count int) []int {
	chosen := rng.Perm(n)[:count]
	slices.Sort(chosen)
	return chosen
}

// torchPermutation is torch.randperm(n) of a generator on the CPU: the shuffle of Fisher and Yates by a Mersenne
// Twister, for n below 2^32 / 20 (beyond, PyTorch takes 64 bits a step).
func torchPermutation(n int, seed uint64) []int {
	twister := prng.NewMT19937()
	twister.Seed(seed)
	rows := points.Range(0, n)
	for i := range n - 1 {
		j := i + int(twister.Uint32()%uint32(n-i))
		rows[i], rows[j] = rows[j], rows[i]
	}
	return rows
}
