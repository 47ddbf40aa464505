package autodiff_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network/networktest"
)

// contraction is a DotGeneral of two operands whose axes are named: axes of both operands are batch or contracted, axes
// of one are free.
type contraction struct {
	sizes                 map[rune]int
	lhs, rhs              []rune
	batch, contracted     []rune
	lhsFree, rhsFree, out []rune
}

// newContraction names batch axes b c, contracted axes k l m, and free axes i j and p q, and shuffles both operands'
// axes.
func newContraction(rng *rand.Rand, batch, contracted, lhsFree, rhsFree int) contraction {
	c := contraction{sizes: map[rune]int{'b': 2, 'c': 3, 'k': 4, 'l': 2, 'm': 3, 'i': 3, 'j': 2, 'p': 2, 'q': 4},
		batch: []rune("bc")[:batch], contracted: []rune("klm")[:contracted], lhsFree: []rune("ij")[:lhsFree],
		rhsFree: []rune("pq")[:rhsFree]}
	shuffle := func(groups ...[]rune) (axes []rune) {
		for _, group := range groups {
			axes = append(axes, group...)
		}
		rng.Shuffle(len(axes), func(i, j int) { axes[i], axes[j] = axes[j], axes[i] })
		return axes
	}
	// The order in which pairs are listed is free too.
	c.batch, c.contracted = shuffle(c.batch), shuffle(c.contracted)
	c.lhs, c.rhs = shuffle(c.batch, c.contracted, c.lhsFree), shuffle(c.batch, c.contracted, c.rhsFree)
	free := func(axes, candidates []rune) (found []rune) {
		for _, axis := range axes {
			if position(candidates, axis) >= 0 {
				found = append(found, axis)
			}
		}
		return found
	}
	c.lhsFree, c.rhsFree = free(c.lhs, c.lhsFree), free(c.rhs, c.rhsFree)
	c.out = append(append(append([]rune(nil), c.batch...), c.lhsFree...), c.rhsFree...)
	return c
}

func (c contraction) String() string {
	return fmt.Sprintf("%s,%s->%s", string(c.lhs), string(c.rhs), string(c.out))
}

func (c contraction) dimensions(axes []rune) []int {
	dimensions := make([]int, len(axes))
	for i, axis := range axes {
		dimensions[i] = c.sizes[axis]
	}
	return dimensions
}

// dot returns the contraction as a graph.
func (c contraction) dot(lhs, rhs *graph.Node) *graph.Node {
	places := func(axes, of []rune) []int {
		found := make([]int, len(of))
		for i, axis := range of {
			found[i] = position(axes, axis)
		}
		return found
	}
	return graph.DotGeneral(lhs, places(c.lhs, c.contracted), places(c.lhs, c.batch), rhs, places(c.rhs, c.contracted),
		places(c.rhs, c.batch))
}

// byHand sums a times b over all axes that are not in out.
func (c contraction) byHand(aAxes []rune, a []float64, bAxes []rune, b []float64, outAxes []rune) []float64 {
	all := []rune("bcklmijpq")
	out := make([]float64, size(c.dimensions(outAxes)))
	used := func(axis rune) bool { return position(c.lhs, axis) >= 0 || position(c.rhs, axis) >= 0 }
	index := map[rune]int{}
	offset := func(axes []rune) int {
		at := 0
		for _, axis := range axes {
			at = at*c.sizes[axis] + index[axis]
		}
		return at
	}
	var loop func(k int)
	loop = func(k int) {
		if k == len(all) {
			out[offset(outAxes)] += a[offset(aAxes)] * b[offset(bAxes)]
			return
		}
		count := 1
		if used(all[k]) {
			count = c.sizes[all[k]]
		}
		for i := range count {
			index[all[k]] = i
			loop(k + 1)
		}
	}
	loop(0)
	return out
}

// Every kind of contraction: its value and both cotangents against sums written out, and its second derivatives against
// central differences.
func TestDotGeneralDerivatives(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for batch := range 3 {
		for contracted := range 4 {
			for lhsFree := range 3 {
				for rhsFree := range 3 {
					c := newContraction(rng, batch, contracted, lhsFree, rhsFree)
					t.Run(c.String(), func(t *testing.T) { checkContraction(t, rng, c) })
				}
			}
		}
	}
}

func checkContraction(t *testing.T, rng *rand.Rand, c contraction) {
	lhs := networktest.Normal(rng, c.dimensions(c.lhs)...)
	rhs := networktest.Normal(rng, c.dimensions(c.rhs)...)
	cotangent := networktest.Normal(rng, c.dimensions(c.out)...)
	got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		product := c.dot(in[0], in[1])
		gradients := graph.Gradient(graph.ReduceAllSum(graph.Mul(product, in[2])), in[0], in[1])
		return append([]*graph.Node{product}, gradients...)
	}, lhs, rhs, cotangent)
	near(t, "product", got[0].Data, c.byHand(c.lhs, lhs.Data, c.rhs, rhs.Data, c.out), 1e-12)
	near(t, "left cotangent", got[1].Data, c.byHand(c.out, cotangent.Data, c.rhs, rhs.Data, c.lhs), 1e-12)
	near(t, "right cotangent", got[2].Data, c.byHand(c.out, cotangent.Data, c.lhs, lhs.Data, c.rhs), 1e-12)
}

func TestDotGeneralSecondDerivatives(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, shape := range [][4]int{{0, 1, 1, 1}, {1, 1, 1, 1}, {2, 2, 1, 1}, {0, 3, 0, 1}, {1, 0, 1, 2}, {0, 2, 2, 1}} {
		c := newContraction(rng, shape[0], shape[1], shape[2], shape[3])
		t.Run(c.String(), func(t *testing.T) {
			weights := networktest.Normal(rng, c.dimensions(c.out)...)
			lhs, rhs := networktest.Normal(rng, c.dimensions(c.lhs)...), networktest.Normal(rng, c.dimensions(c.rhs)...)
			networktest.CheckGradient(t, func(in []*graph.Node) *graph.Node {
				first := graph.Gradient(graph.ReduceAllSum(graph.Mul(graph.Sin(c.dot(in[0], in[1])),
					in[2])), in[0], in[1])
				return graph.Add(graph.ReduceAllSum(graph.Square(first[0])), graph.ReduceAllSum(graph.Square(first[1])))
			}, lhs, rhs, weights)
		})
	}
}

func position(axes []rune, axis rune) int {
	for i, a := range axes {
		if a == axis {
			return i
		}
	}
	return -1
}

func size(dimensions []int) int {
	total := 1
	for _, d := range dimensions {
		total *= d
	}
	return total
}

func near(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s has %d numbers, want %d", what, len(got), len(want))
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tolerance*max(1, math.Abs(want[i]))) {
			t.Fatalf("%s: number %d is %v, want %v (within %v)", what, i, got[i], want[i], tolerance)
		}
	}
}

// Dot is a product of matrices and vectors.
func TestDotDerivatives(t *testing.T) {
	rng := rand.New(rand.NewPCG(35, 36))
	for name, shape := range map[string][2][]int{
		"vectors": {{3}, {3}}, "matrix and vector": {{2, 3}, {3}}, "matrices": {{2, 3}, {3, 4}},
	} {
		t.Run(name, func(t *testing.T) {
			lhs, rhs := networktest.Normal(rng, shape[0]...), networktest.Normal(rng, shape[1]...)
			onEngines(t, func(t *testing.T, engine compute.Backend) {
				checkDerivatives(t, engine, func(in []*graph.Node) *graph.Node {
					return graph.Dot(in[0],
						in[1]).Product()
				}, lhs, rhs)
			})
		})
	}
}

// A product whose sums and result have another type than the operands.
func TestDerivativesOfProductsOfTwoTypes(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	lhs, rhs := networktest.Normal(rng, 2, 3), networktest.Normal(rng, 3, 4)
	onEngines(t, func(t *testing.T, engine compute.Backend) {
		got := compile(t, engine, func(in []*graph.Node) []*graph.Node {
			single := func(x *graph.Node) *graph.Node { return graph.ConvertDType(x, dtypes.Float32) }
			product := graph.Dot(single(in[0]), single(in[1])).WithOutputDType(dtypes.Float64).Product()
			plain := graph.Dot(in[0], in[1]).Product()
			return append(graph.Gradient(weightedSum(product), in...), graph.Gradient(weightedSum(plain), in...)...)
		})(lhs, rhs)
		near(t, "by the left", got[0].Data, got[2].Data, 1e-6)
		near(t, "by the right", got[1].Data, got[3].Data, 1e-6)
	})
}
