package train_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/train"
)

func number(v float64) *float64 { return &v }

// start of time in these tests.
var start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// loop returns a training into fresh folders, with a clock that stands still.
func loop(t *testing.T, training train.Training) *train.Loop {
	t.Helper()
	engine, err := backend.Open(backend.Default)
	if err != nil {
		t.Fatal(err)
	}
	if training.Schedule == nil {
		training.Schedule = &train.Constant{}
	}
	return train.Task{Environment: train.Environment{Engine: engine, Seed: 1}, Folder: t.TempDir(),
		Checkpoints: t.TempDir(), Now: func() time.Time { return start }}.Loop(training)
}

// The quadratic sum_j stiffness_j (w_j - x_j)^2/2 of three parameters, where x is the mean of the batch's points.
var stiffness, initial = []float32{1, 4, 0.25}, []float32{2, -1, 0.5}

// points are the data of the quadratic.
var points = func() [][]float32 {
	rng, rows := rand.New(rand.NewPCG(1, 5)), make([][]float32, 7)
	for i := range rows {
		rows[i] = []float32{rng.Float32(), rng.Float32(), 2 + rng.Float32()}
	}
	return rows
}()

// quadratic returns the problem; observe sees each step's indices and parameters, and may change the input x.
func quadratic(observe func(step int, indices []int, parameters, x []float32)) *train.Problem {
	return &train.Problem{
		Name: "quadratic", Size: len(points), Inputs: [][]int{{3}}, Terms: []string{"first", "rest"},
		Statistics: []string{"batch_size"}, Hint: "a test",
		Parameters: []network.Parameter{
			{Name: "layer/first", Dimensions: []int{1}, Values: append([]float32(nil), initial[:1]...)},
			{Name: "layer/rest", Dimensions: []int{1, 2}, Values: append([]float32(nil), initial[1:]...)},
		},
		Loss: func(parameters, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
			w := network.FlattenNodes(parameters)
			terms := graph.MulScalar(graph.Mul(graph.Const(w.Graph(), stiffness),
				graph.Square(graph.Sub(w, inputs[0]))), 0.5)
			total := graph.ReduceAllSum(terms)
			first := graph.ReduceAllSum(graph.SliceAxis(terms, 0, graph.AxisRange(0, 1)))
			return total, []*graph.Node{first, graph.Sub(total, first)}
		},
		Feed: func(step int, indices []int, parameters backend.State, inputs []backend.Array) ([]float64, error) {
			clear(inputs[0].Data)
			for _, i := range indices {
				for j, v := range points[i] {
					inputs[0].Data[j] += v / float32(len(indices))
				}
			}
			if observe != nil {
				observe(step, indices, parameters.Arrays()[0].Data, inputs[0].Data)
			}
			return []float64{float64(len(indices))}, nil
		},
	}
}

func run(t *testing.T, l *train.Loop, p *train.Problem) {
	t.Helper()
	if err := l.Run(context.Background(), p); err != nil {
		t.Fatal(err)
	}
}

// monitor calls back after every step.
type monitor func(done, total int, names []string, values []float64)

func (m monitor) Report(done, total int, names []string, values []float64) {
	m(done, total, names, values)
}
