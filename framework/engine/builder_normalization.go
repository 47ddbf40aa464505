package engine

import (
	"cmp"
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// batchNorm writes batch normalization out in elementary operations. x is the operand, whose axis counts the
// features; statistics are vectors over the features.
type batchNorm struct {
	*Function
	x       *ir.Node
	axis    int
	others  []int    // the axes of x that are averaged over
	size    *ir.Node // the number of elements averaged
	epsilon *ir.Node
	err     error // the first one
}

// newBatchNorm checks the operands: x, then vectors over the features.
func (f *Function) newBatchNorm(op compute.OpType, epsilon float32, axis int,
	operands ...compute.Value) (*batchNorm, error) {
	nodes, err := f.nodes(op, operands)
	if err != nil {
		return nil, err
	}
	if err := checkBatchNorm(axis, shapesOf(nodes)); err != nil {
		return nil, f.fail(op, nodes, err)
	}
	x := nodes[0]
	n := &batchNorm{Function: f, x: x, axis: axis, others: without(count(x.Shape.Rank()), []int{axis})}
	size := 1
	for _, other := range n.others {
		size *= x.Shape.Dimensions[other]
	}
	n.size, n.epsilon = f.scalar(x.Shape.DType, float64(size)), f.scalar(x.Shape.DType, float64(epsilon))
	return n, nil
}

func checkBatchNorm(axis int, x []shapes.Shape) error {
	if err := floats.sameType(x...); err != nil {
		return err
	}
	if err := checkAxes("featureAxis", []int{axis}, x[0].Rank()); err != nil {
		return err
	}
	for i, vector := range x[1:] {
		if vector.Rank() != 1 || vector.Dimensions[0] != x[0].Dimensions[axis] {
			return fmt.Errorf("operand %d is %s; a vector of the %d features is needed", i+1, vector,
				x[0].Dimensions[axis])
		}
	}
	return nil
}

// do takes an operation's result and keeps the first error.
func (n *batchNorm) do(op compute.Value, err error) compute.Value {
	n.err = cmp.Or(n.err, err)
	return op
}

// each repeats a vector over the features to the shape of x.
func (n *batchNorm) each(vector compute.Value) compute.Value {
	return n.do(n.BroadcastInDim(vector, n.x.Shape, []int{n.axis}))
}

// sum is over everything but the features. An operand of rank 1 has nothing else.
func (n *batchNorm) sum(x compute.Value) compute.Value {
	if len(n.others) == 0 {
		return x
	}
	return n.do(n.ReduceSum(x, n.others...))
}

func (n *batchNorm) mean(x compute.Value) compute.Value { return n.do(n.Div(n.sum(x), n.size)) }

// inverseDeviation is 1/sqrt(variance + epsilon).
func (n *batchNorm) inverseDeviation(variance compute.Value) compute.Value {
	return n.do(n.Rsqrt(n.do(n.Add(variance, n.epsilon))))
}

// normalize is (x - mean) scale / sqrt(variance + epsilon) + offset.
func (n *batchNorm) normalize(scale, offset, mean, variance compute.Value) compute.Value {
	factor := n.do(n.Mul(scale, n.inverseDeviation(variance)))
	centered := n.do(n.Sub(n.x, n.each(mean)))
	return n.do(n.Add(n.do(n.Mul(centered, n.each(factor))), n.each(offset)))
}

// BatchNormForInference implements compute.Function.
func (f *Function) BatchNormForInference(operand, scale, offset, mean, variance compute.Value, epsilon float32,
	featureAxis int) (compute.Value, error) {
	n, err := f.newBatchNorm(compute.OpTypeBatchNormForInference, epsilon, featureAxis, operand, scale, offset,
		mean, variance)
	if err != nil {
		return nil, err
	}
	normalized := n.normalize(scale, offset, mean, variance)
	return normalized, n.err
}

// BatchNormForTraining implements compute.Function. The variance is the mean squared deviation.
func (f *Function) BatchNormForTraining(operand, scale, offset compute.Value, epsilon float32, featureAxis int) (
	normalized, batchMean, batchVariance compute.Value, err error) {
	n, err := f.newBatchNorm(compute.OpTypeBatchNormForTraining, epsilon, featureAxis, operand, scale, offset)
	if err != nil {
		return nil, nil, nil, err
	}
	batchMean = n.mean(operand)
	centered := n.do(n.Sub(operand, n.each(batchMean)))
	batchVariance = n.mean(n.do(n.Mul(centered, centered)))
	normalized = n.normalize(scale, offset, batchMean, batchVariance)
	return normalized, batchMean, batchVariance, n.err
}

// BatchNormGradient implements compute.Function. With the normalized operand z = (x - mean)/sqrt(variance + epsilon)
// and the gradient g of the output:
//
//	gradOffset  = sum g
//	gradScale   = sum g z
//	gradOperand = scale/sqrt(variance + epsilon) (g - mean g - z mean(g z))
func (f *Function) BatchNormGradient(operand, scale, mean, variance, gradOutput compute.Value, epsilon float32,
	featureAxis int) (
	gradOperand, gradScale, gradOffset compute.Value, err error) {
	op := compute.OpTypeBatchNormGradient
	n, err := f.newBatchNorm(op, epsilon, featureAxis, operand, scale, mean, variance)
	if err != nil {
		return nil, nil, nil, err
	}
	g, err := f.nodes(op, []compute.Value{gradOutput})
	if err != nil {
		return nil, nil, nil, err
	}
	if !g[0].Shape.Equal(n.x.Shape) {
		return nil, nil, nil,
			f.fail(op, g, fmt.Errorf("the gradient of the output must have the operand's shape, %s", n.x.Shape))
	}
	inverse := n.inverseDeviation(variance)
	z := n.do(n.Mul(n.do(n.Sub(operand, n.each(mean))), n.each(inverse)))
	gradOffset = n.sum(gradOutput)
	gradScale = n.sum(n.do(n.Mul(gradOutput, z)))
	centered := n.do(n.Sub(gradOutput, n.each(n.do(n.Div(gradOffset, n.size)))))
	along := n.do(n.Mul(z, n.each(n.do(n.Div(gradScale, n.size)))))
	factor := n.each(n.do(n.Mul(scale, inverse)))
	gradOperand = n.do(n.Mul(factor, n.do(n.Sub(centered, along))))
	return gradOperand, gradScale, gradOffset, n.err
}
