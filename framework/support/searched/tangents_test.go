package searched

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support/onkernels"
)

// circleInMany is the unit circle in R^n by n - 1 equations, whose slopes differ by a factor.
func circleInMany(n int, factor float64) networktest.Manifold {
	nearest := func(x []float64) []float64 {
		y, r := make([]float64, n), math.Hypot(x[0], x[1])
		y[0], y[1] = x[0]/r, x[1]/r
		return y
	}
	slopes := make([]float32, n-2)
	for k := range slopes {
		slopes[k] = float32(math.Pow(factor, float64(k)/float64(n-3)-0.5))
	}
	return networktest.Manifold{Name: "circle", Ambient: n, Codimension: n - 1, Box: points.Cube(n, -1.5, 1.5),
		Nearest: nearest, Formula: func(x *graph.Node) *graph.Node {
			plane := graph.SliceAxis(x, 1, graph.AxisRange(0, 2))
			rest := graph.SliceAxis(x, 1, graph.AxisRange(2, n))
			round := graph.MulScalar(graph.AddScalar(networktest.Square(plane), -1), 0.5)
			rest = graph.Mul(rest, graph.Const(x.Graph(), [][]float32{slopes}))
			return graph.Concatenate([]*graph.Node{round, rest}, 1)
		},
		Draw: func(rng *rand.Rand) []float64 {
			x := make([]float64, n)
			x[1], x[0] = math.Sincos(2 * math.Pi * rng.Float64())
			return x
		}}
}

// In high codimension nearest points, tangents and ways along normals are found by few products each, whatever the
// slopes of F are.
func TestManyNormals(t *testing.T) {
	for _, test := range []struct {
		n      int
		factor float64
	}{{70, 1}, {70, 6}} {
		manifold := circleInMany(test.n, test.factor)
		z, rng := learned(t, manifold), rand.New(rand.NewPCG(1, 3))
		far := points.New(200, test.n)
		for i := range far.Len() {
			copy(far.At(i), manifold.Draw(rng))
			for j := range far.At(i) {
				far.At(i)[j] += 0.05 * rng.NormFloat64()
			}
		}
		near, err := z.Nearest(t.Context(), far)
		if err != nil {
			t.Fatal(err)
		}
		if near.Unconverged+near.Unsettled > 0 {
			t.Fatalf("%v: %d unconverged and %d unsettled", test, near.Unconverged, near.Unsettled)
		}
		c, err := z.newChart()
		if err != nil {
			t.Fatal(err)
		}
		frames, err := c.Frames(t.Context(), near.Points)
		if err != nil {
			t.Fatal(err)
		}
		ahead := points.New(far.Len(), test.n)
		for i := range far.Len() {
			for j, v := range manifold.Nearest(far.At(i)) {
				if d := math.Abs(near.Points.At(i)[j] - v); d > settled*z.Env.Box.Diagonal() {
					t.Fatalf("%v: a nearest point is off by %v", test, d)
				}
			}
			x, tangent := near.Points.At(i), frames[i].Tangents
			along := math.Abs(x[0]*tangent[1]-x[1]*tangent[0]) / math.Hypot(x[0], x[1])
			if math.Abs(along-1) > 1e-5 {
				t.Fatalf("%v: a tangent has %v of the circle's", test, along)
			}
			for j, v := range tangent {
				ahead.At(i)[j] = x[j] + 0.3*v
			}
		}
		back, returned, err := c.Back(t.Context(), near.Points, ahead)
		if err != nil {
			t.Fatal(err)
		}
		for i := range back.Len() {
			x, y := near.Points.At(i), back.At(i)
			along := math.Abs(x[0]*y[1] - x[1]*y[0])
			off := max(math.Abs(math.Hypot(y[0], y[1])-1), math.Abs(along-0.3))
			if returned[i] != onkernels.Arrived || off > 1e-4 {
				t.Fatalf("%v: a step of 0.3 along the tangent returned %v at %v, %v", test, returned[i], along, y[:3])
			}
		}
	}
}
