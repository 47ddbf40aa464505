package backend_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/backend/backendtest"
)

// onDevices opens XLA for so many devices, and skips the test where there is no plugin with that many.
func onDevices(t *testing.T, devices int) compute.Backend {
	t.Helper()
	backendtest.NeedDevices(t, devices)
	engine, err := backend.OpenWith("xla:cpu", backend.Options{Devices: devices})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(engine.Finalize)
	if got := backend.Devices(engine); got != devices {
		t.Fatalf("%d devices of %d", got, devices)
	}
	return engine
}

// rows of the batch of these tests.
const rows = 8

// descent makes a step of gradient descent on factor * mean_i(weight_i (x_i . w)^2) + sum(shift), from a state w, and
// tells the loss and every x_i . w. Its inputs are rows of points, rows of weights, a scalar, an array that no device
// has a part of, and an empty one.
func descent(t *testing.T, engine compute.Backend) *backend.Program {
	t.Helper()
	p, err := backend.CompileSplit(engine, "descent", backend.Batch{Rows: rows}, [][]int{{3}},
		[][]int{{rows, 3}, nil, {rows}, {3}, {0, 2}},
		func(state, in []*graph.Node) (newState, outputs []*graph.Node) {
			along := graph.ReduceSum(graph.Mul(in[0], graph.InsertAxes(state[0], 0)), 1)
			loss := graph.Mul(in[1], graph.ReduceAllMean(graph.Mul(in[2], graph.Square(along))))
			loss = graph.Add(loss, graph.Add(graph.ReduceAllSum(in[3]), graph.ReduceAllSum(in[4])))
			gradient := graph.Gradient(loss, state[0])[0]
			return []*graph.Node{graph.Sub(state[0], gradient)}, []*graph.Node{loss, along}
		})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Finalize)
	return p
}

// descended is the same in double precision.
func descended(w, x, weights, shift []float32, factor float64) (next, along []float64, loss float64) {
	gradient := make([]float64, 3)
	for i := range rows {
		dot := 0.0
		for j := range 3 {
			dot += float64(x[3*i+j]) * float64(w[j])
		}
		along = append(along, dot)
		loss += factor * float64(weights[i]) * dot * dot / rows
		for j := range 3 {
			gradient[j] += factor * float64(weights[i]) * 2 * dot * float64(x[3*i+j]) / rows
		}
	}
	for j := range 3 {
		next = append(next, float64(w[j])-gradient[j])
		loss += float64(shift[j])
	}
	return next, along, loss
}

// Devices that share a batch compute what one does: step after step, from a new state too, and side by side with
// another program.
func TestDevicesShareABatch(t *testing.T) {
	for _, devices := range []int{1, 2, 4} {
		t.Run(fmt.Sprint(devices), func(t *testing.T) {
			engine := onDevices(t, devices)
			var group sync.WaitGroup
			for range 2 {
				p := descent(t, engine)
				group.Go(func() { checkDescent(t, p) })
			}
			group.Wait()
		})
	}
}

func checkDescent(t *testing.T, p *backend.Program) {
	x, weights, shift := make([]float32, 3*rows), make([]float32, rows), []float32{0.5, 0, -0.25}
	var state backend.State
	var out []backend.Array
	for step := range 20 {
		if step%7 == 0 { // as from a checkpoint
			state = backend.NewState(backend.Array{Dimensions: []int{3}, Data: []float32{1, float32(step), -2}})
		}
		for i := range x {
			x[i] = float32(math.Sin(float64(5*i + step)))
			weights[i/3] = float32(i%5) / 10
		}
		factor := 0.5 + 0.1*float64(step)
		next, along, loss := descended(state.Arrays()[0].Data, x, weights, shift, factor)
		var err error
		if out, err = p.Run(state, []backend.Array{{Data: x}, {Data: []float32{float32(factor)}}, {Data: weights},
			{Data: shift}, {}}, out); err != nil {
			t.Error(err)
			return
		}
		got := slices.Concat(out[0].Data, out[1].Data, state.Arrays()[0].Data)
		for i, want := range slices.Concat([]float64{loss}, along, next) {
			if math.Abs(float64(got[i])-want) > 1e-5*(1+math.Abs(want)) {
				t.Errorf("step %d: number %d of loss, rows and state is %v, want %v", step, i, got[i], want)
			}
		}
		if !slices.Equal(out[1].Dimensions, []int{rows}) {
			t.Errorf("the rows have dimensions %v", out[1].Dimensions)
		}
	}
}

// A batch that can't be split evenly is one device's.
func TestUnevenBatches(t *testing.T) {
	engine := onDevices(t, 4)
	p, err := backend.CompileSplit(engine, "mean", backend.Batch{Rows: 6}, nil, [][]int{{6, 2}},
		func(_, in []*graph.Node) (_, outputs []*graph.Node) {
			return nil, []*graph.Node{graph.ReduceAllMean(in[0])}
		})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Finalize()
	out, err := p.Run(nil, []backend.Array{{Data: []float32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}}}, nil)
	if err != nil || out[0].Data[0] != 5.5 {
		t.Errorf("%v, %v", out, err)
	}
}

func TestTooManyDevices(t *testing.T) {
	for _, name := range []string{"cpu", "go", "xla:cpu"} {
		engine, err := backend.OpenWith(name, backend.Options{Devices: 1000})
		if name == "xla:cpu" && !slices.ContainsFunc(backend.List(),
			func(i backend.Info) bool { return i.Name == name && i.Available }) {
			continue
		}
		var fewer *backend.DevicesError
		if engine != nil || !errors.As(err, &fewer) || fewer.Wanted != 1000 || fewer.Found < 1 ||
			fewer.Backend != name {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// regression makes a step of gradient descent on the mean square error of a network, whose two layers are the state,
// at points and values.
func regression(state, in []*graph.Node) (newState []*graph.Node, loss *graph.Node) {
	made := graph.Dot(graph.Tanh(graph.Dot(in[0], state[0]).Product()), state[1]).Product()
	loss = graph.ReduceAllMean(graph.Square(graph.Sub(made, in[1])))
	for i, gradient := range graph.Gradient(loss, state...) {
		newState = append(newState, graph.Sub(state[i], gradient))
	}
	return newState, loss
}

// dumpVariable is the folder to which a process writes the programs that XLA makes.
const dumpVariable = "EBIM_TEST_DUMP"

// In the programs that XLA makes for 4 devices, each works on a fourth of the batch, and gradients are summed over the
// devices: no array has all rows, in one step and in a loop of steps.
func TestBatchesAreSplit(t *testing.T) {
	const all, part, hidden, steps = 4 * 97, 97, 13, 5
	engine := onDevices(t, 4)
	if os.Getenv(dumpVariable) == "" {
		folder := t.TempDir()
		again := exec.Command(os.Args[0], "-test.run=^TestBatchesAreSplit$", "-test.count=1")
		again.Env = append(os.Environ(), dumpVariable+"="+folder,
			"XLA_FLAGS="+os.Getenv("XLA_FLAGS")+" --xla_dump_hlo_as_text --xla_dump_to="+folder)
		if out, err := again.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		checkSplit(t, folder, "one", all, part, hidden)
		checkSplit(t, folder, "many", all, part, hidden)
		return
	}
	state := [][]int{{7, hidden}, {hidden, 1}}
	_, err := backend.CompileSplit(engine, "one", backend.Batch{Rows: all}, state, [][]int{{all, 7}, {all, 1}},
		func(state, in []*graph.Node) (newState, outputs []*graph.Node) {
			newState, loss := regression(state, in)
			return newState, []*graph.Node{loss}
		})
	if err != nil {
		t.Fatal(err)
	}
	_, err = backend.CompileSplit(engine, "many", backend.Batch{Axis: 1, Rows: all}, state,
		[][]int{{steps, all, 7}, {steps, all, 1}, nil},
		func(state, in []*graph.Node) (newState, outputs []*graph.Node) {
			count := graph.ConvertDType(in[2], dtypes.Int32)
			return backend.Repeat(count, steps, in[:2], state,
				func(turn *graph.Node, fixed, now []*graph.Node) []*graph.Node {
					x, y := backend.Turn(fixed[0], turn, 1), backend.Turn(fixed[1], turn, 1)
					next, _ := regression(now, []*graph.Node{graph.Reshape(x, all, 7), graph.Reshape(y, all, 1)})
					return next
				}), nil
		})
	if err != nil {
		t.Fatal(err)
	}
}

func checkSplit(t *testing.T, folder, name string, all, part, hidden int) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*"+name+"*after_optimizations.txt"))
	if err != nil || len(files) != 1 {
		entries, _ := os.ReadDir(folder)
		t.Fatalf("%v of %v, %v", files, entries, err)
	}
	content, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	text := string(content)
	whole := regexp.MustCompile(fmt.Sprintf(`f32\[(\d+,)*%d[],]`, all))
	if found := whole.FindAllString(text, -1); found != nil {
		t.Errorf("%s: a device has arrays of the whole batch: %v", name, found)
	}
	if want := fmt.Sprintf("f32[%d,%d]", part, hidden); !strings.Contains(text, want) ||
		!strings.Contains(text, "all-reduce") {
		t.Errorf("%s: there is no %s, or no all-reduce:\n%s", name, want, text)
	}
}
