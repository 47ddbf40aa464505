package index

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/kernel"
)

// reader reads element i of indices of some type. Those beyond int become the greatest int.
type reader func(at unsafe.Pointer, i int) int

func newReader(t dtypes.DType) (reader, error) {
	if of := readers[t]; of != nil {
		return of, nil
	}
	return nil, fmt.Errorf("index: indices of type %s are not integers", t)
}

var readers = kernel.ByType[reader](read[int8], read[int16], read[int32], read[int64],
	read[uint8], read[uint16], read[uint32], readUint64, nil, nil, nil)

func read[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32](at unsafe.Pointer, i int) int {
	return int(*(*T)(unsafe.Add(at, uintptr(i)*unsafe.Sizeof(T(0)))))
}

func readUint64(at unsafe.Pointer, i int) int {
	return int(min(*(*uint64)(unsafe.Add(at, 8*i)), math.MaxInt))
}
