package window

import (
	"testing"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// BenchmarkPooling pools 16 images of 28x28 with 64 channels by windows of 2x2.
func BenchmarkPooling(b *testing.B) {
	for name, shape := range map[string][]int{"last": {16, 28, 28, 64}, "first": {16, 64, 28, 28}} {
		operand := shapes.Make(dtypes.Float32, shape...)
		positions, a := operand.Clone(), ir.ReduceWindow{
			Reduction: compute.ReduceOpMax, Dimensions: []int{1, 1, 1, 1}, Strides: []int{1, 1, 1, 1},
			Paddings:      make([][2]int, 4),
			BaseDilations: []int{1, 1, 1, 1}, WindowDilations: []int{1, 1, 1, 1},
		}
		for i, length := range shape {
			if length == 28 {
				a.Dimensions[i], a.Strides[i], positions.Dimensions[i] = 2, 2, 14
			}
		}
		benchmark(b, "max/channels "+name, node(compute.OpTypeReduceWindow, positions, a, operand))
	}
}

func benchmark(b *testing.B, name string, n *ir.Node) {
	in, err := New(n)
	if err != nil {
		b.Fatal(err)
	}
	var operands []unsafe.Pointer
	for _, input := range n.Inputs {
		operands = append(operands, unsafe.Pointer(unsafe.SliceData(make([]float32, input.Shape.Size()))))
	}
	result, scratch := make([]float32, n.Shape.Size()), make([]int, in.Scratch()/8+1)
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(4 * n.Inputs[0].Shape.Size()))
		for b.Loop() {
			for task := range in.Tasks() {
				in.Run(task, unsafe.Pointer(&result[0]), operands, unsafe.Pointer(&scratch[0]))
			}
		}
	})
}
