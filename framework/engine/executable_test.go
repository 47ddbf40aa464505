package engine

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// newExecutableOf compiles, with the fake compiler, a graph of the inputs a (int8[3]) and b (int8[0 2]) whose outputs
// are a, b and a again.
func newExecutableOf(t *testing.T) (*Backend, compute.Executable) {
	t.Helper()
	b := newBackend(t)
	b.compile = compileFake
	r := newRecorderOf(t, b, "run")
	x := r.must(r.Parameter("a", shapes.Make(dtypes.Int8, 3), nil))
	y := r.must(r.Parameter("b", shapes.Make(dtypes.Int8, 0, 2), nil))
	e, err := r.Compile([]compute.Value{x, y, x}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b, e
}

func newBufferOf(t *testing.T, b *Backend, dimensions ...int) compute.Buffer {
	t.Helper()
	buffer, _, err := b.NewSharedBuffer(0, shapes.Make(dtypes.Int8, dimensions...))
	if err != nil {
		t.Fatal(err)
	}
	return buffer
}

func TestInputsAndOutputs(t *testing.T) {
	_, e := newExecutableOf(t)
	names, inputs := e.Inputs()
	if !slices.Equal(names, []string{"a", "b"}) || len(inputs) != 2 ||
		!inputs[1].Equal(shapes.Make(dtypes.Int8, 0, 2)) {
		t.Errorf("the inputs are %v %v", names, inputs)
	}
	if outputs := e.Outputs(); len(outputs) != 3 || !outputs[2].Equal(inputs[0]) {
		t.Errorf("the outputs are %v", outputs)
	}
}

func TestRepeatedOutputsAreSeparate(t *testing.T) {
	b, e := newExecutableOf(t)
	outputs, err := e.Execute([]compute.Buffer{newBufferOf(t, b, 3), newBufferOf(t, b, 0, 2)}, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]int8{{0, 0, 0}, {}, {2, 2, 2}} { // what the fake program writes
		if data, err := outputs[i].Data(); err != nil || !slices.Equal(data.([]int8), want) {
			t.Errorf("output %d is %v (%v); want %v", i, data, err, want)
		}
	}
	for i, output := range outputs {
		if err := output.Finalize(); err != nil {
			t.Errorf("output %d: %v", i, err)
		}
	}
}

func TestDonatedInputsAreFinalized(t *testing.T) {
	b, e := newExecutableOf(t)
	kept, donated := newBufferOf(t, b, 3), newBufferOf(t, b, 0, 2)
	if _, err := e.Execute([]compute.Buffer{kept, donated}, []bool{false, true}, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := donated.Shape(); err == nil {
		t.Error("the donated input is still valid")
	}
	if _, err := kept.Shape(); err != nil {
		t.Errorf("the other input: %v", err)
	}
	if _, err := e.Execute([]compute.Buffer{kept, donated}, nil, 0); err == nil ||
		!strings.Contains(err.Error(), "input 1 (b)") {
		t.Errorf("a run with the donated input gives %v", err)
	}
}

func TestABufferMayBeDonatedTwice(t *testing.T) {
	b := newBackend(t)
	b.compile = compileFake
	r := newRecorderOf(t, b, "twice")
	x, y := r.in(dtypes.Int8, 3), r.in(dtypes.Int8, 3)
	e, err := r.Compile([]compute.Value{x, y}, nil)
	if err != nil {
		t.Fatal(err)
	}
	both := newBufferOf(t, b, 3)
	outputs, err := e.Execute([]compute.Buffer{both, both}, []bool{true, true}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := both.Finalize(); err == nil {
		t.Error("the donated buffer is still valid")
	}
	// If its storage had been given back twice, these two would share it.
	first, second := newBufferOf(t, b, 3), newBufferOf(t, b, 3)
	if first.(*Buffer).storage.Load() == second.(*Buffer).storage.Load() {
		t.Error("two buffers have the same storage")
	}
	if len(outputs) != 2 {
		t.Errorf("there are %d outputs", len(outputs))
	}
}

func TestWrongRuns(t *testing.T) {
	b, e := newExecutableOf(t)
	x, y := newBufferOf(t, b, 3), newBufferOf(t, b, 0, 2)
	foreign := newBufferOf(t, newBackend(t), 3)
	for _, c := range []struct {
		inputs []compute.Buffer
		donate []bool
		device compute.DeviceNum
		want   string
	}{
		{[]compute.Buffer{x}, nil, 0, "there are 1 inputs; 2 are needed: [a b]"},
		{[]compute.Buffer{y, x}, nil, 0, "input 0 (a) is (Int8)[0, 2]; (Int8)[3] is needed"},
		{[]compute.Buffer{x, nil}, nil, 0, "input 1 (b)"},
		{[]compute.Buffer{foreign, y}, nil, 0, "another instance"},
		{[]compute.Buffer{x, y}, []bool{true}, 0, "donate has 1 entries for 2 inputs"},
		{[]compute.Buffer{x, y}, nil, 1, "device 1"},
	} {
		donate := c.donate
		if donate == nil {
			donate = make([]bool, len(c.inputs))
			donate[0] = true
		}
		if _, err := e.Execute(c.inputs, donate, c.device); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("the run gives %v; want %q", err, c.want)
		}
	}
	if _, err := x.Shape(); err != nil {
		t.Errorf("a run that failed finalized its input: %v", err)
	}
	e.Finalize()
	if _, err := e.Execute([]compute.Buffer{x, y}, nil, 0); err == nil || !strings.Contains(err.Error(), "finalized") {
		t.Errorf("a finalized executable gives %v", err)
	}
}

func TestCompileErrorsArePassedOn(t *testing.T) {
	b := newBackend(t)
	reason := errors.New("no kernel")
	b.compile = func(*ir.Graph) (runner, error) { return nil, reason }
	r := newRecorderOf(t, b, "bad")
	e, err := r.Compile([]compute.Value{r.float(2)}, nil)
	if !errors.Is(err, reason) || !strings.Contains(err.Error(), `"bad"`) || e != nil {
		t.Errorf("Compile gives %v, %v", e, err)
	}
}

func TestRunsAtTheSameTime(t *testing.T) {
	b, e := newExecutableOf(t)
	shared := newBufferOf(t, b, 0, 2)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 100 {
				outputs, err := e.Execute([]compute.Buffer{newBufferOf(t, b, 3), shared}, []bool{true, false}, 0)
				if err != nil {
					t.Error(err)
					return
				}
				for _, output := range outputs {
					if err := output.Finalize(); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	all.Wait()
}

// A run allocates the buffers' headers and lists, but no storage.
func TestRunsReuseStorage(t *testing.T) {
	b := newBackend(t)
	b.compile = compileFake
	r := newRecorderOf(t, b, "steady")
	x := r.in(dtypes.Int8, 1<<20)
	e, err := r.Compile([]compute.Value{x}, nil)
	if err != nil {
		t.Fatal(err)
	}
	const runs = 400
	state := newBufferOf(t, b, 1<<20)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range runs {
		outputs, err := e.Execute([]compute.Buffer{state}, []bool{true}, 0)
		if err != nil {
			t.Fatal(err)
		}
		state = outputs[0]
	}
	runtime.ReadMemStats(&after)
	// The race detector makes sync.Pool forget a quarter of what it is given.
	if used := after.TotalAlloc - before.TotalAlloc; used > runs<<20/2 {
		t.Errorf("%d MiB were allocated for %d runs with an output of 1 MiB", used>>20, runs)
	}
}
