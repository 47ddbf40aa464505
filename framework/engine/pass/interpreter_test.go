package pass

import (
	"fmt"
	"math"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/ir"
)

// interpret computes each output of g one element at a time; truth values are 0 and 1.
func interpret(g *ir.Graph, parameters [][]float32) [][]float32 {
	values := make([][]float32, len(g.Nodes))
	for i, p := range g.Parameters {
		values[p.Index] = parameters[i]
	}
	for i, n := range g.Nodes {
		if n.Op != compute.OpTypeParameter {
			values[i] = interpretNode(n, values)
		}
	}
	outputs := make([][]float32, len(g.Outputs))
	for i, n := range g.Outputs {
		outputs[i] = values[n.Index]
	}
	return outputs
}

// evaluate is interpret for what pass.Run folds.
func evaluate(g *ir.Graph) ([]any, error) {
	var flat []any
	for i, values := range interpret(g, nil) {
		if g.Outputs[i].Shape.DType != dtypes.Bool {
			flat = append(flat, values)
			continue
		}
		truths := make([]bool, len(values))
		for j, v := range values {
			truths[j] = v == 1
		}
		flat = append(flat, truths)
	}
	return flat, nil
}

func interpretNode(n *ir.Node, values [][]float32) []float32 {
	result := make([]float32, n.Shape.Size())
	at := func(input int, index []int) float32 {
		x := n.Inputs[input]
		flat := 0
		for axis, length := range x.Shape.Dimensions {
			flat = flat*length + index[axis]
		}
		return values[x.Index][flat]
	}
	switch a := n.Attributes.(type) {
	case ir.Constant:
		if truths, ok := a.Flat.([]bool); ok {
			for i, v := range truths {
				result[i] = truth(v)
			}
			return result
		}
		return a.Flat.([]float32)
	case ir.Iota:
		forEach(n.Shape.Dimensions, func(i int, index []int) { result[i] = float32(index[a.Axis]) })
	case ir.Transpose:
		from := make([]int, len(a.Permutation))
		forEach(n.Shape.Dimensions, func(i int, index []int) {
			for axis, source := range a.Permutation {
				from[source] = index[axis]
			}
			result[i] = at(0, from)
		})
	case ir.BroadcastInDim:
		from := make([]int, len(a.Axes))
		forEach(n.Shape.Dimensions, func(i int, index []int) {
			for axis, target := range a.Axes {
				from[axis] = index[target] % n.Inputs[0].Shape.Dimensions[axis]
			}
			result[i] = at(0, from)
		})
	case ir.Slice:
		from := make([]int, len(a.Starts))
		forEach(n.Shape.Dimensions, func(i int, index []int) {
			for axis := range from {
				from[axis] = a.Starts[axis] + index[axis]*a.Strides[axis]
			}
			result[i] = at(0, from)
		})
	case ir.Reverse:
		forEach(n.Shape.Dimensions, func(i int, index []int) {
			from := append([]int(nil), index...)
			for _, axis := range a.Axes {
				from[axis] = n.Shape.Dimensions[axis] - 1 - index[axis]
			}
			result[i] = at(0, from)
		})
	case ir.Concatenate:
		forEach(n.Shape.Dimensions, func(i int, index []int) {
			from := append([]int(nil), index...)
			part := 0
			for from[a.Axis] >= n.Inputs[part].Shape.Dimensions[a.Axis] {
				from[a.Axis] -= n.Inputs[part].Shape.Dimensions[a.Axis]
				part++
			}
			result[i] = at(part, from)
		})
	case ir.Reduce:
		interpretReduce(n, a, values, result)
	default:
		if n.Op == compute.OpTypeReshape {
			return values[n.Inputs[0].Index]
		}
		operands := make([]float32, len(n.Inputs))
		for i := range result {
			for j, x := range n.Inputs {
				operands[j] = values[x.Index][i]
			}
			result[i] = interpretElement(n.Op, operands)
		}
	}
	return result
}

func interpretReduce(n *ir.Node, a ir.Reduce, values [][]float32, result []float32) {
	for i := range result {
		result[i] = map[compute.OpType]float32{compute.OpTypeReduceSum: 0,
			compute.OpTypeReduceMax: float32(math.Inf(-1)),
			compute.OpTypeReduceMin: float32(math.Inf(1))}[n.Op]
	}
	x := n.Inputs[0]
	forEach(x.Shape.Dimensions, func(i int, index []int) {
		target := 0
	axes:
		for axis, length := range x.Shape.Dimensions {
			for _, reduced := range a.Axes {
				if axis == reduced {
					continue axes
				}
			}
			target = target*length + index[axis]
		}
		v := values[x.Index][i]
		switch n.Op {
		case compute.OpTypeReduceSum:
			result[target] += v
		case compute.OpTypeReduceMax:
			result[target] = max(result[target], v)
		case compute.OpTypeReduceMin:
			result[target] = min(result[target], v)
		}
	})
}

// forEach calls f with each position in an array and its index, which f doesn't keep.
func forEach(dimensions []int, f func(i int, index []int)) {
	size := 1
	for _, length := range dimensions {
		size *= length
	}
	index := make([]int, len(dimensions))
	for i := range size {
		rest := i
		for axis := len(dimensions) - 1; axis >= 0; axis-- {
			index[axis] = rest % dimensions[axis]
			rest /= dimensions[axis]
		}
		f(i, index)
	}
}

func truth(v bool) float32 {
	if v {
		return 1
	}
	return 0
}

func interpretElement(op compute.OpType, x []float32) float32 {
	switch op {
	case compute.OpTypeNeg:
		return -x[0]
	case compute.OpTypeAbs:
		return float32(math.Abs(float64(x[0])))
	case compute.OpTypeExp:
		return float32(math.Exp(float64(x[0])))
	case compute.OpTypeAdd:
		return x[0] + x[1]
	case compute.OpTypeSub:
		return x[0] - x[1]
	case compute.OpTypeMul:
		return x[0] * x[1]
	case compute.OpTypeDiv:
		return x[0] / x[1]
	case ir.OpFusedMultiplyAdd:
		return x[0]*x[1] + x[2]
	case ir.OpFusedMultiplySubtract:
		return x[0]*x[1] - x[2]
	case ir.OpFusedNegativeMultiplyAdd:
		return x[2] - x[0]*x[1]
	case compute.OpTypeMax:
		return max(x[0], x[1])
	case compute.OpTypeMin:
		return min(x[0], x[1])
	case compute.OpTypeLessThan:
		return truth(x[0] < x[1])
	case compute.OpTypeLogicalNot:
		return 1 - x[0]
	case compute.OpTypeWhere:
		if x[0] == 1 {
			return x[1]
		}
		return x[2]
	}
	panic(fmt.Sprintf("no interpretation of %s", op))
}
