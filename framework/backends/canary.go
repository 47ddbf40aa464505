package backends

import (
	"fmt"
	"math"
	"os"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
)

// Builds of XLA for the CPU with PJRT's API 0.115 are silently wrong: they leave a product, what makes its operands
// and a reduction of it to a library, and get garbage where an operand is a scalar that was broadcast. Check computes
// such products and says what is wrong with them. It cannot prove a backend right; GoMLX's suite, which tests run,
// tries more.

// canarySizes are the sizes of the products: one that even those builds get right, and one that they do not.
var canarySizes = []int{64, 256}

// canaryTolerance bounds the relative error of a sum of 256 equal products. It lets a plugin pass that rounds factors
// to the 10 bits of TF32, by up to 5e-4 each, though it is asked not to (gpuOptions).
const canaryTolerance = 5e-3

// canary is a reduced product of two matrices [n, n], each made of a scalar s. All their elements are equal, so that
// left(s) * right(s) * n is each element of the product.
type canary struct {
	name        string
	left, right func(x *graph.Node) *graph.Node // elementwise, of a matrix whose elements are s
	reduce      func(x *graph.Node) *graph.Node // to a vector [n]
	want        func(s, n float64) float64
}

func same(x *graph.Node) *graph.Node    { return x }
func largest(x *graph.Node) *graph.Node { return graph.ReduceMax(x, 0) }
func sums(x *graph.Node) *graph.Node    { return graph.ReduceSum(x, 1) }
func squares(x *graph.Node) *graph.Node { return graph.ReduceSum(graph.Square(x), 0) }

var canaries = []canary{
	{"largest of tanh(s) by s", graph.Tanh, same, largest, func(s, n float64) float64 { return n * s * math.Tanh(s) }},
	{"sums of tanh(s) by s", graph.Tanh, same, sums, func(s, n float64) float64 { return n * n * s * math.Tanh(s) }},
	{"squares of s by exp(s)", same, graph.Exp, squares, func(s, n float64) float64 {
		product := n * s * math.Exp(s)
		return n * product * product
	}},
	{"largest of s by tanh(s)", same, graph.Tanh, largest, func(s, n float64) float64 { return n * s * math.Tanh(s) }},
	{"sums of s^2 by s", graph.Square, same, sums, func(s, n float64) float64 { return n * n * s * s * s }},
}

// WrongError says that a backend computes wrong numbers.
type WrongError struct {
	Product   string // which was computed
	Size      int    // of its matrices
	Got, Want float64
}

func (e *WrongError) Error() string {
	return fmt.Sprintf("wrong numbers: %s of %d x %d matrices is %v instead of %.6g", e.Product, e.Size, e.Size,
		e.Got, e.Want)
}

// Check computes products that builds of XLA are known to get wrong. The error is a *WrongError where one is wrong.
func Check(engine compute.Backend) error {
	const s = 0.5
	for _, n := range canarySizes {
		build := func(_, in []*graph.Node) (_, out []*graph.Node) {
			for i, c := range canaries {
				// each has a scalar of its own: what has two uses is not fused
				x := graph.BroadcastToDims(graph.AddScalar(in[0], float64(i)/64), n, n)
				out = append(out, c.reduce(graph.Dot(c.left(x), c.right(x)).Product()))
			}
			return nil, out
		}
		program, err := backend.Compile(engine, "canary", nil, [][]int{{}}, build)
		if err != nil {
			return err
		}
		out, err := program.Run(nil, []backend.Array{{Data: []float32{s}}}, nil)
		program.Finalize()
		if err != nil {
			return err
		}
		for i, c := range canaries {
			want := c.want(s+float64(i)/64, float64(n))
			for _, got := range out[i].Data {
				if got := float64(got); !(math.Abs(got-want) <= canaryTolerance*want) { // NaN is wrong, too
					return &WrongError{c.name, n, got, want}
				}
			}
		}
	}
	return nil
}

// flagsVariable holds XLA's settings, which a plugin reads when it is loaded.
const flagsVariable = "XLA_FLAGS"

// remedy is the setting with which the builds that are known to be wrong are right: it keeps products from the library.
const remedy = "--xla_cpu_experimental_ynn_fusion_type="

// wrongPlugin refuses a plugin, and says what to do.
func wrongPlugin(name, path string, err error) error {
	return fmt.Errorf("the plugin %s of %s is refused: %w. Builds of PJRT's API 0.115 are right with %s=%s (now %q); "+
		"else take another plugin, or the backend %s", path, name, err, flagsVariable, remedy,
		os.Getenv(flagsVariable), backend.Default)
}
