package chains

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ebim/framework/backend"
	"ebim/framework/backends"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// bowls have the energy stiffness |x - middle|^2/2, of two arrays: a trained one and a fixed one.
var bowls = sampler.Free(&sampler.Langevin{
	LangevinStep: sampler.LangevinStep{Steps: 4, Noise: 0.3, Step: new(0.1), Clamp: new(2.0), Unroll: 2},
	Buffer:       sampler.BufferSettings{Size: 7, Reuse: 0.7},
}, func(state []*graph.Node) network.Function {
	return networktest.Formula(func(x *graph.Node) *graph.Node {
		square := networktest.Square(graph.Sub(x, graph.InsertAxes(state[1], 0)))
		return graph.MulScalar(graph.Mul(square, graph.InsertAxes(state[0], 0)), 0.5)
	})
})

// replayed are three chains of a step, of which a fourth of the fresh points is not finite, and which now and then
// leave the box.
func replayed(bounded bool) *Negatives {
	return &Negatives{Purpose: "test", Seed: 3, Box: points.Box{{-0.7, 0.7}, {-1, 0.6}}, Batch: 3, Bounded: bounded,
		Fixed: backend.NewState(backend.Array{Dimensions: []int{2}, Data: []float32{0.2, -0.1}}),
		Fresh: func(point []float32, rng *rand.Rand) {
			for j := range point {
				point[j] = 2*rng.Float32() - 1
			}
			if rng.Float32() < 0.25 {
				point[0] = float32(math.NaN())
			}
		}}
}

// stepped is a program of one step of a drawing: the parameters and what is kept are its state.
func stepped(t *testing.T, engine string, r *Resident) func(step int, parameter float32) (ends []float32,
	statistic float64) {
	t.Helper()
	opened, err := backends.Open(engine, backends.Options{})
	if err != nil {
		t.Fatal(err)
	}
	dimensions := [][]int{{1}}
	for _, array := range r.Kept() {
		dimensions = append(dimensions, array.Shape().Dimensions)
	}
	p, err := backend.Compile(opened, "drawing", dimensions, [][]int{{r.numbers()}},
		func(state, inputs []*graph.Node) (newState, outputs []*graph.Node) {
			points, next, statistics := r.Draw(state[0], state[1:], inputs[0])
			return append(state[:1:1], next...), append([]*graph.Node{points}, statistics...)
		})
	if err != nil {
		t.Fatal(err)
	}
	return func(step int, parameter float32) ([]float32, float64) {
		if _, err := r.Settled(); err != nil {
			t.Fatal(err)
		}
		input := make([]float32, r.numbers())
		if err := r.feed(step, input); err != nil {
			t.Fatal(err)
		}
		state := append(backend.NewState(backend.Array{Dimensions: []int{1}, Data: []float32{parameter}}), r.Kept()...)
		out, err := p.Run(state, []backend.Array{{Data: input}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		copy(r.Kept(), state[1:])
		return out[0].Data, float64(out[1].Data[0])
	}
}

// Chains on the engine have the ends and statistics of those that the host runs, and the replay buffer keeps the same
// points: what is not finite, or outside the box, is left out. One that goes on from a checkpoint, of either, does as
// well.
func TestResident(t *testing.T) {
	close := cmp.Options{cmpopts.EquateApprox(1e-5, 1e-5), cmpopts.EquateNaNs()}
	for _, info := range backends.List() {
		if info.Name == "xla:cuda" || info.Name == backend.Reference { // which lacks slices from where a node says
			continue
		}
		for name, bounded := range map[string]bool{"bounded": true, "clamped": false} {
			t.Run(info.Name+"/"+name, func(t *testing.T) {
				if !info.Available {
					t.Skip(info.Problem)
				}
				host := replayed(bounded)
				opened, err := backend.Open(backend.Default)
				if err != nil {
					t.Fatal(err)
				}
				if err := host.Compile(train.Task{Environment: train.Environment{Engine: opened}}, bowls,
					[][]int{{1}, {2}}); err != nil {
					t.Fatal(err)
				}
				r := newResident(replayed(bounded), bowls)
				resident := stepped(t, info.Name, r)
				left := 0
				for step := range 14 {
					parameter := 1 + float32(step)/10
					want := make([]float32, 6)
					reported, err := host.draw(step, backend.NewState(backend.Array{Dimensions: []int{1},
						Data: []float32{parameter}}), want)
					if err != nil {
						t.Fatal(err)
					}
					ends, statistic := resident(step, parameter)
					if diff := cmp.Diff(want, ends, close); diff != "" {
						t.Fatalf("ends of step %d: %s", step, diff)
					}
					if diff := cmp.Diff(reported, []float64{statistic}, close); diff != "" {
						t.Fatalf("statistics of step %d: %s", step, diff)
					}
					arrays := r.Arrays()
					if diff := cmp.Diff(host.memory.Arrays(), arrays, close); diff != "" {
						t.Fatalf("memory after step %d: %s", step, diff)
					}
					if _, next := host.memory.Snapshot(); next != 0 {
						left++
					}
					if step == 3 || step == 9 { // as from a checkpoint of the other one
						if err := r.Restore(host.memory.Arrays()); err != nil {
							t.Fatal(err)
						}
						if err := host.memory.Restore(arrays); err != nil {
							t.Fatal(err)
						}
					}
				}
				if left < 4 {
					t.Errorf("the buffer was overwritten after %d steps only", left)
				}
			})
		}
	}
}
