package pickle

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// Bounds on what a file may ask of the machine; a data file needs a few hundred operations and a few dozen marks.
const (
	maxBytes      = 16 << 20
	maxOperations = 1 << 17
)

// argument says what follows an opcode in the stream.
type argument int

const (
	none    argument = iota
	fixed            // a number of bytes
	counted          // a little-endian length of a number of bytes, then as many bytes as it says
	lines            // a number of lines of text
	frame            // a length of 8 bytes, of the operations that follow
)

type operation struct {
	argument argument
	width    int
}

// operations are the opcodes that a dictionary of arrays needs in protocols 2 to 5, by the names of Python's pickletools.
// Everything else is refused.
var operations = map[byte]operation{
	0x80: {fixed, 1},   // PROTO
	0x95: {frame, 8},   // FRAME
	'.':  {none, 0},    // STOP
	'(':  {none, 0},    // MARK
	'}':  {none, 0},    // EMPTY_DICT
	's':  {none, 0},    // SETITEM
	'u':  {none, 0},    // SETITEMS
	')':  {none, 0},    // EMPTY_TUPLE
	't':  {none, 0},    // TUPLE
	0x85: {none, 0},    // TUPLE1
	0x86: {none, 0},    // TUPLE2
	0x87: {none, 0},    // TUPLE3
	'N':  {none, 0},    // NONE
	0x88: {none, 0},    // NEWTRUE
	0x89: {none, 0},    // NEWFALSE
	'J':  {fixed, 4},   // BININT
	'K':  {fixed, 1},   // BININT1
	'M':  {fixed, 2},   // BININT2
	'X':  {counted, 4}, // BINUNICODE
	0x8c: {counted, 1}, // SHORT_BINUNICODE
	'B':  {counted, 4}, // BINBYTES
	'C':  {counted, 1}, // SHORT_BINBYTES
	0x8e: {counted, 8}, // BINBYTES8
	0x96: {counted, 8}, // BYTEARRAY8
	'c':  {lines, 2},   // GLOBAL
	0x93: {none, 0},    // STACK_GLOBAL
	'R':  {none, 0},    // REDUCE
	'b':  {none, 0},    // BUILD
	'h':  {fixed, 1},   // BINGET
	'j':  {fixed, 4},   // LONG_BINGET
	'q':  {fixed, 1},   // BINPUT
	'r':  {fixed, 4},   // LONG_BINPUT
	0x94: {none, 0},    // MEMOIZE
}

var errEnds = errors.New("the pickle is damaged: it ends too early")

// scan walks through the operations before any is carried out, and refuses a stream with an unknown one, with one whose
// argument reaches beyond the end (which would be allocated before it is missed), with too many, or without an end.
func scan(stream []byte) error {
	at := 0
	for range maxOperations {
		if at >= len(stream) {
			return errEnds
		}
		code := stream[at]
		op, known := operations[code]
		if !known {
			return fmt.Errorf("the pickle has operation 0x%02x at byte %d, which a dictionary of NumPy arrays has no use for",
				code, at)
		}
		if code == '.' {
			return nil
		}
		length, err := op.length(stream[at+1:])
		if err != nil {
			return err
		}
		at += 1 + length
	}
	return fmt.Errorf("the pickle has more than %d operations; a dictionary of NumPy arrays needs a few hundred", maxOperations)
}

// length is the number of bytes of the argument at the start of rest.
func (o operation) length(rest []byte) (int, error) {
	length := uint64(0)
	switch o.argument {
	case fixed:
		length = uint64(o.width)
	case lines:
		for range o.width {
			end := bytes.IndexByte(rest[length:], '\n')
			if end < 0 {
				return 0, errEnds
			}
			length += uint64(end) + 1
		}
	case counted, frame:
		if len(rest) < o.width {
			return 0, errEnds
		}
		var count [8]byte
		copy(count[:], rest[:o.width])
		body := binary.LittleEndian.Uint64(count[:])
		if body > uint64(len(rest)-o.width) {
			return 0, errEnds
		}
		length = uint64(o.width)
		if o.argument == counted {
			length += body
		}
	}
	if length > uint64(len(rest)) {
		return 0, errEnds
	}
	return int(length), nil
}
