package registry_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/plot/vg/draw"

	"ebim/framework/autodiff"
	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/loss"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/network"
	"ebim/framework/output"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/support"
	"ebim/framework/support/box"
	"ebim/framework/train"
)

// A toy of each kind, as a program of one's own would have them. What a toy takes from a standard component is what it
// does not want to show.

// bowl is |A x|^2 + b in each output: two arrays, one nonlinearity.
type bowl struct{}

func (*bowl) Initialize(in, out int, rng *rand.Rand) []network.Parameter {
	weights := network.Parameter{Name: "weights", Dimensions: []int{out, in}, Values: make([]float32, out*in)}
	for i := range weights.Values {
		weights.Values[i] = 0.5 + rng.Float32()
	}
	return []network.Parameter{weights, {Name: "offset", Dimensions: []int{out}, Values: make([]float32, out)}}
}

func (*bowl) Bind(parameters []*graph.Node) network.Function { return bound{parameters} }

type bound struct{ parameters []*graph.Node }

func (f bound) Apply(x *graph.Node) *graph.Node {
	y := graph.DotGeneral(graph.Mul(x, x), []int{1}, nil, graph.Square(f.parameters[0]), []int{1}, nil)
	return graph.Add(y, graph.BroadcastPrefix(f.parameters[1], x.Shape().Dimensions[0]))
}

func (f bound) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	y := f.Apply(x)
	return y, autodiff.Linearize(x, y)
}

// distance is a loss of a manifold: |F| = 0 at the data, and |grad F| = 1 near them, at noise of random size.
type distance struct {
	Noise float64 `yaml:"noise" default:"0.1" range:"(0, inf)" doc:"largest standard deviation of the noise"`
}

func (*distance) Terms() []string { return []string{"data", "gradient"} }

func (*distance) Needs() loss.ManifoldNeeds {
	return loss.ManifoldNeeds{Cotangents: true, Normal: true, Uniform: true, Negatives: true}
}

func (l *distance) Value(f network.Function, in loss.ManifoldInputs) (*graph.Node, []*graph.Node) {
	size := graph.MulScalar(graph.InsertAxes(in.Uniform, -1), l.Noise)
	_, derivative := f.Linearize(graph.Add(in.Data, graph.Mul(in.Normal, size)))
	stretch := autodiff.Norm(derivative.VJP(in.Cotangents))
	data := graph.ReduceAllMean(graph.Square(f.Apply(in.Data)))
	gradient := graph.ReduceAllMean(graph.Square(graph.AddScalar(stretch, -1)))
	away := graph.ReduceAllMean(graph.Exp(graph.Neg(autodiff.Norm(f.Apply(in.Negatives)))))
	return graph.Add(graph.Add(data, gradient), graph.MulScalar(away, 0.01)), []*graph.Node{data, gradient}
}

// contrast is a loss of an energy that takes all that there is: samples, a quadrature, uniform points, probes.
type contrast struct{}

func (*contrast) Terms() []string { return []string{"samples", "log_normalizer"} }

func (*contrast) Needs(on loss.Support) loss.EnergyNeeds {
	return loss.EnergyNeeds{Samples: true, Factor: func(share float64) float64 { return 1 - share/2 }, Constraint: true,
		Quadrature: &loss.Quadrature{Cells: loss.Amount{Count: 4 * on.Ambient}, Draws: true},
		Uniform:    loss.Amount{Count: 2}, Probes: loss.Amount{Count: 1}}
}

func (*contrast) Value(energy network.Function, in loss.EnergyInputs) (*graph.Node, []*graph.Node) {
	data := graph.ReduceAllMean(energy.Apply(in.Data))
	samples := graph.Sub(data, graph.ReduceAllMean(energy.Apply(in.Samples)))
	normalizer := loss.LogSumExp(graph.Sub(in.LogWeights, energy.Apply(in.Nodes)))
	total := graph.Add(graph.Mul(samples, in.Factor), graph.Add(data, normalizer))
	for _, x := range []*graph.Node{in.Uniform, in.Draws, graph.MulScalar(in.Probes, 0.1)} {
		total = graph.Add(total, graph.MulScalar(graph.ReduceAllMean(graph.Square(energy.Apply(x))), 0.01))
	}
	if in.Constraint != nil {
		total = graph.Add(total, graph.ReduceAllMean(graph.Square(in.Constraint.Apply(in.Data))))
	}
	return total, []*graph.Node{samples, normalizer}
}

// compression is a loss of an autoencoder.
type compression struct{ loss.Reconstruction }

// descent goes down an energy, with noise: a sampler in a box, and of negative points.
type descent struct {
	Steps int `yaml:"steps" default:"3" range:"[1, 100]" doc:"steps of one chain"`
}

func (s *descent) ChainSettings() sampler.ChainSettings {
	return sampler.ChainSettings{Steps: s.Steps, Unroll: 2, Columns: []string{"slope"},
		Buffer: sampler.BufferSettings{Size: 10, Reuse: 0.5}}
}

func (s *descent) Move(energy network.Function, from sampler.Phase, draws sampler.Draws) (sampler.Phase, sampler.Info) {
	gradient := sampler.Gradient(energy, from.X)
	next := graph.Add(graph.Sub(from.X, graph.MulScalar(gradient, 0.01)), graph.MulScalar(draws.Normal, 0.1))
	return sampler.Phase{X: next}, sampler.Info{Statistics: []*graph.Node{graph.ReduceAllMean(autodiff.Norm(gradient))}}
}

func (s *descent) Negatives() sampler.Ambient { return s }

// walk steps along a manifold, with a Metropolis test that always accepts.
type walk struct {
	Solver sampler.Solver `yaml:"solver" default:"newton" doc:"how a step returns to the manifold"`
}

func (*walk) ChainSettings() sampler.ChainSettings {
	return sampler.ChainSettings{Steps: 2, Columns: []string{"length"}, Buffer: sampler.BufferSettings{Size: 10},
		Tuning: &sampler.Tuning{StepSize: 0.1, Target: 0.9, Warmup: 5}}
}

func (w *walk) Move(system sampler.System, from sampler.Phase, draws sampler.Draws) (sampler.Phase, sampler.Info) {
	at := sampler.NormalsAt(system.Constraint, from.X)
	step := graph.Mul(at.Tangent(draws.Normal), draws.StepSize)
	next := w.Solver.Solve(system.Constraint, graph.Add(from.X, step), at)
	zero := graph.ScalarZero(from.X.Graph(), from.X.DType())
	return sampler.Phase{X: next, Momentum: draws.Normal}, sampler.Info{Acceptance: graph.AddScalar(zero, 1),
		Failed: zero, NonReversible: zero,
		Statistics: []*graph.Node{graph.ReduceAllMean(autodiff.Norm(step))}}
}

// pull returns to a manifold by three steps with the start's Gram matrix.
type pull struct{}

func (*pull) Solve(constraint network.Function, proposal *graph.Node, at sampler.Normals) *graph.Node {
	for range 3 {
		proposal = graph.Sub(proposal, at.Combine(at.SolveGram(constraint.Apply(proposal))))
	}
	return proposal
}

// plain is gradient descent.
type plain struct{}

func (*plain) Moments() int                          { return 0 }
func (*plain) LearningRate() float64                 { return 0.05 }
func (*plain) Scalars(_ int, rate float64) []float32 { return []float32{float32(rate)} }
func (*plain) Update(parameters, gradient *graph.Node, _, scalars []*graph.Node) (*graph.Node, []*graph.Node) {
	return graph.Sub(parameters, graph.Mul(gradient, scalars[0])), nil
}

// halving halves the rate halfway.
type halving struct{}

func (*halving) Factor(step, total int) float64 {
	if 2*step < total {
		return 1
	}
	return 0.5
}

// ring is a data set.
type ring struct{}

func (*ring) Load(_ dataset.Env, rng *rand.Rand, size int) (*points.Set, error) {
	set := points.New(max(size, 1), 2)
	for i := range set.Len() {
		angle := 2 * math.Pi * rng.Float64()
		set.At(i)[0], set.At(i)[1] = math.Cos(angle), math.Sin(angle)
	}
	return set, nil
}

// radius is a metric.
type radius struct{}

func (*radius) Outputs() []experiment.Output {
	return []experiment.Output{{Name: "value", Role: output.Main,
		Meaning: "mean distance of the samples from the origin"}}
}

func (*radius) Measure(_ context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	if s.Samples == nil {
		return nil, experiment.ErrNotApplicable
	}
	sum := 0.0
	for i := range s.Samples.Len() {
		sum += math.Hypot(s.Samples.At(i)[0], s.Samples.At(i)[1])
	}
	return &experiment.Measurement{Values: map[string]float64{"value": sum / float64(s.Samples.Len())}}, nil
}

func (*radius) Needs(*experiment.Settings) (experiment.Needs, error) { return experiment.Needs{}, nil }

func (*radius) CodeVersion() int { return 1 }

// blank is a figure, which remembers that it was drawn.
type blank struct{ drawn bool }

func (b *blank) Draw(context.Context, *experiment.Subject, draw.Canvas) error {
	b.drawn = true
	return nil
}
func (*blank) CheckSubject(model.Traits, bool) error { return nil }
func (*blank) CodeVersion() int                      { return 1 }

// cloud is a model: the data's mean with a unit normal distribution around it.
type cloud struct{}

func (*cloud) CheckDimension(int) error { return nil }
func (*cloud) Traits(ambient int) model.Traits {
	return model.Traits{Ambient: ambient, Dimension: ambient}
}
func (*cloud) parameter(dim int) network.Parameter {
	return network.Parameter{Name: "mean", Dimensions: []int{dim}, Values: make([]float32, dim)}
}

func (c *cloud) Parts() []model.Part {
	return []model.Part{{Name: "mean", Version: 1, Settings: c, Train: func(_ context.Context, t train.Task) error {
		mean := c.parameter(t.Data.Dim)
		for i := range t.Data.Len() {
			for j, v := range t.Data.At(i) {
				mean.Values[j] += float32(v / float64(t.Data.Len()))
			}
		}
		return train.SaveParameters(t.Folder+"/"+train.ParametersFolder, []network.Parameter{mean})
	}}}
}

func (c *cloud) Load(env train.Environment, folder func(part string) string) (*model.Trained, error) {
	mean := []network.Parameter{c.parameter(env.Data.Dim)}
	err := train.LoadParameters(folder("mean")+"/"+train.ParametersFolder, mean)
	return &model.Trained{Support: box.New(env), Density: &trainedCloud{mean: mean[0].Values}}, err
}

// trainedCloud is a density that can only be drawn from.
type trainedCloud struct{ mean []float32 }

func (*trainedCloud) Spread(context.Context, *rand.Rand, int) (*points.Set, []float64, error) {
	return nil, nil, errors.ErrUnsupported
}

func (*trainedCloud) LogDensity(context.Context, *rand.Rand, *points.Set) (*support.LogDensity, error) {
	return nil, errors.ErrUnsupported
}

func (*trainedCloud) Mesh(context.Context, int) (*mesh.Mesh, error) {
	return nil, errors.ErrUnsupported
}

func (c *trainedCloud) Moved(support.Similarity) support.Density { return c }

func (c *trainedCloud) Sample(_ context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	set := points.New(n, len(c.mean))
	for i := range set.Data {
		set.Data[i] = float64(c.mean[i%len(c.mean)]) + rng.NormFloat64()
	}
	return set, nil, nil
}
