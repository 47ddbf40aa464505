package files

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
)

// thriftStruct is a struct in Thrift's compact protocol, by the numbers of its fields. Values are bool, int64, float64,
// []byte, []any or thriftStruct.
type thriftStruct map[int]any

func (s thriftStruct) number(field int) int64 {
	v, _ := s[field].(int64)
	return v
}

func (s thriftStruct) text(field int) string {
	v, _ := s[field].([]byte)
	return string(v)
}

func (s thriftStruct) list(field int) []any {
	v, _ := s[field].([]any)
	return v
}

func (s thriftStruct) child(field int) thriftStruct {
	v, _ := s[field].(thriftStruct)
	return v
}

func (s thriftStruct) has(field int) bool { return s[field] != nil }

var errThrift = errors.New("the metadata are damaged")

// mostNested bounds structs and lists within one another.
const mostNested = 32

// readThrift reads a struct. Memory grows with what is there, whatever lengths are claimed.
func readThrift(r io.ByteReader) (thriftStruct, error) { return thriftReader{r}.structure(0) }

type thriftReader struct{ io.ByteReader }

// Types of the protocol.
const (
	thriftTrue = iota + 1
	thriftFalse
	thriftByte
	thriftInt16
	thriftInt32
	thriftInt64
	thriftDouble
	thriftBinary
	thriftList
	thriftSet
	thriftMap
	thriftStructure
)

func (t thriftReader) structure(depth int) (thriftStruct, error) {
	found, field := thriftStruct{}, 0
	for {
		head, err := t.ReadByte()
		if err != nil || head == 0 {
			return found, err
		}
		if step := int(head >> 4); step > 0 {
			field += step
		} else {
			number, err := binary.ReadVarint(t)
			if err != nil {
				return nil, err
			}
			field = int(number)
		}
		switch kind := head & 15; kind {
		case thriftTrue, thriftFalse:
			found[field] = kind == thriftTrue
		default:
			if found[field], err = t.value(kind, depth); err != nil {
				return nil, err
			}
		}
	}
}

func (t thriftReader) value(kind byte, depth int) (any, error) {
	if depth > mostNested {
		return nil, errThrift
	}
	switch kind {
	case thriftTrue, thriftFalse: // in a list
		b, err := t.ReadByte()
		return b == thriftTrue, err
	case thriftByte:
		b, err := t.ReadByte()
		return int64(int8(b)), err
	case thriftInt16, thriftInt32, thriftInt64:
		return binary.ReadVarint(t)
	case thriftDouble:
		b, err := t.bytes(8)
		if err != nil {
			return nil, err
		}
		return math.Float64frombits(binary.LittleEndian.Uint64(b)), nil
	case thriftBinary:
		length, err := binary.ReadUvarint(t)
		if err != nil {
			return nil, err
		}
		return t.bytes(length)
	case thriftList, thriftSet:
		return t.list(depth)
	case thriftStructure:
		return t.structure(depth + 1)
	}
	return nil, errThrift // maps, which no metadata that are needed have
}

func (t thriftReader) bytes(length uint64) ([]byte, error) {
	var found []byte
	for range length {
		b, err := t.ReadByte()
		if err != nil {
			return nil, err
		}
		found = append(found, b)
	}
	return found, nil
}

func (t thriftReader) list(depth int) ([]any, error) {
	head, err := t.ReadByte()
	if err != nil {
		return nil, err
	}
	length := uint64(head >> 4)
	if length == 15 {
		if length, err = binary.ReadUvarint(t); err != nil {
			return nil, err
		}
	}
	var found []any
	for range length {
		value, err := t.value(head&15, depth+1)
		if err != nil {
			return nil, err
		}
		found = append(found, value)
	}
	return found, nil
}
