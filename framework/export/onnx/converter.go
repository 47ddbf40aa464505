package onnx

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/ir"
)

// value is what stands for a recorded node in the file. Its dimensions are the node's, aligned at the last axis as
// ONNX aligns operands, but that axes may have length 1, and leading ones be missing, where values repeat.
type value struct {
	name       string
	dimensions []length
}

// converter writes the nodes of a function one after the other.
type converter struct {
	f        Function
	nodes    []*ir.Node
	lengths  [][]length // of the recorded nodes, by index
	needed   []bool     // by the output
	values   []value
	graph    message // nodes
	tensors  []initializer
	taken    map[string]bool
	used     map[string]bool   // names that nodes take
	integers map[string]string // initializers of integers by their values
	batch    string            // the batch's length, as an array of one number; empty until it is needed
	err      error             // the first one
}

// initializer is a TensorProto.
type initializer struct {
	name string
	message
}

// place makes values of the parameters and of the input, which is in the user's units.
func (c *converter) place() {
	parameters := c.f.Recorded[0].Parameters
	for i, p := range c.f.Parameters {
		if !c.needed[parameters[i].Index] {
			continue
		}
		name := c.tensor(p.Name, float32Type, p.Dimensions, p.Values)
		c.values[parameters[i].Index] = value{name, c.lengths[parameters[i].Index]}
	}
	x := c.f.Input.Name
	if s := c.f.Input.Scale; s != nil {
		if c.f.Single {
			x = c.emit("Cast", []string{x}, attribute{"to", int(float64Type)})
		}
		x = c.emit("Sub", []string{x, c.doubles("input_shift", c.f.Input.Shift)})
		x = c.emit("Div", []string{x, c.doubles("input_scale", s)})
	}
	input := parameters[len(c.f.Parameters)]
	c.values[input.Index] = value{c.emit("Cast", []string{x}, attribute{"to", int(float32Type)}),
		c.lengths[input.Index]}
}

// unique is a name that nothing else has.
func (c *converter) unique(name string) string {
	made := name
	for i := 1; c.taken[made]; i++ {
		made = fmt.Sprintf("%s_%d", name, i)
	}
	c.taken[made] = true
	return made
}

// emit adds a node and returns its result's name.
func (c *converter) emit(operator string, inputs []string, attributes ...attribute) string {
	name := c.unique(strings.ToLower(operator))
	c.node(operator, inputs, name, attributes...)
	return name
}

func (c *converter) node(operator string, inputs []string, output string, attributes ...attribute) {
	for _, name := range inputs {
		c.used[name] = true
	}
	c.graph.bytes(1, node(operator, inputs, output, attributes))
}

// tensor adds an initializer and returns its name.
func (c *converter) tensor(name string, kind elementType, dimensions []int, values any) string {
	name = c.unique(name)
	m, err := tensor(name, kind, dimensions, values)
	if err != nil && c.err == nil {
		c.err = err
	}
	c.tensors = append(c.tensors, initializer{name, m})
	return name
}

func (c *converter) doubles(name string, values []float64) string {
	return c.tensor(name, float64Type, []int{len(values)}, values)
}

// vector is an array of integers.
func (c *converter) vector(numbers ...int) string {
	wide, text := make([]int64, len(numbers)), make([]string, len(numbers))
	for i, n := range numbers {
		wide[i], text[i] = int64(n), strconv.Itoa(n)
	}
	key := strings.Join(text, ",")
	if c.integers[key] == "" {
		c.integers[key] = c.tensor("integers", int64Type, []int{len(wide)}, wide)
	}
	return c.integers[key]
}

// shape is the name of an array of lengths.
func (c *converter) shape(dimensions []length) string {
	if !slices.ContainsFunc(dimensions, length.symbolic) {
		numbers := make([]int, len(dimensions))
		for i, d := range dimensions {
			numbers[i] = d.fixed
		}
		return c.vector(numbers...)
	}
	if c.batch == "" {
		c.batch = c.emit("Shape", []string{c.f.Input.Name}, attribute{"start", 0}, attribute{"end", 1})
	}
	var parts []string
	for _, d := range dimensions {
		switch {
		case d.batches == 1:
			parts = append(parts, c.batch)
		case d.symbolic():
			parts = append(parts, c.emit("Mul", []string{c.batch, c.vector(d.batches)}))
		default:
			parts = append(parts, c.vector(d.fixed))
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return c.emit("Concat", parts, attribute{"axis", 0})
}

// whole is the name of a node's value with all of its dimensions.
func (c *converter) whole(n *ir.Node) string {
	v := c.values[n.Index]
	if !slices.Equal(v.dimensions, c.lengths[n.Index]) {
		v = value{c.emit("Expand", []string{v.name, c.shape(c.lengths[n.Index])}), c.lengths[n.Index]}
		c.values[n.Index] = v
	}
	return v.name
}

// reshaped gives a value of some dimensions others. One that is the batch's is taken from the value, wherever that can
// be said.
func (c *converter) reshaped(name string, from, to []length) string {
	if slices.Equal(from, to) {
		return name
	}
	target, inferred := make([]int, len(to)), false
	for i, d := range to {
		switch {
		case d.symbolic() && i < len(from) && from[i] == d:
			target[i] = 0 // as it was
		case d.symbolic() && !inferred && !slices.Contains(to, length{}):
			target[i], inferred = -1, true
		case d.symbolic() || d.fixed == 0:
			return c.emit("Reshape", []string{name, c.shape(to)}, attribute{"allowzero", 1})
		default:
			target[i] = d.fixed
		}
	}
	return c.emit("Reshape", []string{name, c.vector(target...)})
}

// transposed permutes the axes of a value.
func (c *converter) transposed(name string, permutation []int) string {
	if slices.IsSorted(permutation) {
		return name
	}
	return c.emit("Transpose", []string{name}, attribute{"perm", permutation})
}

// missing is the error of an operation that is not written.
func (c *converter) missing(n *ir.Node, reason string) error {
	return &MissingError{c.f.Name, n.Op.String(), reason}
}

// elementTypes are those of the engine's numbers that the format has.
var elementTypes = map[dtypes.DType]elementType{
	dtypes.Float32: float32Type, dtypes.Float64: float64Type, dtypes.Bool: boolType,
	dtypes.Int8: int8Type, dtypes.Int16: int16Type, dtypes.Int32: int32Type, dtypes.Int64: int64Type,
	dtypes.Uint8: uint8Type, dtypes.Uint16: uint16Type, dtypes.Uint32: uint32Type, dtypes.Uint64: uint64Type,
}

// made is a value with all of a node's dimensions.
func (c *converter) made(n *ir.Node, name string) (value, error) {
	return value{name, c.lengths[n.Index]}, nil
}
