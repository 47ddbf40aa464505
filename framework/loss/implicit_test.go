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

// linear is F(x) = A x with A = ((3, 0, 4), (0, 2, 0)): for a cotangent v, |v^T J|^2 = 25 v_0^2 + 4 v_1^2.
var linear = networktest.Formula(func(x *graph.Node) *graph.Node {
	return networktest.Join(networktest.Combination(x, []float64{3, 0, 4}),
		networktest.Combination(x, []float64{0, 2, 0}))
})

// Data, negative samples and cotangents of the tests of a linear F.
var (
	data       = networktest.Matrix([]float64{1, 2, 0}, []float64{0, 0, 0})  // F = (3, 4), (0, 0)
	negatives  = networktest.Matrix([]float64{0, 0, 3}, []float64{-1, 1, 0}) // F = (12, 0), (-3, 2)
	cotangents = networktest.Matrix([]float64{1, 0}, []float64{0.6, 0.8})    // |v^T J| = 5, sqrt(11.56) = 3.4
)

func defaults() loss.Implicit {
	return loss.Implicit{NegativeWeight: 0.3, SquaredNormWeight: 0.7, RankWeight: 2, MinSingularValue: 1,
		PositiveNorm: "l2", NegativeNorm: "l2"}
}

func number(v float64) *float64 { return &v }

// values evaluates a loss: its total, then its terms.
func values(t *testing.T, build func(in []*graph.Node) (*graph.Node, []*graph.Node),
	in ...networktest.Array) []float64 {
	t.Helper()
	results := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		total, terms := build(in)
		return append([]*graph.Node{total}, terms...)
	}, in...)
	scalars := make([]float64, len(results))
	for i, r := range results {
		if len(r.Dimensions) != 0 {
			t.Fatalf("output %d has dimensions %v, want a scalar", i, r.Dimensions)
		}
		scalars[i] = r.Data[0]
	}
	return scalars
}

func TestImplicitByHand(t *testing.T) {
	sqrt13 := math.Sqrt(13)
	for _, test := range []struct {
		name                     string
		set                      func(l *loss.Implicit)
		positive, negative, rank float64
	}{
		{"within the bounds", func(*loss.Implicit) {}, 2.5, (12 + sqrt13) / 2, 0},
		{"l1", func(l *loss.Implicit) { l.PositiveNorm, l.NegativeNorm = "l1", "l1" }, 3.5, (12 + 5) / 2.0, 0},
		{"l2 squared", func(l *loss.Implicit) { l.PositiveNorm, l.NegativeNorm = "l2_squared", "l2_squared" }, 12.5,
			(144 + 13) / 2.0, 0},
		{"min singular value", func(l *loss.Implicit) { l.MinSingularValue = 4 }, 2.5, (12 + sqrt13) / 2,
			0.6 * 0.6 / 2},
		{"max singular value", func(l *loss.Implicit) { l.MaxSingularValue = number(3) }, 2.5, (12 + sqrt13) / 2,
			(4 + 0.16) / 2},
		{"both at once", func(l *loss.Implicit) { l.MinSingularValue, l.MaxSingularValue = 4, number(4) }, 2.5,
			(12 + sqrt13) / 2, (1 + 0.36) / 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := defaults()
			test.set(&l)
			got := values(t, func(in []*graph.Node) (*graph.Node, []*graph.Node) {
				return l.Value(linear, loss.ManifoldInputs{Data: in[0], Negatives: in[1], Cotangents: in[2]})
			}, data, negatives, cotangents)
			squared := (144.0 + 13) / 2
			total := test.positive - 0.3*test.negative + 2*test.rank + 0.7*squared
			check(t, got, []float64{total, test.positive, test.negative, test.rank})
		})
	}
}

// As the energy of the chains the squared norm is weighed down by its own square: the mean of 144^2 and 13^2.
func TestImplicitSquaredEnergy(t *testing.T) {
	l := defaults()
	l.NegativeNorm = "l2_squared_energy"
	got := values(t, func(in []*graph.Node) (*graph.Node, []*graph.Node) {
		return l.Value(linear, loss.ManifoldInputs{Data: in[0], Negatives: in[1], Cotangents: in[2]})
	}, data, negatives, cotangents)
	check(t, got, []float64{2.5 - 0.3*(144+13)/2.0 + 0.7*(144*144+13*13)/2.0, 2.5, (144 + 13) / 2.0, 0})
	if plain := defaults(); !l.Needs().SquaredEnergy || plain.Needs().SquaredEnergy {
		t.Error("the chains' energy is not the norm that is asked for")
	}
}

// Without negative samples the loss is that of the data and the Jacobian alone.
func TestImplicitWithoutNegatives(t *testing.T) {
	l := defaults()
	if l.NegativeWeight, l.SquaredNormWeight = 0, 0; l.Needs().Negatives {
		t.Error("negative samples are asked for although both their weights are 0")
	}
	l.MinSingularValue = 4
	got := values(t, func(in []*graph.Node) (*graph.Node, []*graph.Node) {
		return l.Value(linear, loss.ManifoldInputs{Data: in[0], Cotangents: in[1]})
	}, data, cotangents)
	check(t, got, []float64{2.5 + 2*0.18, 2.5, 0, 0.18})
	for _, weights := range [][2]float64{{1, 0}, {0, 1}} {
		if l.NegativeWeight, l.SquaredNormWeight = weights[0], weights[1]; !l.Needs().Negatives {
			t.Errorf("no negative samples are asked for with weights %v", weights)
		}
	}
}

// With one output, |J| alone counts, whatever the cotangent's sign.
func TestImplicitOfCodimensionOne(t *testing.T) {
	l := defaults()
	l.MinSingularValue = 3
	circle := networktest.Sphere(2, 1).Formula // F = |x|^2 - 1, |J| = 2 |x|
	got := values(t, func(in []*graph.Node) (*graph.Node, []*graph.Node) {
		return l.Value(circle, loss.ManifoldInputs{Data: in[0], Negatives: in[1], Cotangents: in[2]})
	},
		networktest.Matrix([]float64{1, 0}, []float64{0, 2}), networktest.Matrix([]float64{0, 0}, []float64{3, 0}),
		networktest.Matrix([]float64{1}, []float64{-1}))
	check(t, got, []float64{1.5 - 0.3*4.5 + 2*0.5 + 0.7*32.5, 1.5, 4.5, 0.5})
}

// Gradients by every parameter, of all norms, with both bounds in force.
func TestImplicitGradients(t *testing.T) {
	for _, norms := range [][2]loss.Norm{{"l2", "l2"}, {"l1", "l2_squared"}, {"l2_squared", "l1"}} {
		for _, codimension := range []int{1, 2} {
			rng := rand.New(rand.NewPCG(1, uint64(codimension)))
			l := defaults()
			l.PositiveNorm, l.NegativeNorm = norms[0], norms[1]
			// These untrained networks stretch by 0.008 to 0.23, so that both bounds bite.
			l.RankWeight, l.MinSingularValue, l.MaxSingularValue = 100, 0.03, number(0.05)
			checkParameterGradients(t, l, codimension, rng)
		}
	}
}

// checkParameterGradients compares the gradients by a small network's parameters with finite differences.
func checkParameterGradients(t *testing.T, l loss.Implicit, codimension int, rng *rand.Rand) {
	t.Helper()
	n := &network.MLP{Hidden: []int{5, 4}, Activation: "silu"}
	parameters := networktest.Parameters(n.Initialize(3, codimension, rng))
	arrays := append(parameters, networktest.Normal(rng, 6, 3), networktest.Normal(rng, 6, 3),
		networktest.Normal(rng, 6, codimension))
	count := len(parameters)
	networktest.CheckGradient(t, func(in []*graph.Node) *graph.Node {
		total, _ := l.Value(n.Bind(in[:count]), loss.ManifoldInputs{Data: in[count], Negatives: in[count+1],
			Cotangents: in[count+2]})
		return total
	}, arrays...)
}

func TestImplicitRefusesBoundsThatExcludeEachOther(t *testing.T) {
	l := defaults()
	if err := l.Check(); err != nil {
		t.Errorf("defaults: %v", err)
	}
	l.MaxSingularValue = number(l.MinSingularValue)
	if err := l.Check(); err != nil {
		t.Errorf("equal bounds: %v", err)
	}
	l.MaxSingularValue = number(l.MinSingularValue / 2)
	if l.Check() == nil {
		t.Error("a maximum below the minimum is accepted")
	}
}

func check(t *testing.T, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("got %d numbers, want %d", len(got), len(want))
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= 1e-12*max(1, math.Abs(want[i]))) {
			t.Errorf("number %d (0: total) is %v, want %v", i, got[i], want[i])
		}
	}
}
