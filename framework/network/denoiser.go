package network

import "github.com/gomlx/gomlx/core/graph"

// Denoiser is Residual, F(x) = Q (x - g(x)), with x - g(x) itself as the noise in x, instead of J^T F. So a training
// differentiates no derivative, and neither does a draw. As g is not made of a gradient, J^T F leads to F = 0 from
// nearby only.
type Denoiser struct{ Residual }

// EstimatesNoise states that the network's functions are NoiseEstimators.
func (*Denoiser) EstimatesNoise() bool { return true }

// Bind implements Network.
func (d *Denoiser) Bind(parameters []*graph.Node) Function { return direct{d.bind(parameters)} }

type direct struct{ InTurn }

// Noise is the first function's value.
func (f direct) Noise(x *graph.Node) (noise, value *graph.Node) {
	noise = f.First.Apply(x)
	return noise, f.Second.Apply(noise)
}

var _ NoiseEstimator = direct{}
