package onnx

import (
	"fmt"
	"reflect"
	"slices"

	"ebim/framework/engine/ir"
)

// batchLength is the name of the batch's length in a file.
const batchLength = "batch"

// length is that of an axis: fixed, or a multiple of the batch's.
type length struct{ fixed, batches int }

func (l length) symbolic() bool { return l.batches > 0 }

// BatchError says that a function does not treat the rows of a batch alike, judging by its graphs.
type BatchError struct {
	Function, Found string
}

func (e *BatchError) Error() string {
	return fmt.Sprintf("%s can't be written for batches of any size: %s; write it for one size", e.Function, e.Found)
}

// lengths compares the dimensions of a node in two recordings.
func lengths(first, second *ir.Node, batches [2]int) ([]length, error) {
	a, b := first.Shape.Dimensions, second.Shape.Dimensions
	if len(a) != len(b) {
		return nil, fmt.Errorf("%s has %d axes or %d", first.Op, len(a), len(b))
	}
	all := make([]length, len(a))
	for i := range a {
		switch {
		case a[i] == b[i]:
			all[i] = length{fixed: a[i]}
		case a[i]%batches[0] == 0 && b[i]%batches[1] == 0 && a[i]/batches[0] == b[i]/batches[1] && a[i] > 0:
			all[i] = length{batches: a[i] / batches[0]}
		default:
			return nil, fmt.Errorf("axis %d of %s has length %d for batches of %d and %d for %d", i, first.Op, a[i],
				batches[0], b[i], batches[1])
		}
	}
	return all, nil
}

// compare finds the lengths of all nodes of two recordings, which must have the same operations in the same order.
func compare(recorded [2]*ir.Graph, batches [2]int) ([][]length, error) {
	a, b := recorded[0].Nodes, recorded[1].Nodes
	if len(a) != len(b) {
		return nil, fmt.Errorf("it has %d operations for batches of %d and %d for %d", len(a), batches[0],
			len(b), batches[1])
	}
	index := func(n *ir.Node) int { return n.Index }
	all := make([][]length, len(a))
	for i := range a {
		if a[i].Op != b[i].Op || a[i].Shape.DType != b[i].Shape.DType ||
			!slices.EqualFunc(a[i].Inputs, b[i].Inputs, func(x, y *ir.Node) bool { return index(x) == index(y) }) {
			return nil, fmt.Errorf("operation %d is %s for batches of %d and %s for %d", i, a[i].Op, batches[0],
				b[i].Op, batches[1])
		}
		var err error
		if all[i], err = lengths(a[i], b[i], batches); err != nil {
			return nil, err
		}
		if !reflect.DeepEqual(fixedPart(a[i], all), fixedPart(b[i], all)) {
			return nil, fmt.Errorf("the settings of %s depend on the batch", a[i].Op)
		}
	}
	return all, nil
}

// fixedPart is the attributes of a node without those that say that all of the batch is taken.
func fixedPart(n *ir.Node, all [][]length) any {
	a, ok := n.Attributes.(ir.Slice)
	if !ok {
		return n.Attributes
	}
	limits := slices.Clone(a.Limits)
	for axis, l := range all[n.Inputs[0].Index] {
		if l.symbolic() && takesAll(n, axis) {
			limits[axis] = -1
		}
	}
	return ir.Slice{Starts: a.Starts, Limits: limits, Strides: a.Strides}
}

// takesAll reports whether a slice leaves an axis as it is.
func takesAll(n *ir.Node, axis int) bool {
	a := n.Attributes.(ir.Slice)
	return a.Starts[axis] == 0 && a.Strides[axis] == 1 && a.Limits[axis] == n.Inputs[0].Shape.Dimensions[axis]
}
