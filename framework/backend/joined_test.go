package backend_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/backends/backendstest"
)

// Programs take and give arrays of several shapes, scalars and empty ones among them, also when they run at the same
// time.
func TestArraysOfManyShapes(t *testing.T) {
	for _, name := range []string{"cpu", "xla:cpu"} {
		t.Run(name, func(t *testing.T) {
			engine := backendstest.Open(t, name)
			p, err := backend.Compile(engine, "shapes", [][]int{{2}}, [][]int{nil, {2, 3}, {0, 4}, {3}},
				func(state, in []*graph.Node) (_, outputs []*graph.Node) {
					sum := graph.Add(graph.ReduceAllSum(in[1]), graph.ReduceAllSum(in[2]))
					return nil, []*graph.Node{graph.Mul(in[1], in[0]),
						graph.Add(sum, graph.ReduceAllSum(state[0])), in[2],
						graph.Neg(in[3])}
				})
			if err != nil {
				t.Fatal(err)
			}
			defer p.Finalize()
			state := backend.NewState(backend.Array{Dimensions: []int{2}, Data: []float32{10, 20}})
			var group sync.WaitGroup
			for k := range 4 {
				group.Go(func() {
					var out []backend.Array
					for round := range 5 {
						factor, x := float32(k+1), []float32{1, 2, 3, 4, 5, float32(round)}
						var err error
						if out, err = p.Run(state, []backend.Array{{Data: []float32{factor}}, {Data: x}, {},
							{Data: []float32{7, 8, 9}}}, out); err != nil {
							t.Error(err)
							return
						}
						want := [][]float32{{factor, 2 * factor, 3 * factor, 4 * factor, 5 * factor,
							float32(round) * factor}, {45 + float32(round)}, nil, {-7, -8, -9}}
						for i := range want {
							if !slices.Equal(out[i].Data, want[i]) {
								t.Errorf("output %d is %v, want %v", i, out[i].Data, want[i])
							}
						}
						if dimensions := out[0].Dimensions; !slices.Equal(dimensions, []int{2, 3}) {
							t.Errorf("output 0 has dimensions %v", dimensions)
						}
					}
				})
			}
			group.Wait()
		})
	}
}

// A program may return nothing but its new state, and take nothing but that.
func TestProgramsOfAStateAlone(t *testing.T) {
	for _, name := range []string{"cpu", "xla:cpu"} {
		t.Run(name, func(t *testing.T) {
			engine := backendstest.Open(t, name)
			for inputs := range 2 {
				p, err := backend.Compile(engine, "state", [][]int{{2}}, slices.Repeat([][]int{{2}}, inputs),
					func(state, in []*graph.Node) (newState, _ []*graph.Node) {
						return []*graph.Node{graph.MulScalar(state[0], 2)}, nil
					})
				if err != nil {
					t.Fatal(err)
				}
				state := backend.NewState(backend.Array{Dimensions: []int{2}, Data: []float32{1, 2}})
				for range 2 {
					if out, err := p.Run(state, slices.Repeat([]backend.Array{{Data: []float32{1, 1}}}, inputs),
						nil); err != nil || len(out) != 0 {
						t.Errorf("got %v, %v", out, err)
					}
				}
				if got := state.Arrays()[0].Data; !slices.Equal(got, []float32{4, 8}) {
					t.Errorf("the state is %v", got)
				}
			}
		})
	}
}
