package engine

import (
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
)

// run compiles a graph and runs it on float64 inputs, in the order of its parameters.
func (r recorder) run(outputs []compute.Value, inputs ...[]float64) [][]float64 {
	r.t.Helper()
	e, err := r.Compile(outputs, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	results, err := runOn(r.builder.backend, e, inputs)
	if err != nil {
		r.t.Fatal(err)
	}
	return results
}

func runOn(b *Backend, e compute.Executable, inputs [][]float64) ([][]float64, error) {
	_, inputShapes := e.Inputs()
	buffers := make([]compute.Buffer, len(inputs))
	for i, values := range inputs {
		var err error
		if buffers[i], err = b.BufferFromFlatData(0, values, inputShapes[i]); err != nil {
			return nil, err
		}
	}
	outputs, err := e.Execute(buffers, nil, 0)
	if err != nil {
		return nil, err
	}
	results := make([][]float64, len(outputs))
	for i, output := range outputs {
		data, err := output.Data()
		if err != nil {
			return nil, err
		}
		results[i] = slices.Clone(data.([]float64))
		if err := output.Finalize(); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// Parameters and constants may be outputs, and any operation may be one twice.
func TestOutputsOfAllKinds(t *testing.T) {
	r := newRecorder(t)
	x := r.in(dtypes.Float64, 2)
	c := r.must(r.Constant([]float64{5, 6}, 2))
	sum := r.must(r.Add(x, c))
	empty := r.must(r.Slice(x, []int{2}, []int{2}, nil))
	transposed := r.must(r.Reverse(x, 0))
	got := r.run([]compute.Value{x, c, sum, x, sum, empty, transposed}, []float64{1, 2})
	for i, want := range [][]float64{{1, 2}, {5, 6}, {6, 8}, {1, 2}, {6, 8}, {}, {2, 1}} {
		if !slices.Equal(got[i], want) {
			t.Errorf("output %d is %v; want %v", i, got[i], want)
		}
	}
}

func TestEmptyArraysRun(t *testing.T) {
	r := newRecorder(t)
	x := r.in(dtypes.Float64, 0, 3)
	// [3 3], a sum of nothing
	product := r.must(r.product(r.must(r.Transpose(x, 1, 0)), []int{1}, nil, x, []int{0}, nil))
	got := r.run([]compute.Value{r.must(r.Exp(x)), r.must(r.ReduceSum(x, 0)), product,
		r.must(r.ReduceMax(x))}, []float64{})
	for i, want := range [][]float64{{}, {0, 0, 0}, make([]float64, 9), {math.Inf(-1)}} {
		if !slices.Equal(got[i], want) {
			t.Errorf("output %d is %v; want %v", i, got[i], want)
		}
	}
}

// Runs of one executable at the same time have memory of their own.
func TestConcurrentRuns(t *testing.T) {
	r := newRecorder(t)
	x := r.in(dtypes.Float64, 50, 50)
	y := r.must(r.Add(r.must(r.product(x, []int{1}, nil, x, []int{0}, nil)), r.must(r.ReduceSum(x))))
	e, err := r.Compile([]compute.Value{y}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for g := range 8 {
		all.Go(func() {
			values, want := make([]float64, 2500), float64(50*g*g+2500*g)
			for i := range values {
				values[i] = float64(g)
			}
			for range 20 {
				results, err := runOn(r.builder.backend, e, [][]float64{values})
				if err != nil {
					t.Error(err)
					return
				}
				for _, v := range results[0] {
					if v != want {
						t.Errorf("with %d everywhere a value is %g; want %g", g, v, want)
						return
					}
				}
			}
		})
	}
	all.Wait()
}

// Every configuration computes the same.
func TestEveryConfigurationRuns(t *testing.T) {
	for _, config := range []string{"", "nofuse", "threads=1", "threads=2,nofuse"} {
		b, err := New(config)
		if err != nil {
			t.Fatal(err)
		}
		r := newRecorderOf(t, b.(*Backend), "options")
		x := r.must(r.Parameter("x", shapes.Make(dtypes.Float64, 3), nil))
		got := r.run([]compute.Value{r.must(r.Mul(r.must(r.Add(x, x)), x))}, []float64{1, 2, 3})
		if !slices.Equal(got[0], []float64{2, 8, 18}) {
			t.Errorf("with the options %q the result is %v", config, got[0])
		}
	}
}
