// Package window has the instruction for windowed reductions, compute.OpTypeReduceWindow.
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

// New prepares the instruction of a node with attributes ir.ReduceWindow, for all types of numbers.
func New(n *ir.Node) (kernel.Instruction, error) {
	if n.Op != compute.OpTypeReduceWindow {
		return nil, fmt.Errorf("window: cannot compile %s", n.Op)
	}
	return newReduce(n)
}

var reductions = kernel.ByType(stridedOf[int8], stridedOf[int16], stridedOf[int32], stridedOf[int64],
	stridedOf[uint8], stridedOf[uint16], stridedOf[uint32], stridedOf[uint64],
	stridedOf[float32], stridedOf[float64], stridedBFloat16)
