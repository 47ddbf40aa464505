package network

import "github.com/gomlx/gomlx/core/graph"

// EstimatesNoise reports whether a network's functions are NoiseEstimators: it states so with a method EstimatesNoise.
func EstimatesNoise(n Network) bool {
	stated, ok := n.(interface{ EstimatesNoise() bool })
	return ok && stated.EstimatesNoise()
}

// NoiseEstimator is a function F with an estimate of its own of the noise in its input.
type NoiseEstimator interface {
	Function
	// Noise maps x [batch, in] to the noise in it [batch, in] as far as it is known, and to F(x) [batch, out].
	Noise(x *graph.Node) (noise, value *graph.Node)
}

// Noise is what a function that was trained by denoising takes for noise in x [batch, in], and F(x): what it says
// itself, or J^T F.
func Noise(f Function, x *graph.Node) (noise, value *graph.Node) {
	if own, ok := f.(NoiseEstimator); ok {
		return own.Noise(x)
	}
	value, derivative := f.Linearize(x)
	return derivative.VJP(value), value
}
