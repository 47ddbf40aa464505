// Package index has the instructions that read or write where other operands say: Gather, ScatterSum, -Max and -Min,
// DynamicSlice and DynamicUpdateSlice.
//
// Indices are of any integer type. Where slices are read, and for DynamicUpdateSlice, starts are clamped so that the
// slice lies inside; a scatter's update that is not wholly inside is left out, as in XLA.
package index

import (
	"fmt"

	"github.com/gomlx/compute"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
)

// New returns the instruction of a node of this package's operations.
func New(n *ir.Node) (kernel.Instruction, error) {
	switch n.Op {
	case compute.OpTypeGather:
		return newGather(n)
	case compute.OpTypeScatterSum, compute.OpTypeScatterMax, compute.OpTypeScatterMin:
		return newScatter(n)
	case compute.OpTypeDynamicSlice:
		return newDynamicSlice(n)
	case compute.OpTypeDynamicUpdateSlice:
		return newDynamicUpdateSlice(n)
	}
	return nil, fmt.Errorf("index: no kernel for %s", n.Op)
}
