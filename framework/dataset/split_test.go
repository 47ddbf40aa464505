package dataset

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

func TestDivide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		by := rapid.SampledFrom([]Splitting{SplitRandom, SplitTorch}).Draw(t, "by")
		n := rapid.IntRange(1, 50).Draw(t, "n")
		holdout := rapid.Float64Range(0, 0.999).Draw(t, "holdout")
		validation := rapid.Float64Range(0, 0.999-holdout).Draw(t, "validation")
		seed := rapid.Uint64().Draw(t, "seed")
		parts := by.Divide(n, holdout, validation, seed)
		all := slices.Concat(parts.Training, parts.Validation, parts.Held)
		slices.Sort(all)
		if len(all) != n || len(slices.Compact(slices.Clone(all))) != n || all[0] != 0 || all[n-1] != n-1 {
			t.Fatalf("%+v are not the rows of %d points", parts, n)
		}
		for _, part := range [][]int{parts.Training, parts.Validation, parts.Held} {
			if !slices.IsSorted(part) {
				t.Fatalf("%v is out of order", part)
			}
		}
		if len(parts.Training) < 1 {
			t.Fatalf("none of %d points is left", n)
		}
		if held := len(parts.Held); holdout == 0 && held > 0 || holdout > 0 && n > 1 && held < 1 {
			t.Fatalf("fraction %v of %d points held out %d", holdout, n, held)
		}
		want := holdout * float64(n)
		if held := float64(len(parts.Held)); want > 1 && want < float64(n-1) && math.Abs(held-want) > 1 {
			t.Fatalf("fraction %v of %d points held out %v", holdout, n, held)
		}
		if diff := cmp.Diff(parts, by.Divide(n, holdout, validation, seed)); diff != "" {
			t.Fatal("the same seed splits otherwise", diff)
		}
		if diff := cmp.Diff(parts.Held, by.Divide(n, holdout, 0, seed).Held); by == SplitRandom && diff != "" {
			t.Fatal("validation changes what is held out", diff)
		}
	})
}

// Each point is held out equally often; chi-square at the rate falseAlarm.
func TestSplitIsFair(t *testing.T) {
	const n, splits, held = 20, 5000, 5
	for _, by := range []Splitting{SplitRandom, SplitTorch} {
		counts := make([]float64, n)
		for seed := range splits {
			for _, i := range by.Divide(n, 0.25, 0, uint64(seed)).Held {
				counts[i]++
			}
		}
		// Within a split the points exclude each other: the sum of squares is that of chi-square times (1 - held/n)
		// n/(n-1).
		expected, statistic := float64(splits*held)/n, 0.0
		for _, count := range counts {
			statistic += (count - expected) * (count - expected) / expected
		}
		statistic /= (1 - float64(held)/n) * n / (n - 1)
		if limit := (distuv.ChiSquared{K: n - 1}).Quantile(1 - falseAlarm); statistic > limit {
			t.Errorf("%s: chi-square is %.1f; the limit is %.1f", by, statistic, limit)
		}
	}
}

// What PyTorch's random_split gives: torch.randperm(10) after manual_seed(0), and rows of the floods' splits of
// Riemannian flow matching (arXiv 2302.03660), N - 2 (N // 10), N // 10 and N // 10 of N = 4875.
func TestTorchSplits(t *testing.T) {
	if diff := cmp.Diff([]int{4, 1, 7, 5, 3, 9, 0, 8, 6, 2}, torchPermutation(10, 0)); diff != "" {
		t.Error(diff)
	}
	rows := torchPermutation(4875, 0)
	if diff := cmp.Diff([]int{419, 2404, 4766, 579, 145, 1844, 4666, 886}, rows[:8]); diff != "" {
		t.Error(diff)
	}
	training, validation, held := SplitTorch.Sizes(4875, 0.1, 0.1)
	if training != 3901 || validation != 487 || held != 487 {
		t.Errorf("%d, %d, %d points; want 3901, 487, 487", training, validation, held)
	}
}
