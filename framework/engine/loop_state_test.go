package engine

import (
	"slices"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// A loop's arrays change in place where each element is read for the last time when it is written, and only there: its
// result is that of as many runs of its body.
func TestStateOfALoopInPlace(t *testing.T) {
	const n, turns = 3000, 3
	bodies := map[string]func(x, v *graph.Node) []*graph.Node{
		"momentum": func(x, v *graph.Node) []*graph.Node {
			v = graph.Add(graph.MulScalar(v, 0.9), graph.MulScalar(x, 0.1))
			return []*graph.Node{graph.Sub(x, v), v}
		},
		"exchange": func(x, v *graph.Node) []*graph.Node { return []*graph.Node{v, graph.Add(x, v)} },
		"turned around": func(x, v *graph.Node) []*graph.Node {
			return []*graph.Node{graph.Add(x, v), graph.Sub(v, graph.Reverse(x, 0))}
		},
		"a sum of the former": func(x, v *graph.Node) []*graph.Node {
			next := graph.Mul(x, v)
			return []*graph.Node{next, graph.Add(graph.MulScalar(v, 0.5), graph.ReduceAllMean(x))}
		},
		"unchanged": func(x, v *graph.Node) []*graph.Node { return []*graph.Node{x, graph.Add(x, v)} },
	}
	start := func() (x, v []float32) {
		x, v = make([]float32, n), make([]float32, n)
		for i := range n {
			x[i], v[i] = float32(i)/n, float32(n-i)/n
		}
		return x, v
	}
	for name, body := range bodies {
		t.Run(name, func(t *testing.T) {
			b := newBackend(t)
			once := graph.MustNewExec(b, body)
			x, v := start()
			for range turns {
				out := once.MustCall(x, v)
				x, v = tensors.MustCopyFlatData[float32](out[0]), tensors.MustCopyFlatData[float32](out[1])
			}
			loop := graph.MustNewExec(b, func(x, v *graph.Node) []*graph.Node { return repeated(turns, body, x, v) })
			firstX, firstV := start()
			out := loop.MustCall(firstX, firstV)
			for k, want := range [][]float32{x, v} {
				if got := tensors.MustCopyFlatData[float32](out[k]); !slices.Equal(got, want) {
					t.Errorf("array %d of the state differs from that of %d runs", k, turns)
				}
			}
		})
	}
}

// repeated is a loop of a number of turns.
func repeated(turns int32, body func(x, v *graph.Node) []*graph.Node, x, v *graph.Node) []*graph.Node {
	g := x.Graph()
	parameters := func() []*graph.Node {
		return []*graph.Node{graph.Parameter(g, "count", shapes.Make(dtypes.Int32)),
			graph.Parameter(g, "x", x.Shape()), graph.Parameter(g, "v", v.Shape())}
	}
	condition := graph.NewClosure(g, func(*graph.Graph) []*graph.Node {
		return []*graph.Node{graph.LessThan(parameters()[0], graph.Const(g, turns))}
	})
	step := graph.NewClosure(g, func(*graph.Graph) []*graph.Node {
		p := parameters()
		return append([]*graph.Node{graph.Add(p[0], graph.Const(g, int32(1)))}, body(p[1], p[2])...)
	})
	return graph.While(condition, step, graph.Const(g, int32(0)), x, v)[1:]
}
