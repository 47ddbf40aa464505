package suite

import (
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
)

// windows are convolutions and pools of images, with their derivatives by the image and by the kernel.
func windows() []Case {
	all := []Case{pools()}
	for _, v := range []struct {
		name                               string
		kernel, stride, dilation, padding  int
		side, channels, filters, groups, n int
	}{
		{"3 by 3", 3, 1, 1, 1, 14, 3, 8, 1, 4},
		{"3 by 3, stride 2", 3, 2, 1, 1, 13, 4, 6, 1, 4},
		{"4 by 4, stride 2", 4, 2, 1, 1, 16, 3, 5, 1, 2},
		{"3 by 3, dilated", 3, 1, 2, 2, 12, 2, 4, 1, 3},
		{"1 by 1", 1, 1, 1, 0, 9, 16, 32, 1, 4},
		{"of two groups", 3, 1, 1, 1, 10, 4, 6, 2, 3},
		{"of many channels", 3, 1, 1, 1, 8, 64, 64, 1, 8},
	} {
		axes := graph.ConvolveAxesConfig{
			InputSpatial: []int{1, 2}, InputChannels: 3,
			KernelSpatial: []int{0, 1}, KernelInputChannels: 2, KernelOutputChannels: 3,
			OutputSpatial: []int{1, 2}, OutputChannels: 3,
		}
		both := func(k int) []int { return []int{k, k} }
		convolve := func(in []*graph.Node) *graph.Node {
			padding := [2]int{v.padding, v.padding}
			return graph.ConvGeneral(in[0], in[1], axes, both(v.stride), [][2]int{padding, padding}, both(1), both(v.dilation), v.groups, 1)
		}
		c := Case{Group: "convolutions", Name: v.name, Low: -1, High: 1, Tolerance: productTolerance, Floor: 1,
			Inputs: [][]int{{v.n, v.side, v.side, v.channels}, {v.kernel, v.kernel, v.channels / v.groups, v.filters}, {v.filters}}}
		c.Parts = append(c.Parts, Part{Name: "value", Build: convolve},
			Part{Name: "with activation", Build: func(in []*graph.Node) *graph.Node {
				y := graph.Add(convolve(in), graph.Reshape(in[2], 1, 1, 1, -1))
				return graph.Mul(y, graph.Logistic(y))
			}})
		c.Parts = append(c.Parts, derivatives(func(in []*graph.Node) *graph.Node { return graph.Tanh(convolve(in)) }, "image", "kernel")...)
		all = append(all, c)
	}
	return all
}

func pools() Case {
	c := Case{Group: "convolutions", Name: "pools", Inputs: [][]int{{3, 12, 12, 4}}, Low: -1, High: 1, Tolerance: productTolerance, Floor: 1}
	largest := func(in []*graph.Node) *graph.Node { return graph.MaxPool(in[0]).Window(2).Done() }
	mean := func(in []*graph.Node) *graph.Node { return graph.MeanPool(in[0]).Window(3).Done() }
	c.Parts = append(c.Parts, Part{Name: "maximum", Build: largest}, Part{Name: "mean", Build: mean})
	c.Parts = append(c.Parts, derivatives(largest, "image by the maximum")...)
	c.Parts = append(c.Parts, derivatives(mean, "image by the mean")...)
	return c
}

// derivatives are those of a weighted sum of a function's values, by its first inputs, and by the first input of the squares of that
// derivative: what gradient penalties and second-order losses need.
func derivatives(f func(in []*graph.Node) *graph.Node, inputs ...string) []Part {
	var parts []Part
	sum := func(in []*graph.Node) *graph.Node { return weighted(graph.Sin(f(in))) }
	for i, name := range inputs {
		parts = append(parts, Part{Name: "derivative by the " + name, Build: func(in []*graph.Node) *graph.Node { return autodiff.Gradient(sum(in), in[i])[0] }})
	}
	last := len(inputs) - 1
	return append(parts, Part{Name: "second derivative by the " + inputs[last], Build: func(in []*graph.Node) *graph.Node {
		return autodiff.Gradient(weighted(graph.Square(autodiff.Gradient(sum(in), in[0])[0])), in[last])[0]
	}})
}

// weighted is a sum with weights that differ.
func weighted(x *graph.Node) *graph.Node {
	weights := graph.Sin(graph.AddScalar(graph.IotaFull(x.Graph(), x.Shape()), 1))
	return graph.ReduceAllSum(graph.Mul(x, weights))
}
