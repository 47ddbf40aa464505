package onnx

import (
	"errors"
	"io"
	"math"
)

// mostBytes is what a protocol buffer may have.
const mostBytes = math.MaxInt32

// ErrLarge says that a function has more parameters than a file may have.
var ErrLarge = errors.New("a file of this format has at most 2 GB; this one would have more")

// Write writes a file with the function: float64 in, float64 out, or float32 if it is Single, and float32 between. The
// error is a *MissingError where an operation is not written, a *BatchError where the batch can't be left open, or
// ErrLarge.
func Write(w io.Writer, f Function) error {
	size := 0
	for _, p := range f.Parameters {
		size += 4 * len(p.Values)
	}
	if size > mostBytes/2 { // before anything is copied
		return ErrLarge
	}
	c, err := newConverter(f)
	if err != nil {
		return err
	}
	graph, err := c.convert()
	if err != nil {
		return err
	}
	file := model(graph, f.Producer[0], f.Producer[1], f.Doc, f.Properties)
	if len(file) > mostBytes {
		return ErrLarge
	}
	_, err = w.Write(file)
	return err
}
