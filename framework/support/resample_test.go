package support_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
)

// Systematic resampling takes each point as often as its share of the draws says, rounded up or down, and never one of
// weight 0; it leaves them in random order.
func TestResample(t *testing.T) {
	weights := []float64{1, 0, 2.5, 4, 0.3}
	logs, from := make([]float64, len(weights)), points.New(len(weights), 1)
	total := 0.0
	for i, w := range weights {
		logs[i] = math.Log(w) + 1000 // a constant must not matter, nor overflow
		from.At(i)[0] = float64(i)
		total += w
	}
	for seed := range uint64(20) {
		const n = 37
		set, err := support.Resample(from, logs, n, rand.New(rand.NewPCG(seed, 3)))
		if err != nil {
			t.Fatal(err)
		}
		counts := make([]float64, len(weights))
		for i := range n {
			counts[int(set.At(i)[0])]++
		}
		for i, w := range weights {
			if share := n * w / total; math.Abs(counts[i]-share) >= 1 {
				t.Fatalf("point %d of share %v is drawn %v times", i, share, counts[i])
			}
		}
		if slices.IsSorted(set.Data) {
			t.Error("the draw is sorted")
		}
	}
}

// Over many draws the frequencies are the weights' shares: each is at most 1 off in every draw and right on average,
// within 4.5 standard errors (false-alarm rate 3e-5).
func TestResampleIsUnbiased(t *testing.T) {
	logs, from := []float64{math.Log(0.15), math.Log(0.35), math.Log(0.5)},
		supporttest.Rows(t, []float64{0}, []float64{1}, []float64{2})
	const draws = 4000
	var counts [3]float64
	rng := rand.New(rand.NewPCG(4, 3))
	for range draws {
		set, err := support.Resample(from, logs, 1, rng)
		if err != nil {
			t.Fatal(err)
		}
		counts[int(set.At(0)[0])]++
	}
	for i, p := range []float64{0.15, 0.35, 0.5} {
		if math.Abs(counts[i]-p*draws) > 4.5*math.Sqrt(p*(1-p)*draws) {
			t.Errorf("point %d is drawn %v times of %d, want %v", i, counts[i], draws, p*draws)
		}
	}
}

func TestResampleRefusesEnergiesThatAreNoNumbers(t *testing.T) {
	from := points.New(2, 1)
	for _, logs := range [][]float64{{0, math.NaN()}, {math.Inf(1), 0}, {math.Inf(-1), math.Inf(-1)}} {
		if _, err := support.Resample(from, logs, 3, rand.New(rand.NewPCG(1, 2))); err == nil {
			t.Errorf("log weights %v were taken", logs)
		}
	}
}
