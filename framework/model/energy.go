package model

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/backend"
	"ebim/framework/config"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// Energy is an energy network E with its training by contrastive divergence: in ambient space, in a latent space, or on
// a learned manifold (paper, sections 2.3 and 3.2).
type Energy struct {
	Network  network.Network `yaml:"network" default:"mlp" doc:"architecture of E"`
	Loss     loss.Loss       `yaml:"loss" default:"contrastive" doc:"loss of E: contrastive"`
	Sampler  sampler.Sampler `yaml:"sampler" doc:"sampler of the model's points during training"`
	Training train.Training  `yaml:"training" doc:"training of E"`
}

// check refuses losses and samplers that don't fit the energy's place.
func (e *Energy) check(constrained bool) error {
	if e.Loss.Role() != loss.Energy {
		return &config.FieldError{Field: "energy.loss", Found: "a loss of a " + string(e.Loss.Role()), Allowed: "a loss of an energy: contrastive"}
	}
	if e.Sampler.Constrained() != constrained {
		if constrained {
			return &config.FieldError{Field: "energy.sampler", Found: "a sampler in ambient space", Allowed: "a constrained sampler: constrained_langevin"}
		}
		return &config.FieldError{Field: "energy.sampler", Found: "a sampler that needs a constraint", Allowed: "a sampler in ambient space: langevin",
			Hint: "this model has no manifold-defining function"}
	}
	return nil
}

// checkDimension refuses a network that can't be an energy on R^dim.
func (e *Energy) checkDimension(dim int) error {
	return checkShape("energy.network", e.Network, dim, 1)
}

func (e *Energy) untrained(dim int, seed uint64, name string) trainedNetwork {
	return trainedNetwork{Network: e.Network, parameters: e.Network.Initialize(dim, 1, random.New(seed, name+"/initialize", 0))}
}

func (e *Energy) load(dim int, folder string) (trainedNetwork, error) {
	n := e.untrained(dim, 0, "")
	return n, train.LoadParameters(filepath.Join(folder, ParametersFolder), n.parameters)
}

// fit trains the energy on points of the task's data (data, box and dimension as the caller sets them). On a manifold,
// the manifold-defining function is given and fresh points come from projecting the box.
func (e *Energy) fit(ctx context.Context, t Task, name string, manifold *trainedNetwork) error {
	n := e.untrained(t.Data.Dim, t.Seed, name)
	batch, dim := e.Training.BatchOf(t.Data.Len()), t.Data.Dim
	samples, err := e.samples(ctx, t, name, n, batch, manifold)
	if err != nil {
		return err
	}
	contrastive := e.Loss.(*loss.Contrastive)
	data := t.Data.Float32()
	problem := &train.Problem{
		Name: name, Parameters: n.parameters, Size: t.Data.Len(),
		Inputs: [][]int{{batch, dim}, {batch, dim}},
		Terms:  contrastive.Terms(), Statistics: samples.chain.Columns,
		Memory: samples.buffer,
		Hint:   "a learning rate or a Langevin step that is too high (lower step, or set clamp and clip_norm)",
		Loss: func(parameters, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
			return contrastive.Value(e.Network.Bind(parameters), inputs[0], inputs[1])
		},
		Feed: func(step int, indices []int, parameters backend.State, inputs []backend.Array) ([]float64, error) {
			gather(inputs[0].Data, data, indices, dim)
			return samples.draw(step, parameters, inputs[1].Data)
		},
	}
	if err := t.loop(e.Training).Run(ctx, problem); err != nil {
		return err
	}
	return train.SaveParameters(filepath.Join(t.Folder, ParametersFolder), problem.Parameters)
}

func (e *Energy) samples(ctx context.Context, t Task, name string, n trainedNetwork, batch int, manifold *trainedNetwork) (*negativeSamples, error) {
	s := &negativeSamples{purpose: name + "/samples", seed: t.Seed, buffer: newReplayMemory(e.Sampler, t.Data.Dim), box: t.Box,
		fresh: func(point []float32, rng *rand.Rand) error { sampler.Uniform(point, t.Box, rng); return nil }}
	state := [][]int{n.array().Dimensions}
	if manifold != nil {
		fresh, err := newFreshPoints(ctx, t.Setting, *manifold)
		if err != nil {
			return nil, err
		}
		s.fresh, s.bounded = fresh.next, true
		s.fixed = backend.NewState(manifold.array())
		state = append(state, manifold.array().Dimensions)
	}
	var err error
	s.chain, err = sampler.NewChain(t.Engine, e.Sampler, batch, t.Data.Dim, state, func(state []*graph.Node) sampler.System {
		system := sampler.System{EnergyGradient: sampler.Energy(n.bind(state[0]))}
		if manifold != nil {
			system.Constraint = manifold.bind(state[1])
		}
		return system
	})
	return s, err
}

// freshCount is the number of fresh starting points that are projected once, before the training: a chain that does not
// start from the replay buffer takes one of them at random.
const freshCount = 1024

// freshPoints are points of the box projected to a learned manifold.
type freshPoints struct{ points *points.Set }

// newFreshPoints projects uniform points of the box until there are enough, and fails when too few arrive.
func newFreshPoints(ctx context.Context, s Setting, manifold trainedNetwork) (*freshPoints, error) {
	surface, err := newSurface(s, manifold)
	if err != nil {
		return nil, err
	}
	found := points.New(0, s.Data.Dim)
	const rounds = 40
	for round := 0; round < rounds && found.Len() < freshCount; round++ {
		proposals := uniformPoints(s.Box, freshCount, random.New(s.Seed, "manifold/fresh", round))
		projected, err := surface.project(ctx, proposals)
		if err != nil {
			return nil, err
		}
		found.Data = append(found.Data, projected.Points.Data...)
	}
	if found.Len() == 0 {
		return nil, fmt.Errorf("the learned manifold has no point in the box: none of %d points of the box reached F = 0; "+
			"train the manifold longer, or with another seed or min_singular_value", rounds*freshCount)
	}
	return &freshPoints{found}, nil
}

func (f *freshPoints) next(point []float32, rng *rand.Rand) error {
	for j, v := range f.points.At(rng.IntN(f.points.Len())) {
		point[j] = float32(v)
	}
	return nil
}

func uniformPoints(box [][2]float64, n int, rng *rand.Rand) *points.Set {
	set := points.New(n, len(box))
	for i := range n {
		x := set.At(i)
		for j := range x {
			x[j] = box[j][0] + rng.Float64()*(box[j][1]-box[j][0])
		}
	}
	return set
}
