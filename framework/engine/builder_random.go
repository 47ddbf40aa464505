package engine

import (
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// RNGBitGenerator implements compute.Function: the state and the values become two nodes of the same operand.
func (f *Function) RNGBitGenerator(state compute.Value, shape shapes.Shape) (newState,
	values compute.Value, err error) {
	values, err = f.record(compute.OpTypeRNGBitGenerator, inferRandomBits(shape), state)
	if err != nil {
		return nil, nil, err
	}
	newState, err = f.record(ir.OpRandomState, func(x []shapes.Shape) (shapes.Shape, any, error) {
		return x[0], ir.RandomState{Bytes: int(shape.ByteSize())}, nil
	}, state)
	if err != nil {
		return nil, nil, err
	}
	return newState, values, nil
}

func inferRandomBits(shape shapes.Shape) inference {
	return func(x []shapes.Shape) (shapes.Shape, any, error) {
		if !x[0].Equal(compute.RNGStateShape) {
			return shape, nil, fmt.Errorf("the state is %s; %s is needed", x[0], compute.RNGStateShape)
		}
		if shape.DType == dtypes.Bool {
			return shape, nil, fmt.Errorf("the values are Bool, which random bits cannot be; numbers are needed")
		}
		return shape.Clone(), nil, nil
	}
}
