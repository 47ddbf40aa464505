package pickle

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"ebim/framework/points"

	"github.com/nlpodyssey/gopickle/types"
)

// reconstruct stands for NumPy's function that makes an empty array, whose state is set later.
type reconstruct struct{}

func (reconstruct) Call(...any) (any, error) { return new(array), nil }

// fromBuffer stands for NumPy's function that makes an array of (bytes, element type, shape, order "C" or "F").
type fromBuffer struct{}

func (fromBuffer) Call(arguments ...any) (any, error) {
	if len(arguments) != 4 {
		return nil, fmt.Errorf("an array of %d arguments; bytes, type, shape and order are needed", len(arguments))
	}
	order := arguments[3]
	if order != "C" && order != "F" {
		return nil, errors.New("an array of unknown order; C and F are read")
	}
	made := new(array)
	return made, made.set(arguments[2], arguments[1], order == "F", arguments[0])
}

// latin1 stands for the function that encodes a text, here as (text, "latin1"), so that each character is a byte. What it makes
// counts, since it can be called with one text many times.
type latin1 struct{ left *int }

func (l latin1) Call(arguments ...any) (any, error) {
	if len(arguments) != 2 || arguments[1] != "latin1" {
		return nil, errors.New("a text that is not encoded as latin1")
	}
	text, isText := arguments[0].(string)
	if *l.left -= len(text); !isText || *l.left < 0 {
		return nil, fmt.Errorf("texts of more than %d MiB that stand for bytes", maxBytes>>20)
	}
	encoded := make([]byte, 0, len(text))
	for _, r := range text {
		if r > 0xff {
			return nil, fmt.Errorf("the character %q, which stands for no byte", r)
		}
		encoded = append(encoded, byte(r))
	}
	return encoded, nil
}

// ndarrayClass stands for the class that is given to reconstruct.
type ndarrayClass struct{}

// dtypeClass stands for numpy.dtype: called with ("f4", ...) it makes an element type, whose byte order is set later.
type dtypeClass struct{}

func (dtypeClass) Call(arguments ...any) (any, error) {
	if len(arguments) == 0 {
		return nil, errors.New("an element type without a name")
	}
	name, _ := arguments[0].(string)
	switch name {
	case "f4":
		return &dtype{size: 4}, nil
	case "f8":
		return &dtype{size: 8}, nil
	}
	return nil, fmt.Errorf("elements of type %q; f4 and f8 are read", name)
}

// dtype is an element type: a float of size bytes.
type dtype struct {
	size      int
	bigEndian bool
}

// PySetState takes (version, byte order, ...).
func (d *dtype) PySetState(state any) error {
	fields, isTuple := state.(*types.Tuple)
	if !isTuple || fields.Len() < 2 {
		return fmt.Errorf("an element type with a state of type %T", state)
	}
	switch fields.Get(1) {
	case "<", "=", "|":
		d.bigEndian = false
	case ">":
		d.bigEndian = true
	default:
		return errors.New("an element type of unknown byte order")
	}
	return nil
}

// array is a NumPy array; its bytes are shared with the unpickler and decoded when asked for.
type array struct {
	rows, columns int
	element       *dtype
	fortran       bool
	bytes         []byte
}

// PySetState takes (version, shape, element type, is in Fortran order, bytes).
func (a *array) PySetState(state any) error {
	fields, isTuple := state.(*types.Tuple)
	if !isTuple || fields.Len() != 5 {
		return fmt.Errorf("an array with a state of type %T", state)
	}
	fortran, hasOrder := fields.Get(3).(bool)
	if !hasOrder {
		return errors.New("an array of unknown order")
	}
	return a.set(fields.Get(1), fields.Get(2), fortran, fields.Get(4))
}

// set fills the array.
func (a *array) set(dimensions, kind any, fortran bool, contents any) error {
	if mutable, ok := contents.(*types.ByteArray); ok {
		contents = []byte(*mutable)
	}
	shape, hasShape := dimensions.(*types.Tuple)
	element, hasType := kind.(*dtype)
	content, hasBytes := contents.([]byte)
	if !hasShape || !hasType || !hasBytes {
		return errors.New("an array that isn't made of shape, type and bytes")
	}
	if shape.Len() != 2 {
		return fmt.Errorf("an array with %d axes; [rows, columns] is needed", shape.Len())
	}
	rows, okRows := shape.Get(0).(int)
	columns, okColumns := shape.Get(1).(int)
	if !okRows || !okColumns || rows < 1 || columns < 1 || rows > maxBytes || columns > maxBytes {
		return fmt.Errorf("an array of shape [%v, %v]", shape.Get(0), shape.Get(1))
	}
	if rows*columns*element.size != len(content) {
		return fmt.Errorf("an array of shape [%d, %d] with %d bytes instead of %d",
			rows, columns, len(content), rows*columns*element.size)
	}
	*a = array{rows, columns, element, fortran, content}
	return nil
}

func (a *array) points() (*points.Set, error) {
	if a.element == nil {
		return nil, errors.New("it has no contents")
	}
	if a.rows*a.columns*a.element.size != len(a.bytes) {
		return nil, errors.New("its element type changes after its contents")
	}
	order := binary.ByteOrder(binary.LittleEndian)
	if a.element.bigEndian {
		order = binary.BigEndian
	}
	set := points.New(a.rows, a.columns)
	for i := range a.rows {
		for j := range a.columns {
			at := i*a.columns + j
			if a.fortran {
				at = j*a.rows + i
			}
			value := decode(a.bytes[at*a.element.size:], a.element.size, order)
			if math.IsNaN(value) || math.IsInf(value, 0) {
				return nil, fmt.Errorf("row %d, column %d (both from 0) is %v; a finite number is needed", i, j, value)
			}
			set.At(i)[j] = value
		}
	}
	return set, nil
}

func decode(bytes []byte, size int, order binary.ByteOrder) float64 {
	if size == 4 {
		return float64(math.Float32frombits(order.Uint32(bytes)))
	}
	return math.Float64frombits(order.Uint64(bytes))
}
