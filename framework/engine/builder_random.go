package engine

import (
	"fmt"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/shapes"

	"ebim/framework/engine/ir"
)

// RNGBitGenerator implements backends.Builder: the state and the values become two nodes of the same operand.
func (b *Builder) RNGBitGenerator(state backends.Op, shape shapes.Shape) (newState, values backends.Op, err error) {
	values, err = b.record(backends.OpTypeRNGBitGenerator, inferRandomBits(shape), state)
	if err != nil {
		return nil, nil, err
	}
	newState, err = b.record(ir.OpRandomState, func(x []shapes.Shape) (shapes.Shape, any, error) {
		return x[0], ir.RandomState{Bytes: int(shape.Memory())}, nil
	}, state)
	if err != nil {
		return nil, nil, err
	}
	return newState, values, nil
}

func inferRandomBits(shape shapes.Shape) inference {
	return func(x []shapes.Shape) (shapes.Shape, any, error) {
		if !x[0].Equal(backends.RNGStateShape) {
			return shape, nil, fmt.Errorf("the state is %s; %s is needed", x[0], backends.RNGStateShape)
		}
		if shape.DType == dtypes.Bool {
			return shape, nil, fmt.Errorf("the values are Bool, which random bits cannot be; numbers are needed")
		}
		return shape.Clone(), nil, nil
	}
}
