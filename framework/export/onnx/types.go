package onnx

import (
	"fmt"

	"ebim/framework/engine/ir"
)

// Function is a function with its parameters, recorded with batches of two sizes.
type Function struct {
	Name          string
	Doc           string
	Input, Output Port
	// Recorded are graphs whose parameters are the Parameters and then an input [batch, Input.Width], with one output
	// [batch, Output.Width]. Both the same, with one batch size twice, give a file for this size alone.
	Recorded   [2]*ir.Graph
	Batches    [2]int
	Parameters []Parameter
	Properties [][2]string // metadata, key and value
	Single     bool        // the file's input and output are float32, not float64
	Producer   [2]string   // the program that writes it, and its version
}

// Port is the input or output of a function, [batch, Width] in the file.
type Port struct {
	Name, Doc string
	Width     int
	// Shift and Scale, both of Width numbers, turn z, of the recorded function, into Shift + Scale z, of the file; nil
	// where they are the same.
	Shift, Scale []float64
}

// Parameter is a named array of numbers, row-major.
type Parameter struct {
	Name       string
	Dimensions []int
	Values     []float32
}

// MissingError says that a function needs an operation that is not written.
type MissingError struct {
	Function  string
	Operation string
	Reason    string // what of it is not written; empty for all
}

func (e *MissingError) Error() string {
	if e.Reason != "" {
		return fmt.Sprintf("%s can't be written as ONNX: its operation %s %s", e.Function, e.Operation, e.Reason)
	}
	return fmt.Sprintf("%s can't be written as ONNX: its operation %s is not among those that are written",
		e.Function, e.Operation)
}
