package model

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/backend"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/train"
)

// objective is an energy's loss on its support, as a training takes it.
type objective struct {
	data       *points.Set
	inputs     [][]int // beside the data
	statistics []string
	memory     train.Memory
	hint       string
	// value is the loss at data x [batch, n] and the other inputs.
	value func(energy network.Function, x *graph.Node, inputs []*graph.Node) (total *graph.Node, terms []*graph.Node)
	// feed fills the other inputs of a step.
	feed func(step int, parameters backend.State, inputs []backend.Array) (statistics []float64, err error)
}

// place is what objectives are made of: a task, the network that it trains, and where.
type place struct {
	train.Task
	name    string
	energy  network.Trained
	batch   int
	steps   int
	support support
}

// stream is the random numbers of a step.
func (p *place) stream(purpose string, step int) *rand.Rand {
	return random.New(p.Seed, p.name+"/"+purpose, step)
}

// objective is what the loss asks for. The density lives on the support, so that losses other than contrastive divergence
// take the data at their nearest points of it (see package loss).
func (e *Energy) objective(ctx context.Context, t train.Task, name string, n network.Trained, manifold *learnedManifold) (*objective, error) {
	if l, ok := e.Loss.(loss.SampleLoss); ok {
		return e.bySamples(ctx, l, t, name, n, manifold)
	}
	p := &place{Task: t, name: name, energy: n, support: support{t.Environment, manifold}}
	data, err := p.support.onto(ctx, t.Data)
	if err != nil {
		return nil, err
	}
	p.batch, p.steps = e.Training.BatchOf(data.Len()), e.Training.Steps(data.Len())
	var o *objective
	switch l := e.Loss.(type) {
	case loss.QuadratureLoss:
		o, err = p.byQuadrature(ctx, l)
	case loss.NoiseLoss:
		o, err = p.byNoise(ctx, l)
	case loss.ScoreLoss:
		o = p.byScore(l)
	default:
		return nil, fmt.Errorf("an energy can't be trained by a %T", e.Loss)
	}
	if err != nil {
		return nil, err
	}
	o.data = data
	if o.hint == "" {
		o.hint = "a learning rate that is too high (lower it, or set clip_norm)"
	}
	return o, nil
}

// bySamples contrasts data with the ends of chains.
func (e *Energy) bySamples(ctx context.Context, l loss.SampleLoss, t train.Task, name string, n network.Trained, manifold *learnedManifold) (*objective, error) {
	batch, steps := e.Training.BatchOf(t.Data.Len()), e.Training.Steps(t.Data.Len())
	samples, err := e.samples(ctx, t, name, n, batch, manifold)
	if err != nil {
		return nil, err
	}
	o := &objective{data: t.Data, inputs: [][]int{{batch, t.Data.Dim}}, statistics: samples.chain.Columns, memory: samples.buffer,
		hint: "a learning rate or a Langevin step that is too high (lower step, or set clamp and clip_norm)"}
	if l.Decays() {
		o.inputs = append(o.inputs, nil)
	}
	o.value = func(energy network.Function, x *graph.Node, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
		if l.Decays() {
			return l.Value(energy, x, inputs[0], inputs[1])
		}
		return l.Value(energy, x, inputs[0], nil)
	}
	o.feed = func(step int, parameters backend.State, inputs []backend.Array) ([]float64, error) {
		if l.Decays() {
			inputs[1].Data[0] = float32(l.Factor(float64(step) / float64(steps)))
		}
		return samples.draw(step, parameters, inputs[0].Data)
	}
	return o, nil
}

// byNoise tells data from uniform points of the support: on a manifold from a pool of them, in a box from new ones.
func (p *place) byNoise(ctx context.Context, l loss.NoiseLoss) (*objective, error) {
	dim := len(p.Box)
	var pool []float32
	if p.support.manifold != nil {
		found, err := p.support.uniform(ctx, p.stream("pool", 0), l.PoolSize())
		if err != nil {
			return nil, err
		}
		pool = found.Float32()
	}
	feed := func(step int, _ backend.State, inputs []backend.Array) ([]float64, error) {
		rng, noise := p.stream("noise", step), inputs[0].Data
		if pool == nil {
			copy(noise, uniformPoints(p.Box, len(noise)/dim, rng).Float32())
			return nil, nil
		}
		for i := 0; i < len(noise); i += dim {
			k := rng.IntN(len(pool)/dim) * dim
			copy(noise[i:i+dim], pool[k:k+dim])
		}
		return nil, nil
	}
	return &objective{inputs: [][]int{{l.PerPoint() * p.batch, dim}}, feed: feed,
		value: func(energy network.Function, x *graph.Node, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
			return l.Value(energy, x, inputs[0])
		}}, nil
}

// byScore takes derivatives at the data.
func (p *place) byScore(l loss.ScoreLoss) *objective {
	constraint := p.frozen()
	o := &objective{hint: "a learning rate that is too high (lower it, or set clip_norm); the loss has no lower bound on few data"}
	count := l.RandomProbes(len(p.Box))
	if count > 0 {
		o.inputs = append(o.inputs, []int{count * p.batch, len(p.Box)})
	}
	o.inputs = append(o.inputs, constraint.inputs()...)
	o.value = func(energy network.Function, x *graph.Node, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
		var probes *graph.Node
		if count > 0 {
			probes, inputs = inputs[0], inputs[1:]
		}
		return l.Value(energy, constraint.bind(inputs), x, probes)
	}
	o.feed = func(step int, _ backend.State, inputs []backend.Array) ([]float64, error) {
		if count > 0 {
			signs(inputs[0].Data, p.stream("probes", step))
			inputs = inputs[1:]
		}
		constraint.fill(inputs)
		return nil, nil
	}
	return o
}

// frozen is a manifold-defining function in a training's graph, or none: its parameters are an input.
type frozen struct{ network *network.Trained }

func (p *place) frozen() frozen {
	if p.support.manifold == nil {
		return frozen{}
	}
	return frozen{p.support.manifold.Constraint()}
}

func (f frozen) inputs() [][]int {
	if f.network == nil {
		return nil
	}
	return [][]int{f.network.Array().Dimensions}
}

func (f frozen) bind(inputs []*graph.Node) network.Function {
	if f.network == nil {
		return nil
	}
	return f.network.Function(inputs[0])
}

func (f frozen) fill(inputs []backend.Array) {
	if f.network != nil {
		copy(inputs[0].Data, f.network.Array().Data)
	}
}

// signs fills values with independent random signs.
func signs(values []float32, rng *rand.Rand) {
	for i := range values {
		values[i] = float32(2*int(rng.Uint64()>>63) - 1)
	}
}
