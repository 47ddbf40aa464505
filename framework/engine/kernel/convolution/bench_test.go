package convolution

import (
	"fmt"
	"math"
	"testing"
	"time"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel/processor"
)

// layer is a convolution of square images.
type layer struct {
	image, input, output, kernel, stride, low, high, dilation int // dilation is that of the input
}

// layers are the goal's convolution and those of a UNet of quarter width.
var layers = []layer{
	{28, 64, 64, 3, 1, 1, 1, 1},
	{28, 1, 16, 3, 1, 1, 1, 1},
	{28, 16, 16, 3, 1, 1, 1, 1},
	{14, 16, 32, 3, 1, 1, 1, 1},
	{14, 32, 32, 3, 1, 1, 1, 1},
	{7, 32, 32, 3, 1, 1, 1, 1},
	{7, 64, 64, 3, 1, 1, 1, 1},
	{4, 128, 128, 3, 1, 1, 1, 1},
	{28, 64, 64, 1, 1, 0, 0, 1},
	{28, 16, 16, 1, 1, 0, 0, 1},
	{28, 16, 1, 1, 1, 0, 0, 1},
	{28, 16, 32, 2, 2, 0, 0, 1},
	{28, 16, 32, 4, 2, 1, 1, 1},
	{14, 32, 16, 2, 1, 1, 1, 2},
}

// weightAxes returns the axes of the convolution of a layer's input with the result's gradient that gives the kernel's.
func weightAxes(a compute.ConvolveAxesConfig) compute.ConvolveAxesConfig {
	return compute.ConvolveAxesConfig{
		InputBatch: a.InputChannels, InputChannels: a.InputBatch, InputSpatial: a.InputSpatial,
		KernelInputChannels: a.OutputBatch, KernelOutputChannels: a.OutputChannels, KernelSpatial: a.OutputSpatial,
		OutputBatch: a.KernelInputChannels, OutputChannels: a.KernelOutputChannels, OutputSpatial: a.KernelSpatial,
	}
}

// inputAxes returns the axes of the convolution of the result's gradient with the reversed kernel that gives the
// input's.
func inputAxes(a compute.ConvolveAxesConfig) compute.ConvolveAxesConfig {
	a.KernelInputChannels, a.KernelOutputChannels = a.KernelOutputChannels, a.KernelInputChannels
	return a
}

// firstAxes are channels-first images with kernels [out, in, height, width].
var firstAxes = compute.ConvolveAxesConfig{
	InputChannels: 1, InputSpatial: []int{2, 3},
	KernelInputChannels: 1, KernelSpatial: []int{2, 3},
	OutputChannels: 1, OutputSpatial: []int{2, 3},
}

func (l layer) attributes(axes compute.ConvolveAxesConfig) ir.ConvGeneral {
	return ir.ConvGeneral{
		Axes: axes, Strides: []int{l.stride, l.stride}, Paddings: [][2]int{{l.low, l.high}, {l.low, l.high}},
		InputDilations: []int{l.dilation, l.dilation}, KernelDilations: []int{1, 1}, ChannelGroupCount: 1,
		BatchGroupCount: 1,
	}
}

// shapes of a layer's input and kernel.
func (l layer) shapes(axes compute.ConvolveAxesConfig, batch int) (input, kernel shapes.Shape) {
	x, w := make([]int, 4), make([]int, 4)
	x[axes.InputBatch], x[axes.InputChannels] = batch, l.input
	w[axes.KernelInputChannels], w[axes.KernelOutputChannels] = l.input, l.output
	for i := range 2 {
		x[axes.InputSpatial[i]], w[axes.KernelSpatial[i]] = l.image, l.kernel
	}
	return shapes.Make(dtypes.Float32, x...), shapes.Make(dtypes.Float32, w...)
}

// gradients returns the convolutions by which GoMLX differentiates a layer without input dilation.
func (l layer) gradients(forward *ir.Node) (input, weights *ir.Node, err error) {
	a := forward.Attributes.(ir.ConvGeneral)
	x, w, y := forward.Inputs[0].Shape, forward.Inputs[1].Shape, forward.Shape
	length := y.Dimensions[a.Axes.OutputSpatial[0]]
	back := l.attributes(inputAxes(a.Axes))
	back.Strides, back.InputDilations = []int{1, 1}, a.Strides
	low := l.kernel - 1 - l.low
	high := l.image + l.kernel - 1 - ((length-1)*l.stride + 1) - low
	back.Paddings = [][2]int{{low, high}, {low, high}}
	if input, err = newNode(y, w, back); err != nil {
		return nil, nil, err
	}
	of := l.attributes(weightAxes(a.Axes))
	of.Strides, of.KernelDilations = []int{1, 1}, a.Strides
	high = l.kernel + (length-1)*l.stride - l.image - l.low
	of.Paddings = [][2]int{{l.low, high}, {l.low, high}}
	weights, err = newNode(x, y, of)
	return input, weights, err
}

// BenchmarkLayers gives the speed of each layer and of its gradients, on one core, in useful operations a second:
// products with padding count, those with the zeros of input dilation don't.
func BenchmarkLayers(b *testing.B) {
	for _, level := range processor.Levels()[1:] {
		for layout, axes := range map[string]compute.ConvolveAxesConfig{"last": imageAxes, "first": firstAxes} {
			for _, l := range layers {
				input, weights := l.shapes(axes, 16)
				forward, err := newNode(input, weights, l.attributes(axes))
				if err != nil {
					b.Fatal(err)
				}
				name := fmt.Sprintf("%s/%s/%dx%dx%d->%d,k%d,s%d,d%d/", level, layout, l.image, l.image, l.input,
					l.output, l.kernel, l.stride, l.dilation)
				products := forward.Shape.Size() * l.input * l.kernel * l.kernel / (l.dilation * l.dilation)
				benchmark(b, name+"forward", forward, level, products)
				if l.dilation > 1 {
					continue
				}
				toInput, toWeights, err := l.gradients(forward)
				if err != nil {
					b.Fatal(err)
				}
				benchmark(b, name+"input", toInput, level, products)
				benchmark(b, name+"weights", toWeights, level, products)
			}
		}
	}
}

func benchmark(b *testing.B, name string, n *ir.Node, level processor.Level, products int) {
	b.Run(name, func(b *testing.B) {
		g, err := newGeometry(n)
		if err != nil {
			b.Fatal(err)
		}
		in := newImplicit(g, formatAt(level))
		var operands []unsafe.Pointer
		for _, input := range n.Inputs {
			x := converted[float32](small(input.Shape.Size(), 1))
			operands = append(operands, unsafe.Pointer(&x[0]))
		}
		result, scratch := make([]float32, n.Shape.Size()), make([]byte, in.Scratch()+64)
		start := unsafe.Pointer(&scratch[-uintptr(unsafe.Pointer(&scratch[0]))&63])
		b.ReportAllocs()
		for b.Loop() {
			for task := range in.Tasks() {
				in.Run(task, unsafe.Pointer(&result[0]), operands, start)
			}
		}
		speed := 2 * float64(products) * float64(b.N) / b.Elapsed().Seconds() / 1e9
		b.ReportMetric(speed, "GFLOP/s")
		b.ReportMetric(100*speed/peak(formatAt(level)), "%peak")
	})
}

// peak returns the speed in GFLOP/s of the widest tiles with all they touch in the first cache, which is within a few
// percent of a loop of multiply-adds in registers.
func peak(f *format) float64 {
	const tiles, length, calls = 200, 64, 20
	vectors := len(f.tiles)
	x, w, out := make([]float32, length), make([]float32, length*vectors*f.lanes), make([]float32, vectors*f.lanes)
	rows, runs := make([]int, tiles*f.rows), make([]int, 1)
	least := math.Inf(1)
	for range calls {
		start := time.Now()
		f.tiles[vectors-1](&out[0], &rows[0], &x[0], &rows[0], tiles, &runs[0], 1, length, &w[0], mask(f.lanes), false)
		least = min(least, time.Since(start).Seconds())
	}
	return 2 * tiles * length * float64(f.rows*vectors*f.lanes) / least / 1e9
}
