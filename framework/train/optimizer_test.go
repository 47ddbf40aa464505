package train_test

import (
	"math"
	"testing"

	"ebim/framework/network"
	"ebim/framework/train"
)

// trajectory returns the parameters before every step of a training on the quadratic, and the final ones.
func trajectory(t *testing.T, training train.Training) (path, inputs [][]float32) {
	t.Helper()
	p := quadratic(func(_ int, _ []int, parameters, x []float32) {
		path, inputs = append(path, append([]float32(nil), parameters...)), append(inputs, append([]float32(nil), x...))
	})
	run(t, loop(t, training), p)
	return append(path, network.Flatten(p.Parameters)), inputs
}

// rule is an optimizer in double precision: the next w from w and its gradient.
type rule func(step int, w, gradient []float64)

// follow runs a rule over the same inputs and compares the whole trajectory.
func follow(t *testing.T, training train.Training, next rule) {
	t.Helper()
	path, inputs := trajectory(t, training)
	if len(inputs) != training.Epochs*training.StepsPerEpoch(len(points)) {
		t.Fatalf("%d steps were made, want %d", len(inputs), training.StepsFor(len(points)))
	}
	w := []float64{float64(initial[0]), float64(initial[1]), float64(initial[2])}
	for step, x := range inputs {
		gradient := make([]float64, len(w))
		for j := range w {
			gradient[j] = float64(stiffness[j]) * (w[j] - float64(x[j]))
		}
		next(step, w, gradient)
		for j, got := range path[step+1] {
			// Single precision over 50 steps.
			if math.Abs(float64(got)-w[j]) > 2e-5 {
				t.Fatalf("parameter %d is %v after step %d, want %v", j, got, step, w[j])
			}
		}
	}
}

// adam is torch.optim.Adam as PyTorch's documentation writes it, with weight_decay=0 and amsgrad=False.
func adam(rate func(step int) float64, beta1, beta2, epsilon float64) rule {
	m, v := make([]float64, 3), make([]float64, 3)
	return func(step int, w, gradient []float64) {
		for j, g := range gradient {
			m[j] = beta1*m[j] + (1-beta1)*g
			v[j] = beta2*v[j] + (1-beta2)*g*g
			mHat := m[j] / (1 - math.Pow(beta1, float64(step+1)))
			vHat := v[j] / (1 - math.Pow(beta2, float64(step+1)))
			w[j] -= rate(step) * mHat / (math.Sqrt(vHat) + epsilon)
		}
	}
}

func constant(rate float64) func(int) float64 { return func(int) float64 { return rate } }

func TestAdam(t *testing.T) {
	follow(t, train.Training{Epochs: 25, Batch: 4, Optimizer: &train.Adam{Rate: 0.05, Beta1: 0.9, Beta2: 0.999,
		Epsilon: 1e-8}},
		adam(constant(0.05), 0.9, 0.999, 1e-8))
	// A large epsilon shows whether it is added to the root before or after its correction.
	follow(t, train.Training{Epochs: 25, Batch: 4, Optimizer: &train.Adam{Rate: 0.1, Beta1: 0.5, Beta2: 0.8,
		Epsilon: 0.3}},
		adam(constant(0.1), 0.5, 0.8, 0.3))
}

func TestAdamWithSchedule(t *testing.T) {
	schedule := &train.Exponential{End: 0.1}
	follow(t, train.Training{Epochs: 25, Batch: 4, Schedule: schedule,
		Optimizer: &train.Adam{Rate: 0.05, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8}},
		adam(func(step int) float64 { return 0.05 * math.Pow(0.1, float64(step)/49) }, 0.9, 0.999, 1e-8))
}

// torch.optim.AdamW as PyTorch's documentation writes it: w *= 1 - rate decay before Adam's step, with the scheduled
// rate.
func TestAdamW(t *testing.T) {
	schedule := &train.Exponential{End: 0.1}
	rate := func(step int) float64 { return 0.05 * math.Pow(0.1, float64(step)/49) }
	step := adam(rate, 0.9, 0.999, 1e-8)
	follow(t, train.Training{Epochs: 25, Batch: 4, Schedule: schedule,
		Optimizer: &train.AdamW{Adam: train.Adam{Rate: 0.05, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8},
			WeightDecay: 0.8}},
		func(k int, w, gradient []float64) {
			for j := range w {
				w[j] *= 1 - 0.8*rate(k)
			}
			step(k, w, gradient)
		})
}

// torch.optim.SGD with dampening=0: b = momentum b + g, w -= rate b.
func TestSGD(t *testing.T) {
	for _, momentum := range []float64{0, 0.9} {
		velocity := make([]float64, 3)
		follow(t, train.Training{Epochs: 25, Batch: 4, Optimizer: &train.SGD{Rate: 0.03, Momentum: momentum}},
			func(_ int, w, gradient []float64) {
				for j, g := range gradient {
					velocity[j] = momentum*velocity[j] + g
					w[j] -= 0.03 * velocity[j]
				}
			})
	}
}

// Coordinates are clipped first, then the norm as torch.nn.utils.clip_grad_norm_ does.
func TestClipping(t *testing.T) {
	for _, test := range []struct{ value, norm *float64 }{{number(0.5), nil}, {nil, number(0.7)},
		{number(1), number(1.2)}, {number(100), number(100)}} {
		training := train.Training{Epochs: 10, Batch: 7, Optimizer: &train.SGD{Rate: 0.1}, ClipValue: test.value,
			ClipNorm: test.norm}
		follow(t, training, func(_ int, w, gradient []float64) {
			square := 0.0
			for j, g := range gradient {
				if test.value != nil {
					gradient[j] = max(min(g, *test.value), -*test.value)
				}
				square += gradient[j] * gradient[j]
			}
			factor := 1.0
			if test.norm != nil {
				factor = min(*test.norm/(math.Sqrt(square)+1e-6), 1)
			}
			for j, g := range gradient {
				w[j] -= 0.1 * factor * g
			}
		})
	}
}

func TestSchedules(t *testing.T) {
	for _, test := range []struct {
		name     string
		schedule train.Schedule
		total    int
		want     map[int]float64
	}{
		{"constant", &train.Constant{}, 10, map[int]float64{0: 1, 9: 1}},
		{"cosine", &train.Cosine{}, 5, map[int]float64{0: 1, 1: (1 + math.Sqrt2/2) / 2, 2: 0.5,
			3: (1 - math.Sqrt2/2) / 2, 4: 0}},
		{"cosine with an end", &train.Cosine{End: 0.2}, 5, map[int]float64{0: 1, 2: 0.6, 4: 0.2}},
		{"cosine of one step", &train.Cosine{}, 1, map[int]float64{0: 1}},
		// 20 steps of warm-up rise by 1/21 each; the cosine then starts at 1.
		{"cosine with a warm-up", &train.Cosine{Warmup: 0.2}, 101,
			map[int]float64{0: 1 / 21.2, 9: 10 / 21.2, 19: 20 / 21.2, 20: 1, 60: 0.5, 100: 0}},
		{"exponential", &train.Exponential{End: 0.01}, 11, map[int]float64{0: 1, 5: 0.1, 10: 0.01}},
		{"exponential of one step", &train.Exponential{End: 0.01}, 1, map[int]float64{0: 1}},
		{"steps", &train.Steps{At: []float64{0.5, 0.75}, By: 0.1}, 8,
			map[int]float64{0: 1, 3: 1, 4: 0.1, 5: 0.1, 6: 0.01, 7: 0.01}},
		{"steps in any order", &train.Steps{At: []float64{0.75, 0.5}, By: 0.5}, 8,
			map[int]float64{3: 1, 4: 0.5, 6: 0.25}},
	} {
		for step, want := range test.want {
			if got := test.schedule.Factor(step, test.total); math.Abs(got-want) > 1e-12 {
				t.Errorf("%s: the factor at step %d of %d is %v, want %v", test.name, step, test.total, got, want)
			}
		}
	}
}

// No schedule ever raises the rate above its value or makes it negative.
func TestSchedulesStayWithinTheRate(t *testing.T) {
	for _, schedule := range []train.Schedule{&train.Constant{}, &train.Cosine{},
		&train.Cosine{Warmup: 0.37, End: 0.1}, &train.Exponential{End: 0.5},
		&train.Steps{At: []float64{0.3}, By: 0.2}} {
		for _, total := range []int{1, 2, 3, 10, 137} {
			for step := range total {
				if factor := schedule.Factor(step, total); !(factor >= 0 && factor <= 1) {
					t.Errorf("%T: the factor at step %d of %d is %v", schedule, step, total, factor)
				}
			}
		}
	}
}
