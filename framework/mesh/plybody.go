package mesh

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
)

// Bounds of what one property of a row may hold.
const (
	mostPolygonCorners = 1024
	longestNumber      = 64 // characters
)

// plySize returns the bytes of a number of a type, 0 if there is no such type.
func plySize(kind string) int {
	switch kind {
	case "char", "uchar", "int8", "uint8":
		return 1
	case "short", "ushort", "int16", "uint16":
		return 2
	case "int", "uint", "float", "int32", "uint32", "float32":
		return 4
	case "double", "float64":
		return 8
	}
	return 0
}

// plyBody reads the numbers after the header, as text if order is nil.
type plyBody struct {
	r     *bufio.Reader
	order binary.ByteOrder
}

func (h *plyHeader) body(r *bufio.Reader) plyBody {
	switch h.format {
	case "binary_little_endian":
		return plyBody{r, binary.LittleEndian}
	case "binary_big_endian":
		return plyBody{r, binary.BigEndian}
	}
	return plyBody{r, nil}
}

// read appends a property's number, or all numbers of its list.
func (p plyProperty) read(body plyBody, values []float64) ([]float64, error) {
	count := 1.0
	if p.list() {
		var err error
		if count, err = body.number(p.lengthKind); err != nil {
			return nil, err
		}
		if !(count >= 0 && count <= mostPolygonCorners) || count != math.Trunc(count) {
			return nil, fmt.Errorf("a list has length %v; it can be 0 to %d", count, mostPolygonCorners)
		}
	}
	for range int(count) {
		v, err := body.number(p.kind)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return values, nil
}

func (b plyBody) number(kind string) (float64, error) {
	if b.order == nil {
		return b.word()
	}
	bytes, err := b.r.Peek(plySize(kind))
	if err != nil {
		return 0, err
	}
	defer b.r.Discard(len(bytes))
	switch kind {
	case "char", "int8":
		return float64(int8(bytes[0])), nil
	case "uchar", "uint8":
		return float64(bytes[0]), nil
	case "short", "int16":
		return float64(int16(b.order.Uint16(bytes))), nil
	case "ushort", "uint16":
		return float64(b.order.Uint16(bytes)), nil
	case "int", "int32":
		return float64(int32(b.order.Uint32(bytes))), nil
	case "uint", "uint32":
		return float64(b.order.Uint32(bytes)), nil
	case "float", "float32":
		return float64(math.Float32frombits(b.order.Uint32(bytes))), nil
	}
	return math.Float64frombits(b.order.Uint64(bytes)), nil
}

// word reads a number of text.
func (b plyBody) word() (float64, error) {
	var text []byte
	for len(text) < longestNumber {
		c, err := b.r.ReadByte()
		if err != nil && (len(text) == 0 || !errors.Is(err, io.EOF)) {
			return 0, err
		}
		if err == nil && c > ' ' {
			text = append(text, c)
			continue
		}
		if len(text) > 0 {
			return strconv.ParseFloat(string(text), 64)
		}
	}
	return 0, fmt.Errorf("%q is too long for a number", text)
}

// end makes sure that nothing but blanks in text follows.
func (b plyBody) end() error {
	for {
		c, err := b.r.ReadByte()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if b.order != nil || c > ' ' {
			return errors.New("mesh: the PLY file goes on after its last element")
		}
	}
}
