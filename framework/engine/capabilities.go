package engine

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
)

// missingOperations are those that give an error: complex numbers, several devices, dynamic shapes, what takes
// functions but loops, GoMLX's fusions of operations (the engine finds its own), batch normalization, which is written
// with other operations, GoMLX's gradients of pools, whose rule autodiff replaces, operations on bits and total
// orders, which no graph of the program has, and names that the interface lacks.
var missingOperations = []compute.OpType{
	compute.OpTypeComplex, compute.OpTypeConj, compute.OpTypeFFT, compute.OpTypeAtan2,
	compute.OpTypeAllReduce, compute.OpTypeCollectiveBroadcast, compute.OpTypeAllGather,
	compute.OpTypeDynamicDimensionSize, compute.OpTypeDynamicShape, compute.OpTypeDynamicReshape,
	compute.OpTypeCall, compute.OpTypeSort, compute.OpTypeIf, compute.OpTypeCapturedValue,
	compute.OpTypeBlockForDotGeneral, compute.OpTypeFusedSoftmax, compute.OpTypeFusedLayerNorm, compute.OpTypeFusedGelu,
	compute.OpTypeFusedDense, compute.OpTypeFusedScaledDotProductAttention,
	compute.OpTypeFusedScaledDotProductAttentionVJP,
	compute.OpTypeFusedAttentionQKVProjection, compute.OpTypeFusedQuantizedDense,
	compute.OpTypeQuantizedEmbeddingLookup,
	compute.OpTypeBatchNormForInference, compute.OpTypeBatchNormForTraining, compute.OpTypeBatchNormGradient,
	compute.OpTypeSelectAndScatterMax, compute.OpTypeSelectAndScatterMin, compute.OpTypeSelectAndScatterSum,
	compute.OpTypeBitCount, compute.OpTypeBitwiseAnd, compute.OpTypeBitwiseNot, compute.OpTypeBitwiseOr,
	compute.OpTypeBitwiseXor, compute.OpTypeClz, compute.OpTypeShiftLeft, compute.OpTypeShiftRightArithmetic,
	compute.OpTypeShiftRightLogical, compute.OpTypeReal, compute.OpTypeImag, compute.OpTypeLogicalXor,
	compute.OpTypeEqualTotalOrder, compute.OpTypeNotEqualTotalOrder, compute.OpTypeGreaterOrEqualTotalOrder,
	compute.OpTypeGreaterThanTotalOrder, compute.OpTypeLessOrEqualTotalOrder, compute.OpTypeLessThanTotalOrder,
	compute.OpTypeReduceBitwiseAnd, compute.OpTypeReduceBitwiseOr, compute.OpTypeReduceBitwiseXor,
	compute.OpTypeReduceLogicalXor,
	compute.OpTypeDot,
}

var capabilities = func() compute.Capabilities {
	c := compute.Capabilities{Functions: true, Operations: map[compute.OpType]bool{}, DTypes: map[dtypes.DType]bool{}}
	for op := compute.OpTypeInvalid + 1; op < compute.OpTypeLast; op++ {
		if !slices.Contains(missingOperations, op) {
			c.Operations[op] = true
		}
	}
	for _, dtype := range []dtypes.DType{
		dtypes.Bool, dtypes.Int8, dtypes.Int16, dtypes.Int32, dtypes.Int64,
		dtypes.Uint8, dtypes.Uint16, dtypes.Uint32, dtypes.Uint64,
		dtypes.Float32, dtypes.Float64, dtypes.BFloat16,
	} {
		c.DTypes[dtype] = true
	}
	return c
}()

func supportedTypes() string {
	var names []string
	for dtype := range capabilities.DTypes {
		names = append(names, dtype.String())
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// checkDimensions checks that an array of such dimensions can be addressed.
func checkDimensions(dtype dtypes.DType, dimensions []int) error {
	room := math.MaxInt / dtype.Size()
	for axis, length := range dimensions {
		if length < 0 {
			return fmt.Errorf("axis %d of %v has length %d; at least 0 is needed", axis, dimensions, length)
		}
		if length > 0 {
			room /= length
		}
	}
	if room == 0 && !slices.Contains(dimensions, 0) {
		return fmt.Errorf("an array of dimensions %v is larger than the address space", dimensions)
	}
	return nil
}
