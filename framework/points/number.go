package points

import (
	"encoding/binary"
	"math"
)

// Number is a type of numbers in binary files: 'f' of 4 or 8 bytes, 'i' or, without a sign, 'u' of 1, 2, 4 or 8.
type Number struct {
	Kind byte
	Size int // bytes
}

// Decode is the number that b begins with.
func (n Number) Decode(b []byte, order binary.ByteOrder) float64 {
	var bits uint64
	switch n.Size {
	case 1:
		bits = uint64(b[0])
	case 2:
		bits = uint64(order.Uint16(b))
	case 4:
		bits = uint64(order.Uint32(b))
	default:
		bits = order.Uint64(b)
	}
	switch above := 64 - 8*n.Size; {
	case n.Kind == 'i':
		return float64(int64(bits<<above) >> above) // which repeats the sign in the bits above
	case n.Kind == 'u':
		return float64(bits)
	case n.Size == 4:
		return float64(math.Float32frombits(uint32(bits)))
	}
	return math.Float64frombits(bits)
}
