package autoencoder

import (
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/backend"
	"ebim/framework/chains"
	"ebim/framework/component"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// returned is a sampler each of whose steps ends where a map leads: on the sphere, or in the box.
type returned struct {
	sampler.Ambient
	to func(x *graph.Node) *graph.Node
}

func (r returned) Move(energy network.Function, from sampler.Phase, draws sampler.Draws) (sampler.Phase, sampler.Info) {
	defer component.Blame(r.Ambient)
	next, info := r.Ambient.Move(energy, from, draws)
	next.X = r.to(next.X)
	return next, info
}

// latentProcess is chains of codes under the energy of their images.
func (s *Normalization) latentProcess(latent network.Trained, spherical bool) sampler.Process {
	moves := s.LatentSampler
	if spherical {
		moves = returned{moves, autodiff.Direction}
	}
	return sampler.Free(moves, functionOf(latent))
}

// process is chains of points under the energy, which stay in the box.
func (s *Normalization) process(energy network.Trained, box points.Box) sampler.Process {
	return sampler.Free(returned{s.Sampler, func(x *graph.Node) *graph.Node { return sampler.ClampedToBox(x, box) }},
		functionOf(energy))
}

func functionOf(n network.Trained) func(state []*graph.Node) network.Function {
	return func(state []*graph.Node) network.Function { return n.Function(state[0]) }
}

// freshCode fills a code that no chain has led to: with standard normal numbers, on the sphere divided by their length.
func freshCode(code []float32, spherical bool, rng *rand.Rand) {
	sampler.Normal(code, rng)
	if !spherical {
		return
	}
	squares := 0.0
	for _, v := range code {
		squares += float64(v) * float64(v)
	}
	for i := range code {
		code[i] = float32(float64(code[i]) / math.Sqrt(squares))
	}
}

// onManifold draws the negative points of a training by on-manifold initialization (Yoon et al. 2021): chains of
// codes, which go on from a replay buffer, and from their images chains of points.
type onManifold struct {
	codes  *chains.Negatives
	decode *backend.Program
	points *sampler.Chain
	box    points.Box
	seed   uint64
	at     []float32 // codes, [batch, m]
	images []backend.Array
}

func (s *Normalization) onManifold(t train.Task, f normalizedBy, latent, batch int,
	spherical bool) (*onManifold, error) {
	o := &onManifold{box: t.Box, seed: t.Seed, at: make([]float32, batch*latent),
		// where their images are taken on
		codes: &chains.Negatives{Purpose: "normalization/codes", Seed: t.Seed,
			Box: points.Cube(latent, math.Inf(-1), math.Inf(1)), Batch: batch, OnHost: true,
			Fresh: func(code []float32, rng *rand.Rand) { freshCode(code, spherical, rng) }}}
	_, dimensions := network.StateOf([]network.Trained{f.energy})
	if err := o.codes.Compile(t, s.latentProcess(f.latent, spherical), dimensions); err != nil {
		return nil, err
	}
	var err error
	if o.decode, err = backend.Compile(t.Engine, "decoder", dimensions, [][]int{{batch, latent}},
		func(state, inputs []*graph.Node) (_, outputs []*graph.Node) {
			return nil, []*graph.Node{sampler.ClampedToBox(f.decoder.Function(state[0]).Apply(inputs[0]), t.Box)}
		}); err != nil {
		return nil, err
	}
	o.points, err = sampler.NewChain(t.Engine, s.process(f.energy, t.Box), batch, len(t.Box), dimensions)
	return o, err
}

// negativePoints are the loss's input beside the data, [batch, n].
type negativePoints struct{ x *graph.Node }

func (o *onManifold) feeder() train.Feeder[negativePoints] {
	var columns []string
	for _, name := range o.codes.Columns() {
		columns = append(columns, "latent_"+name)
	}
	return train.Feeder[negativePoints]{Inputs: [][]int{{len(o.at) / o.codes.Dimensions()[1], len(o.box)}},
		Statistics: append(columns, o.points.Columns...), Memory: o.codes.Memory(),
		Take: func(in *negativePoints, inputs []*graph.Node) { in.x = inputs[0] },
		Feed: func(at train.Moment, inputs []backend.Array) ([]float64, error) {
			return o.draw(at.Step, at.Parameters, inputs[0].Data)
		}}
}

// draw fills x with negative points under the given parameters.
func (o *onManifold) draw(step int, parameters backend.State, x []float32) ([]float64, error) {
	reported, err := o.codes.Feed(step, parameters, o.at)
	if err != nil {
		return nil, err
	}
	if o.images, err = o.decode.Run(parameters[:1:1], []backend.Array{{Data: o.at}}, o.images); err != nil {
		return nil, err
	}
	ends, further, err := o.points.Run(parameters[:1:1], o.images[0].Data,
		random.New(o.seed, "normalization/points", step))
	if err != nil {
		return nil, err
	}
	copy(x, ends)
	return append(append([]float64(nil), reported...), further...), nil
}
