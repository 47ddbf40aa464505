package suite

import (
	"fmt"
	"math"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
)

// count is how many numbers are drawn.
const count = 20000

// randomNumbers are judged by their statistics: backends may draw from other generators. The seed is fixed, so that a backend that is
// right once stays so; a new one is refused in error with a probability of less than 1e-5.
func randomNumbers() []Case {
	shape := shapes.Make(dtypes.Float32, count)
	drawn := func(draw func(state *graph.Node, shape shapes.Shape) (next, values *graph.Node), times int) func(in []*graph.Node) *graph.Node {
		return func(in []*graph.Node) *graph.Node {
			state := graph.RNGStateFromSeedForGraph(in[0].Graph(), 7)
			var values *graph.Node
			for range times {
				state, values = draw(state, shape)
			}
			return values
		}
	}
	between := func(out []float32) error {
		for _, v := range out {
			if !(v >= 0 && v < 1) {
				return fmt.Errorf("the number %v; those from 0 to below 1 are drawn", v)
			}
		}
		return moments(0.5, 1./12, 1./80)(out)
	}
	difference := func(first, second int) func(in []*graph.Node) *graph.Node {
		return func(in []*graph.Node) *graph.Node {
			return graph.ReduceAllSum(number(graph.NotEqual(drawn(graph.RandomUniform, first)(in), drawn(graph.RandomUniform, second)(in))))
		}
	}
	return []Case{{Group: "random numbers", Name: "drawn by the backend", Inputs: [][]int{{}}, Floor: 1, Parts: []Part{
		{Name: "uniform", Build: drawn(graph.RandomUniform, 1), Check: between},
		{Name: "uniform, the second time", Build: drawn(graph.RandomUniform, 2), Check: between},
		{Name: "normal", Build: drawn(graph.RandomNormal, 1), Check: moments(0, 1, 3)},
		{Name: "the same from the same state", Build: difference(1, 1), Check: func(out []float32) error {
			if out[0] != 0 {
				return fmt.Errorf("%v of %d numbers differ", out[0], count)
			}
			return nil
		}},
		{Name: "others from the next state", Build: difference(1, 2), Check: func(out []float32) error {
			if out[0] < 0.99*count { // of 2^23 numbers or more, few are equal
				return fmt.Errorf("only %v of %d numbers differ", out[0], count)
			}
			return nil
		}},
	}}}
}

// moments checks the mean and the variance, to 6 standard errors of them; the fourth moment is the centered one.
func moments(mean, variance, fourth float64) func(out []float32) error {
	return func(out []float32) error {
		sum, squares := 0.0, 0.0
		for _, v := range out {
			sum += float64(v) - mean
			squares += (float64(v) - mean) * (float64(v) - mean)
		}
		sum, squares = sum/count, squares/count
		if bound := 6 * math.Sqrt(variance/count); !(math.Abs(sum) <= bound) {
			return fmt.Errorf("the mean of %d numbers is %.4g instead of %.4g", count, mean+sum, mean)
		}
		if bound := 6 * math.Sqrt((fourth-variance*variance)/count); !(math.Abs(squares-variance) <= bound) {
			return fmt.Errorf("the variance of %d numbers is %.4g instead of %.4g", count, squares, variance)
		}
		return nil
	}
}
