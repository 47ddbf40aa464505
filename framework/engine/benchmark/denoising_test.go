package benchmark_test

import (
	"testing"

	"ebim/framework/network/images"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/random"
	"ebim/framework/sampler"
)

// The loss of small/mnist_denoising.yaml and its gradient, that is double backpropagation of its UNet, at 64 images:
// milliseconds of processor time, of one core by GOMAXPROCS=1.
//
//	GOMAXPROCS=1 go test -run - -bench DenoisingStep -benchtime 20x ./framework/engine/benchmark
func BenchmarkDenoisingStep(b *testing.B) {
	const batch, pixels, codimension = 64, 784, 768
	unet := &images.UNet{Width: 16, Levels: 2, Dense: []int{512, 512}, Pooling: "mean", Last: "convolution",
		Activation: "silu"}
	unet.Image = []int{1, 28, 28}
	of := &network.Residual{Network: unet}
	trained := network.Trained{Network: of, Parameters: of.Initialize(pixels, codimension,
		random.New(1, "initialize", 0))}
	objective := &loss.Denoising{DataTolerance: 3, Sharpening: 1}
	engine, err := backend.Open(backend.Default)
	if err != nil {
		b.Fatal(err)
	}
	state, dimensions := network.StateOf([]network.Trained{trained})
	program, err := backend.Compile(engine, "denoising step", dimensions,
		[][]int{{batch, pixels}, {batch, pixels}, {batch}},
		func(state, inputs []*graph.Node) (_, outputs []*graph.Node) {
			parameters := network.Unflatten(state[0], trained.Parameters)
			total, _ := objective.Value(of.Bind(parameters),
				loss.ManifoldInputs{Data: inputs[0], Noise: inputs[1], Deviations: inputs[2], Scale: 1})
			gradient := network.FlattenNodes(graph.Gradient(total, parameters[1:]...)) // but of the fixed coordinates
			return nil, []*graph.Node{total, graph.ReduceAllSum(graph.Square(gradient))}
		})
	if err != nil {
		b.Fatal(err)
	}
	inputs := []backend.Array{{Data: make([]float32, batch*pixels)}, {Data: make([]float32, batch*pixels)},
		{Data: make([]float32, batch)}}
	rng := random.New(1, "images", 0)
	sampler.Normal(inputs[0].Data, rng)
	sampler.Normal(inputs[1].Data, rng)
	for i := range inputs[2].Data {
		inputs[2].Data[i] = 1
	}
	run := func() {
		if _, err := program.Run(state, inputs, nil); err != nil {
			b.Fatal(err)
		}
	}
	run()
	began := processorTime()
	for b.Loop() {
		run()
	}
	b.ReportMetric((processorTime()-began).Seconds()*1e3/float64(b.N), "processor-ms/step")
}
