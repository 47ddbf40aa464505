// Package manifold trains manifold-defining functions F (paper, section 3.1).
//
// A loss (package loss) says what it needs beside the data. Each need has a feeder, which adds an input to the graph and fills it in every
// step (feeders.go): cotangents, random numbers, points of the box's boundary, negative points, how far the training has come; noise, from the
// spacing of the data to their extent (noise.go); and normal frames, which are carried along the data and told of where they come back
// reversed (frames.go).
//
// A training looks at its validation points, where there are some, by its loss with noise that stays the same, or by their distance to F = 0
// where the loss has no noise or takes negative points (validation.go). Of several starts, which differ in F's initial parameters alone, the one
// whose value there is lowest is kept (starts.go).
package manifold

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/chains"
	"ebim/framework/component"
	"ebim/framework/config"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// Manifold is a manifold-defining function F with its training (paper, section 3.1).
type Manifold struct {
	Dimension int              `yaml:"dimension" range:"[1, 100000]" doc:"dimension m of the manifold; its codimension is the data's dimension minus this"`
	Network   network.Network  `yaml:"network" default:"null" doc:"architecture of F; unless given shortcuts beside a perceptron of three layers of 64 units, which takes random Fourier features too in up to three dimensions, and with 64 squares above"`
	Loss      loss.Manifold    `yaml:"loss" default:"denoising" doc:"loss of F"`
	Sampler   sampler.Negative `yaml:"sampler" default:"{langevin: {noise: 0.1, step: 10, clamp: 0.03}}" doc:"sampler of the negative points, whose energy is |F|, for a loss that takes some"`
	Training  train.Training   `yaml:"training" default:"{steps: 4000, batch: 128, shuffle: true, optimizer: {adam: {rate: 0.003}}, schedule: cosine, clip_norm: 1, validate_every: 50}" doc:"training of F; one that is written replaces the whole default"`
	Starts    int              `yaml:"starts" default:"3" range:"[1, 1000]" doc:"trainings from different initial parameters, of which the one with the lowest loss is kept: its lowest value on the validation points, or the mean over its last tenth where these are not looked at"`
}

// CheckDimension refuses data of a dimension that leaves no codimension, and networks that can't be F there.
func (m *Manifold) CheckDimension(ambient int) error {
	if c := ambient - m.Dimension; c < 1 {
		return &config.FieldError{Field: "manifold.dimension", Found: fmt.Sprintf("%d, which gives codimension %d in R^%d", m.Dimension, c, ambient),
			Allowed: fmt.Sprintf("1 to %d", ambient-1)}
	}
	if checker, ok := m.Loss.(loss.NetworkChecker); ok {
		if mistake := checker.CheckNetwork(m.Network); mistake != nil {
			mistake.Field = "manifold.loss." + mistake.Field
			return mistake
		}
	}
	return network.CheckTrained("manifold.network", m.architecture(ambient), ambient, ambient-m.Dimension)
}

// mostFeatures is the largest dimension of the space in which the default network has Fourier features: in more, features of any detail
// tell all data apart, and quadrics fit most manifolds better.
const mostFeatures = 3

// architecture is the network that is declared, or the default in R^ambient.
func (m *Manifold) architecture(ambient int) network.Network {
	hidden := []int{64, 64, 64}
	switch {
	case m.Network != nil:
		return m.Network
	case ambient <= mostFeatures:
		return &network.Shortcuts{Radial: true, Network: &network.FourierMLP{Features: 32, Scales: []float64{1}, IncludeInput: true,
			Hidden: hidden, Activation: "silu", Initialization: "pytorch"}}
	}
	return &network.Shortcuts{Radial: true, Squares: 64,
		Network: &network.MLP{Hidden: hidden, Activation: "silu", Initialization: "zero_last"}}
}

// untrained is the network with the parameters that a seed draws for one of the starts.
func (m *Manifold) untrained(ambient int, seed uint64, start int) network.Trained {
	of := m.architecture(ambient)
	parameters := of.Initialize(ambient, ambient-m.Dimension, random.New(seed, "manifold/initialize", start))
	return network.Trained{Network: of, Parameters: parameters}
}

// Load returns the trained network of a finished part's folder.
func (m *Manifold) Load(env train.Environment, folder string) (network.Trained, error) {
	n := m.untrained(env.Data.Dim, 0, 0)
	return n, train.LoadParameters(filepath.Join(folder, train.ParametersFolder), n.Parameters)
}

// VersionIn returns that of the loss, which may depend on the codimension.
func (m *Manifold) VersionIn(ambient int) int {
	if changed, ok := m.Loss.(loss.Versioned); ok {
		return changed.VersionIn(ambient - m.Dimension)
	}
	return 1
}

// Train minimizes the loss, from as many starts as are wanted.
func (m *Manifold) Train(ctx context.Context, t train.Task) error {
	if backend.IsDraft(t.Engine) { // which wants only the graphs, which all starts share
		return m.trainFrom(ctx, t, 0)
	}
	if err := m.tellReversed(t); err != nil {
		return err
	}
	if m.Starts > 1 {
		return m.trainBest(ctx, t)
	}
	return m.trainFrom(ctx, t, 0)
}

// trainFrom trains from one start; all else that is random is the same from every start.
func (m *Manifold) trainFrom(ctx context.Context, t train.Task, start int) error {
	n := m.untrained(t.Data.Dim, t.Seed, start)
	problem, err := m.problem(t, n)
	if err != nil {
		return err
	}
	if t.Validation != nil && m.Training.ValidateEvery > 0 {
		if err := m.validate(ctx, t, problem, n); err != nil {
			return err
		}
	}
	if err := t.Loop(m.Training).Run(ctx, problem); err != nil {
		return err
	}
	if err := chains.LeaveReplay(t, problem.Memory); err != nil {
		return err
	}
	return train.SaveParameters(filepath.Join(t.Folder, train.ParametersFolder), problem.Parameters)
}

// problem is the loss with what it needs.
func (m *Manifold) problem(t train.Task, n network.Trained) (*train.Problem, error) {
	rows, dim := t.Batches(), t.Data.Dim
	size := rows.Len()
	f, err := m.feeders(t, n, m.Training.BatchOf(size))
	if err != nil {
		return nil, err
	}
	stream := train.NewStream(rows, dim, &m.Training, t.Seed, "manifold")
	problem := &train.Problem{
		Name: "manifold", Parameters: n.Parameters, Size: size,
		Inputs: [][]int{{m.Training.BatchOf(size), dim}},
		Terms:  m.Loss.Terms(),
		Ahead:  !slices.ContainsFunc(f, func(one feeder) bool { return one.negatives != nil && one.negatives.Drawing() == nil }),
		Hint:   cmp.Or(m.Loss.Needs().Hint, train.Divergence),
		Loss:   m.lossOf(n.Network, f, t.Data),
		Feed: func(step int, indices []int, parameters backend.State, inputs []backend.Array) (statistics []float64, err error) {
			stream.Read(step, indices, inputs[0].Data)
			for i, one := range f {
				told, err := one.feed(moment{step, indices, parameters}, inputs[1+i].Data)
				if err != nil {
					return nil, err
				}
				statistics = append(statistics, told...)
			}
			return statistics, nil
		},
	}
	if bounded, ok := m.Loss.(loss.Bounded); ok {
		for _, bound := range bounded.Bounds(scaleOf(t.Data), dim) {
			problem.Bounds = append(problem.Bounds, train.Bound{Term: bound.Term, Most: bound.Most, Seen: bound.Seen, Hint: bound.Hint})
			if bound.Estimate != nil {
				problem.Estimate = m.estimate(t, n, bound)
			}
		}
	}
	for _, one := range f {
		if n := one.negatives; n != nil {
			problem.Statistics, problem.Memory = n.Columns(), n.Memory()
			problem.Drawing, problem.DrawnInput = n.Drawing(), len(problem.Inputs)
		}
		problem.Inputs = append(problem.Inputs, one.dimensions)
	}
	return problem, nil
}

// lossOf is the loss of a network at data, the first of the inputs, with what feeders give.
func (m *Manifold) lossOf(of network.Network, feeders []feeder, data *points.Set) func(parameters, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
	scale, spread := scaleOf(data), 0.0
	if m.Loss.Needs().Progress {
		spread = spreadOf(data, m.Dimension)
	}
	return func(parameters, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
		defer component.Blame(m.Loss)
		in := loss.ManifoldInputs{Data: inputs[0], Scale: scale, Spread: spread, Own: make([]*graph.Node, len(m.Loss.Needs().Own))}
		for i, one := range feeders {
			*one.input(&in) = inputs[1+i]
		}
		bind := func() network.Function { return of.Bind(parameters) }
		return m.Loss.Value(boundApart{bind(), bind}, in)
	}
}

// boundApart is a function whose evaluations without a derivative share nothing with the others. What is shared sums up a
// gradient in another order, so that trainings with a boundary term would no longer have the bits of earlier ones.
type boundApart struct {
	network.Function
	bind func() network.Function
}

// Apply implements network.Function.
func (f boundApart) Apply(x *graph.Node) *graph.Node { return f.bind().Apply(x) }

// Noise implements network.NoiseEstimator.
func (f boundApart) Noise(x *graph.Node) (noise, value *graph.Node) {
	return network.Noise(f.Function, x)
}

// Demands returns those of fitting F to so many points in R^ambient.
func (m *Manifold) Demands(ambient, points int) []train.Demand {
	f := train.NewLedger(&m.Training)
	f.Batch("manifold.training.batch", points)
	batch, out := float64(m.Training.BatchOf(points)), ambient-m.Dimension
	f.Network("manifold.network", m.architecture(ambient), ambient, out, 2*batch, "manifold.training.batch")
	if moves := m.Sampler.Negatives(); moves != nil {
		chains.Demand(f, "manifold.sampler", moves.Course(), m.architecture(ambient), ambient, out, 0, points)
	}
	return f.Demands
}
