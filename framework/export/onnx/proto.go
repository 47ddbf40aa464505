package onnx

import (
	"bytes"
	"encoding/binary"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// Versions of what is written.
const (
	formatVersion   = 8
	operatorVersion = 17
)

// elementType is TensorProto.DataType.
type elementType int

const (
	float32Type elementType = 1
	uint8Type   elementType = 2
	int8Type    elementType = 3
	uint16Type  elementType = 4
	int16Type   elementType = 5
	int32Type   elementType = 6
	int64Type   elementType = 7
	boolType    elementType = 9
	float64Type elementType = 11
	uint32Type  elementType = 12
	uint64Type  elementType = 13
)

// message is the fields of a protocol buffer, written one after the other. Numbers of fields are those of onnx.proto.
type message []byte

func (m *message) number(field protowire.Number, v int64) {
	*m = protowire.AppendVarint(protowire.AppendTag(*m, field, protowire.VarintType), uint64(v))
}

func (m *message) text(field protowire.Number, v string) {
	*m = protowire.AppendString(protowire.AppendTag(*m, field, protowire.BytesType), v)
}

func (m *message) bytes(field protowire.Number, v []byte) {
	*m = protowire.AppendBytes(protowire.AppendTag(*m, field, protowire.BytesType), v)
}

func (m *message) float(field protowire.Number, v float32) {
	*m = protowire.AppendFixed32(protowire.AppendTag(*m, field, protowire.Fixed32Type), math.Float32bits(v))
}

// tensor is a TensorProto; values is a slice of numbers or of bools.
func tensor(name string, kind elementType, dimensions []int, values any) (message, error) {
	var m message
	for _, d := range dimensions {
		m.number(1, int64(d))
	}
	m.number(2, int64(kind))
	m.text(8, name)
	var raw bytes.Buffer
	if err := binary.Write(&raw, binary.LittleEndian, values); err != nil {
		return nil, err
	}
	m.bytes(9, raw.Bytes())
	return m, nil
}

// attribute is a setting of a node: an int, a float32, a string or []int.
type attribute struct {
	name  string
	value any
}

func (a attribute) message() message {
	var m message
	m.text(1, a.name)
	switch v := a.value.(type) {
	case float32:
		m.float(2, v)
		m.number(20, 1)
	case int:
		m.number(3, int64(v))
		m.number(20, 2)
	case string:
		m.text(4, v)
		m.number(20, 3)
	case []int:
		for _, number := range v {
			m.number(8, int64(number))
		}
		m.number(20, 7)
	}
	return m
}

// node is a NodeProto.
func node(operator string, inputs []string, output string, attributes []attribute) message {
	var m message
	for _, name := range inputs {
		m.text(1, name)
	}
	m.text(2, output)
	m.text(3, output)
	m.text(4, operator)
	for _, a := range attributes {
		m.bytes(5, a.message())
	}
	return m
}

// valueInfo is a ValueInfoProto: an input or output of the graph.
func valueInfo(name, doc string, kind elementType, dimensions []length) message {
	var shape message
	for _, d := range dimensions {
		var dimension message
		switch {
		case d.batches == 1:
			dimension.text(2, batchLength)
		case d.batches == 0:
			dimension.number(1, int64(d.fixed))
		}
		shape.bytes(1, dimension)
	}
	var array, whole, m message
	array.number(1, int64(kind))
	array.bytes(2, shape)
	whole.bytes(1, array)
	m.text(1, name)
	m.bytes(2, whole)
	m.text(3, doc)
	return m
}

// model is a ModelProto of a GraphProto.
func model(graph message, producer, version, doc string, properties [][2]string) message {
	var operators, m message
	operators.text(1, "")
	operators.number(2, operatorVersion)
	m.number(1, formatVersion)
	m.text(2, producer)
	m.text(3, version)
	m.text(6, doc)
	m.bytes(7, graph)
	m.bytes(8, operators)
	for _, p := range properties {
		var entry message
		entry.text(1, p[0])
		entry.text(2, p[1])
		m.bytes(14, entry)
	}
	return m
}
