package engine

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/dtypes"
)

// missingOperations are those that give an error: complex numbers, several devices, and a name that the interface lacks.
var missingOperations = []backends.OpType{
	backends.OpTypeComplex, backends.OpTypeConj, backends.OpTypeFFT,
	backends.OpTypeAllReduce, backends.OpTypeCollectiveBroadcast, backends.OpTypeAllGather,
	backends.OpTypeBroadcast, backends.OpTypeSelectAndScatterSum,
}

var capabilities = func() backends.Capabilities {
	c := backends.Capabilities{Operations: map[backends.OpType]bool{}, DTypes: map[dtypes.DType]bool{}}
	for op := backends.OpTypeInvalid + 1; op < backends.OpTypeLast; op++ {
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
