package autoencoder

import (
	"context"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/support/supporttest"
	"ebim/framework/train"
	"ebim/framework/train/traintest"
)

// Points of a segment are decoded where they were, by the networks that are loaded: within 0.05 of a segment of length
// 2.2. By networks that were never trained they are not.
func TestTrainedPairsReconstruct(t *testing.T) {
	data := points.New(100, 2)
	for i := range data.Len() {
		x := 2*float64(i)/99 - 1
		copy(data.At(i), []float64{x, x / 2})
	}
	a := &Autoencoder{Encoder: traintest.MLP(8), Decoder: traintest.MLP(8), Loss: &loss.Reconstruction{},
		Training: traintest.Training(100, 25, 0.01, nil)}
	task := traintest.Task(t, data, supporttest.Square)
	farthest := func(encoder, decoder network.Trained) float64 {
		e, err := network.NewEvaluator(task.Engine, "reconstruction", []network.Trained{encoder, decoder}, []int{2},
			func(f []network.Function, in []*graph.Node) []*graph.Node {
				return []*graph.Node{f[1].Apply(f[0].Apply(in[0]))}
			})
		if err != nil {
			t.Fatal(err)
		}
		out, err := e.Run(t.Context(), data.Float32())
		if err != nil {
			t.Fatal(err)
		}
		decoded, most := points.FromFloat32(out[0], 2), 0.0
		for i := range data.Len() {
			most = max(most, supporttest.Distance(decoded.At(i), data.At(i)))
		}
		return most
	}
	before := a.untrained(2, 1, 1)
	if d := farthest(before.Encoder, before.Decoder); d < 0.1 {
		t.Fatalf("without training a point is decoded %v from where it was", d)
	}
	traintest.Finish(t, func(ctx context.Context, t train.Task) error { return a.Train(ctx, t, 1) }, task, 0)
	p, err := a.Load(2, 1, task.Folder)
	if err != nil {
		t.Fatal(err)
	}
	if d := farthest(p.Encoder, p.Decoder); d > 0.05 {
		t.Errorf("a point is decoded %v from where it was", d)
	}
}
