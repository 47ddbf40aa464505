package sampler_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/sampler"
)

// Tangent noise is orthogonal to every normal, tangent vectors stay, normal vectors vanish (equation 11): with a dense
// Gram matrix and with conjugate gradients.
func TestTangent(t *testing.T) {
	for _, m := range all {
		t.Run(m.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
				at := sampler.NormalsAt(m.Formula, in[0])
				tangent := at.Tangent(in[1])
				return []*graph.Node{at.Components(tangent), graph.Sub(at.Tangent(tangent), tangent),
					at.Tangent(at.Combine(in[2])),
					graph.ReduceSum(graph.Square(tangent), 1), graph.ReduceSum(graph.Mul(tangent, in[1]), 1)}
			}, draws(m, rng, 9), networktest.Normal(rng, 9, m.Ambient), networktest.Normal(rng, 9, m.Codimension))
			near(t, "J tangent", got[0].Data, make([]float64, 9*m.Codimension), 1e-9)
			near(t, "tangent projected again", got[1].Data, make([]float64, 9*m.Ambient), 1e-9)
			near(t, "tangent part of a normal", got[2].Data, make([]float64, 9*m.Ambient), 1e-9)
			near(t, "|tangent|^2", got[3].Data, got[4].Data, 1e-9) // an orthogonal projection
			for i, square := range got[3].Data {
				if square < 1e-6 {
					t.Errorf("row %d has no tangent part: %v", i, square)
				}
			}
		})
	}
}

// To first order the distance to the unit circle is | |x|^2 - 1 |/(2 |x|); on any manifold it tends to the true
// distance.
func TestDistance(t *testing.T) {
	got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		return []*graph.Node{sampler.NormalsAt(circle.Formula, in[0]).Distance()}
	}, networktest.Matrix([]float64{2, 0}, []float64{0, -0.5}, []float64{0.6, 0.8}))
	near(t, "distance", got[0].Data, []float64{0.75, 0.75, 0}, 1e-14)
	for _, m := range []networktest.Manifold{torus, ring} {
		rng := rand.New(rand.NewPCG(2, 2))
		x, want := draws(m, rng, 20), make([]float64, 20)
		for i := range want {
			point := x.Data[3*i : 3*i+3]
			for j := range point {
				point[j] += 1e-4 * rng.NormFloat64()
			}
			want[i] = distance(point, m.Nearest(point))
		}
		got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
			return []*graph.Node{sampler.NormalsAt(m.Formula, in[0]).Distance()}
		}, x)
		near(t, m.Name, got[0].Data, want, 1e-6)
	}
}

// Points of the neighborhood reach the manifold close to where they were, none by more than iterations times reach.
func TestProject(t *testing.T) {
	for _, m := range all {
		rng := rand.New(rand.NewPCG(3, 2))
		x := draws(m, rng, 50)
		for i := range x.Data {
			x.Data[i] += 0.1 * rng.NormFloat64()
		}
		got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
			projected, size := sampler.Project(m.Formula, in[0], 10, 0.5)
			once, _ := sampler.Project(m.Formula, in[0], 1, 0.01)
			return []*graph.Node{projected, size, once}
		}, x)
		if size := residual(t, m, got[0].Data); !(size < 1e-10) {
			t.Errorf("%s: |F| is %v after the projection", m.Name, size)
		}
		for i, size := range got[1].Data {
			row := func(a networktest.Array) []float64 { return a.Data[i*m.Ambient : (i+1)*m.Ambient] }
			if !(size < 1e-10) {
				t.Errorf("%s: the reported |F| of row %d is %v", m.Name, i, size)
			}
			if moved := distance(row(x), row(got[2])); moved > 0.01+1e-12 {
				t.Errorf("%s: a step of %v exceeds the reach of 0.01", m.Name, moved)
			}
			if m.Nearest != nil {
				if far, nearest := distance(row(x), row(got[0])),
					distance(row(x), m.Nearest(row(x))); far > 1.2*nearest+1e-9 {
					t.Errorf("%s: row %d moved by %v, and the manifold is at %v", m.Name, i, far, nearest)
				}
			}
		}
	}
}

// Where the Jacobian vanishes nothing can be projected: the point stays, and its |F| shows it.
func TestProjectFromACriticalPoint(t *testing.T) {
	got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		projected, size := sampler.Project(circle.Formula, in[0], 5, 0.5)
		return []*graph.Node{projected, size}
	}, networktest.Matrix([]float64{0, 0}))
	near(t, "projected center", got[0].Data, []float64{0, 0}, 0)
	near(t, "|F|", got[1].Data, []float64{1}, 0)
}

// Approach finds the nearest point from anywhere near, on the circle, the torus and in codimension 2.
func TestApproach(t *testing.T) {
	for _, m := range []networktest.Manifold{circle, torus, ring} {
		rng := rand.New(rand.NewPCG(4, 2))
		x := draws(m, rng, 50)
		y, want := x.Copy(), []float64{}
		for i := range x.Data {
			x.Data[i] += 0.1 * rng.NormFloat64()
			y.Data[i] = x.Data[i] + 0.1*rng.NormFloat64()
		}
		for i := range 50 {
			want = append(want, m.Nearest(x.Data[i*m.Ambient:(i+1)*m.Ambient])...)
		}
		got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
			near, last := sampler.Approach(sampler.NormalsAt, m.Formula, in[0], in[1], 30, 0.5)
			_, short := sampler.Approach(sampler.NormalsAt, m.Formula, in[0], in[1], 1, 0.01)
			return []*graph.Node{near, last, short}
		}, y, x)
		near(t, m.Name, got[0].Data, want, 1e-8)
		near(t, m.Name+": last step", got[1].Data, make([]float64, 50), 1e-8)
		if longest := slices.Max(got[2].Data); longest > 0.01+1e-12 {
			t.Errorf("%s: a step of %v exceeds the reach of 0.01", m.Name, longest)
		}
	}
}

func distance(a, b []float64) float64 {
	square := 0.0
	for j := range a {
		square += (a[j] - b[j]) * (a[j] - b[j])
	}
	return math.Sqrt(square)
}

// uneven is a closed curve in R^n: x_k = x_0 x_1 for every k above 1 over the unit circle, in equations whose scales
// go from 1 to 30, so that the eigenvalues of the Gram matrix differ by a factor of about 1000.
func uneven(n int) network.Function {
	left, right, squares, linear := zeros(n, 3), zeros(n, 3), zeros(3, n-1), zeros(n, n-1)
	left[0][0], left[1][1], left[0][2] = 1, 1, 1 // x_0, x_1, x_0
	right[0][0], right[1][1], right[1][2] = 1, 1, 1
	offset := make([]float64, n-1)
	squares[0][0], squares[1][0], offset[0] = 1, 1, -1
	for k := 1; k < n-1; k++ {
		scale := math.Pow(30, float64(k)/float64(n-2))
		squares[2][k], linear[k+1][k] = -scale, scale
	}
	return networktest.Formula(func(x *graph.Node) *graph.Node {
		times := func(x *graph.Node, matrix [][]float64) *graph.Node {
			return graph.DotGeneral(x, []int{1}, nil, graph.ConstAsDType(x.Graph(), x.DType(), matrix), []int{0}, nil)
		}
		products := graph.Mul(times(x, left), times(x, right))
		y := graph.Add(times(products, squares), times(x, linear))
		return graph.Add(y, graph.ConstAsDType(x.Graph(), x.DType(), [][]float64{offset}))
	})
}

func zeros(rows, columns int) [][]float64 {
	matrix := make([][]float64, rows)
	for i := range matrix {
		matrix[i] = make([]float64, columns)
	}
	return matrix
}

// In single precision, as models compute, points within 0.1 in each direction reach |F| <= 1e-4 where conjugate
// gradients were too few, and Newton's return from a step of 0.1 does.
func TestProjectionInLargeCodimension(t *testing.T) {
	const count = 64
	for _, codimension := range []int{5, 12} {
		n := codimension + 1
		f, rng := uneven(n), rand.New(rand.NewPCG(12, 2))
		on := float32s(draws(networktest.Wave(n, 1), rng, count).Data)
		near := slices.Clone(on)
		for i := range near {
			near[i] += 0.1 * float32(rng.NormFloat64())
		}
		program, err := backend.Compile(engine(t), "projection", nil, [][]int{{count, n}, {count, n}},
			func(_, in []*graph.Node) (_, out []*graph.Node) {
				_, size := sampler.Project(f, in[0], 12, 0.5)
				start := sampler.NormalsAt(f, in[1])
				step := start.Tangent(graph.Sub(in[0], in[1]))
				back := (&sampler.Newton{Iterations: 4}).Solve(f, graph.Add(in[1], step), start)
				return nil, []*graph.Node{size, graph.ReduceMax(graph.Abs(f.Apply(back)), 1)}
			})
		if err != nil {
			t.Fatal(err)
		}
		out, err := program.Run(nil, []backend.Array{{Data: near}, {Data: on}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for k, name := range []string{"projection", "return of a step"} {
			if size := slices.Max(out[k].Data); !(size <= 1e-4) {
				t.Errorf("codimension %d: |F| is up to %v after the %s", codimension, size, name)
			}
		}
	}
}
