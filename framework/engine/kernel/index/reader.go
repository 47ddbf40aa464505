package index

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/gomlx/compute/dtypes"
)

// reader reads element i of indices of some type. Those beyond int become the greatest int.
type reader func(at unsafe.Pointer, i int) int

func newReader(t dtypes.DType) (reader, error) {
	switch t {
	case dtypes.Int8:
		return read[int8], nil
	case dtypes.Int16:
		return read[int16], nil
	case dtypes.Int32:
		return read[int32], nil
	case dtypes.Int64:
		return read[int64], nil
	case dtypes.Uint8:
		return read[uint8], nil
	case dtypes.Uint16:
		return read[uint16], nil
	case dtypes.Uint32:
		return read[uint32], nil
	case dtypes.Uint64:
		return readUint64, nil
	}
	return nil, fmt.Errorf("index: indices of type %s are not integers", t)
}

func read[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32](at unsafe.Pointer, i int) int {
	return int(*(*T)(unsafe.Add(at, uintptr(i)*unsafe.Sizeof(T(0)))))
}

func readUint64(at unsafe.Pointer, i int) int {
	return int(min(*(*uint64)(unsafe.Add(at, 8*i)), math.MaxInt))
}
