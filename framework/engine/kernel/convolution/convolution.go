// Package convolution has the instructions for compute.OpTypeConvGeneral.
//
// The result at batch n, channel co and spatial position o is the sum over the input channels ci of its group and over
// the taps k of the kernel of
//
//	input[n, ci, (o*stride + k*kernelDilation - padding) / inputDilation] * kernel[ci, co, k]
//
// without the terms whose division leaves a remainder or whose position lies outside the input. Groups split the
// output channels into equal runs; a channel group reads its own run of input channels, a batch group its own run of
// the batch.
//
// Float32 goes through a matrix product whose left operand, the input at each position and tap, is found by tables of
// offsets and never written out: phase.go takes input dilation apart, plan.go divides the work, pack.go
// brings weights and padded input into order, implicit.go runs the micro-kernels of kernel_amd64.s or portable.go.
// Other types follow the formula (direct.go).
package convolution

import (
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/dtypes/bfloat16"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
)

// New prepares the convolution of a node (input, kernel) with attributes ir.ConvGeneral. It fails for types that are no
// numbers and when channel groups and batch groups are asked for together.
func New(n *ir.Node) (kernel.Instruction, error) {
	if n.Op != compute.OpTypeConvGeneral {
		return nil, fmt.Errorf("convolution: cannot compile %s", n.Op)
	}
	g, err := newGeometry(n)
	if err != nil {
		return nil, err
	}
	if n.Shape.DType == dtypes.Float32 && len(g.axes) <= mostAxes {
		return newImplicit(g, best), nil
	}
	newDirect := directs[n.Shape.DType]
	if newDirect == nil {
		return nil, fmt.Errorf("convolution: no convolution of %s", n.Shape.DType)
	}
	return newDirect(g), nil
}

// directs return the instruction that follows the definition.
var directs = kernel.ByType(plain[int8], plain[int16], plain[int32], plain[int64],
	plain[uint8], plain[uint16], plain[uint32], plain[uint64], plain[float32], plain[float64],
	func(g *geometry) kernel.Instruction {
		return &direct[bfloat16.BFloat16, float32]{geometry: g, taps: g.taps(), dot: dotBFloat16,
			store: bfloat16.FromFloat32}
	})
