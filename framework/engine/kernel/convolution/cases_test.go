package convolution

import (
	"fmt"
	"math"
	"slices"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapeinference"
	"github.com/gomlx/compute/shapes"
	"pgregory.net/rapid"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
)

// newNode returns a convolution with a result of the shape that GoMLX infers.
func newNode(input, weights shapes.Shape, a ir.ConvGeneral) (*ir.Node, error) {
	output, err := shapeinference.ConvGeneral(input, weights, a.Axes, a.Strides, a.Paddings, a.InputDilations,
		a.KernelDilations,
		a.ChannelGroupCount, a.BatchGroupCount)
	if err != nil {
		return nil, err
	}
	g := &ir.Graph{}
	x := g.Add(compute.OpTypeParameter, input, ir.Parameter{})
	w := g.Add(compute.OpTypeParameter, weights, ir.Parameter{Index: 1})
	return g.Add(compute.OpTypeConvGeneral, output, a, x, w), nil
}

func permute(dimensions, order []int) []int {
	result := make([]int, len(dimensions))
	for i, axis := range order {
		result[axis] = dimensions[i]
	}
	return result
}

// drawNode draws a convolution: any order of axes, 1 to 3 spatial axes, strides, paddings of either sign, dilations and
// groups. Sizes are small but not tiny: they cross the widths of the kernels.
func drawNode(t *rapid.T, dtype dtypes.DType, maxChannels int) *ir.Node {
	rank := rapid.IntRange(1, 3).Draw(t, "spatial axes")
	batch := rapid.IntRange(0, 5).Draw(t, "batch")
	a := ir.ConvGeneral{ChannelGroupCount: 1, BatchGroupCount: 1}
	groups := rapid.SampledFrom([]int{1, 1, 1, 2, 3}).Draw(t, "groups")
	inputBatch, inputChannels := batch, rapid.IntRange(1, maxChannels).Draw(t, "input channels")
	outputChannels := rapid.IntRange(1, maxChannels).Draw(t, "output channels") * groups
	inputAll := inputChannels
	if groups > 1 && rapid.Bool().Draw(t, "batch groups") {
		a.BatchGroupCount, inputBatch = groups, batch*groups
	} else {
		a.ChannelGroupCount, inputAll = groups, inputChannels*groups
	}
	input, weights := []int{inputBatch, inputAll}, []int{inputChannels, outputChannels}
	for i := range rank {
		in := rapid.IntRange(1, []int{40, 11, 5}[rank-1]).Draw(t, "length")
		k := rapid.IntRange(1, 4).Draw(t, "kernel")
		inputDilation := rapid.IntRange(1, 3).Draw(t, "input dilation")
		kernelDilation := rapid.IntRange(1, 3).Draw(t, "kernel dilation")
		padding := [2]int{rapid.IntRange(-2, 4).Draw(t, "low"), rapid.IntRange(-2, 4).Draw(t, "high")}
		for (k-1)*kernelDilation+1 > (in-1)*inputDilation+1+padding[0]+padding[1] {
			padding[i%2]++
		}
		input, weights = append(input, in), append(weights, k)
		a.Strides = append(a.Strides, rapid.IntRange(1, 3).Draw(t, "stride"))
		a.Paddings = append(a.Paddings, padding)
		a.InputDilations, a.KernelDilations = append(a.InputDilations, inputDilation),
			append(a.KernelDilations, kernelDilation)
	}
	axes := make([]int, 2+rank)
	for i := range axes {
		axes[i] = i
	}
	inputOrder, kernelOrder, outputOrder := slices.Clone(axes), slices.Clone(axes), slices.Clone(axes)
	if rapid.Bool().Draw(t, "any order") {
		inputOrder = rapid.Permutation(axes).Draw(t, "input axes")
		kernelOrder = rapid.Permutation(axes).Draw(t, "kernel axes")
		outputOrder = rapid.Permutation(axes).Draw(t, "output axes")
	}
	a.Axes = compute.ConvolveAxesConfig{
		InputBatch: inputOrder[0], InputChannels: inputOrder[1], InputSpatial: inputOrder[2:],
		KernelInputChannels: kernelOrder[0], KernelOutputChannels: kernelOrder[1], KernelSpatial: kernelOrder[2:],
		OutputBatch: outputOrder[0], OutputChannels: outputOrder[1], OutputSpatial: outputOrder[2:],
	}
	n, err := newNode(shapes.Make(dtype, permute(input, inputOrder)...),
		shapes.Make(dtype, permute(weights, kernelOrder)...), a)
	if err != nil {
		t.Fatalf("node: %v", err)
	}
	return n
}

// definition computes a convolution from the formula of the package's documentation, in float64.
func definition(n *ir.Node, x, w []float64) []float64 {
	a := n.Attributes.(ir.ConvGeneral)
	input, weights := n.Inputs[0].Shape, n.Inputs[1].Shape
	result := make([]float64, n.Shape.Size())
	outputChannels := n.Shape.Dimensions[a.Axes.OutputChannels]
	for flat, o := range n.Shape.Iter() {
		channel := o[a.Axes.OutputChannels]
		xIndex := make([]int, input.Rank())
		xIndex[a.Axes.InputBatch] = o[a.Axes.OutputBatch] +
			channel/(outputChannels/a.BatchGroupCount)*n.Shape.Dimensions[a.Axes.OutputBatch]
		for wFlat, k := range weights.Iter() {
			if k[a.Axes.KernelOutputChannels] != channel {
				continue
			}
			inside := true
			for i, axis := range a.Axes.InputSpatial {
				p := o[a.Axes.OutputSpatial[i]]*a.Strides[i] +
					k[a.Axes.KernelSpatial[i]]*a.KernelDilations[i] - a.Paddings[i][0]
				xIndex[axis] = p / a.InputDilations[i]
				inside = inside && p >= 0 && p%a.InputDilations[i] == 0 && xIndex[axis] < input.Dimensions[axis]
			}
			xIndex[a.Axes.InputChannels] = k[a.Axes.KernelInputChannels] +
				channel/(outputChannels/a.ChannelGroupCount)*weights.Dimensions[a.Axes.KernelInputChannels]
			if inside {
				at := 0
				for axis, stride := range input.Strides() {
					at += xIndex[axis] * stride
				}
				result[flat] += x[at] * w[wFlat]
			}
		}
	}
	return result
}

// guard surrounds results, to find writes outside.
const guard = 19

// run executes all tasks, each with scratch of exactly the size asked for, and checks what lies around.
func run[T kernel.Number](t rapid.TB, in kernel.Instruction, size int, x, w []T) []T {
	t.Helper()
	result := make([]T, size+2*guard)
	for i := range result {
		result[i] = 77
	}
	scratch := make([]byte, in.Scratch()+64+guard)
	start := int(-uintptr(unsafe.Pointer(unsafe.SliceData(scratch))) & 63)
	end := scratch[start+in.Scratch():]
	for i := range end {
		end[i] = 99
	}
	x, w = append(slices.Clone(x), 0), append(slices.Clone(w), 0) // so that empty operands have addresses
	operands := []unsafe.Pointer{unsafe.Pointer(&x[0]), unsafe.Pointer(&w[0])}
	for task := range in.Tasks() {
		for i := range in.Scratch() {
			scratch[start+i] = 0xff // NaN
		}
		in.Run(task, unsafe.Pointer(&result[guard]), operands, unsafe.Pointer(&scratch[start:][:1][0]))
	}
	for i := range guard {
		if result[i] != 77 || result[guard+size+i] != 77 {
			t.Fatalf("wrote outside of the result")
		}
		if end[i] != 99 {
			t.Fatalf("wrote outside of the scratch")
		}
	}
	return result[guard : guard+size]
}

// small are values whose sums of products are exact in every type with a sign.
func small(n, seed int) []float64 {
	values := make([]float64, n)
	for i := range values {
		seed = (seed*1103515245 + 12345) & math.MaxInt32
		values[i] = float64(seed>>16%5 - 2)
	}
	return values
}

func converted[T kernel.Number](values []float64) []T {
	result := make([]T, len(values))
	for i, v := range values {
		result[i] = T(v)
	}
	return result
}

func sameAsDefinition[T kernel.Number](t rapid.TB, n *ir.Node, in kernel.Instruction) {
	t.Helper()
	x, w := small(n.Inputs[0].Shape.Size(), 1), small(n.Inputs[1].Shape.Size(), 2)
	got := run(t, in, n.Shape.Size(), converted[T](x), converted[T](w))
	if want := converted[T](definition(n, x, w)); !slices.Equal(got, want) {
		t.Fatalf("%s: input %s, kernel %s, result %s\n got %v\nwant %v", describe(n), n.Inputs[0].Shape,
			n.Inputs[1].Shape, n.Shape, got, want)
	}
}

func describe(n *ir.Node) string { return fmt.Sprintf("%+v", n.Attributes) }
