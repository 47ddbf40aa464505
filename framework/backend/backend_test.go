package backend_test

import (
	"bytes"
	"errors"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/component"
)

func open(t *testing.T) compute.Backend {
	t.Helper()
	engine, err := backend.Open(backend.Default)
	if err != nil {
		t.Fatal(err)
	}
	return engine
}

// Opening the engine must not write to the standard output, which belongs to tables.
func TestOpenIsSilent(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func(out *os.File) { os.Stdout = out }(os.Stdout)
	os.Stdout = write
	open(t)
	if os.Stdout != write {
		t.Error("the standard output was not given back")
	}
	write.Close()
	var text bytes.Buffer
	if text.ReadFrom(read); text.Len() > 0 {
		t.Errorf("opening the engine wrote %q", text.String())
	}
}

// product is the program of x times the transpose of y.
func product(t *testing.T, m, k, n int) *backend.Program {
	t.Helper()
	p, err := backend.Compile(open(t), "product", nil, [][]int{{m, k}, {n, k}},
		func(_, in []*graph.Node) (_, outputs []*graph.Node) {
			return nil, []*graph.Node{graph.DotGeneral(in[0], []int{1}, nil, in[1], []int{1}, nil)}
		})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Large products take other paths through the engine than small ones: they must neither hang nor be wrong. With
// x_ij = i+1 and y_ij = cos(j) every entry (i, j') is (i+1) sum_k cos k.
func TestLargeProducts(t *testing.T) {
	for _, size := range [][3]int{{1, 1, 1}, {512, 512, 512}, {1000, 700, 300}, {3, 4096, 5}} {
		m, k, n := size[0], size[1], size[2]
		x, y, sum := make([]float32, m*k), make([]float32, n*k), 0.0
		for i := range x {
			x[i] = float32(i/k + 1)
		}
		for i := range y {
			y[i] = float32(math.Cos(float64(i % k)))
		}
		for _, v := range y[:k] {
			sum += float64(v)
		}
		out, err := product(t, m, k, n).Run(nil, []backend.Array{{Data: x}, {Data: y}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(out[0].Dimensions, []int{m, n}) {
			t.Fatalf("%v: the product has dimensions %v", size, out[0].Dimensions)
		}
		for i, got := range out[0].Data {
			// Rounding of k sums of numbers up to i+1.
			row := float64(i/n + 1)
			if want := row * sum; !(math.Abs(float64(got)-want) <= 1e-6*row*float64(k)) {
				t.Fatalf("%v: entry %d is %v, want %v", size, i, got, want)
			}
		}
	}
}

func TestCompileTurnsMistakesIntoErrors(t *testing.T) {
	engine := open(t)
	for name, build := range map[string]backend.Build{
		"shapes that don't fit": func(state, in []*graph.Node) (_, outputs []*graph.Node) {
			return nil, []*graph.Node{graph.Add(state[0], in[0])}
		},
		"a panic of its own": func(_, _ []*graph.Node) (_, _ []*graph.Node) { panic("no such layer") },
		"state arrays lost": func(state, in []*graph.Node) (newState, outputs []*graph.Node) {
			return []*graph.Node{in[0], in[0]}, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := backend.Compile(engine, "the test's graph", [][]int{{2, 3}}, [][]int{{4, 5}}, build)
			if err == nil || !strings.Contains(err.Error(), "the test's graph") {
				t.Fatalf("got %v, want an error that names the graph", err)
			}
			if name == "shapes that don't fit" && (!strings.Contains(err.Error(), "[[2 3]]") ||
				!strings.Contains(err.Error(), "[[4 5]]")) {
				t.Errorf("the error does not give the dimensions: %v", err)
			}
		})
	}
}

// GoMLX's engine has no DynamicSlice: the error names it and the graph, and who asked for it.
func TestMissingOperations(t *testing.T) {
	engine, err := backend.Open(backend.Reference)
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Finalize()
	slice := func(_, in []*graph.Node) (_, outputs []*graph.Node) {
		defer component.Blame("the test")
		return nil, []*graph.Node{graph.DynamicSlice(in[0],
			[]*graph.Node{graph.Scalar(in[0].Graph(), dtypes.Int32, 1)}, []int{1})}
	}
	_, err = backend.Compile(engine, "second", nil, [][]int{{3}}, slice)
	var failed *backend.BuildError
	if !errors.As(err, &failed) || failed.Operation != "DynamicSlice" || failed.Graph != "second" {
		t.Fatalf("got %v", err)
	}
	if !strings.Contains(err.Error(), "second") || !strings.Contains(err.Error(),
		"backend go lacks the operation DynamicSlice") {
		t.Errorf("the error does not say what is missing: %v", err)
	}
	if askers := component.Of(err); !slices.Equal(askers, []any{"the test"}) {
		t.Errorf("asked by %v", askers)
	}
	if _, err := backend.Compile(backend.Draft(engine), "second", nil, [][]int{{3}}, slice); !errors.As(err, &failed) {
		t.Errorf("a draft gives %v", err)
	}
}

// A draft returns zeros of the right shapes, and leaves its engine open.
func TestDraftsReturnZeros(t *testing.T) {
	engine := open(t)
	p, err := backend.Compile(backend.Draft(engine), "double", nil, [][]int{{2}},
		func(_, in []*graph.Node) (_, outputs []*graph.Node) {
			return nil, []*graph.Node{graph.MulScalar(in[0], 2)}
		})
	if err != nil {
		t.Fatal(err)
	}
	if out, err := p.Run(nil, []backend.Array{{Data: []float32{1, 2}}}, nil); err != nil || len(out) != 1 ||
		!slices.Equal(out[0].Data, []float32{0, 0}) {
		t.Errorf("got %v, %v", out, err)
	}
	p.Finalize()
	if !backend.IsDraft(backend.Draft(engine)) || backend.IsDraft(engine) {
		t.Error("a draft and its engine are taken for the same")
	}
	if backend.Draft(engine).Finalize(); engine.IsFinalized() {
		t.Error("a draft finalized its engine")
	}
}

// counter adds its input to its state and returns twice the new state.
func counter(t *testing.T) *backend.Program {
	t.Helper()
	p, err := backend.Compile(open(t), "counter", [][]int{{2}}, [][]int{{2}},
		func(state, in []*graph.Node) (newState, outputs []*graph.Node) {
			next := graph.Add(state[0], in[0])
			return []*graph.Node{next}, []*graph.Node{graph.MulScalar(next, 2), graph.ReduceAllSum(next)}
		})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestProgramsUpdateTheirState(t *testing.T) {
	p, host := counter(t), []float32{1, 10}
	state := backend.NewState(backend.Array{Dimensions: []int{2}, Data: host})
	var out []backend.Array
	for step := 1; step <= 3; step++ {
		var err error
		if out, err = p.Run(state, []backend.Array{{Data: []float32{1, 2}}}, out); err != nil {
			t.Fatal(err)
		}
		now := []float32{float32(1 + step), float32(10 + 2*step)}
		if got := state.Arrays()[0]; !slices.Equal(got.Data, now) || !slices.Equal(got.Dimensions, []int{2}) {
			t.Fatalf("after step %d the state is %v, want %v", step, got, now)
		}
		if !slices.Equal(out[0].Data, []float32{2 * now[0], 2 * now[1]}) ||
			!slices.Equal(out[1].Data, []float32{now[0] + now[1]}) {
			t.Fatalf("after step %d the outputs are %v", step, out)
		}
	}
	if !slices.Equal(host, []float32{1, 10}) {
		t.Errorf("the host's array was changed to %v", host)
	}
	p.Finalize()
}

// A program that leaves its state alone can run on it again and again.
func TestProgramsThatReadTheirState(t *testing.T) {
	p, err := backend.Compile(open(t), "reader", [][]int{{2}}, nil,
		func(state, _ []*graph.Node) (_, outputs []*graph.Node) {
			return nil, []*graph.Node{graph.Neg(state[0])}
		})
	if err != nil {
		t.Fatal(err)
	}
	state := backend.NewState(backend.Array{Dimensions: []int{2}, Data: []float32{3, 4}})
	for range 3 {
		out, err := p.Run(state, nil, nil)
		if err != nil || !slices.Equal(out[0].Data, []float32{-3, -4}) {
			t.Fatalf("got %v, %v", out, err)
		}
		runtime.GC() // storage that a run has freed must not be the state's
	}
}

func TestRunRefusesWhatDoesNotFit(t *testing.T) {
	good := []backend.Array{{Data: []float32{1, 2}}}
	for name, test := range map[string]struct {
		state  []backend.Array
		inputs []backend.Array
	}{
		"no state":        {nil, good},
		"no input":        {[]backend.Array{{Dimensions: []int{2}, Data: []float32{1, 1}}}, nil},
		"too many inputs": {[]backend.Array{{Dimensions: []int{2}, Data: []float32{1, 1}}}, append(good, good...)},
		"a short input": {[]backend.Array{{Dimensions: []int{2}, Data: []float32{1, 1}}},
			[]backend.Array{{Data: []float32{1}}}},
		"a long input": {[]backend.Array{{Dimensions: []int{2}, Data: []float32{1, 1}}},
			[]backend.Array{{Data: []float32{1, 2, 3}}}},
		"a short state": {[]backend.Array{{Dimensions: []int{1}, Data: []float32{1}}}, good},
	} {
		t.Run(name, func(t *testing.T) {
			state := backend.NewState(test.state...)
			out, err := counter(t).Run(state, test.inputs, nil)
			if err == nil || !strings.Contains(err.Error(), "counter") {
				t.Errorf("got %v and %v, want an error that names the program", out, err)
			}
			if strings.HasSuffix(name, "input") && !slices.Equal(state.Arrays()[0].Data, []float32{1, 1}) {
				t.Error("the refused run used up its state")
			}
		})
	}
}

// What a GPU computed with other products is not taken for what it computes now; the others' stages stay.
func TestArithmetic(t *testing.T) {
	for _, name := range []string{backend.Default, backend.Reference, "xla:cpu"} {
		if got := backend.Arithmetic(name); got != name {
			t.Errorf("keys know %s as %q", name, got)
		}
	}
	if got := backend.Arithmetic("xla:cuda"); got == "xla:cuda" {
		t.Errorf("keys know xla:cuda as %q, as they did when its products were of 10 bits", got)
	}
}
