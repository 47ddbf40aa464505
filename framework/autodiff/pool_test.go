package autodiff_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network/networktest"
)

// poolAxis is one axis of a windowed reduction.
type poolAxis struct {
	length, window, stride, baseDilation, windowDilation, before, after int
}

func (a poolAxis) result() int {
	return ((a.length-1)*a.baseDilation+a.before+a.after-(a.window-1)*a.windowDilation)/a.stride + 1
}

type pool []poolAxis

func (p pool) sizes(of func(a poolAxis) int) []int {
	sizes := make([]int, len(p))
	for i, a := range p {
		sizes[i] = of(a)
	}
	return sizes
}

func (p pool) length() []int { return p.sizes(func(a poolAxis) int { return a.length }) }
func (p pool) result() []int { return p.sizes(poolAxis.result) }

func (p pool) graph(x *graph.Node, kind compute.ReduceOpType) *graph.Node {
	paddings := make([][2]int, len(p))
	for i, a := range p {
		paddings[i] = [2]int{a.before, a.after}
	}
	return graph.BackendReduceWindow(x, kind, p.sizes(func(a poolAxis) int { return a.window }),
		p.sizes(func(a poolAxis) int { return a.stride }),
		p.sizes(func(a poolAxis) int { return a.baseDilation }),
		p.sizes(func(a poolAxis) int { return a.windowDilation }), paddings)
}

// cotangentByHand goes through each window in row-major order. The extreme's sign is +1 for maxima, -1 for minima, 0
// for sums.
func (p pool) cotangentByHand(x, cotangent []float64, extreme float64) []float64 {
	back := make([]float64, len(x))
	next := 0
	eachIndex(p.result(), func(out []int) {
		best, value := -1, math.Inf(-1)
		eachIndex(p.sizes(func(a poolAxis) int { return a.window }), func(k []int) {
			offset := 0
			for i, a := range p {
				at := out[i]*a.stride + k[i]*a.windowDilation - a.before
				if at < 0 || at%a.baseDilation != 0 || at/a.baseDilation >= a.length {
					return
				}
				offset = offset*a.length + at/a.baseDilation
			}
			if extreme == 0 {
				back[offset] += cotangent[next]
			} else if x[offset]*extreme > value {
				best, value = offset, x[offset]*extreme
			}
		})
		if best >= 0 {
			back[best] += cotangent[next]
		}
		next++
	})
	return back
}

var pools = map[string]pool{
	"2x2 on even axes":         {{4, 2, 2, 1, 1, 0, 0}, {6, 2, 2, 1, 1, 0, 0}},
	"2x2 that leaves rows out": {{2, 1, 1, 1, 1, 0, 0}, {7, 2, 2, 1, 1, 0, 0}, {3, 2, 2, 1, 1, 0, 0}},
	"3x3 with overlap":         {{5, 3, 1, 1, 1, 0, 0}, {6, 3, 2, 1, 1, 0, 0}},
	"3x3 padded":               {{5, 3, 1, 1, 1, 1, 1}, {4, 3, 2, 1, 1, 1, 2}},
	"2x2 with padding":         {{5, 2, 2, 1, 1, 1, 0}, {4, 2, 2, 1, 1, 1, 1}},
	"gaps between windows":     {{8, 2, 3, 1, 1, 0, 0}},
	"dilated windows":          {{8, 3, 1, 1, 2, 1, 0}, {7, 2, 2, 1, 3, 0, 1}},
	"dilated operand":          {{4, 3, 2, 2, 1, 1, 1}, {3, 4, 1, 3, 1, 0, 2}},
	"wide padding":             {{3, 3, 2, 1, 1, 2, 2}},
}

var reductions = []struct {
	kind compute.ReduceOpType
	sign float64
}{{compute.ReduceOpSum, 0}, {compute.ReduceOpMax, +1}, {compute.ReduceOpMin, -1}}

// Of equal elements the first in a window is selected; values of -1, 0 and 1 make most windows ties.
func TestPoolCotangentsByHand(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	for name, p := range pools {
		for _, reduction := range reductions {
			t.Run(fmt.Sprintf("%s of %s", reduction.kind, name), func(t *testing.T) {
				x, cotangent := networktest.Normal(rng, p.length()...), networktest.Normal(rng, p.result()...)
				for i := range x.Data {
					x.Data[i] = float64(rng.IntN(3) - 1)
				}
				onEngines(t, func(t *testing.T, engine compute.Backend) {
					got := compile(t, engine, func(in []*graph.Node) []*graph.Node {
						return graph.Gradient(graph.ReduceAllSum(graph.Mul(p.graph(in[0], reduction.kind),
							in[1])), in[0])
					})(x, cotangent)
					near(t, "cotangent", got[0].Data, p.cotangentByHand(x.Data, cotangent.Data, reduction.sign), 1e-12)
				})
			})
		}
	}
}

func TestPoolDerivatives(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 26))
	for name, p := range pools {
		for _, reduction := range reductions {
			t.Run(fmt.Sprintf("%s of %s", reduction.kind, name), func(t *testing.T) {
				// Values lie apart, so that no difference changes what is selected.
				x := networktest.Normal(rng, p.length()...)
				for i, place := range rng.Perm(len(x.Data)) {
					x.Data[i] = 0.1 * float64(place)
				}
				onEngines(t, func(t *testing.T, engine compute.Backend) {
					checkDerivatives(t, engine, func(in []*graph.Node) *graph.Node {
						return p.graph(graph.Mul(in[0],
							in[0]), reduction.kind)
					}, x)
				})
			})
		}
	}
}

// GoMLX's own pooling is made of windowed reductions.
func TestMeanPoolDerivatives(t *testing.T) {
	x := networktest.Normal(rand.New(rand.NewPCG(27, 28)), 2, 5, 4, 3)
	onEngines(t, func(t *testing.T, engine compute.Backend) {
		checkDerivatives(t, engine, func(in []*graph.Node) *graph.Node {
			return graph.MeanPool(in[0]).Window(2).PadSame().Done()
		}, x)
	})
}

func TestWindowedProductHasNoDerivative(t *testing.T) {
	onEngines(t, func(t *testing.T, engine compute.Backend) {
		_, err := graph.CallOnce(engine, func(x *graph.Node) *graph.Node {
			product := pool{{4, 2, 2, 1, 1, 0, 0}}.graph(x, compute.ReduceOpProduct)
			return graph.Gradient(graph.ReduceAllSum(product), x)[0]
		}, []float64{1, 2, 3, 4})
		if err == nil ||
			!strings.Contains(err.Error(), "ReduceWindow is known for sum, maximum and minimum, not for Product") {
			t.Fatalf("the derivative of a windowed product gives the error %v", err)
		}
	})
}
