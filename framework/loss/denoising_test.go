package loss_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
)

// noise and its standard deviations, in the tests of a linear F; the points' frames, and the pieces they are of.
var (
	noise      = networktest.Matrix([]float64{0.1, 0, 0.2}, []float64{0, 1, 0})
	deviations = networktest.Array{Dimensions: []int{2}, Data: []float64{0.1, 2}}
	// J N = diag(3, 2) and diag(4, -0.2)
	frames = networktest.Matrix([]float64{1, 0, 0, 0, 1, 0}, []float64{0, 0, 1, 0, -0.1, 0})
)

func denoising() loss.Denoising {
	return loss.Denoising{DataTolerance: 0.5, RankWeight: 3, OrientationWeight: 7}
}

// For A of the linear F, J^T F = A^T A x: of x~ = (1.1, 2, 0.2), with F = (4.1, 4), it is (12.3, 8, 16.4), and of (0,
// 1, 0) it is (0, 4, 0).
func TestDenoisingByHand(t *testing.T) {
	denoised := ((12.2*12.2+8*8+16.2*16.2)/0.01 + 3*3/4.) / 2
	rank := (4*4 + 2.4*2.4) / 2
	for name, test := range map[string]struct {
		pieces      networktest.Array
		orientation float64
	}{
		// The determinants are 6 and -0.8. Each for itself has the right sign; together the first outvotes the second.
		"two pieces": {networktest.Matrix([]float64{1, 0}, []float64{0, 1}), 0},
		"one piece":  {networktest.Matrix([]float64{1}, []float64{1}), 1.5 * 1.5 / 2},
		"of none":    {networktest.Matrix([]float64{1}, []float64{0}), 0.7 * 0.7 / 2},
	} {
		t.Run(name, func(t *testing.T) {
			l := denoising()
			got := values(t, func(in []*graph.Node) (*graph.Node, []*graph.Node) {
				return l.Value(linear, loss.ManifoldInputs{Data: in[0], Cotangents: in[1], Noise: in[2],
					Deviations: in[3], Frames: in[4], Pieces: in[5], Scale: 0.4})
			}, data, cotangents, noise, deviations, frames, test.pieces)
			total := (denoised+12.5/(0.2*0.2))/2 + 3*2*rank + 7*test.orientation
			check(t, got, []float64{total, denoised, 12.5, rank, test.orientation})
		})
	}
}

// ownNoise is F(x) = A x that takes x itself for noise.
type ownNoise struct{ network.Function }

func (f ownNoise) Noise(x *graph.Node) (noise, value *graph.Node) { return x, f.Apply(x) }

// A function's own estimate takes the place of J^T F, and what is missed counts in units of the data's scale, too: of
// (1.1, 2, 0.2) with the noise (0.1, 0, 0.2), (1, 2, 0) is missed, of (0, 1, 0) nothing. With an infinite tolerance
// |F| at the data does not count.
func TestDenoisingByOwnEstimate(t *testing.T) {
	l := loss.Denoising{DataTolerance: math.Inf(1), LargeNoiseWeight: number(3)}
	got := values(t, func(in []*graph.Node) (*graph.Node, []*graph.Node) {
		return l.Value(ownNoise{linear}, loss.ManifoldInputs{Data: in[0], Noise: in[1], Deviations: in[2], Scale: 0.5})
	}, data, noise, deviations)
	missed := 5 / 2. * (1/0.01 + 3/0.25)
	check(t, got, []float64{missed / 2, missed, 12.5, 0, 0})
}

// The distance to a circle, the optimum for little noise, has no term but the tangential part of the noise, whose mean
// square is s^2.
func TestDenoisingOfADistance(t *testing.T) {
	const points, s = 20000, 1e-3
	distance := networktest.Formula(func(x *graph.Node) *graph.Node {
		return graph.AddScalar(graph.Sqrt(graph.ReduceAndKeep(graph.Mul(x, x), graph.ReduceSum, 1)), -1)
	})
	rng := rand.New(rand.NewPCG(1, 2))
	var circle [][]float64
	small, all := networktest.Normal(rng, points, 2), networktest.Array{Dimensions: []int{points}}
	for i := range points {
		angle := 2 * math.Pi * rng.Float64()
		circle = append(circle, []float64{math.Cos(angle), math.Sin(angle)})
		small.Data[2*i] *= s
		small.Data[2*i+1] *= s
		all.Data = append(all.Data, s)
	}
	ones := networktest.Array{Dimensions: []int{points, 1}}
	for range points {
		ones.Data = append(ones.Data, 1)
	}
	l := denoising()
	got := values(t, func(in []*graph.Node) (*graph.Node, []*graph.Node) {
		return l.Value(distance, loss.ManifoldInputs{Data: in[0], Cotangents: in[1], Noise: in[2], Deviations: in[3],
			Frames: in[0], Pieces: in[1], Scale: 1})
	}, networktest.Matrix(circle...), ones, small, all)
	// The mean of points squares of normal numbers has the standard deviation 0.01; curvature adds the order of s^2.
	if math.Abs(got[1]-1) > 0.05 {
		t.Errorf("the denoising term is %v, want 1", got[1])
	}
	for i, term := range got[2:] {
		if term > 1e-12 {
			t.Errorf("term %d is %v, want 0", i+1, term)
		}
	}
}

// Gradients by every parameter in codimension 1 to 3, as the training takes them, through the derivatives by x in the
// loss.
func TestDenoisingGradients(t *testing.T) {
	for codimension := 1; codimension <= 3; codimension++ {
		rng := rand.New(rand.NewPCG(3, uint64(codimension)))
		const dim, batch = 4, 6
		n := &network.Shortcuts{Network: &network.MLP{Hidden: []int{5, 4}, Activation: "silu"}}
		l := denoising()
		parameters := networktest.Parameters(n.Initialize(dim, codimension, rng))
		count := len(parameters)
		arrays := append(parameters, networktest.Normal(rng, batch, dim), networktest.Normal(rng, batch, codimension),
			networktest.Normal(rng, batch, dim), networktest.Normal(rng, batch, codimension*dim))
		networktest.CheckGradient(t, func(in []*graph.Node) *graph.Node {
			ones := graph.OnesLike(graph.SliceAxis(in[count], 1, graph.AxisRange(0, 1)))
			total, _ := l.Value(n.Bind(in[:count]), loss.ManifoldInputs{Data: in[count], Cotangents: in[count+1],
				Noise:      in[count+2],
				Deviations: graph.Squeeze(ones, 1), Frames: in[count+3], Pieces: ones, Scale: 1})
			return total
		}, arrays...)
	}
}

// The determinant of the frames' images agrees with gonum's in every codimension that frames are given for.
func TestDenoisingDeterminants(t *testing.T) {
	for c := 1; c <= 8; c++ {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(5, uint64(c)))
			frame := networktest.Normal(rng, 1, c*c) // row k is vector k, so that J N for F(x) = x is its transpose
			det := mat.Det(mat.NewDense(c, c, frame.Data))
			scale := 0.5 / math.Pow(math.Abs(det), 1/float64(c)) // so that the determinant is 0.5^c
			for i := range frame.Data {
				frame.Data[i] *= scale
			}
			want := math.Pow(0.7-math.Pow(0.5, float64(c)), 2)
			identity := networktest.Formula(func(x *graph.Node) *graph.Node { return graph.MulScalar(x, 1) })
			l, zero := denoising(), networktest.Array{Dimensions: []int{1, c}, Data: make([]float64, c)}
			got := values(t, func(in []*graph.Node) (*graph.Node, []*graph.Node) {
				one := graph.OnesLike(graph.ReduceSum(in[0], 1))
				return l.Value(identity, loss.ManifoldInputs{Data: in[0], Cotangents: in[0], Noise: in[0],
					Deviations: one, Frames: in[1],
					Pieces: graph.InsertAxes(one, -1), Scale: 1})
			}, zero, frame)
			if math.Abs(got[4]-want) > 1e-9 {
				t.Errorf("the orientation term is %v, want %v", got[4], want)
			}
		})
	}
}

// The cost of |F| grows in the second half of the training, as far as the spread of the data about their manifold
// allows.
func TestDenoisingSharpens(t *testing.T) {
	l := denoising()
	l.Sharpening = 9
	for _, test := range []struct{ progress, spread, want float64 }{
		{0, 0, 1}, {0.5, 0, 1}, {0.75, 0, 5}, {1, 0, 9},
		{1, 0.01, 9}, {1, 0.2 / 3, 4}, {1, 1, 1}, // the tolerance is 0.2, and 0.2/(1.5 spread) its smallest fraction
	} {
		got := values(t, func(in []*graph.Node) (*graph.Node, []*graph.Node) {
			return l.Value(linear, loss.ManifoldInputs{Data: in[0], Cotangents: in[1], Noise: in[2], Deviations: in[3],
				Progress: in[4], Scale: 0.4, Spread: test.spread})
		}, data, cotangents, noise, deviations, networktest.Array{Data: []float64{test.progress}})
		denoised, rank := got[1], got[3]
		want := (denoised+test.want*12.5/(0.2*0.2))/2 + 3*2*rank
		if math.Abs(got[0]-want) > 1e-9*want {
			t.Errorf("at %v with a spread of %v the loss is %v, want %v", test.progress, test.spread, got[0], want)
		}
	}
}
