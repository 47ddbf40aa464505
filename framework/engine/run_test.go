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

func near(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s has %d values; want %d", what, len(got), len(want))
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= 1e-12*(1+math.Abs(want[i]))) {
			t.Errorf("%s[%d] is %g; want %g", what, i, got[i], want[i])
		}
	}
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

// The mean, variance and normalized values of x [3 2] by features, from their definitions.
func TestBatchNormalization(t *testing.T) {
	const epsilon = 0.25
	x, scale, offset := []float64{1, 5, 2, -1, 6, 2}, []float64{2, 3}, []float64{-1, 4}
	mean, variance := []float64{3, 2}, []float64{14. / 3, 6}
	normalized := make([]float64, 6)
	for i := range x {
		f := i % 2
		normalized[i] = scale[f]*(x[i]-mean[f])/math.Sqrt(variance[f]+epsilon) + offset[f]
	}

	r := newRecorder(t)
	operand, s, o := r.in(dtypes.Float64, 3, 2), r.in(dtypes.Float64, 2), r.in(dtypes.Float64, 2)
	y, m, v, err := r.BatchNormForTraining(operand, s, o, epsilon, 1)
	if err != nil {
		t.Fatal(err)
	}
	again := r.must(r.BatchNormForInference(operand, s, o, m, v, epsilon, 1))
	got := r.run([]compute.Value{y, m, v, again}, x, scale, offset)
	near(t, "the normalized array", got[0], normalized)
	near(t, "the mean", got[1], mean)
	near(t, "the variance", got[2], variance)
	near(t, "the array normalized for inference", got[3], normalized)
}

// The gradient is compared with central differences of the weighted sum of the normalized array.
func TestBatchNormGradient(t *testing.T) {
	const epsilon, h = 0.25, 1e-5
	weights := []float64{1, -2, 0.5, 3, -1, 2}
	inputs := [][]float64{{1, 5, 2, -1, 6, 2}, {2, 3}, {-1, 4}}
	declare := func(r recorder) (x, scale, offset compute.Value) {
		return r.in(dtypes.Float64, 3, 2), r.in(dtypes.Float64, 2), r.in(dtypes.Float64, 2)
	}
	value := func(inputs [][]float64) float64 {
		r := newRecorder(t)
		x, scale, offset := declare(r)
		y, _, _, err := r.BatchNormForTraining(x, scale, offset, epsilon, 1)
		if err != nil {
			t.Fatal(err)
		}
		total := 0.0
		for i, y := range r.run([]compute.Value{y}, inputs...)[0] {
			total += weights[i] * y
		}
		return total
	}

	r := newRecorder(t)
	x, scale, offset := declare(r)
	_, mean, variance, err := r.BatchNormForTraining(x, scale, offset, epsilon, 1)
	if err != nil {
		t.Fatal(err)
	}
	g := r.must(r.Constant(weights, 3, 2))
	gx, gScale, gOffset, err := r.BatchNormGradient(x, scale, mean, variance, g, epsilon, 1)
	if err != nil {
		t.Fatal(err)
	}
	got := r.run([]compute.Value{gx, gScale, gOffset}, inputs...)
	for i := range inputs {
		for j, at := range inputs[i] {
			inputs[i][j] = at + h
			above := value(inputs)
			inputs[i][j] = at - h
			below := value(inputs)
			inputs[i][j] = at
			if want := (above - below) / (2 * h); math.Abs(got[i][j]-want) > 1e-8 {
				t.Errorf("the gradient of input %d at %d is %g; differences give %g", i, j, got[i][j], want)
			}
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
