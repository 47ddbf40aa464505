package images

import (
	"math"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
)

// mapAxes are those of maps [batch, height, width, channels] and kernels [height, width, in, out].
func mapAxes() compute.ConvolveAxesConfig {
	return compute.ConvolveAxesConfig{
		InputSpatial: []int{1, 2}, InputChannels: 3,
		KernelSpatial: []int{0, 1}, KernelInputChannels: 2, KernelOutputChannels: 3,
		OutputSpatial: []int{1, 2}, OutputChannels: 3,
	}
}

// normalized divides each kernel by the largest singular value of its matrix from all of an output's inputs to the
// outputs, as PyTorch's spectral_norm does of convolutions, transposed ones and dense layers. Parameters of another
// rank are biases.
func normalized(parameters []*graph.Node, spectral bool) []*graph.Node {
	if !spectral {
		return parameters
	}
	all := make([]*graph.Node, len(parameters))
	for i, p := range parameters {
		all[i] = p
		if d := p.Shape().Dimensions; len(d) == 4 {
			all[i] = graph.Reshape(autodiff.SpectralNormalize(graph.Reshape(p, d[0]*d[1]*d[2], d[3])), d...)
		}
	}
	return all
}

// cropped takes the middle of a map; offsets of half a pixel are rounded to even numbers, as in torchvision.
func cropped(x *graph.Node, height, width int) *graph.Node {
	d := x.Shape().Dimensions
	if d[1] == height && d[2] == width {
		return x
	}
	middle := func(whole, part int) graph.SliceAxisSpec {
		offset := int(math.RoundToEven(float64(whole-part) / 2))
		return graph.AxisRange(offset, offset+part)
	}
	return graph.Slice(x, graph.AxisRange(), middle(d[1], height), middle(d[2], width))
}

// resized multiplies the heights and widths of a map by matrices [new, old].
func resized(x *graph.Node, down, across [][]float64) *graph.Node {
	matrix := func(m [][]float64) *graph.Node { return graph.ConstAsDType(x.Graph(), x.DType(), m) }
	// [batch, height, width, channels] becomes [batch, width, channels, new height] and [batch, channels, new height,
	// new width].
	x = graph.DotGeneral(x, []int{1}, nil, matrix(down), []int{1}, nil)
	x = graph.DotGeneral(x, []int{1}, nil, matrix(across), []int{1}, nil)
	return graph.TransposeAllAxes(x, 0, 2, 3, 1)
}

// doubled makes a map twice as high and wide by linear interpolation, corner to corner, as PyTorch's interpolate with
// align_corners.
func doubled(x *graph.Node) *graph.Node {
	d := x.Shape().Dimensions
	return resized(x, interpolation(d[1], 2*d[1]), interpolation(d[2], 2*d[2]))
}

// interpolation is a matrix [to, from] that interpolates between numbers; the first and the last stay.
func interpolation(from, to int) [][]float64 {
	matrix := zeros(to, from)
	for i := range matrix {
		at := float64(i) * float64(from-1) / float64(max(1, to-1))
		low := min(int(at), max(0, from-2))
		matrix[i][low] += 1 - (at - float64(low))
		if low+1 < from {
			matrix[i][low+1] += at - float64(low)
		}
	}
	return matrix
}

// averaged takes the means of square windows of a map side by side; what is left at the end is a window, too, as with
// PyTorch's ceil_mode.
func averaged(x *graph.Node, side int) *graph.Node {
	if side == 1 {
		return x
	}
	d := x.Shape().Dimensions
	return resized(x, means(d[1], side), means(d[2], side))
}

// means is a matrix [windows, from] of means of windows of `side` numbers; the last may be shorter.
func means(from, side int) [][]float64 {
	matrix := zeros((from+side-1)/side, from)
	for i := range matrix {
		count := min(side, from-i*side)
		for j := range count {
			matrix[i][i*side+j] = 1 / float64(count)
		}
	}
	return matrix
}

func zeros(rows, columns int) [][]float64 {
	matrix := make([][]float64, rows)
	for i := range matrix {
		matrix[i] = make([]float64, columns)
	}
	return matrix
}
