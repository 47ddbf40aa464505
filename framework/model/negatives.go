package model

import (
	"math/rand/v2"

	"ebim/framework/backend"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// negativeSamples draws the samples of a model that a training contrasts with the data.
type negativeSamples struct {
	purpose string
	seed    uint64
	chain   *sampler.Chain // nil: points stay where they start
	buffer  *replayMemory
	box     [][2]float64
	bounded bool // chains must stay in the box by themselves; those that don't are not replayed
	fresh   func(point []float32, rng *rand.Rand) error
	// fixed are state arrays behind the trained parameters, such as a frozen manifold-defining function.
	fixed backend.State
}

// compile makes the chains, of a process under state arrays of the given dimensions.
func (s *negativeSamples) compile(t train.Task, p sampler.Process, batch int, state [][]int) (err error) {
	if s.chain, err = sampler.NewChain(t.Engine, p, batch, len(s.box), state); err == nil {
		s.buffer = newReplayMemory(p.Buffer, len(s.box))
		s.buffer.chain = s.chain
	}
	return err
}

// columns names what draw reports.
func (s *negativeSamples) columns() []string {
	if s.chain == nil {
		return nil
	}
	return s.chain.Columns
}

// uniformIn makes fresh points of a box.
func uniformIn(box [][2]float64) func(point []float32, rng *rand.Rand) error {
	return func(point []float32, rng *rand.Rand) error { sampler.UniformPoint(point, box, rng); return nil }
}

// draw fills x with the ends of chains under the given parameters and returns the sampler's statistics.
func (s *negativeSamples) draw(step int, parameters backend.State, x []float32) ([]float64, error) {
	rng := random.New(s.seed, s.purpose, step)
	if err := s.buffer.Start(x, rng, func(point []float32) error { return s.fresh(point, rng) }); err != nil {
		return nil, err
	}
	var statistics []float64
	if s.chain != nil {
		ends, told, err := s.chain.Run(append(parameters[:1:1], s.fixed...), x, rng)
		if err != nil {
			return nil, err
		}
		copy(x, ends)
		statistics = told
	}
	if s.bounded {
		s.buffer.Keep(inside(x, s.box))
	} else {
		sampler.ClampToBox(x, s.box)
		s.buffer.Keep(x)
	}
	return statistics, nil
}

// inside is the points of x that lie in the box.
func inside(x []float32, box [][2]float64) []float32 {
	dim := len(box)
	kept := make([]float32, 0, len(x))
	for i := 0; i < len(x); i += dim {
		if inBox(x[i:i+dim], box) {
			kept = append(kept, x[i:i+dim]...)
		}
	}
	return kept
}

func inBox(point []float32, box [][2]float64) bool {
	for j, v := range point {
		if !(float64(v) >= box[j][0] && float64(v) <= box[j][1]) { // NaN is nowhere
			return false
		}
	}
	return true
}

// replayMemory is a replay buffer that a checkpoint can hold, with the state of its chain's step size.
type replayMemory struct {
	*sampler.Buffer
	dim   int
	chain *sampler.Chain // nil: none
}

func newReplayMemory(settings sampler.BufferSettings, dim int) *replayMemory {
	return &replayMemory{Buffer: sampler.NewBuffer(settings, dim), dim: dim}
}

// Arrays implements train.Memory.
func (m *replayMemory) Arrays() map[string]backend.Array {
	content, next := m.Snapshot()
	arrays := map[string]backend.Array{
		"buffer": {Dimensions: []int{content.Len(), m.dim}, Data: content.Float32()},
		"next":   {Dimensions: []int{1}, Data: []float32{float32(next)}},
	}
	if tuned := m.tuned(); tuned != nil {
		arrays["step_size"] = backend.Array{Dimensions: []int{len(tuned)}, Data: tuned}
	}
	return arrays
}

func (m *replayMemory) tuned() []float32 {
	if m.chain == nil {
		return nil
	}
	return m.chain.Tuned()
}

// Restore implements train.Memory.
func (m *replayMemory) Restore(arrays map[string]backend.Array) error {
	next := 0
	if a := arrays["next"].Data; len(a) == 1 {
		next = int(a[0])
	}
	if m.tuned() != nil {
		if err := m.chain.RestoreTuned(arrays["step_size"].Data); err != nil {
			return err
		}
	}
	return m.Buffer.Restore(arrays["buffer"].Data, next)
}
