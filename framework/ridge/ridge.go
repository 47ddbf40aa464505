// Package ridge trains displacements h(x, s) by denoising score matching (Vincent 2011),
//
//	E |h(x + s r, s) - s r|^2 / s^2,  r normal, log s uniform,
//
// whose least is h = -s^2 grad log p_s, where p_s is the distribution of the data blurred by s (Tweedie's formula). The
// ridge of p_s is the support that package support/ridged makes of it.
package ridge

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/chains"
	"ebim/framework/config"
	"ebim/framework/mesh"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/support"
	"ebim/framework/support/ridged"
	"ebim/framework/train"
)

// Ridge is a displacement with its training, and what its ridge is.
type Ridge struct {
	Dimension   int                  `yaml:"dimension" range:"[1, 100000]" doc:"dimension m of the ridge"`
	Network     network.Displacement `yaml:"network" doc:"architecture of the displacement h(x, s)"`
	MinNoise    float64              `yaml:"min_noise" default:"0.02" range:"(0, 0.5]" doc:"least standard deviation of the noise, as a share of the data's scale"`
	MaxNoise    float64              `yaml:"max_noise" default:"1" range:"(0, 100]" doc:"largest standard deviation of the noise, as a share of the data's scale"`
	Noise       *float64             `yaml:"noise" range:"(0, 0.5]" doc:"noise at which the ridge is taken, as a share of the data's scale; unless given the least with as many tangents as the dimension"`
	TangentBlur float64              `yaml:"tangent_blur" default:"0.5" range:"[0, 2]" doc:"noise along its tangents by which fewer than 40 points of a curve are blurred, as a share of the distance to those beside them"`
	Training    train.Training       `yaml:"training" default:"{steps: 6000, batch: 256, shuffle: true, optimizer: {adam: {rate: 0.005}}, schedule: cosine, clip_norm: 1, average: 0.998}" doc:"training of the displacement"`

	asGiven bool
}

// AsGiven is the ridge of data in the space that they are given in, with all of their noise.
func (r Ridge) AsGiven() Ridge {
	r.asGiven = true
	return r
}

// Check implements config.Checker.
func (r *Ridge) Check() error {
	if r.MaxNoise < r.MinNoise {
		return &config.FieldError{Field: "max_noise", Found: "a value below min_noise", Allowed: "at least min_noise"}
	}
	if r.Noise != nil && (*r.Noise < r.MinNoise || *r.Noise > r.MaxNoise) {
		return &config.FieldError{Field: "noise", Found: "a noise that the displacement is not trained at",
			Allowed: "min_noise to max_noise"}
	}
	return nil
}

// CheckDimension refuses data of a dimension that leaves nothing across the ridge.
func (r *Ridge) CheckDimension(ambient int) error {
	if r.Dimension < ambient {
		return nil
	}
	return &config.FieldError{Field: "displacement.dimension",
		Found:   fmt.Sprintf("%d in R^%d, which leaves no direction across the ridge", r.Dimension, ambient),
		Allowed: fmt.Sprintf("1 to %d", ambient-1)}
}

// inputs of the loss beside the data [batch, n].
type inputs struct {
	normal, uniform *graph.Node // [batch, n] and [batch, 1]
}

// Train minimizes the loss.
func (r *Ridge) Train(ctx context.Context, t train.Task) error {
	within, err := r.space(t.Environment)
	if err != nil {
		return err
	}
	if t.Environment = within.Within(t.Environment); t.Validation != nil {
		t.Validation = within.In(t.Validation)
	}
	h := r.untrained(t.Data.Dim, t.Seed)
	if within.Subspace != nil {
		h.Parameters = r.Network.InUnits(h.Parameters, t.Data.Scale())
	}
	rows, err := r.rows(t)
	if err != nil {
		return err
	}
	batch := r.Training.BatchOf(rows.Len())
	feeders := []train.Feeder[inputs]{
		drawn(t.Seed, "normal", []int{batch, t.Data.Dim}, func(in *inputs, x *graph.Node) { in.normal = x },
			sampler.Normal),
		drawn(t.Seed, "uniform", []int{batch, 1}, func(in *inputs, x *graph.Node) { in.uniform = x },
			func(into []float32, rng *rand.Rand) {
				for i := range into {
					into[i] = rng.Float32()
				}
			})}
	problem := train.NewProblem(t, &r.Training, Displacement, rows, h.Parameters, feeders,
		r.loss(h.Network, t.Data.Scale()))
	return chains.Fit(ctx, t, r.Training, problem)
}

// rows are those that batches are taken from: of few points each more than once, with noise of its own, so that a step
// sees as much noise as of many; of few on a curve with noise along their tangents.
func (r *Ridge) rows(t train.Task) (train.Rows, error) {
	size := t.Size()
	if t.Rows != nil || size >= r.Training.Batch {
		return t.Batches(), nil
	}
	times := (r.Training.Batch + size - 1) / size
	if r.Blurs(size) {
		rng := random.New(t.Seed, "displacement/tangent_blur", 0)
		blurred, err := alongTangents(t.Data, r.Dimension, r.TangentBlur, blursEach*times, rng)
		if err != nil {
			return nil, err
		}
		return train.RowsOf(blurred), nil
	}
	return train.RowsOf(&points.Set{Dim: t.Data.Dim, Data: slices.Repeat(t.Data.Data, times)}), nil
}

// drawn fills an input with a step's random numbers.
func drawn(seed uint64, purpose string, dimensions []int, take func(in *inputs, x *graph.Node),
	fill func(into []float32, rng *rand.Rand)) train.Feeder[inputs] {
	return train.One(dimensions, take, func(at train.Moment, into []float32) {
		fill(into, random.New(seed, "displacement/"+purpose, at.Step))
	})
}

// loss is that of data with the given scale.
func (r *Ridge) loss(of network.Network, scale float64) train.Value[inputs] {
	low, high := math.Log(r.MinNoise*scale), math.Log(r.MaxNoise*scale)
	return func(parameters []*graph.Node, x *graph.Node, in *inputs) (*graph.Node, []*graph.Node) {
		s := graph.Exp(graph.AddScalar(graph.MulScalar(in.uniform, high-low), low))
		noise := graph.Mul(s, in.normal)
		h := of.Bind(parameters).Apply(graph.Concatenate([]*graph.Node{graph.Add(x, noise), s}, 1))
		left := graph.Div(graph.Sub(h, noise), s)
		total := graph.ReduceAllMean(graph.ReduceSum(graph.Mul(left, left), 1))
		return total, nil
	}
}

// Find meshes the ridge of the trained displacement, a part of its own, or finds points all over one that has no mesh.
func (r *Ridge) Find(ctx context.Context, t train.Task) error {
	if backend.IsDraft(t.Engine) { // only the graphs are wanted
		_, err := ridged.NewField(t.Engine, r.untrained(t.Data.Dim, t.Seed), t.Data.Dim, r.Dimension)
		return err
	}
	within, err := r.space(t.Environment)
	if err != nil {
		return err
	}
	h, err := r.Load(within.Within(t.Environment), t.Input(Displacement))
	if err != nil {
		return err
	}
	if done := within.String(); done != "" && t.Note != nil {
		t.Note(done)
	}
	folder := filepath.Join(t.Folder, train.ParametersFolder)
	meshless := func() error {
		return ridged.NewMeshless(t.Environment, within, h, r.Options()).Save(ctx, folder, t.Note)
	}
	if support.MeshableAnywhere(r.Dimension) != nil {
		return meshless()
	}
	err = ridged.New(t.Environment, within, h, r.Options()).Save(ctx, folder, t.Note)
	if unmeshable := (*mesh.UnmeshableError)(nil); errors.As(err, &unmeshable) {
		if t.Note != nil {
			t.Note(unmeshable.Reason)
		}
		return meshless()
	}
	return err
}

// Names of the parts.
const (
	Displacement = "displacement"
	Found        = "ridge"
)

// Ridge is that of finished parts' folders.
func (r *Ridge) Ridge(env train.Environment, folder func(part string) string) (support.Domain, error) {
	load := func(env train.Environment) (network.Trained, error) { return r.Load(env, folder(Displacement)) }
	found := filepath.Join(folder(Found), train.ParametersFolder)
	if support.MeshableAnywhere(r.Dimension) == nil {
		on, err := ridged.Saved(env, load, r.Options(), found)
		if on != nil || err != nil {
			return on, err
		}
	}
	return ridged.SavedMeshless(env, load, r.Options(), found)
}

// space is that in which the displacement is trained; the whole one for images.
func (r *Ridge) space(env train.Environment) (ridged.Space, error) {
	if r.asGiven || env.Rows != nil || backend.IsDraft(env.Engine) {
		return ridged.Space{}, nil
	}
	return ridged.SpaceOf(env.Data, r.Dimension)
}

// VersionIn is a version of the training in R^ambient, and one more where noise of many columns may be smoothed first.
func (r *Ridge) VersionIn(version int) func(ambient int) int {
	return func(ambient int) int {
		if ridged.Smooths(r.Dimension, ambient) {
			return version + 1
		}
		return version
	}
}

// Options are those of the support.
func (r *Ridge) Options() ridged.Options {
	return ridged.Options{Dimension: r.Dimension, LeastNoise: r.MinNoise, Noise: r.Noise}
}

// untrained is the displacement with the parameters that a seed draws.
func (r *Ridge) untrained(ambient int, seed uint64) network.Trained {
	parameters := r.Network.Initialize(ambient+1, ambient, random.New(seed, "displacement/initialize", 0))
	return network.Trained{Network: &r.Network, Parameters: parameters}
}

// Load returns the trained displacement of a finished part's folder, in the environment of its subspace.
func (r *Ridge) Load(env train.Environment, folder string) (network.Trained, error) {
	h := r.untrained(env.Data.Dim, 0)
	return h, train.LoadParameters(filepath.Join(folder, train.ParametersFolder), h.Parameters)
}

// Demands returns those of training on points in R^ambient, whose batches are whole also if there are fewer.
func (r *Ridge) Demands(ambient, _ int) []train.Demand {
	f := train.NewLedger(&r.Training)
	f.Network("displacement.network", &r.Network, ambient+1, ambient, float64(r.Training.Batch),
		"displacement.training.batch")
	return f.Demands
}
