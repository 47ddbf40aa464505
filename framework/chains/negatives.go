package chains

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// Negatives draws the samples of a model that a training contrasts with the data.
type Negatives struct {
	Purpose string // of the random numbers
	Seed    uint64
	Box     points.Box
	Batch   int // samples of a step
	// chains must stay in the box by themselves; those that don't are not replayed
	Bounded bool
	Fresh   func(point []float32, rng *rand.Rand) // fills the start of a chain that continues none
	OnHost  bool                                  // draw the samples there, whatever the engine can do
	// arrays behind the trained parameters, such as a frozen manifold-defining function
	Fixed backend.State

	chain    *sampler.Chain // nil: points stay where they start
	memory   *Memory
	resident *Resident // in place of both, where the engine runs the chains by itself
}

// Compile makes the chains, of a process under state arrays of the given dimensions, and their memory.
func (s *Negatives) Compile(t train.Task, p sampler.Process, state [][]int) (err error) {
	if !s.OnHost && backend.HasLoops(t.Engine) {
		if s.resident = newResident(s, p); s.resident != nil {
			return nil
		}
	}
	if s.chain, err = sampler.NewChain(t.Engine, p, s.Batch, len(s.Box), state); err == nil {
		s.memory = NewMemory(p.Buffer, len(s.Box))
		s.memory.Chain = s.chain
	}
	return err
}

// Still leaves the samples where they start, each from a fresh point.
func (s *Negatives) Still() { s.memory = NewMemory(sampler.BufferSettings{Size: 1}, len(s.Box)) }

// Columns returns the names of the sampler's statistics.
func (s *Negatives) Columns() []string {
	switch {
	case s.resident != nil:
		return s.resident.inner.Columns
	case s.chain != nil:
		return s.chain.Columns
	}
	return nil
}

// Dimensions are those of the input that Feed fills.
func (s *Negatives) Dimensions() []int {
	if s.resident != nil {
		return []int{s.resident.numbers()}
	}
	return []int{s.Batch, len(s.Box)}
}

// Drawing returns what draws the samples in a step, from what Feed gives; nil where Feed gives the samples.
func (s *Negatives) Drawing() train.Drawing {
	if s.resident != nil {
		return s.resident
	}
	return nil
}

// Memory is what lives as long as the training.
func (s *Negatives) Memory() train.Memory {
	if s.resident != nil {
		return s.resident
	}
	return s.memory
}

// Feed fills a step's input: with what the Drawing takes, or with samples, the ends of chains under the given
// parameters; it returns the sampler's statistics.
func (s *Negatives) Feed(step int, parameters backend.State, input []float32) ([]float64, error) {
	if s.resident != nil {
		return nil, s.resident.feed(step, input)
	}
	return s.draw(step, parameters, input)
}

// Feeder gives the samples to a loss.
func Feeder[In any](s *Negatives, take func(in *In, x *graph.Node)) train.Feeder[In] {
	return train.Feeder[In]{Inputs: [][]int{s.Dimensions()}, Statistics: s.Columns(), Memory: s.Memory(),
		Drawing: s.Drawing(), Take: func(in *In, inputs []*graph.Node) { take(in, inputs[0]) },
		Feed: func(at train.Moment, inputs []backend.Array) ([]float64, error) {
			return s.Feed(at.Step, at.Parameters, inputs[0].Data)
		}}
}

func (s *Negatives) draw(step int, parameters backend.State, x []float32) ([]float64, error) {
	rng := random.New(s.Seed, s.Purpose, step)
	if err := s.memory.Start(x, rng, func(point []float32) error { s.Fresh(point, rng); return nil }); err != nil {
		return nil, err
	}
	var statistics []float64
	if s.chain != nil {
		ends, reported, err := s.chain.Run(append(parameters[:1:1], s.Fixed...), x, rng)
		if err != nil {
			return nil, err
		}
		copy(x, ends)
		statistics = reported
	}
	if s.Bounded {
		s.memory.Keep(s.Box.Inside(x))
	} else {
		s.Box.Clamp(x)
		s.memory.Keep(x)
	}
	return statistics, nil
}

// Memory is a replay buffer that a checkpoint can hold, with the state of its chain's step size.
type Memory struct {
	*sampler.Buffer
	Chain *sampler.Chain // nil: none
}

// NewMemory returns the empty memory of chains in R^dim.
func NewMemory(settings sampler.BufferSettings, dim int) *Memory {
	return &Memory{Buffer: sampler.NewBuffer(settings, dim)}
}

// bufferArray is the name of the points in a checkpoint.
const bufferArray = "buffer"

// Arrays implements train.Memory.
func (m *Memory) Arrays() map[string]backend.Array {
	content, next := m.Snapshot()
	arrays := map[string]backend.Array{
		bufferArray: {Dimensions: []int{content.Len(), content.Dim}, Data: content.Float32()},
		"next":      {Dimensions: []int{1}, Data: []float32{float32(next)}},
	}
	if tuned := m.tuned(); tuned != nil {
		arrays["step_size"] = backend.Array{Dimensions: []int{len(tuned)}, Data: tuned}
	}
	return arrays
}

// tuned is the state of the chain's adaptation, if it has any.
func (m *Memory) tuned() []float32 {
	if m.Chain == nil {
		return nil
	}
	return m.Chain.Tuned()
}

// Restore implements train.Memory.
func (m *Memory) Restore(arrays map[string]backend.Array) error {
	next := 0
	if a := arrays["next"].Data; len(a) == 1 {
		next = int(a[0])
	}
	if m.tuned() != nil {
		if err := m.Chain.RestoreTuned(arrays["step_size"].Data); err != nil {
			return err
		}
	}
	return m.Buffer.Restore(arrays[bufferArray].Data, next)
}

// ReplayFolder is where a part keeps the points of its replay buffer, below its folder, if its task wants that.
const ReplayFolder = "replay"

// Fit trains a problem's parameters and saves them, with the points of the replay buffer if the task wants these.
func Fit(ctx context.Context, t train.Task, training train.Training, p *train.Problem) error {
	if err := t.Loop(training).Run(ctx, p); err != nil {
		return err
	}
	if err := keepReplay(t, p.Memory); err != nil {
		return err
	}
	return train.SaveParameters(filepath.Join(t.Folder, train.ParametersFolder), p.Parameters)
}

func keepReplay(t train.Task, memory train.Memory) error {
	if !t.KeepReplay || memory == nil {
		return nil
	}
	buffer, ok := memory.Arrays()[bufferArray]
	if !ok || len(buffer.Data) == 0 {
		return nil
	}
	return train.SaveParameters(filepath.Join(t.Folder, ReplayFolder), []network.Parameter{
		{Name: "points", Dimensions: buffer.Dimensions, Values: buffer.Data}})
}

// Replay returns the points of the replay buffer of a finished part's folder. The error is errors.ErrUnsupported where
// none was kept.
func Replay(folder string) (*points.Set, error) {
	path := filepath.Join(folder, ReplayFolder)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("the training kept no replay buffer: %w", errors.ErrUnsupported)
	}
	arrays, err := train.LoadArrays(path)
	if err != nil {
		return nil, err
	}
	kept, ok := arrays["points"]
	if !ok || len(kept.Dimensions) != 2 {
		return nil, fmt.Errorf("%s holds no points of a replay buffer", path)
	}
	return points.FromFloat32(kept.Data, kept.Dimensions[1]), nil
}
