package arithmetic

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
)

// bulge is a function with two outputs and a second derivative that is not constant.
func bulge(x *graph.Node) *graph.Node {
	return networktest.Join(graph.Sin(networktest.Combination(x, []float64{1, 0.5, -0.3})), networktest.Square(x))
}

// composites are all ways in which networks are composed, over functions from R^3.
func composites() map[string]network.Trained {
	one := supporttest.Fixed(func(x *graph.Node) *graph.Node { return graph.AddScalar(networktest.Square(x), -1) })
	two := supporttest.Fixed(func(x *graph.Node) *graph.Node {
		return graph.Tanh(networktest.Combination(x,
			[]float64{1, -2, 0.5}))
	})
	three := supporttest.Fixed(func(x *graph.Node) *graph.Node {
		return graph.Exp(networktest.Combination(x, []float64{0.1, 0.2, -0.4}))
	})
	pair := supporttest.Fixed(bulge)
	rotated := support.Similarity{Factor: 1.5, Rotation: (&Rotate{Angle: 0.7, Axis: []float64{1, 2, -2}}).rotation(),
		Shift: []float64{0.3, -1, 2}}
	mixed := func(f []network.Function) network.Function {
		return scalarCombination{f, func(energies []*graph.Node) (*graph.Node, []*graph.Node) {
			return mixedEnergy([]float64{0.2, 0.3, 0.5}, energies)
		}}
	}
	beside := func(f []network.Function) network.Function { return sideBySide(f) }
	return map[string]network.Trained{
		"product of two":        network.Compose(product, one, two),
		"product of three":      network.Compose(product, one, two, three),
		"sum":                   network.Compose(total, one, two, three),
		"mixture":               network.Compose(mixed, one, two, three),
		"averaged":              network.Compose(averaged, two, pair, three),
		"side by side":          network.Compose(beside, two, pair, three),
		"moved":                 rotated.Before(pair),
		"decoder to R^3, moved": rotated.After(network.Compose(beside, one, pair)),
		"product of moved ones": network.Compose(product, rotated.Before(one), rotated.Inverse().Before(two)),
	}
}

// Linearize must be Apply with the derivatives that GoMLX's reverse mode finds, and both must have right derivatives.
func TestCompositesLinearize(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	for name, n := range composites() {
		t.Run(name, func(t *testing.T) {
			x, w := networktest.Normal(rng, 4, 3), networktest.Normal(rng, 4, 3)
			parameters := networktest.Parameters(n.Parameters)
			count := len(parameters)
			outputs := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
				return []*graph.Node{n.Bind(in[:count]).Apply(in[count])}
			}, append(slices.Clone(parameters), x)...)[0]
			v := networktest.Normal(rng, outputs.Dimensions...)
			got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
				f, x, w, v := n.Bind(in[:count]), in[count], in[count+1], in[count+2]
				y, linear := f.Linearize(x)
				applied := f.Apply(x)
				reference := autodiff.Linearize(x, applied)
				return []*graph.Node{y, applied, linear.JVP(w), reference.JVP(w), linear.VJP(v), reference.VJP(v)}
			}, append(slices.Clone(parameters), x, w, v)...)
			for k, what := range []string{"value", "J w", "J^T v"} {
				for i, want := range got[2*k+1].Data {
					if have := got[2*k].Data[i]; !(math.Abs(have-want) <= 1e-12*max(1, math.Abs(want))) {
						t.Errorf("%s: number %d is %v, want %v", what, i, have, want)
					}
				}
			}
			networktest.CheckGradient(t, func(in []*graph.Node) *graph.Node {
				f := n.Bind(in[:count])
				_, linear := f.Linearize(in[count])
				stretch := graph.Add(graph.ReduceAllSum(graph.Square(linear.VJP(in[count+2]))),
					graph.ReduceAllSum(graph.Square(linear.JVP(in[count+1]))))
				return graph.Add(stretch, graph.ReduceAllSum(graph.Mul(f.Apply(in[count]), in[count+2])))
			}, append(slices.Clone(parameters), x, w, v)...)
		})
	}
}

// What composites take for noise is J^T F, as they come to it by their parts, in units of their input.
func TestNoiseOfComposites(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 7))
	for name, n := range composites() {
		x := networktest.Normal(rng, 4, 3)
		enlarged := 1.0
		if name == "moved" { // noise grows with the points, J^T F shrinks
			enlarged = 1.5 * 1.5
		}
		count := len(n.Parameters)
		got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
			f := n.Bind(in[:count])
			noise, value := network.Noise(f, in[count])
			y, linear := f.Linearize(in[count])
			return []*graph.Node{noise, graph.MulScalar(linear.VJP(y), enlarged), value, y}
		}, append(networktest.Parameters(n.Parameters), x)...)
		for k := 0; k < len(got); k += 2 {
			for i, want := range got[k+1].Data {
				if have := got[k].Data[i]; !(math.Abs(have-want) <= 1e-12*max(1, math.Abs(want))) {
					t.Errorf("%s: number %d is %v, want %v", name, i, have, want)
				}
			}
		}
	}
}

// ownNoise is a function that says of a third of its input that it is noise.
type ownNoise struct{ network.Function }

func (f ownNoise) Noise(x *graph.Node) (noise, value *graph.Node) {
	return graph.MulScalar(x, 1./3), f.Apply(x)
}

// The averaged function takes the mean of what its parts say themselves; noise that is a share of the input is the
// same share of what is turned and enlarged.
func TestOwnNoiseOfComposites(t *testing.T) {
	part := func(f []network.Function) network.Function { return ownNoise{f[0]} }
	one := network.Compose(part, supporttest.Fixed(bulge))
	other := supporttest.Fixed(func(x *graph.Node) *graph.Node { return graph.MulScalar(x, 1) }) // J^T F = x
	turned := support.Similarity{Factor: 2, Rotation: (&Rotate{Angle: 0.7, Axis: []float64{1, 2, -2}}).rotation()}
	x := networktest.Normal(rand.New(rand.NewPCG(4, 7)), 5, 3)
	for name, n := range map[string]network.Trained{
		"averaged":         network.Compose(averaged, one, other),
		"turned":           network.Compose(averaged, turned.Before(one), other),
		"averaged, turned": turned.Before(network.Compose(averaged, one, other)),
	} {
		got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
			noise, _ := network.Noise(n.Bind(in[:len(in)-1]), in[len(in)-1])
			return []*graph.Node{noise}
		}, append(networktest.Parameters(n.Parameters), x)...)[0]
		for i, v := range x.Data {
			if want := v * (1./3 + 1) / 2; math.Abs(got.Data[i]-want) > 1e-12 {
				t.Fatalf("%s: number %d is %v, want %v", name, i, got.Data[i], want)
			}
		}
	}
}

// -log sum w exp(-E) of energies whose exponentials overflow or vanish in single precision.
func TestMixedEnergyIsStable(t *testing.T) {
	weights := []float64{0.25, 0.75}
	for _, test := range []struct{ first, second, want float64 }{
		{0, 0, 0},
		{1e4, 1e4, 1e4},
		{-1e4, -1e4, -1e4},
		{1e4, -1e4, -1e4 - math.Log(0.75)},
		{-2000, 3000, -2000 - math.Log(0.25)},
	} {
		got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
			energy, shares := mixedEnergy(weights, in)
			return append(shares, energy)
		}, networktest.Matrix([]float64{test.first}), networktest.Matrix([]float64{test.second}))
		if off := math.Abs(got[2].Data[0] - test.want); !(off < 1e-9) {
			t.Errorf("energies %v and %v mix to %v, want %v", test.first, test.second, got[2].Data[0], test.want)
		}
		if sum := got[0].Data[0] + got[1].Data[0]; !(math.Abs(sum-1) < 1e-12) {
			t.Errorf("the shares add up to %v", sum)
		}
	}
}
