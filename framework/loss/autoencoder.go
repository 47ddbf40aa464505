package loss

import (
	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/network"
)

// AutoencoderLoss trains an encoder and a decoder together.
type AutoencoderLoss interface {
	Loss
	// EncoderOutputs is the number of the encoder's outputs for a latent space R^m.
	EncoderOutputs(latent int) int
	// NeedsNoise tells whether Value takes standard normal noise [batch, m].
	NeedsNoise() bool
	// Code is the latent point [batch, m] that stands for the encoder's outputs.
	Code(encoded *graph.Node) *graph.Node
	// Value is the loss at data x [batch, n].
	Value(encoder, decoder network.Function, x, noise *graph.Node) (total *graph.Node, terms []*graph.Node)
}

// Reconstruction is the squared error of an autoencoder: E |x - f(g(x))|^2 (paper, section 2.1).
type Reconstruction struct{}

// Role implements Loss.
func (*Reconstruction) Role() Role { return Autoencoder }

// Terms implements Loss.
func (*Reconstruction) Terms() []string { return nil }

// EncoderOutputs implements AutoencoderLoss.
func (*Reconstruction) EncoderOutputs(latent int) int { return latent }

// NeedsNoise implements AutoencoderLoss.
func (*Reconstruction) NeedsNoise() bool { return false }

// Code implements AutoencoderLoss.
func (*Reconstruction) Code(encoded *graph.Node) *graph.Node { return encoded }

// Value implements AutoencoderLoss.
func (*Reconstruction) Value(encoder, decoder network.Function, x, _ *graph.Node) (*graph.Node, []*graph.Node) {
	return reconstructionError(decoder.Apply(encoder.Apply(x)), x), nil
}

// VAE is the loss of a Gaussian variational autoencoder (Kingma and Welling 2014), whose encoder gives the mean and the
// logarithm of the variance of each latent coordinate:
//
//	E |x - f(z)|^2 + w KL(N(mean, variance) || N(0, I)),  z = mean + exp(log variance / 2) r
type VAE struct {
	KLWeight float64 `yaml:"kl_weight" default:"0.01" range:"[0, inf)" doc:"weight of the divergence from the standard normal (beta in the paper's figure 10)"`
}

// Role implements Loss.
func (*VAE) Role() Role { return Autoencoder }

// Terms implements Loss.
func (*VAE) Terms() []string { return []string{"reconstruction", "divergence"} }

// EncoderOutputs implements AutoencoderLoss.
func (*VAE) EncoderOutputs(latent int) int { return 2 * latent }

// NeedsNoise implements AutoencoderLoss.
func (*VAE) NeedsNoise() bool { return true }

// Code is the mean.
func (*VAE) Code(encoded *graph.Node) *graph.Node {
	return graph.SliceAxis(encoded, 1, graph.AxisRange(0, encoded.Shape().Dimensions[1]/2))
}

// Value implements AutoencoderLoss.
func (l *VAE) Value(encoder, decoder network.Function, x, noise *graph.Node) (*graph.Node, []*graph.Node) {
	latent := noise.Shape().Dimensions[1]
	// The two halves are read out by products with constant matrices: slices have no derivative on the pure-Go backend.
	encoded := encoder.Apply(x)
	mean, logVariance := columns(encoded, 0, latent), columns(encoded, latent, latent)
	z := graph.Add(mean, graph.Mul(graph.Exp(graph.MulScalar(logVariance, 0.5)), noise))
	reconstruction := reconstructionError(decoder.Apply(z), x)
	terms := graph.Sub(graph.Add(graph.Mul(mean, mean), graph.Exp(logVariance)), graph.OnePlus(logVariance))
	divergence := graph.MulScalar(graph.ReduceAllMean(graph.ReduceSum(terms, 1)), 0.5)
	return graph.Add(reconstruction, graph.MulScalar(divergence, l.KLWeight)), []*graph.Node{reconstruction, divergence}
}

// columns is count columns of x [batch, k] from the given one on, as a product with a constant matrix [count, k].
func columns(x *graph.Node, from, count int) *graph.Node {
	matrix := make([][]float32, count)
	for i := range matrix {
		matrix[i] = make([]float32, x.Shape().Dimensions[1])
		matrix[i][from+i] = 1
	}
	return graph.DotGeneral(x, []int{1}, nil, graph.ConstAsDType(x.Graph(), x.DType(), matrix), []int{1}, nil)
}

func reconstructionError(reconstructed, x *graph.Node) *graph.Node {
	return graph.ReduceAllMean(squaredNorm(graph.Sub(reconstructed, x)))
}

var (
	_ AutoencoderLoss = (*Reconstruction)(nil)
	_ AutoencoderLoss = (*VAE)(nil)
)
