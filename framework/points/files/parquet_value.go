package files

import (
	"encoding/binary"
	"math"
	"math/big"
	"time"
)

// parquetType is how values are stored.
type parquetType int64

// Types of Parquet.
const (
	parquetBoolean parquetType = iota
	parquetInt32
	parquetInt64
	parquetInt96 // times of old writers
	parquetFloat
	parquetDouble
	parquetBytes
	parquetFixed
)

// parquetValue is a number, or a text.
type parquetValue struct {
	number float64
	text   string
}

// size is the bytes of a value; 0 where they differ.
func (c *parquetColumn) size() int {
	switch c.kind {
	case parquetInt32, parquetFloat:
		return 4
	case parquetInt64, parquetDouble:
		return 8
	case parquetInt96:
		return 12
	case parquetFixed:
		return c.length
	}
	return 0
}

// plain reads values that follow one another.
func (c *parquetColumn) plain(body []byte) func() (parquetValue, error) {
	if c.kind == parquetBoolean {
		truths := &parquetRun{packed: body, width: 1, left: uint64(8 * len(body))}
		return func() (parquetValue, error) {
			truth, err := truths.next()
			return parquetValue{number: float64(truth)}, err
		}
	}
	size := c.size()
	return func() (parquetValue, error) {
		length := size
		if c.kind == parquetBytes {
			if len(body) < 4 {
				return parquetValue{}, errPage
			}
			claimed := binary.LittleEndian.Uint32(body)
			if body = body[4:]; uint64(claimed) > uint64(len(body)) {
				return parquetValue{}, errPage
			}
			length = int(claimed)
		} else if length == 0 {
			return parquetValue{}, errPage
		}
		if length > len(body) {
			return parquetValue{}, errPage
		}
		value := c.value(body[:length])
		body = body[length:]
		return value, nil
	}
}

// value is what bytes stand for.
func (c *parquetColumn) value(b []byte) parquetValue {
	o := binary.LittleEndian
	switch c.kind {
	case parquetInt32:
		if c.unsigned {
			return c.whole(int64(o.Uint32(b)))
		}
		return c.whole(int64(int32(o.Uint32(b))))
	case parquetInt64:
		if c.unsigned {
			return parquetValue{number: float64(o.Uint64(b))}
		}
		return c.whole(int64(o.Uint64(b)))
	case parquetFloat:
		return parquetValue{number: float64(math.Float32frombits(o.Uint32(b)))}
	case parquetDouble:
		return parquetValue{number: math.Float64frombits(o.Uint64(b))}
	case parquetInt96: // nanoseconds of the day, and the Julian day
		const epoch = 2440588
		day := int64(o.Uint32(b[8:])) - epoch
		return parquetValue{text: time.Unix(day*86400, int64(o.Uint64(b))).UTC().Format(time.RFC3339)}
	}
	switch {
	case c.decimal:
		return parquetValue{number: c.scaled(b)}
	case c.float && len(b) == 2:
		return parquetValue{number: half(o.Uint16(b))}
	case len(b) == 0:
		return parquetValue{number: math.NaN()}
	}
	return parquetValue{text: string(b)}
}

// whole is what a whole number stands for.
func (c *parquetColumn) whole(v int64) parquetValue {
	switch {
	case c.dated:
		return parquetValue{text: time.Unix(v*86400, 0).UTC().Format(time.DateOnly)}
	case c.ticks > 0:
		return parquetValue{text: time.Unix(v/c.ticks, v%c.ticks*(1e9/c.ticks)).UTC().Format(time.RFC3339Nano)}
	case c.decimal:
		return parquetValue{number: float64(v) / math.Pow10(c.scale)}
	}
	return parquetValue{number: float64(v)}
}

// scaled is a decimal number of any length, two's complement and big-endian.
func (c *parquetColumn) scaled(b []byte) float64 {
	number := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0] >= 1<<7 {
		number.Sub(number, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	value, _ := new(big.Float).SetInt(number).Float64()
	return value / math.Pow10(c.scale)
}

// half is a number of IEEE's half precision.
func half(b uint16) float64 {
	sign, exponent, fraction := 1-2*float64(b>>15), int(b>>10&31), float64(b&1023)
	switch exponent {
	case 0:
		return sign * math.Ldexp(fraction, -24)
	case 31:
		if fraction == 0 {
			return math.Inf(int(sign))
		}
		return math.NaN()
	}
	return sign * math.Ldexp(1024+fraction, exponent-25)
}

// parquetRun reads whole numbers of few bits, in runs of one of them or packed.
type parquetRun struct {
	data   []byte
	width  int
	left   uint64 // of the run
	packed []byte // nil in a run of one
	bit    uint64
	value  uint32
}

func newParquetRun(data []byte, width int) *parquetRun { return &parquetRun{data: data, width: width} }

// next is the next number. Runs may claim any length, which costs nothing.
func (r *parquetRun) next() (uint32, error) {
	if r.width == 0 {
		return 0, nil
	}
	for r.left == 0 {
		if err := r.run(); err != nil {
			return 0, err
		}
	}
	r.left--
	if r.packed == nil {
		return r.value, nil
	}
	value := uint32(0)
	for k := range r.width {
		at := r.bit >> 3
		if at >= uint64(len(r.packed)) {
			return 0, errPage
		}
		value |= uint32(r.packed[at]>>(r.bit&7)&1) << k
		r.bit++
	}
	return value, nil
}

// run begins the next run.
func (r *parquetRun) run() error {
	head, n := binary.Uvarint(r.data)
	if n <= 0 || r.width > 32 {
		return errPage
	}
	r.data = r.data[n:]
	if head&1 == 1 {
		length := min(head>>1, uint64(len(r.data))) // an eighth of the numbers
		length = min(length*uint64(r.width), uint64(len(r.data)))
		r.left, r.packed, r.bit = head>>1*8, r.data[:length:length], 0
		if r.packed == nil {
			r.packed = []byte{}
		}
		r.data = r.data[length:]
		return nil
	}
	bytes := (r.width + 7) / 8
	if bytes > len(r.data) {
		return errPage
	}
	r.left, r.packed, r.value = head>>1, nil, 0
	for k := range bytes {
		r.value |= uint32(r.data[k]) << (8 * k)
	}
	r.data = r.data[bytes:]
	return nil
}
