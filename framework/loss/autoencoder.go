package loss

import (
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
)

// Reconstruction is the squared error of an autoencoder: E |x - f(g(x))|^2 (paper, section 2.1).
type Reconstruction struct{}

// Terms implements Autoencoder.
func (*Reconstruction) Terms() []string { return nil }

// EncoderOutputs implements Autoencoder.
func (*Reconstruction) EncoderOutputs(latent int) int { return latent }

// Needs implements Autoencoder.
func (*Reconstruction) Needs() AutoencoderNeeds { return AutoencoderNeeds{} }

// Code implements Autoencoder.
func (*Reconstruction) Code(encoded *graph.Node) *graph.Node { return encoded }

// Value implements Autoencoder.
func (*Reconstruction) Value(encoder, decoder network.Function, in AutoencoderInputs) (*graph.Node, []*graph.Node) {
	return reconstructionError(decoder.Apply(encoder.Apply(in.Data)), in.Data), nil
}

// VAE is the loss of a Gaussian variational autoencoder (Kingma and Welling 2014), whose encoder gives the mean and the
// logarithm of the variance of each latent coordinate:
//
//	E |x - f(z)|^2 + w KL(N(mean, variance) || N(0, I)),  z = mean + exp(log variance / 2) r
type VAE struct {
	KLWeight float64 `yaml:"kl_weight" default:"0.01" range:"[0, inf)" doc:"weight of the divergence from the standard normal (beta in the paper's figure 10)"`
}

// Terms implements Autoencoder.
func (*VAE) Terms() []string { return []string{"reconstruction", "divergence"} }

// EncoderOutputs implements Autoencoder.
func (*VAE) EncoderOutputs(latent int) int { return 2 * latent }

// Needs implements Autoencoder.
func (*VAE) Needs() AutoencoderNeeds { return AutoencoderNeeds{Normal: true} }

// Code is the mean.
func (*VAE) Code(encoded *graph.Node) *graph.Node {
	return graph.SliceAxis(encoded, 1, graph.AxisRange(0, encoded.Shape().Dimensions[1]/2))
}

// Value implements Autoencoder.
func (l *VAE) Value(encoder, decoder network.Function, in AutoencoderInputs) (*graph.Node, []*graph.Node) {
	latent := in.Normal.Shape().Dimensions[1]
	// The two halves are read out by products with constant matrices: slices have no derivative on the pure-Go backend.
	encoded := encoder.Apply(in.Data)
	mean, logVariance := columns(encoded, 0, latent), columns(encoded, latent, latent)
	z := graph.Add(mean, graph.Mul(graph.Exp(graph.MulScalar(logVariance, 0.5)), in.Normal))
	reconstruction := reconstructionError(decoder.Apply(z), in.Data)
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
	_ Autoencoder = (*Reconstruction)(nil)
	_ Autoencoder = (*VAE)(nil)
)
