// Package autoencoder trains an encoder and a decoder together (paper, section 2.1).
package autoencoder

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/chains"
	"ebim/framework/component"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/support/image"
	"ebim/framework/train"
)

// Autoencoder is an encoder g and a decoder f, trained together (paper, section 2.1).
type Autoencoder struct {
	Encoder  network.Network  `yaml:"encoder" default:"{mlp: {hidden: [32, 32, 32]}}" doc:"architecture of g, from data to latent space"`
	Decoder  network.Network  `yaml:"decoder" default:"{mlp: {hidden: [32, 32, 32]}}" doc:"architecture of f, from latent space to data"`
	Loss     loss.Autoencoder `yaml:"loss" default:"reconstruction" doc:"loss of both"`
	Training train.Training   `yaml:"training" doc:"training of both"`
}

// CheckDimension refuses networks that can't lead from the data to the latent space and back.
func (a *Autoencoder) CheckDimension(ambient, latent int) error {
	return errors.Join(network.CheckTrained("autoencoder.encoder", a.Encoder, ambient, a.Loss.EncoderOutputs(latent)),
		network.CheckTrained("autoencoder.decoder", a.Decoder, latent, ambient))
}

// untrained is the pair with the parameters that a seed draws.
func (a *Autoencoder) untrained(ambient, latent int, seed uint64) image.Pair {
	initialize := func(n network.Network, prefix string, in, out int) network.Trained {
		parameters := n.Initialize(in, out, random.New(seed, "autoencoder/"+prefix, 0))
		for i := range parameters {
			parameters[i].Name = prefix + parameters[i].Name
		}
		return network.Trained{Network: n, Parameters: parameters}
	}
	return image.Pair{
		Encoder: initialize(a.Encoder, "encoder/", ambient, a.Loss.EncoderOutputs(latent)),
		Decoder: initialize(a.Decoder, "decoder/", latent, ambient),
		Code:    a.Loss.Code,
	}
}

// Load returns the pair of a finished part's folder.
func (a *Autoencoder) Load(ambient, latent int, folder string) (image.Pair, error) {
	p := a.untrained(ambient, latent, 0)
	all := slices.Concat(p.Encoder.Parameters, p.Decoder.Parameters)
	err := train.LoadParameters(filepath.Join(folder, train.ParametersFolder), all)
	copy(p.Encoder.Parameters, all)
	copy(p.Decoder.Parameters, all[len(p.Encoder.Parameters):])
	return p, err
}

// Train minimizes the loss over encoder and decoder together.
func (a *Autoencoder) Train(ctx context.Context, t train.Task, latent int) error {
	return a.trainBy(ctx, t, latent, func(*train.Problem) {})
}

// trainBy is Train of a problem that is changed before.
func (a *Autoencoder) trainBy(ctx context.Context, t train.Task, latent int, change func(*train.Problem)) error {
	problem := a.problem(t, latent)
	change(problem)
	if t.Validation != nil && a.Training.ValidateEvery > 0 {
		if err := a.validate(t, problem, latent); err != nil {
			return err
		}
	}
	return chains.Fit(ctx, t, a.Training, problem)
}

// problem is the loss with what it needs.
func (a *Autoencoder) problem(t train.Task, latent int) *train.Problem {
	p, rows := a.untrained(t.Data.Dim, latent, t.Seed), t.Batches()
	encoders := len(p.Encoder.Parameters)
	var feeders []train.Feeder[loss.AutoencoderInputs]
	if a.Loss.Needs().Normal {
		feeders = append(feeders, train.One([]int{a.Training.BatchOf(rows.Len()), latent},
			func(in *loss.AutoencoderInputs, x *graph.Node) { in.Normal = x }, func(at train.Moment, into []float32) {
				sampler.Normal(into, random.New(t.Seed, "autoencoder/noise", at.Step))
			}))
	}
	problem := train.NewProblem(t, &a.Training, "autoencoder", rows,
		slices.Concat(p.Encoder.Parameters, p.Decoder.Parameters), feeders,
		func(parameters []*graph.Node, x *graph.Node, in *loss.AutoencoderInputs) (*graph.Node, []*graph.Node) {
			defer component.Blame(a.Loss)
			in.Data = x
			return a.Loss.Value(a.Encoder.Bind(parameters[:encoders]), a.Decoder.Bind(parameters[encoders:]), *in)
		})
	problem.Terms = a.Loss.Terms()
	return problem
}

// validate makes the problem's validation its loss at the validation points, with the same noise at each look.
func (a *Autoencoder) validate(t train.Task, problem *train.Problem, latent int) error {
	inputs := []backend.Array{{Dimensions: []int{t.Validation.Len(), t.Validation.Dim}, Data: t.Validation.Float32()}}
	if len(problem.Inputs) > 1 {
		noise := backend.Array{Dimensions: []int{t.Validation.Len(), latent},
			Data: make([]float32, t.Validation.Len()*latent)}
		sampler.Normal(noise.Data, random.New(t.Seed, "autoencoder/validation", 0))
		inputs = append(inputs, noise)
	}
	return train.ValidateLoss(t, problem, inputs)
}

// Demands returns those of fitting encoder and decoder to the given number of points in R^ambient.
func (a *Autoencoder) Demands(ambient, latent, points int) []train.Demand {
	f := train.NewLedger(&a.Training)
	outputs, batch := a.Loss.EncoderOutputs(latent), float64(a.Training.BatchOf(points))
	f.Network("autoencoder.encoder", a.Encoder, ambient, outputs, batch, "autoencoder.training.batch")
	f.Network("autoencoder.decoder", a.Decoder, latent, ambient, batch, "autoencoder.training.batch")
	return f.Demands
}
