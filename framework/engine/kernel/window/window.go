// Package window has the instructions for windowed reductions, compute.OpTypeReduceWindow, and for their gradients,
// compute.OpTypeSelectAndScatterMax and -Min.
//
// The window of result position o covers, along each axis, the positions o*stride + k*windowDilation - padding of the
// operand whose neighbors are baseDilation apart; only those that meet an element of the operand count.
package window

import (
	"fmt"

	"github.com/gomlx/compute"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
)

// New prepares the instruction of a node with attributes ir.ReduceWindow or ir.SelectAndScatter, for all types of
// numbers.
func New(n *ir.Node) (kernel.Instruction, error) {
	switch n.Op {
	case compute.OpTypeReduceWindow:
		return newReduce(n)
	case compute.OpTypeSelectAndScatterMax, compute.OpTypeSelectAndScatterMin:
		return newSelect(n)
	}
	return nil, fmt.Errorf("window: cannot compile %s", n.Op)
}

var (
	reductions = kernel.ByType(stridedOf[int8], stridedOf[int16], stridedOf[int32], stridedOf[int64],
		stridedOf[uint8], stridedOf[uint16], stridedOf[uint32], stridedOf[uint64],
		stridedOf[float32], stridedOf[float64], stridedBFloat16)
	scatters = kernel.ByType[scatter](scatterNumbers[int8], scatterNumbers[int16], scatterNumbers[int32],
		scatterNumbers[int64], scatterNumbers[uint8], scatterNumbers[uint16], scatterNumbers[uint32],
		scatterNumbers[uint64], scatterNumbers[float32], scatterNumbers[float64], scatterBFloat16)
)
