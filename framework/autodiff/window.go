package autodiff

import (
	"slices"

	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
)

// window is one axis of a convolution or of a windowed sum. With X the operand after zeros are put between its
// elements,
//
//	result[o] = sum over j of kernel[j] X[o stride + j windowDilation - padding[0]],
//	X[i operandDilation] = operand[i].
//
// The derivatives by the operand and by the kernel are of the same form, so that every derivative is.
type window struct {
	operand, size, result                   int // lengths
	stride, operandDilation, windowDilation int
	padding                                 [2]int // zeros before and after X; negative to leave elements out
}

// spans returns the lengths of operand, window and result with the gaps that dilations, or the stride, put between
// elements.
func (w window) spans() (operand, size, result int) {
	return (w.operand-1)*w.operandDilation + 1, (w.size-1)*w.windowDilation + 1, (w.result-1)*w.stride + 1
}

// byOperand returns the window that leads from the result's cotangent to the operand's, with the kernel reversed.
func (w window) byOperand() window {
	operand, size, result := w.spans()
	return window{
		operand: w.result, size: w.size, result: w.operand,
		stride: w.operandDilation, operandDilation: w.stride, windowDilation: w.windowDilation,
		padding: [2]int{size - 1 - w.padding[0], operand - result + w.padding[0]},
	}
}

// byKernel returns the window that leads from the operand to the kernel's cotangent, with the result's cotangent as
// kernel.
func (w window) byKernel() window {
	operand, size, result := w.spans()
	return window{
		operand: w.operand, size: w.result, result: w.size,
		stride: w.windowDilation, operandDilation: w.operandDilation, windowDilation: w.stride,
		padding: [2]int{w.padding[0], size - 1 + result - operand - w.padding[0]},
	}
}

// crop brings windows, one for each of the given axes of x, into the form with no negative padding, which is the one
// that every backend takes: elements of x that padding leaves out are cut off. It returns nil when none is left, so
// that the result is 0.
func crop(x *graph.Node, axes []int, windows []window) (*graph.Node, []window) {
	cropped := slices.Clone(windows)
	for i, axis := range axes {
		w := &cropped[i]
		var cut [2]int
		for side, padding := range w.padding {
			if padding < 0 {
				cut[side] = (-padding + w.operandDilation - 1) / w.operandDilation
				w.padding[side] += cut[side] * w.operandDilation
			}
		}
		if cut == [2]int{} {
			continue
		}
		if cut[0]+cut[1] >= w.operand {
			return nil, nil
		}
		x = graph.SliceAxis(x, axis, graph.AxisRange(cut[0], w.operand-cut[1]))
		w.operand -= cut[0] + cut[1]
	}
	return x, cropped
}

// collect lists one property of every window.
func collect[T any](windows []window, property func(window) T) []T {
	list := make([]T, len(windows))
	for i, w := range windows {
		list[i] = property(w)
	}
	return list
}

func zeros(like *graph.Node, dimensions []int) *graph.Node {
	return graph.Zeros(like.Graph(), shapes.Make(like.DType(), dimensions...))
}
