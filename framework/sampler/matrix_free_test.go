package sampler_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/sampler"
)

// wideShell is F(x) = s_k (x_k^2 + x_(k+m)^2 - 1) for k < m, a product of m circles in R^2m whose m normals are
// orthogonal with the lengths 2 s_k.
func wideShell(m int, scale func(k int) float64) network.Function {
	first, second, scales := zeros(2*m, m), zeros(2*m, m), make([]float64, m)
	for k := range m {
		first[k][k], second[m+k][k], scales[k] = 1, 1, scale(k)
	}
	return networktest.Formula(func(x *graph.Node) *graph.Node {
		part := func(matrix [][]float64) *graph.Node {
			return graph.Square(graph.DotGeneral(x, []int{1}, nil, graph.ConstAsDType(x.Graph(), x.DType(), matrix),
				[]int{0}, nil))
		}
		sum := graph.AddScalar(graph.Add(part(first), part(second)), -1)
		return graph.Mul(sum, graph.ConstAsDType(x.Graph(), x.DType(), [][]float64{scales}))
	})
}

// onShell is count points of it, with random angles.
func onShell(m, count int, rng *rand.Rand) networktest.Array {
	x := networktest.Array{Dimensions: []int{count, 2 * m}, Data: make([]float64, count*2*m)}
	for i := range count {
		for k := range m {
			angle := 2 * math.Pi * rng.Float64()
			x.Data[i*2*m+k], x.Data[i*2*m+m+k] = math.Cos(angle), math.Sin(angle)
		}
	}
	return x
}

func matrixFree(share *float64, products int) *sampler.ConstrainedLangevin {
	return &sampler.ConstrainedLangevin{LangevinStep: sampler.LangevinStep{Steps: 1, Noise: 0.05},
		Solver: &sampler.ConjugateGradients{Iterations: 6, Products: products, Tolerance: 1e-3}, Tolerance: 1e-4,
		LongestReturn: 10, ReturnShare: share}
}

// Where all singular values are equal, one product solves each system: one in the tangent step and one in each of the
// six iterations of a return, of which the last ones are solved without any.
func TestMatrixFreeStepAboveTheDenseLimit(t *testing.T) {
	const m, count = 70, 5
	rng := rand.New(rand.NewPCG(21, 2))
	system := sampler.System{Energy: networktest.Formula(networktest.Square),
		Constraint: wideShell(m, func(int) float64 { return 0.5 })}
	how := matrixFree(nil, 3)
	next, statistics := step(t, how, system, onShell(m, count, rng), networktest.Normal(rng, count, 2*m))
	if columns := how.ChainSettings().Columns; !slices.Equal(columns[4:], []string{"products", "linear_residual"}) ||
		len(statistics) != 6 {
		t.Fatalf("%d statistics of the columns %v", len(statistics), columns)
	}
	if statistics[1] != 0 || statistics[0] > 1e-6 {
		t.Errorf("|F| is %v, with a share of %v unsolved", statistics[0], statistics[1])
	}
	if products := statistics[4]; products < 2 || products > 7 {
		t.Errorf("%v products in a step; 2 to 7 are expected", products)
	}
	if statistics[5] > 1e-12 {
		t.Errorf("the relative residual is %v where one product is exact", statistics[5])
	}
	values := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		return []*graph.Node{system.Constraint.Apply(in[0])}
	}, next)[0]
	near(t, "F after the step", values.Data, make([]float64, count*m), 1e-6)
}

// A chain that returns a share of F keeps the rest of it: from F(x) = f a step goes to F = (1 - share) f.
func TestReturnShare(t *testing.T) {
	const m, count = 3, 4
	constraint := wideShell(m, func(k int) float64 { return 0.5 + float64(k)/10 })
	rng := rand.New(rand.NewPCG(22, 2))
	x := onShell(m, count, rng)
	for i := range x.Data {
		x.Data[i] *= 1.04
	}
	noise := networktest.Normal(rng, count, 2*m)
	value := func(x networktest.Array) []float64 {
		return networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
			return []*graph.Node{constraint.Apply(in[0])}
		}, x)[0].Data
	}
	for _, share := range []float64{0, 0.25, 1} {
		system := sampler.System{Energy: networktest.Formula(networktest.Square), Constraint: constraint}
		next, statistics := step(t, matrixFree(&share, 3), system, x, noise)
		if statistics[1] != 0 {
			t.Fatalf("share %v: %v of the chains are unsolved", share, statistics[1])
		}
		want := value(x)
		for i := range want {
			want[i] *= 1 - share
		}
		near(t, "F", value(next), want, 1e-5)
		if slices.Equal(next.Data, x.Data) {
			t.Errorf("share %v: no chain moved", share)
		}
	}
}
