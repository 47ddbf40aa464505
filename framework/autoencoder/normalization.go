package autoencoder

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/chains"
	"ebim/framework/config"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/support/image"
	"ebim/framework/train"
)

// Normalization trains an autoencoder, which has been trained to reconstruct, as an energy-based model of the data's
// space: a normalized autoencoder (Yoon et al. 2021). Its energy is the reconstruction error, and contrastive
// divergence raises that of what it reconstructs without it being data:
//
//	E (E(x) - E(x')) + w E E(x')^2 + p |encoder's parameters|^2,  E(x) = |x - f(g(x))|^2 / (n T)
//
// over data x and negative points x' that chains lead to: of codes z, under E(f(z)), and then from f(z) in the data's
// space, in the box.
type Normalization struct {
	Temperature     float64         `yaml:"temperature" default:"1" range:"(0, inf)" doc:"T, by which the mean squared error of a coordinate is divided to be the energy"`
	LatentSampler   sampler.Ambient `yaml:"latent_sampler" default:"{langevin: {steps: 10, noise: 0.05, step: 0.4, buffer: {size: 10000}}}" doc:"sampler of the codes, with chains from its buffer; half of these in Yoon, whose steps take the whole gradient"`
	Sampler         sampler.Ambient `yaml:"sampler" default:"{langevin: {steps: 50, noise: 0.05, step: 20, clamp: 0.01}}" doc:"sampler of the points, with chains from images of codes, within the box; its buffer is unused"`
	MagnitudeWeight float64         `yaml:"magnitude_weight" default:"1" range:"[0, inf)" doc:"weight w of the squared energies of negative points, which keeps them bounded"`
	EncoderPenalty  float64         `yaml:"encoder_penalty" default:"0.0001" range:"[0, inf)" doc:"weight p of the squares of the encoder's parameters, in both trainings"`
	Training        train.Training  `yaml:"training" doc:"training of both networks by contrastive divergence, after they were trained to reconstruct"`
}

// Check refuses what the training can't do.
func (s *Normalization) Check() error {
	for field, moves := range map[string]sampler.Ambient{"latent_sampler": s.LatentSampler, "sampler": s.Sampler} {
		if moves != nil && moves.ChainSettings().Tuning != nil {
			return &config.FieldError{Field: field,
				Found:   "a sampler with a Metropolis test, whose points are moved to a sphere or into a box after it",
				Allowed: "one without, such as langevin"}
		}
	}
	if s.Training.ValidateEvery > 0 {
		return &config.FieldError{Field: "training.validate_every",
			Found: "a look at validation points, by which contrastive divergence can't be judged", Allowed: "0"}
	}
	return nil
}

// Pretrain trains the autoencoder to reconstruct, with the penalty on the encoder's parameters.
func (s *Normalization) Pretrain(ctx context.Context, a *Autoencoder, t train.Task, latent int) error {
	return a.trainBy(ctx, t, latent, func(p *train.Problem) {
		reconstruction, encoders := p.Loss, len(a.untrained(t.Data.Dim, latent, 0).Encoder.Parameters)
		p.Loss = func(parameters, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
			total, terms := reconstruction(parameters, inputs)
			return s.penalized(graph.DivScalar(total, float64(t.Data.Dim)), parameters[:encoders]), terms
		}
	})
}

// penalized is a loss with the penalty.
func (s *Normalization) penalized(total *graph.Node, encoder []*graph.Node) *graph.Node {
	if s.EncoderPenalty == 0 {
		return total
	}
	for _, p := range encoder {
		total = graph.Add(total, graph.MulScalar(graph.ReduceAllSum(graph.Mul(p, p)), s.EncoderPenalty))
	}
	return total
}

// Train trains the autoencoder of a finished part's folder by contrastive divergence.
func (s *Normalization) Train(ctx context.Context, a *Autoencoder, t train.Task, from string, latent int,
	spherical bool) error {
	pair, err := a.Load(t.Data.Dim, latent, from)
	if err != nil {
		return err
	}
	f := normalizedOf(pair, t.Data.Dim, s.Temperature)
	rows := t.Batches()
	encoders := len(pair.Encoder.Parameters)
	negatives, err := s.onManifold(t, f, latent, s.Training.BatchOf(rows.Len()), spherical)
	if err != nil {
		return err
	}
	problem := train.NewProblem(t, &s.Training, "normalization", rows, f.energy.Parameters,
		[]train.Feeder[negativePoints]{negatives.feeder()},
		func(parameters []*graph.Node, x *graph.Node, in *negativePoints) (*graph.Node, []*graph.Node) {
			energy := f.energy.Network.Bind(parameters)
			data, model := energy.Apply(x), energy.Apply(in.x)
			positive, negative := graph.ReduceAllMean(data), graph.ReduceAllMean(model)
			squares := graph.MulScalar(graph.ReduceAllMean(graph.Mul(model, model)), s.MagnitudeWeight)
			return s.penalized(graph.Add(graph.Sub(positive, negative), squares), parameters[:encoders]),
				[]*graph.Node{positive, negative}
		})
	problem.Terms = []string{"data_energy", "sample_energy"}
	problem.Hint = "a learning rate or a Langevin step that is too high (lower step, or set clamp and clip_norm)"
	return chains.Fit(ctx, t, s.Training, problem)
}

// Normalized is a trained normalized autoencoder.
type Normalized struct {
	Energy network.Trained // from R^n to R

	settings  *Normalization
	pair      image.Pair
	functions normalizedBy
	spherical bool
	latent    int
}

// Load returns the normalized autoencoder of a finished part's folder.
func (s *Normalization) Load(a *Autoencoder, ambient, latent int, folder string, spherical bool) (*Normalized, error) {
	pair, err := a.Load(ambient, latent, folder)
	if err != nil {
		return nil, err
	}
	f := normalizedOf(pair, ambient, s.Temperature)
	return &Normalized{Energy: f.energy, settings: s, pair: pair, functions: f, spherical: spherical,
		latent: latent}, nil
}

// Process returns chains of points in a box under an energy: that of the autoencoder, or where it was moved to.
func (n *Normalized) Process(energy network.Trained, box points.Box) sampler.Process {
	return n.settings.process(energy, box)
}

// Reconstruct returns what the decoder makes of the codes of points.
func (n *Normalized) Reconstruct(ctx context.Context, env train.Environment, x *points.Set) (*points.Set, error) {
	return n.pair.Reconstruct(ctx, env.Engine, x)
}

// Begin returns count independent points at which chains begin: images, in the box, of the ends of chains of codes of
// at least the given number of steps, each from a random code.
func (n *Normalized) Begin(ctx context.Context, env train.Environment, rng *rand.Rand, steps,
	count int) (*points.Set, error) {
	codes := make([]float32, count*n.latent)
	for i := 0; i < len(codes); i += n.latent {
		freshCode(codes[i:i+n.latent], n.spherical, rng)
	}
	c := &chains.Chains{Environment: env, Process: n.settings.latentProcess(n.functions.latent,
		n.spherical), Steps: steps,
		Start: points.FromFloat32(codes, n.latent), InOrder: true, Networks: []network.Trained{n.functions.latent}}
	ends, _, err := c.Sample(ctx, rng, count)
	if err != nil {
		return nil, err
	}
	return n.images(ctx, env, ends)
}

// Replay returns the points to which chains of a training's length lead from images of the codes of its replay buffer,
// in a finished part's folder. The error is errors.ErrUnsupported where none was kept.
func (n *Normalized) Replay(ctx context.Context, env train.Environment, rng *rand.Rand,
	folder string) (*points.Set, error) {
	codes, err := chains.Replay(folder)
	if err != nil {
		return nil, err
	}
	begin, err := n.images(ctx, env, codes)
	if err != nil {
		return nil, err
	}
	// which is a chain of a training's length
	c := &chains.Chains{Environment: env, Process: n.Process(n.Energy, env.Box), Steps: 1,
		Start: begin, InOrder: true, Networks: []network.Trained{n.Energy}, Free: true}
	ends, _, err := c.Sample(ctx, rng, begin.Len())
	return ends, err
}

// images are those of codes, in the box.
func (n *Normalized) images(ctx context.Context, env train.Environment, codes *points.Set) (*points.Set, error) {
	made, err := n.pair.Decode(ctx, env.Engine, codes)
	if err != nil {
		return nil, err
	}
	x := made.Float32()
	env.Box.Clamp(x)
	return points.FromFloat32(x, made.Dim), nil
}

// Demands returns those of normalizing an autoencoder with the given number of points in R^ambient.
func (s *Normalization) Demands(a *Autoencoder, ambient, latent, count int) []train.Demand {
	f := train.NewLedger(&s.Training)
	batch := float64(s.Training.BatchOf(count))
	f.Network("autoencoder.encoder", a.Encoder, ambient, latent, 2*batch, "normalization.training.batch")
	f.Network("autoencoder.decoder", a.Decoder, latent, ambient, 2*batch, "normalization.training.batch")
	chains.Demand(f, "normalization.latent_sampler", s.LatentSampler.ChainSettings(), a.Decoder, latent,
		ambient, 0, count)
	points := s.Sampler.ChainSettings()
	points.Buffer.Size = 0
	chains.Demand(f, "normalization.sampler", points, a.Encoder, ambient, latent, 0, count)
	return slices.Clip(f.Demands)
}
