package backend_test

import (
	"math"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/backends/backendstest"
)

// A descent with noise, whose gradient is taken inside the loop, is the same as in Go, by one turn and by several at
// once. Scalars that the loop makes are made anew behind it.
func TestRepeat(t *testing.T) {
	type repeat = func(count *graph.Node, most int, fixed, state []*graph.Node, body backend.Body) []*graph.Node
	for name, of := range map[string]struct {
		engine string
		repeat repeat
		always bool // all turns
	}{
		"cpu":                   {"cpu", backend.Repeat, false},
		"xla:cpu":               {"xla:cpu", backend.Repeat, false},
		"xla:cpu, turns as one": {"xla:cpu", backend.RepeatShort, false},
		"cpu, all":              {"cpu", backend.Repeat, true},
		"xla:cpu, all":          {"xla:cpu", backend.RepeatShort, true},
	} {
		t.Run(name, func(t *testing.T) { testRepeat(t, of.engine, of.repeat, of.always) })
	}
}

func testRepeat(t *testing.T, engine string,
	repeat func(*graph.Node, int, []*graph.Node, []*graph.Node, backend.Body) []*graph.Node, always bool) {
	const most = 12
	p, err := backend.Compile(backendstest.Open(t, engine), "descent", nil, [][]int{{2}, {2 * most}, nil},
		func(_, in []*graph.Node) (_, outputs []*graph.Node) {
			scale := graph.MulScalar(in[0], 3)
			count := graph.ConvertDType(in[2], dtypes.Int32)
			if always {
				count = nil
			}
			start := []*graph.Node{graph.Identity(in[0]), graph.Zeros(in[0].Graph(), in[0].Shape())}
			end := repeat(count, most, []*graph.Node{scale, in[1]}, start,
				func(turn *graph.Node, fixed, state []*graph.Node) []*graph.Node {
					x := state[0]
					slope := graph.Gradient(graph.ReduceAllSum(graph.Mul(fixed[0],
						graph.Sin(graph.MulScalar(x, 0.5)))), x)[0]
					next := graph.Add(graph.Sub(x, graph.MulScalar(slope, 0.25)),
						backend.Turn(fixed[1], turn, 2))
					return []*graph.Node{next, graph.Add(state[1], graph.MulScalar(x, 7))}
				})
			return nil, []*graph.Node{end[0], graph.MulScalar(end[1], 0.25), graph.MulScalar(in[0], 7)}
		})
	if err != nil {
		t.Fatal(err)
	}
	x, noise := []float32{0.5, -2}, make([]float32, 2*most)
	for i := range noise {
		noise[i] = 0.8 * float32(math.Sin(float64(3*i)))
	}
	first := 0
	if always {
		first = most
	}
	for turns := first; turns <= most; turns++ {
		out, err := p.Run(nil, []backend.Array{{Data: x}, {Data: noise}, {Data: []float32{float32(turns)}}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, start := range x {
			at, sum := float64(start), 0.
			for turn := range turns {
				sum += 7 * at / 4
				at += float64(noise[2*turn+i]) - 0.25*3*float64(start)*0.5*math.Cos(at/2)
			}
			if got := out[0].Data[i]; math.Abs(float64(got)-at) > 1e-5 {
				t.Errorf("after %d turns coordinate %d is %v, want %v", turns, i, got, at)
			}
			if got := out[1].Data[i]; math.Abs(float64(got)-sum) > 1e-5 {
				t.Errorf("after %d turns sum %d is %v, want %v", turns, i, got, sum)
			}
			if got := out[2].Data[i]; got != 7*start {
				t.Errorf("behind the loop coordinate %d is %v, want %v", i, got, 7*start)
			}
		}
	}
}

// A loop inside a loop inside a loop adds up what the same loops in Go do, and scalars of the inner ones are made anew
// behind them, and so are reductions.
func TestLoopsInLoops(t *testing.T) {
	const outer, middle, inner = 3, 4, 2
	for _, name := range []string{"cpu", "xla:cpu"} {
		t.Run(name, func(t *testing.T) {
			loop := func(turns int, rate *graph.Node, x *graph.Node,
				body func(rate, x *graph.Node) *graph.Node) *graph.Node {
				count := graph.Const(x.Graph(), int32(turns))
				return backend.Repeat(count, turns, []*graph.Node{rate}, []*graph.Node{x},
					func(_ *graph.Node, fixed, now []*graph.Node) []*graph.Node {
						return []*graph.Node{graph.AddScalar(body(fixed[0], now[0]), 0.125)}
					})[0]
			}
			p, err := backend.Compile(backendstest.Open(t, name), "nested", nil, [][]int{{2}, nil},
				func(_, in []*graph.Node) (_, outputs []*graph.Node) {
					end := loop(outer, in[1], in[0], func(rate, x *graph.Node) *graph.Node {
						x = loop(middle, rate, x, func(rate, x *graph.Node) *graph.Node {
							return loop(inner, rate, x, func(rate, x *graph.Node) *graph.Node {
								return graph.Mul(rate, graph.Sub(graph.Sin(x), graph.ReduceAllMean(x)))
							})
						})
						return graph.Sub(graph.MulScalar(x, 3), graph.ReduceAllMean(x))
					})
					return nil, []*graph.Node{graph.AddScalar(graph.Sub(end, graph.ReduceAllMean(in[0])), 0.125)}
				})
			if err != nil {
				t.Fatal(err)
			}
			starts, rate := []float32{0.5, -2}, 0.75 // whose mean is -0.75
			out, err := p.Run(nil, []backend.Array{{Data: starts}, {Data: []float32{float32(rate)}}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			a, b := float64(starts[0]), float64(starts[1])
			for range outer {
				for range middle {
					for range inner {
						mean := (a + b) / 2
						a, b = rate*(math.Sin(a)-mean)+0.125, rate*(math.Sin(b)-mean)+0.125
					}
					a, b = a+0.125, b+0.125
				}
				mean := (a + b) / 2
				a, b = 3*a-mean+0.125, 3*b-mean+0.125
			}
			for i, want := range []float64{a + 0.75 + 0.125, b + 0.75 + 0.125} {
				if got := float64(out[0].Data[i]); math.Abs(got-want) > 1e-4 {
					t.Errorf("coordinate %d is %v, want %v", i, got, want)
				}
			}
		})
	}
}
