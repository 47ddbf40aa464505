package network_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/support/supporttest"
)

// Rows are evaluated in batches of one size; whatever their number, each is evaluated once and in order.
func TestEvaluator(t *testing.T) {
	e, err := network.NewEvaluator(supporttest.Environment(t, nil, nil).Engine, "test",
		[]network.Trained{supporttest.Slope(1, 10)}, []int{2, 1},
		func(f []network.Function, in []*graph.Node) []*graph.Node {
			return []*graph.Node{graph.Add(f[0].Apply(in[0]), in[1]), networktest.Join(in[1], in[1], in[1])}
		})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{1, network.EvaluationBatch, network.EvaluationBatch + 1, 3*network.EvaluationBatch - 7, 2} {
		x, y := make([]float32, 2*n), make([]float32, n)
		for i := range y {
			x[2*i], x[2*i+1], y[i] = float32(i), 1, 0.5
		}
		out, err := e.Run(t.Context(), x, y)
		if err != nil {
			t.Fatal(err)
		}
		if len(out[0]) != n || len(out[1]) != 3*n {
			t.Fatalf("%d rows give %d and %d numbers", n, len(out[0]), len(out[1]))
		}
		for i, got := range out[0] {
			if got != float32(i)+10.5 {
				t.Fatalf("row %d of %d is %v, want %v", i, n, got, float32(i)+10.5)
			}
		}
	}
	if _, err := e.Run(t.Context(), make([]float32, 4), make([]float32, 3)); err == nil {
		t.Error("two rows and three are evaluated together")
	}
}

// Goroutines that share an evaluator get the values of their own rows.
func TestEvaluatorOfGoroutines(t *testing.T) {
	e, err := network.NewEvaluator(supporttest.Environment(t, nil, nil).Engine, "test", nil, []int{1},
		func(_ []network.Function, in []*graph.Node) []*graph.Node {
			return []*graph.Node{networktest.Square(in[0])}
		})
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for k := range 8 {
		group.Go(func() {
			rows := slices.Repeat([]float32{float32(k)}, 5*network.EvaluationBatch)
			for range 20 {
				out, err := e.Run(t.Context(), rows)
				if err != nil || slices.ContainsFunc(out[0], func(v float32) bool { return v != float32(k*k) }) {
					t.Errorf("goroutine %d: %v, or rows of another", k, err)
					return
				}
			}
		})
	}
	group.Wait()
}

// A few images are no full batch of points: rows of many numbers are evaluated by fewer at once, and all of them.
func TestEvaluatorOfWideRows(t *testing.T) {
	const width = 784
	if batch := network.BatchOf(2, width); batch >= network.BatchOf(2, 3) {
		t.Errorf("%d images at once, and %d points", batch, network.BatchOf(2, 3))
	}
	e, err := network.NewEvaluator(supporttest.Environment(t, nil, nil).Engine, "test", nil, []int{width},
		func(_ []network.Function, in []*graph.Node) []*graph.Node {
			return []*graph.Node{networktest.Square(in[0])}
		})
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]float32, 100*width)
	for i := range 100 {
		rows[i*width+i] = float32(i)
	}
	out, err := e.Run(t.Context(), rows)
	if err != nil {
		t.Fatal(err)
	}
	for i, got := range out[0] {
		if got != float32(i*i) {
			t.Fatalf("row %d of %d is %v, want %d", i, len(out[0]), got, i*i)
		}
	}
}
