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
	shape, hasShape := fields.Get(1).(*types.Tuple)
	element, hasType := fields.Get(2).(*dtype)
	fortran, hasOrder := fields.Get(3).(bool)
	content, hasBytes := fields.Get(4).([]byte)
	if !hasShape || !hasType || !hasOrder || !hasBytes {
		return errors.New("an array whose state isn't (version, shape, type, order, bytes)")
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
