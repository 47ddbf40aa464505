package train_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/network"
	"ebim/framework/train"
)

// The result is sum_t decay^(T-t) w_t / sum_t decay^(T-t) over the parameters after each step, and the steps
// themselves are those of a training without averaging.
func TestAverage(t *testing.T) {
	for _, decay := range []float64{0.3, 0.9, 0.9999} {
		training := train.Training{Epochs: 20, Batch: 3, Shuffle: true,
			Optimizer: &train.Adam{Rate: 0.05, Beta1: 0.9, Beta2: 0.99, Epsilon: 1e-8}}
		plain, _ := trajectory(t, training)
		training.Average = decay
		averaged, _ := trajectory(t, training)
		steps := len(plain) - 1
		if diff := cmp.Diff(plain[:steps], averaged[:steps]); diff != "" {
			t.Errorf("decay %v: the parameters before a step differ (-plain +averaged):\n%s", decay, diff)
		}
		for j, got := range averaged[steps] {
			sum, weights := 0.0, 0.0
			for k, w := range plain[1:] {
				weight := math.Pow(decay, float64(steps-1-k))
				sum, weights = sum+weight*float64(w[j]), weights+weight
			}
			// Single precision over 60 steps.
			if want := sum / weights; math.Abs(float64(got)-want) > 2e-6 {
				t.Errorf("decay %v: parameter %d is %v, want %v", decay, j, got, want)
			}
		}
	}
}

// A frozen parameter keeps its bits through weight decay, momentum and averaging, and the others don't.
func TestFrozenParameters(t *testing.T) {
	for name, optimizer := range map[string]train.Optimizer{
		"adamw": &train.AdamW{Adam: train.Adam{Rate: 0.05, Beta1: 0.9, Beta2: 0.99, Epsilon: 1e-8}, WeightDecay: 0.5},
		"sgd":   &train.SGD{Rate: 0.1, Momentum: 0.5},
	} {
		t.Run(name, func(t *testing.T) {
			p := quadratic(nil)
			p.Parameters[0].Frozen, p.Parameters[0].Values = true, []float32{1.0 / 3}
			run(t, loop(t, train.Training{Epochs: 20, Batch: 3, Optimizer: optimizer, Average: 0.9,
				ClipNorm: number(1)}), p)
			got := network.Flatten(p.Parameters)
			if got[0] != 1.0/3 || got[1] == initial[1] || got[2] == initial[2] {
				t.Errorf("the parameters %v became %v, and the first was to stay", initial, got)
			}
		})
	}
}
