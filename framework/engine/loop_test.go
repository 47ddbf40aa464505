package engine

import (
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// powers doubles a vector and counts, until the count is that of an input; what does not change is captured, and a
// flag and an array of nothing go along.
func powers(in []*graph.Node) []*graph.Node {
	g := in[0].Graph()
	limit, factor := in[1], graph.MulScalar(in[2], 2)
	parameters := func() []*graph.Node {
		return []*graph.Node{
			graph.Parameter(g, "count", shapes.Make(dtypes.Int32)), graph.Parameter(g, "x", in[0].Shape()),
			graph.Parameter(g, "odd", shapes.Make(dtypes.Bool)),
			graph.Parameter(g, "nothing", shapes.Make(dtypes.Float64, 0, 3)),
		}
	}
	condition := graph.NewClosure(g, func(*graph.Graph) []*graph.Node {
		return []*graph.Node{graph.LessThan(parameters()[0], limit)}
	})
	body := graph.NewClosure(g, func(*graph.Graph) []*graph.Node {
		p := parameters()
		return []*graph.Node{graph.Add(p[0], graph.Const(g, int32(1))), graph.Mul(p[1], factor),
			graph.LogicalNot(p[2]), p[3]}
	})
	end := graph.While(condition, body, graph.Const(g, int32(0)), in[0], graph.Const(g, false),
		graph.Zeros(g, shapes.Make(dtypes.Float64, 0, 3)))
	return []*graph.Node{end[0], end[1], end[2], end[3], graph.Add(end[1], in[0])}
}

func TestWhile(t *testing.T) {
	exec, err := graph.NewExec(newBackend(t), powers)
	if err != nil {
		t.Fatal(err)
	}
	for turns := range int32(4) {
		out, err := exec.Call([]float32{1, -3, 0.5}, turns, float32(1))
		if err != nil {
			t.Fatal(err)
		}
		scale := float32(int(1) << turns)
		want := []float32{scale, -3 * scale, 0.5 * scale}
		if got := tensors.MustCopyFlatData[float32](out[1]); !slices.Equal(got, want) {
			t.Errorf("after %d turns: %v, want %v", turns, got, want)
		}
		if got := tensors.MustCopyFlatData[float32](out[4]); !slices.Equal(got,
			[]float32{want[0] + 1, want[1] - 3, want[2] + 0.5}) {
			t.Errorf("behind %d turns: %v", turns, got)
		}
		if count, odd := tensors.ToScalar[int32](out[0]), tensors.ToScalar[bool](out[2]); count != turns ||
			odd != (turns%2 == 1) {
			t.Errorf("after %d turns: count %d, odd %v", turns, count, odd)
		}
		if got := out[3].Shape(); !got.Equal(shapes.Make(dtypes.Float64, 0, 3)) {
			t.Errorf("nothing became %s", got)
		}
	}
}

// Loops inside loops, where the inner one captures what the outer one has and what stands around both.
func TestWhileInAWhile(t *testing.T) {
	r := newRecorder(t)
	x, limit := r.float(), r.in(dtypes.Int32)
	one := r.must(r.Constant([]int32{1}))
	zero := r.must(r.Constant([]int32{0}))
	loop := func(of compute.Function, start compute.Value, step func(f compute.Function,
		x compute.Value) compute.Value) compute.Value {
		part := func(make func(f compute.Function, count, x compute.Value) []compute.Value) compute.Function {
			f, err := of.Closure()
			if err != nil {
				t.Fatal(err)
			}
			count := r.must(f.Parameter("count", shapes.Make(dtypes.Int32), nil))
			x := r.must(f.Parameter("x", shapes.Make(dtypes.Float32), nil))
			if err := f.Return(make(f, count, x), nil); err != nil {
				t.Fatal(err)
			}
			return f
		}
		condition := part(func(f compute.Function, count, _ compute.Value) []compute.Value {
			return []compute.Value{r.must(f.LessThan(count, limit))}
		})
		body := part(func(f compute.Function, count, x compute.Value) []compute.Value {
			return []compute.Value{r.must(f.Add(count, one)), step(f, x)}
		})
		end, err := of.While(condition, body, zero, start)
		if err != nil {
			t.Fatal(err)
		}
		return end[1]
	}
	sum := loop(r.Function, x, func(outer compute.Function, y compute.Value) compute.Value { // y + limit*(x+y)
		more := r.must(outer.Add(x, y))
		return loop(outer, y, func(inner compute.Function, z compute.Value) compute.Value {
			return r.must(inner.Add(z, more))
		})
	})
	e, err := r.Compile([]compute.Value{sum}, nil)
	if err != nil {
		t.Fatal(err)
	}
	b := r.builder.backend
	for _, turns := range []int32{0, 1, 2, 3} {
		first, err1 := b.BufferFromFlatData(0, []float32{2}, shapes.Make(dtypes.Float32))
		second, err2 := b.BufferFromFlatData(0, []int32{turns}, shapes.Make(dtypes.Int32))
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		out, err := e.Execute([]compute.Buffer{first, second}, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		want := float32(2)
		for range turns {
			want += float32(turns) * (2 + want)
		}
		got := make([]float32, 1)
		if err := out[0].ToFlatData(got); err != nil || got[0] != want {
			t.Errorf("%d turns of %d turns: %v, %v, want %v", turns, turns, got[0], err, want)
		}
	}
}

func TestMistakesInLoops(t *testing.T) {
	r, other := newRecorder(t), newRecorder(t)
	x, y := r.float(2), r.in(dtypes.Int32)
	closure := func(of recorder, shape shapes.Shape, make func(f compute.Function,
		x compute.Value) compute.Value) compute.Function {
		f, err := of.Closure()
		if err != nil {
			t.Fatal(err)
		}
		p := r.must(f.Parameter("", shape, nil))
		if err := f.Return([]compute.Value{make(f, p)}, nil); err != nil {
			t.Fatal(err)
		}
		return f
	}
	vector := shapes.Make(dtypes.Float32, 2)
	same := func(_ compute.Function, x compute.Value) compute.Value { return x }
	never := func(f compute.Function, _ compute.Value) compute.Value { return r.must(f.Constant([]bool{false})) }
	condition, body := closure(r, vector, never), closure(r, vector, same)
	open, err := r.Closure()
	if err != nil {
		t.Fatal(err)
	}
	for want, test := range map[string]struct {
		condition, body compute.Function
		state           []compute.Value
	}{
		"there is no state":  {condition, body, nil},
		"one Bool is needed": {body, body, []compute.Value{x}},
		"the body returns": {condition, closure(r, vector,
			func(f compute.Function, x compute.Value) compute.Value { return r.must(f.ReduceSum(x)) }),
			[]compute.Value{x}},
		"the state is [(Int32)]":         {condition, body, []compute.Value{y}},
		"the condition is no closure":    {r.Function, body, []compute.Value{x}},
		"the body is no closure":         {condition, open, []compute.Value{x}},
		"the body is no closure of this": {condition, closure(other, vector, same), []compute.Value{x}},
	} {
		if _, err := r.While(test.condition, test.body, test.state...); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if end, err := r.While(condition, body, x); err != nil || len(end) != 1 {
		t.Errorf("a sound loop: %v", err)
	}
}
