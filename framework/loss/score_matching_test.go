package loss_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
)

// scores is the squared slope and the Laplacian of an energy at one point of a support.
func scores(t *testing.T, l loss.ScoreMatching, energy, constraint network.Function, x []float64,
	probes ...[]float64) (squared, laplacian float64) {
	t.Helper()
	arrays := []networktest.Array{networktest.Matrix(x)}
	if len(probes) > 0 {
		arrays = append(arrays, networktest.Matrix(probes...))
	}
	got := values(t, func(in []*graph.Node) (*graph.Node, []*graph.Node) {
		var p *graph.Node
		if len(in) > 1 {
			p = in[1]
		}
		return l.Value(energy, loss.EnergyInputs{Data: in[0], Constraint: constraint, Probes: p})
	}, arrays...)
	check(t, got[:1], []float64{got[1]/2 - got[2]})
	return got[1], got[2]
}

// allSigns are the 2^n vectors of signs, whose mean is the mean over random signs.
func allSigns(n int) [][]float64 {
	rows := make([][]float64, 1<<n)
	for i := range rows {
		for j := range n {
			rows[i] = append(rows[i], float64(2*(i>>j&1)-1))
		}
	}
	return rows
}

// With E = -kappa x_0 on the unit sphere of R^n: |grad|^2 = kappa^2 (1 - x_0^2) and Laplacian (n - 1) kappa x_0, the
// spherical harmonic of degree 1; on the circle kappa^2 sin^2 and kappa cos. The quadratic x_0^2 has 4 x_0^2 (1 -
// x_0^2) and 2 - 2 n x_0^2. In the plane grad and Laplacian are the usual ones.
func TestScoresInClosedForm(t *testing.T) {
	linearEnergy := networktest.Formula(func(x *graph.Node) *graph.Node {
		return graph.MulScalar(networktest.Coordinate(x, 0), -2.5)
	})
	quadratic := networktest.Formula(func(x *graph.Node) *graph.Node {
		return graph.Square(networktest.Coordinate(x, 0))
	})
	circle, sphere := []float64{math.Cos(0.7), math.Sin(0.7)}, []float64{0.48, -0.6, 0.64}
	c := math.Cos(0.7)
	for _, test := range []struct {
		name               string
		energy             networktest.Formula
		x                  []float64
		bounded            bool // to the unit sphere
		squared, laplacian float64
	}{
		{"linear, circle", linearEnergy, circle, true, 6.25 * (1 - c*c), 2.5 * c},
		{"linear, sphere", linearEnergy, sphere, true, 6.25 * (1 - 0.2304), 2 * 2.5 * 0.48},
		{"quadratic, circle", quadratic, circle, true, 4 * c * c * (1 - c*c), 2 - 4*c*c},
		{"quadratic, sphere", quadratic, sphere, true, 4 * 0.2304 * (1 - 0.2304), 2 - 6*0.2304},
		{"linear, space", linearEnergy, sphere, false, 6.25, 0},
		{"quadratic, space", quadratic, sphere, false, 4 * 0.2304, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			var constraint network.Function
			if test.bounded {
				constraint = networktest.Sphere(len(test.x), 1).Formula
			}
			for _, probes := range [][][]float64{nil, allSigns(len(test.x))} {
				squared, laplacian := scores(t, loss.ScoreMatching{}, test.energy, constraint, test.x, probes...)
				check(t, []float64{squared, laplacian}, []float64{test.squared, test.laplacian})
			}
		})
	}
}

// Along closed curves the Laplacian is the second derivative by arc length, here by central differences: of a network
// on the ring (codimension 2) and on a wave in R^6 (codimension 5, whose Gram systems are solved by conjugate
// gradients).
func TestScoresOnCurves(t *testing.T) {
	ring, wave := networktest.Ring(), networktest.Wave(6, 0.5)
	for _, test := range []struct {
		manifold networktest.Manifold
		at       func(angle float64) []float64
	}{
		{ring, func(angle float64) []float64 { // axis (0.6, 0, 0.8), center half of it, radius sqrt(3)/2
			u, v := math.Sqrt(0.75)*math.Cos(angle), math.Sqrt(0.75)*math.Sin(angle)
			return []float64{0.3 + 0.8*u, v, 0.4 - 0.6*u}
		}},
		{wave, func(angle float64) []float64 {
			x := []float64{math.Cos(angle), math.Sin(angle)}
			for len(x) < 6 {
				x = append(x, 0.5*x[0]*x[1])
			}
			return x
		}},
	} {
		t.Run(test.manifold.Name, func(t *testing.T) {
			n := &network.MLP{Hidden: []int{6}, Activation: "tanh"}
			parameters := networktest.Parameters(n.Initialize(test.manifold.Ambient, 1, rand.New(rand.NewPCG(5, 1))))
			// Constants don't fit into a row-wise formula otherwise.
			energy := networktest.Formula(func(x *graph.Node) *graph.Node {
				var nodes []*graph.Node
				for _, p := range parameters {
					nodes = append(nodes, graph.Reshape(graph.ConstAsDType(x.Graph(), x.DType(), p.Data),
						p.Dimensions...))
				}
				return n.Bind(nodes).Apply(x)
			})
			evaluate := networktest.Compile(t, func(in []*graph.Node) []*graph.Node {
				return []*graph.Node{energy(in[0])}
			})
			value := func(angle float64) float64 { return evaluate(networktest.Matrix(test.at(angle)))[0].Data[0] }
			const angle, h = 0.9, 1e-3
			length := func(angle float64) float64 { // of the step h
				sum := 0.0
				before, after := test.at(angle-h/2), test.at(angle+h/2)
				for j := range before {
					sum += (after[j] - before[j]) * (after[j] - before[j])
				}
				return math.Sqrt(sum)
			}
			forth, back := (value(angle+h)-value(angle))/length(angle+h/2),
				(value(angle)-value(angle-h))/length(angle-h/2)
			slope, bend := (forth+back)/2, (forth-back)/length(angle)
			tangent := make([]float64, test.manifold.Ambient) // of a curve this one probe gives the whole trace
			before, after := test.at(angle-h/2), test.at(angle+h/2)
			for j := range tangent {
				tangent[j] = (after[j] - before[j]) / length(angle)
			}
			squared, laplacian := scores(t, loss.ScoreMatching{}, energy, test.manifold.Formula,
				test.at(angle), tangent)
			if math.Abs(squared-slope*slope) > 1e-5 || math.Abs(laplacian-bend) > 1e-5 {
				t.Errorf("squared slope %v and Laplacian %v, by differences %v and %v", squared, laplacian,
					slope*slope, bend)
			}
		})
	}
}

// Over the uniform distribution of a closed manifold, the mean Laplacian is 0 (the divergence theorem), here on a
// torus with the angles' weights. It checks the mean curvature where it varies.
func TestLaplacianIsADivergence(t *testing.T) {
	torus := networktest.Torus(3, 1)
	energy := networktest.Formula(func(x *graph.Node) *graph.Node {
		return graph.Mul(networktest.Coordinate(x, 0), networktest.Combination(x, []float64{0.5, 0, 1}))
	})
	var grid [][]float64
	var weights []float64
	const n = 16 // the integrand is a trigonometric polynomial of the angles, of lower degree
	for i := range n {
		for j := range n {
			u, v := 2*math.Pi*float64(i)/n, 2*math.Pi*float64(j)/n
			ring := 3 + math.Cos(v)
			grid = append(grid, []float64{ring * math.Cos(u), ring * math.Sin(u), math.Sin(v)})
			weights = append(weights, ring)
		}
	}
	evaluate := networktest.Compile(t, func(in []*graph.Node) []*graph.Node {
		_, terms := (&loss.ScoreMatching{}).Value(energy, loss.EnergyInputs{Data: in[0], Constraint: torus.Formula})
		return terms
	})
	var sum, size float64
	for i, x := range grid {
		laplacian := evaluate(networktest.Matrix(x))[1].Data[0]
		sum += weights[i] * laplacian
		size += weights[i] * math.Abs(laplacian)
	}
	if math.Abs(sum) > 1e-6*size {
		t.Errorf("the Laplacian's integral is %v of its size", sum/size)
	}
}

// By parameters, of exact and of random traces, on a manifold and in space. (The points are constants: of them the
// loss has no derivatives.)
func TestScoreMatchingGradients(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	n := &network.MLP{Hidden: []int{5}, Activation: "silu"}
	parameters := networktest.Parameters(n.Initialize(3, 1, rng))
	x := networktest.Normal(rng, 4, 3).Data
	for name, constraint := range map[string]network.Function{"sphere": networktest.Sphere(3, 1).Formula,
		"ring": networktest.Ring().Formula, "space": nil} {
		for _, random := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				networktest.CheckGradient(t, func(in []*graph.Node) *graph.Node {
					points := graph.Reshape(graph.ConstAsDType(in[0].Graph(), in[0].DType(), x), 4, 3)
					var probes *graph.Node
					if random {
						probes = graph.Reshape(graph.ConstAsDType(in[0].Graph(), in[0].DType(),
							append(append([]float64(nil), x...), x...)), 8, 3)
					}
					total, _ := (&loss.ScoreMatching{}).Value(n.Bind(in),
						loss.EnergyInputs{Data: points, Constraint: constraint, Probes: probes})
					return total
				}, parameters...)
			})
		}
	}
}

func TestRandomProbes(t *testing.T) {
	given := 4
	for _, test := range []struct {
		probes  *int
		n, want int
	}{{nil, 2, 0}, {nil, 3, 0}, {nil, 4, 1}, {&given, 2, 4}} {
		if got := (&loss.ScoreMatching{Probes: test.probes}).Needs(
			loss.Support{Ambient: test.n}).Probes.Count; got != test.want {
			t.Errorf("%+v: %d probes", test, got)
		}
	}
}
