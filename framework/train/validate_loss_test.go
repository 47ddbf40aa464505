package train_test

import (
	"math"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/train"
)

// A validation by the loss is the loss at the points given, in any number.
func TestValidationByTheLoss(t *testing.T) {
	p := &train.Problem{Name: "offset", Parameters: []network.Parameter{{Name: "w", Dimensions: []int{1},
		Values: []float32{0}}},
		Loss: func(parameters, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
			return graph.ReduceAllMean(graph.Square(graph.Sub(inputs[0], parameters[0]))), nil
		}}
	engine, err := backend.Open(backend.Default)
	if err != nil {
		t.Fatal(err)
	}
	task := train.Task{Environment: train.Environment{Engine: engine}}
	if err := train.ValidateLoss(task, p, []backend.Array{{Dimensions: []int{3},
		Data: []float32{1, 2, 3}}}); err != nil {
		t.Fatal(err)
	}
	for w, want := range map[float32]float64{0: 14.0 / 3, 2: 2.0 / 3} {
		got, err := p.Validate(backend.NewState(backend.Array{Dimensions: []int{1}, Data: []float32{w}}))
		if err != nil || math.Abs(got-want) > 1e-6 {
			t.Errorf("at %v: %v (%v), want %v", w, got, err, want)
		}
	}
}
