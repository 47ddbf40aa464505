package suite

import (
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/gomlx/core/graph"
)

// fusedSizes are the sizes of square products with producers.
var fusedSizes = []int{64, 96, 128, 192, 256, 512, 1024}

// plainUpTo is the largest size whose products are computed in plain Go.
const plainUpTo = 128

// productTolerance bounds the rounding of sums of n <= 1024 products: about sqrt(n)/2 units in the last place of the largest, of 6e-8
// each, and up to n where all products are equal, as those of constants are.
const productTolerance = 1e-4

// On NVIDIA's GPUs XLA rounds the factors of products to the 10 bits of TF32, by up to 5e-4 each.
const (
	roundedTolerance         = 5e-3
	roundedGradientTolerance = 2e-2
)

// For are the cases as a backend is to be judged by them: with the tolerances of its products.
func For(backend string, cases []Case) []Case {
	fit := slices.Clone(cases)
	for i := range fit {
		switch tolerance := &fit[i].Tolerance; {
		case backend != "xla:cuda":
		case *tolerance == productTolerance:
			*tolerance = roundedTolerance
		case *tolerance == gradientTolerance:
			*tolerance = roundedGradientTolerance
		}
	}
	return fit
}

func products() []Case {
	all := []Case{batched()}
	for _, n := range fusedSizes {
		all = append(all, fused(n), scaled(n))
	}
	for _, n := range []int{1, 7, 65, 300} {
		all = append(all, plain(n))
	}
	return all
}

// fused are products of which an operand is made of a broadcast scalar, and which are reduced: XLA's builds of API 0.115 leave the whole
// to a library, and give garbage where the right operand is such. That happens to what has no other use, so that nothing is shared here.
func fused(n int) Case {
	c := Case{Group: "products with producers", Name: fmt.Sprintf("reduced, n = %d", n), Inputs: [][]int{{n, n}, {}}, Low: 0.4, High: 0.6,
		Tolerance: productTolerance, Floor: 1, Short: n == 64 || n == 256}
	type matrix = func(x, s *graph.Node) *graph.Node
	scalar := func(x, s *graph.Node) *graph.Node { return graph.Mul(graph.OnesLike(x), s) }
	of := func(f func(*graph.Node) *graph.Node, operand matrix) matrix {
		return func(x, s *graph.Node) *graph.Node { return f(operand(x, s)) }
	}
	x := func(x, _ *graph.Node) *graph.Node { return x }
	reductions := []struct {
		name  string
		build func(*graph.Node) *graph.Node
	}{
		{"largest of", func(x *graph.Node) *graph.Node { return graph.ReduceMax(x, 0) }},
		{"sums of", func(x *graph.Node) *graph.Node { return graph.ReduceSum(x, 1) }},
		{"squares of", func(x *graph.Node) *graph.Node { return graph.ReduceSum(graph.Square(x), 0) }},
	}
	for i, p := range []struct {
		name        string
		left, right matrix
	}{
		{"tanh(1 s) by 1 s", of(graph.Tanh, scalar), scalar},
		{"tanh(x s) by 1 s", of(graph.Tanh, graph.Mul), scalar},
		{"x s by exp(1 s)", graph.Mul, of(graph.Exp, scalar)},
		{"x by tanh(1 s)", x, of(graph.Tanh, scalar)},
		{"(1 s)^2 by 1 s", of(graph.Square, scalar), scalar},
		{"tanh(1 s) by x", of(graph.Tanh, scalar), x},
		{"x by x s", x, graph.Mul},
	} {
		reduction := reductions[i%len(reductions)]
		c.Parts = append(c.Parts, Part{Name: reduction.name + " " + p.name, Build: func(in []*graph.Node) *graph.Node {
			s := graph.AddScalar(in[1], float64(i)/64)
			return reduction.build(dot(p.left(in[0], s), p.right(in[0], s)))
		}})
	}
	c.Parts = append(c.Parts, Part{Name: "tanh(1 s) by 1 s", Build: func(in []*graph.Node) *graph.Node {
		return dot(graph.Tanh(scalar(in[0], in[1])), scalar(in[0], in[1]))
	}, Want: func(in [][]float32) []float64 {
		s, out := float64(in[1][0]), make([]float64, n*n)
		for i := range out {
			out[i] = float64(n) * s * math.Tanh(s)
		}
		return out
	}})
	return c
}

// scaled are products of matrices with elementwise producers: scalars, rows and columns that are repeated, activations.
func scaled(n int) Case {
	c := Case{Group: "products with producers", Name: fmt.Sprintf("of inputs, n = %d", n), Inputs: [][]int{{n, n}, {n, n}, {}, {1, n}, {n, 1}}, Low: -1, High: 1,
		Tolerance: productTolerance, Floor: 1}
	add := func(name string, left, right func(in []*graph.Node) *graph.Node) {
		c.Parts = append(c.Parts, Part{Name: name, Build: func(in []*graph.Node) *graph.Node { return dot(left(in), right(in)) }})
	}
	second := func(in []*graph.Node) *graph.Node { return in[1] }
	by := func(which, other int) func(in []*graph.Node) *graph.Node {
		return func(in []*graph.Node) *graph.Node { return graph.Mul(in[which], in[other]) }
	}
	add("x s by y s", by(0, 2), by(1, 2))
	add("tanh(x s) by y", func(in []*graph.Node) *graph.Node { return graph.Tanh(by(0, 2)(in)) }, second)
	add("relu(x + row) by y", func(in []*graph.Node) *graph.Node {
		x := graph.Add(in[0], in[3])
		return graph.Max(x, graph.ZerosLike(x))
	}, second)
	add("silu(x) by y column", func(in []*graph.Node) *graph.Node { return graph.Mul(in[0], graph.Logistic(in[0])) }, by(1, 4))
	add("transpose of x s by y", func(in []*graph.Node) *graph.Node { return graph.Transpose(by(0, 2)(in), 0, 1) }, second)
	add("row repeated by y s", func(in []*graph.Node) *graph.Node { return graph.BroadcastToDims(in[3], n, n) }, by(1, 2))
	c.Parts = append(c.Parts, Part{Name: "s (x by y) + row, squared", Build: func(in []*graph.Node) *graph.Node {
		return graph.Square(graph.Add(graph.Mul(dot(in[0], in[1]), in[2]), in[3]))
	}})
	return c
}

// plain are products of inputs alone, over either axis, against loops in Go.
func plain(n int) Case {
	c := Case{Group: "products", Name: fmt.Sprintf("n = %d", n), Inputs: [][]int{{n, n}, {n, n}}, Low: -1, High: 1, Tolerance: productTolerance, Floor: 1}
	for axis := range 4 {
		left, right := axis/2, axis%2
		p := Part{Name: fmt.Sprintf("over the axes %d and %d", left, right), Build: func(in []*graph.Node) *graph.Node {
			return graph.DotGeneral(in[0], []int{left}, nil, in[1], []int{right}, nil)
		}}
		if n <= plainUpTo {
			p.Want = func(in [][]float32) []float64 { return multiplied(in[0], in[1], n, left, right) }
		}
		c.Parts = append(c.Parts, p)
	}
	return c
}

// multiplied is the sum of products of two matrices [n, n] over the given axes.
func multiplied(x, y []float32, n, left, right int) []float64 {
	at := func(data []float32, kept, summed, axis int) float64 {
		if axis == 0 {
			kept, summed = summed, kept
		}
		return float64(data[kept*n+summed])
	}
	out := make([]float64, n*n)
	for i := range n {
		for j := range n {
			for k := range n {
				out[i*n+j] += at(x, i, k, left) * at(y, j, k, right)
			}
		}
	}
	return out
}

// batched are many products at once, and one with vectors.
func batched() Case {
	return Case{Group: "products", Name: "many at once", Inputs: [][]int{{9, 17, 33}, {9, 33, 21}, {33}}, Low: -1, High: 1, Tolerance: productTolerance, Floor: 1,
		Parts: []Part{
			{Name: "of matrices", Build: func(in []*graph.Node) *graph.Node {
				return graph.DotGeneral(in[0], []int{2}, []int{0}, in[1], []int{1}, []int{0})
			}},
			{Name: "with producers", Build: func(in []*graph.Node) *graph.Node {
				return graph.DotGeneral(graph.Tanh(graph.MulScalar(in[0], 2)), []int{2}, []int{0}, graph.Mul(in[1], in[1]), []int{1}, []int{0})
			}},
			{Name: "over two axes", Build: func(in []*graph.Node) *graph.Node {
				return graph.DotGeneral(in[0], []int{0, 2}, nil, in[1], []int{0, 1}, nil)
			}},
			{Name: "with a vector", Build: func(in []*graph.Node) *graph.Node {
				return graph.DotGeneral(in[0], []int{2}, nil, in[2], []int{0}, nil)
			}},
		}}
}

// dot is the product of two matrices.
func dot(x, y *graph.Node) *graph.Node { return graph.DotGeneral(x, []int{1}, nil, y, []int{0}, nil) }
