package network

import (
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"
)

// Denoiser is Residual, F(x) = Q (x - g(x)), with x - g(x) itself as the noise in x, instead of J^T F. So a training
// differentiates no derivative, and neither does a draw. As g is not made of a gradient, J^T F leads to F = 0 from
// nearby only.
type Denoiser struct {
	Network Network `yaml:"network" default:"mlp" doc:"architecture of g, from the data's space to itself"`
}

func (d *Denoiser) residual() *Residual { return &Residual{Network: d.Network} }

// EstimatesNoise states that the network's functions are NoiseEstimators.
func (*Denoiser) EstimatesNoise() bool { return true }

// CheckShape implements Shaped.
func (d *Denoiser) CheckShape(in, out int) error { return d.residual().CheckShape(in, out) }

// Initialize draws Q [out, in], then the parameters of g.
func (d *Denoiser) Initialize(in, out int, rng *rand.Rand) []Parameter {
	return d.residual().Initialize(in, out, rng)
}

// Bind implements Network.
func (d *Denoiser) Bind(parameters []*graph.Node) Function {
	return direct{d.residual().bind(parameters)}
}

// Cost implements Costed.
func (d *Denoiser) Cost(in, out int) Cost { return d.residual().Cost(in, out) }

type direct struct{ InTurn }

func (f direct) Noise(x *graph.Node) (noise, value *graph.Node) {
	noise = f.First.Apply(x)
	return noise, f.Second.Apply(noise)
}

var (
	_ Shaped         = (*Denoiser)(nil)
	_ Costed         = (*Denoiser)(nil)
	_ NoiseEstimator = direct{}
)
