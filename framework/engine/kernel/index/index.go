// Package index has the instructions that read or write where other operands say: Gather, ScatterSum, -Max and -Min,
// DynamicSlice and DynamicUpdateSlice.
//
// Indices are of any integer type. Where slices are read, and for DynamicUpdateSlice, starts are clamped so that the slice
// lies inside; a scatter's update that doesn't lie inside wholly is left out, as XLA does.
package index

import (
	"fmt"

	"github.com/gomlx/gomlx/backends"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
)

// New returns the instruction of a node of this package's operations.
func New(n *ir.Node) (kernel.Instruction, error) {
	switch n.Op {
	case backends.OpTypeGather:
		return newGather(n)
	case backends.OpTypeScatterSum, backends.OpTypeScatterMax, backends.OpTypeScatterMin:
		return newScatter(n)
	case backends.OpTypeDynamicSlice:
		return newDynamicSlice(n)
	case backends.OpTypeDynamicUpdateSlice:
		return newDynamicUpdateSlice(n)
	}
	return nil, fmt.Errorf("index: no kernel for %s", n.Op)
}
