// Package window has the instructions for windowed reductions, compute.OpTypeReduceWindow, and for their gradients,
// compute.OpTypeSelectAndScatterMax and -Min.
//
// The window of result position o covers, along each axis, the positions o*stride + k*windowDilation - padding of the
// operand whose neighbors are baseDilation apart; only those that meet an element of the operand count.
package window

import (
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

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

// typed chooses the variant of something for a type of numbers.
type typed[F any] map[dtypes.DType]F

var reductions = typed[func(compute.ReduceOpType) stridedReduction]{
	dtypes.Int8:     stridedOf[int8],
	dtypes.Int16:    stridedOf[int16],
	dtypes.Int32:    stridedOf[int32],
	dtypes.Int64:    stridedOf[int64],
	dtypes.Uint8:    stridedOf[uint8],
	dtypes.Uint16:   stridedOf[uint16],
	dtypes.Uint32:   stridedOf[uint32],
	dtypes.Uint64:   stridedOf[uint64],
	dtypes.Float32:  stridedOf[float32],
	dtypes.Float64:  stridedOf[float64],
	dtypes.BFloat16: stridedBFloat16,
}

var scatters = typed[scatter]{
	dtypes.Int8:     scatterNumbers[int8],
	dtypes.Int16:    scatterNumbers[int16],
	dtypes.Int32:    scatterNumbers[int32],
	dtypes.Int64:    scatterNumbers[int64],
	dtypes.Uint8:    scatterNumbers[uint8],
	dtypes.Uint16:   scatterNumbers[uint16],
	dtypes.Uint32:   scatterNumbers[uint32],
	dtypes.Uint64:   scatterNumbers[uint64],
	dtypes.Float32:  scatterNumbers[float32],
	dtypes.Float64:  scatterNumbers[float64],
	dtypes.BFloat16: scatterBFloat16,
}
