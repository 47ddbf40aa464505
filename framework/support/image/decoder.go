package image

import (
	"context"
	"math"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/train"
)

// Pair is an encoder and a decoder with their parameters.
type Pair struct {
	Encoder, Decoder network.Trained
	// Code is the latent point [batch, m] that stands for the encoder's outputs.
	Code func(encoded *graph.Node) *graph.Node
}

// Encode is the latent point of each data point.
func (p Pair) Encode(ctx context.Context, engine compute.Backend, x *points.Set) (*points.Set, error) {
	return p.EncodeRows(ctx, engine, train.RowsOf(x), x.Dim)
}

// EncodeRows is Encode of rows of dim numbers, a few thousand at a time.
func (p Pair) EncodeRows(ctx context.Context, engine compute.Backend, x train.Rows, dim int) (*points.Set, error) {
	const most = 4096 // at once
	e, err := network.NewEvaluator(engine, "encoder", []network.Trained{p.Encoder}, []int{dim},
		func(f []network.Function, in []*graph.Node) []*graph.Node {
			return []*graph.Node{p.Code(f[0].Apply(in[0]))}
		})
	if err != nil {
		return nil, err
	}
	codes := points.New(0, e.OutputWidth(0))
	for from := 0; from < x.Len(); from += most {
		indices := points.Range(from, min(from+most, x.Len()))
		rows := make([]float32, len(indices)*dim)
		x.Gather(0, indices, rows)
		out, err := e.Run(ctx, rows)
		if err != nil {
			return nil, err
		}
		codes.Data = append(codes.Data, points.FromFloat32(out[0], codes.Dim).Data...)
	}
	return codes, nil
}

// Reconstruct implements support.Reconstructor.
func (m *Image) Reconstruct(ctx context.Context, x *points.Set) (*points.Set, error) {
	return m.Pair.Reconstruct(ctx, m.engine(), x)
}

// Reconstruct is what the decoder makes of the code of each data point.
func (p Pair) Reconstruct(ctx context.Context, engine compute.Backend, x *points.Set) (*points.Set, error) {
	return network.Evaluate(ctx, engine, "reconstruction", []network.Trained{p.Encoder, p.Decoder}, x,
		func(f []network.Function, x *graph.Node) *graph.Node { return f[1].Apply(p.Code(f[0].Apply(x))) })
}

// Decode is the image of each latent point.
func (p Pair) Decode(ctx context.Context, engine compute.Backend, z *points.Set) (*points.Set, error) {
	return network.Evaluate(ctx, engine, "decoder", []network.Trained{p.Decoder}, z,
		func(f []network.Function, z *graph.Node) *graph.Node { return f[0].Apply(z) })
}

// decoded is a decoder's value and Jacobian at latent points.
type decoded struct {
	points    *points.Set
	jacobians [][]float64 // of each point, [n, m] row-major
}

// newDecoding evaluates the decoder with its Jacobian, column by column.
func (m *Image) newDecoding() (*network.Evaluator, error) {
	return m.newDecodingOf(network.BatchOf(m.Ambient()))
}

func (m *Image) newDecodingOf(batch int) (*network.Evaluator, error) {
	latent := m.Dimension()
	return network.NewEvaluatorOf(batch, m.engine(), "decoder", []network.Trained{m.Decoder}, []int{latent},
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

func (m *Image) decode(ctx context.Context, z *points.Set) (*decoded, error) {
	e, err := m.newDecoding()
	if err != nil {
		return nil, err
	}
	return decode(ctx, e, z)
}

// logVolume is log det(J^T J)/2 of a Jacobian [n, m]: the logarithm of the product of its singular values. Where the
// decoder folds, a singular value of 0 is held at the smallest that single precision separates from 0.
func logVolume(jacobian []float64, m int) float64 {
	var svd mat.SVD
	if !svd.Factorize(mat.NewDense(len(jacobian)/m, m, jacobian), mat.SVDNone) {
		return math.NaN()
	}
	sum := 0.0
	for _, s := range svd.Values(nil) {
		sum += math.Log(max(s, 1e-7))
	}
	return sum
}

func logVolumes(image *decoded, m int) []float64 {
	logs := make([]float64, len(image.jacobians))
	for i, jacobian := range image.jacobians {
		logs[i] = logVolume(jacobian, m)
	}
	return logs
}
