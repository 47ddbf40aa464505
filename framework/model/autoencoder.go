package model

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/backend"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// Autoencoder is an encoder g and a decoder f, trained together (paper, section 2.1).
type Autoencoder struct {
	Encoder  network.Network  `yaml:"encoder" default:"{mlp: {hidden: [32, 32, 32]}}" doc:"architecture of g, from data to latent space"`
	Decoder  network.Network  `yaml:"decoder" default:"{mlp: {hidden: [32, 32, 32]}}" doc:"architecture of f, from latent space to data"`
	Loss     loss.Autoencoder `yaml:"loss" default:"reconstruction" doc:"loss of both"`
	Training train.Training   `yaml:"training" doc:"training of both"`
}

// checkDimension refuses networks that can't lead from the data to the latent space and back.
func (a *Autoencoder) checkDimension(ambient, latent int) error {
	return errors.Join(checkShape("autoencoder.encoder", a.Encoder, ambient, a.Loss.EncoderOutputs(latent)),
		checkShape("autoencoder.decoder", a.Decoder, latent, ambient))
}

// pair is an encoder and a decoder with their parameters.
type pair struct {
	encoder, decoder network.Trained
	loss             loss.Autoencoder
}

const encoderPrefix, decoderPrefix = "encoder/", "decoder/"

func (a *Autoencoder) untrained(ambient, latent int, seed uint64) pair {
	initialize := func(n network.Network, prefix string, in, out int) network.Trained {
		parameters := n.Initialize(in, out, random.New(seed, "autoencoder/"+prefix, 0))
		for i := range parameters {
			parameters[i].Name = prefix + parameters[i].Name
		}
		return network.Trained{Network: n, Parameters: parameters}
	}
	return pair{
		encoder: initialize(a.Encoder, encoderPrefix, ambient, a.Loss.EncoderOutputs(latent)),
		decoder: initialize(a.Decoder, decoderPrefix, latent, ambient),
		loss:    a.Loss,
	}
}

func (a *Autoencoder) load(ambient, latent int, folder string) (pair, error) {
	p := a.untrained(ambient, latent, 0)
	all := append(append([]network.Parameter(nil), p.encoder.Parameters...), p.decoder.Parameters...)
	err := train.LoadParameters(filepath.Join(folder, train.ParametersFolder), all)
	copy(p.encoder.Parameters, all)
	copy(p.decoder.Parameters, all[len(p.encoder.Parameters):])
	return p, err
}

// train minimises the loss over encoder and decoder together.
func (a *Autoencoder) train(ctx context.Context, t train.Task, latent int) error {
	p := a.untrained(t.Data.Dim, latent, t.Seed)
	batch, dim := a.Training.BatchOf(t.Data.Len()), t.Data.Dim
	encoders := len(p.encoder.Parameters)
	problem := &train.Problem{
		Name: "autoencoder", Size: t.Data.Len(),
		Parameters: append(append([]network.Parameter(nil), p.encoder.Parameters...), p.decoder.Parameters...),
		Inputs:     [][]int{{batch, dim}},
		Terms:      p.loss.Terms(),
		Hint:       divergence,
	}
	if p.loss.Needs().Normal {
		problem.Inputs = append(problem.Inputs, []int{batch, latent})
	}
	problem.Loss = func(parameters, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
		in := loss.AutoencoderInputs{Data: inputs[0]}
		if len(inputs) > 1 {
			in.Normal = inputs[1]
		}
		return p.loss.Value(a.Encoder.Bind(parameters[:encoders]), a.Decoder.Bind(parameters[encoders:]), in)
	}
	data := t.Data.Float32()
	problem.Feed = func(step int, indices []int, _ backend.State, inputs []backend.Array) ([]float64, error) {
		gather(inputs[0].Data, data, indices, dim)
		if len(inputs) > 1 {
			sampler.Normal(inputs[1].Data, random.New(t.Seed, "autoencoder/noise", step))
		}
		return nil, nil
	}
	if t.Validation != nil && a.Training.ValidateEvery > 0 {
		if err := a.validate(t, problem, latent); err != nil {
			return err
		}
	}
	if err := t.Loop(a.Training).Run(ctx, problem); err != nil {
		return err
	}
	return train.SaveParameters(filepath.Join(t.Folder, train.ParametersFolder), problem.Parameters)
}

// validate makes the problem's validation its loss at the validation points, with the same noise at each look.
func (a *Autoencoder) validate(t train.Task, problem *train.Problem, latent int) error {
	inputs := []backend.Array{{Dimensions: []int{t.Validation.Len(), t.Validation.Dim}, Data: t.Validation.Float32()}}
	if len(problem.Inputs) > 1 {
		noise := backend.Array{Dimensions: []int{t.Validation.Len(), latent}, Data: make([]float32, t.Validation.Len()*latent)}
		sampler.Normal(noise.Data, random.New(t.Seed, "autoencoder/validation", 0))
		inputs = append(inputs, noise)
	}
	return validateLoss(t, problem, inputs)
}

// encode is the latent point of each data point.
func (p pair) encode(ctx context.Context, s train.Environment, x *points.Set) (*points.Set, error) {
	e, err := network.NewEvaluator(s.Engine, "encoder", []network.Trained{p.encoder}, []int{x.Dim},
		func(f []network.Function, in []*graph.Node) []*graph.Node {
			return []*graph.Node{p.loss.Code(f[0].Apply(in[0]))}
		})
	if err != nil {
		return nil, err
	}
	out, err := e.Run(ctx, x.Float32())
	if err != nil {
		return nil, err
	}
	return points.FromFloat32(out[0], e.OutputWidth(0)), nil
}

// decoded is a decoder's value and Jacobian at latent points.
type decoded struct {
	points    *points.Set
	jacobians [][]float64 // of each point, [n, m] row-major
}

// newDecoding evaluates the decoder with its Jacobian, column by column.
func (p pair) newDecoding(s train.Environment, latent int) (*network.Evaluator, error) {
	return network.NewEvaluator(s.Engine, "decoder", []network.Trained{p.decoder}, []int{latent},
		func(f []network.Function, in []*graph.Node) []*graph.Node {
			x, derivative := f[0].Linearize(in[0])
			outputs := []*graph.Node{x}
			for j := range latent {
				outputs = append(outputs, derivative.JVP(unitRows(in[0], j)))
			}
			return outputs
		})
}

// unitRows is the unit vector e_j in every row of x's shape.
func unitRows(x *graph.Node, j int) *graph.Node {
	row := make([]float32, x.Shape().Dimensions[1])
	row[j] = 1
	return graph.BroadcastPrefix(graph.Const(x.Graph(), row), x.Shape().Dimensions[0])
}

func decode(ctx context.Context, e *network.Evaluator, z *points.Set) (*decoded, error) {
	out, err := e.Run(ctx, z.Float32())
	if err != nil {
		return nil, err
	}
	n, m := e.OutputWidth(0), len(out)-1
	d := &decoded{points: points.FromFloat32(out[0], n), jacobians: make([][]float64, z.Len())}
	for i := range d.jacobians {
		d.jacobians[i] = make([]float64, n*m)
		for j, columnOf := range out[1:] {
			for k := range n {
				d.jacobians[i][k*m+j] = float64(columnOf[i*n+k])
			}
		}
	}
	return d, nil
}
