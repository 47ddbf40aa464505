package model

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/asking"
	"ebim/framework/backend"
	"ebim/framework/config"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// Manifold is a manifold-defining function F with its training (paper, section 3.1).
type Manifold struct {
	Dimension int             `yaml:"dimension" range:"[1, 100000]" doc:"dimension m of the manifold; its codimension is the data's dimension minus this"`
	Network   network.Network `yaml:"network" default:"{mlp: {hidden: [8, 8, 8]}}" doc:"architecture of F"`
	Loss      loss.Loss       `yaml:"loss" default:"implicit" doc:"loss of F: implicit"`
	Sampler   sampler.Sampler `yaml:"sampler" default:"{langevin: {noise: 0.1, step: 10, clamp: 0.03}}" doc:"sampler of the negative points, whose energy is |F|: langevin, or uniform for points everywhere"`
	Training  train.Training  `yaml:"training" doc:"training of F"`
	Starts    int             `yaml:"starts" default:"1" range:"[1, 1000]" doc:"trainings from different initial parameters, of which the one with the lowest loss is kept (mean over its last tenth); with off_surface_weight the loss tells superfluous pieces"`
}

// Check refuses losses and samplers that don't fit a manifold.
func (m *Manifold) Check() error {
	if m.Loss.Role() != loss.Manifold {
		return &config.FieldError{Field: "loss", Found: "a loss of an " + string(m.Loss.Role()), Allowed: "a loss of a manifold: implicit"}
	}
	if m.Sampler.Constrained() {
		return &config.FieldError{Field: "sampler", Found: "a constrained sampler", Allowed: "a sampler in ambient space: langevin, uniform",
			Hint: "the constraint is what is being learned here"}
	}
	return nil
}

func (m *Manifold) checkDimension(ambient int) error {
	if c := ambient - m.Dimension; c < 1 {
		return &config.FieldError{Field: "manifold.dimension", Found: fmt.Sprintf("%d, which gives codimension %d in R^%d", m.Dimension, c, ambient),
			Allowed: fmt.Sprintf("1 to %d", ambient-1)}
	}
	return checkShape("manifold.network", m.Network, ambient, ambient-m.Dimension)
}

// untrained is the network with the parameters that a seed draws for one of the starts.
func (m *Manifold) untrained(ambient int, seed uint64, start int) network.Trained {
	parameters := m.Network.Initialize(ambient, ambient-m.Dimension, random.New(seed, "manifold/initialize", start))
	return network.Trained{Network: m.Network, Parameters: parameters}
}

// load is the trained network of a finished part's folder.
func (m *Manifold) load(setting train.Environment, folder string) (network.Trained, error) {
	n := m.untrained(setting.Data.Dim, 0, 0)
	return n, train.LoadParameters(filepath.Join(folder, train.ParametersFolder), n.Parameters)
}

func (m *Manifold) part() Part {
	return Part{Name: "manifold", Version: 1, VersionIn: m.versionIn, Settings: m, Train: m.train, Demands: m.demands}
}

// versionIn is 2 where the boundary term is, or may be, that of codimension 2 and more, which was another in version 1.
func (m *Manifold) versionIn(ambient int) int {
	if implicit, ok := m.Loss.(*loss.Implicit); ok && implicit.BoundaryWeight > 0 && ambient-m.Dimension != 1 {
		return 2
	}
	return 1
}

// train minimises equation 8, from as many starts as are wanted.
func (m *Manifold) train(ctx context.Context, t train.Task) error {
	if m.Starts > 1 && !backend.IsDraft(t.Engine) { // a draft wants only the graphs, which all starts share
		return m.trainBest(ctx, t)
	}
	return m.trainFrom(ctx, t, 0)
}

// trainFrom trains from one start; all else that is random is the same from every start. The negative samples of a step
// continue chains of earlier steps (replay buffer) or start uniformly in the box, and end in the box.
func (m *Manifold) trainFrom(ctx context.Context, t train.Task, start int) error {
	n := m.untrained(t.Data.Dim, t.Seed, start)
	size, ambient := t.Data.Len(), t.Data.Dim
	batch, codimension := m.Training.BatchOf(size), ambient-m.Dimension
	implicit := m.Loss.(*loss.Implicit)
	problem := &train.Problem{
		Name: "manifold", Parameters: n.Parameters, Size: size,
		Inputs: [][]int{{batch, ambient}, {batch, codimension}},
		Terms:  m.Loss.Terms(),
		Hint:   "a learning rate that is too high, or a manifold-defining function that grows without bound (raise squared_norm_weight or set max_singular_value)",
	}
	var negatives *negativeSamples
	if implicit.NeedsNegatives() {
		var err error
		if negatives, err = m.negatives(t, n, batch); err != nil {
			return err
		}
		problem.Inputs = append(problem.Inputs, []int{batch, ambient})
		problem.Statistics = negatives.chain.Columns
		problem.Memory = negatives.buffer
	}
	problem.Loss = func(parameters, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
		defer asking.For(m.Loss)
		var x *graph.Node
		if negatives != nil {
			x = inputs[2]
		}
		return implicit.Value(m.Network.Bind(parameters), inputs[0], x, inputs[1])
	}
	data := t.Data.Float32()
	problem.Feed = func(step int, indices []int, parameters backend.State, inputs []backend.Array) ([]float64, error) {
		gather(inputs[0].Data, data, indices, ambient)
		unitVectors(inputs[1].Data, codimension, random.New(t.Seed, "manifold/cotangents", step))
		if negatives == nil {
			return nil, nil
		}
		return negatives.draw(step, parameters, inputs[2].Data)
	}
	if implicit.BoundaryWeight > 0 {
		m.keepInside(t, implicit, problem)
	}
	if t.Validation != nil && m.Training.ValidateEvery > 0 {
		if err := validateDistance(ctx, t, problem, n); err != nil {
			return err
		}
	}
	if err := t.Loop(m.Training).Run(ctx, problem); err != nil {
		return err
	}
	return train.SaveParameters(filepath.Join(t.Folder, train.ParametersFolder), problem.Parameters)
}

func (m *Manifold) negatives(t train.Task, n network.Trained, batch int) (*negativeSamples, error) {
	chain, err := sampler.NewChain(t.Engine, m.Sampler, batch, t.Data.Dim, [][]int{n.Array().Dimensions},
		func(state []*graph.Node) sampler.System {
			return sampler.System{EnergyGradient: sampler.NormEnergy(n.Function(state[0]))}
		})
	if err != nil {
		return nil, err
	}
	return &negativeSamples{purpose: "manifold/negatives", seed: t.Seed, chain: chain,
		buffer: newReplayMemory(m.Sampler, t.Data.Dim), box: t.Box,
		fresh: func(point []float32, rng *rand.Rand) error { sampler.UniformPoint(point, t.Box, rng); return nil }}, nil
}

// gather copies the rows of data with the given indices.
func gather(into, data []float32, indices []int, dim int) {
	for i, k := range indices {
		copy(into[i*dim:(i+1)*dim], data[k*dim:(k+1)*dim])
	}
}

// unitVectors fills rows with independent draws from the unit sphere of R^dim.
func unitVectors(rows []float32, dim int, rng *rand.Rand) {
	sampler.Normal(rows, rng)
	for i := 0; i < len(rows); i += dim {
		square := 0.0
		for _, v := range rows[i : i+dim] {
			square += float64(v) * float64(v)
		}
		for j := i; j < i+dim; j++ {
			rows[j] = float32(float64(rows[j]) / math.Sqrt(square))
		}
	}
}
