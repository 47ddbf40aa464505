// Package pickle reads a dictionary of NumPy arrays from a Python pickle, and nothing else: no other class is ever looked
// up, no code is run, and a damaged file gives an error.
package pickle

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"ebim/framework/points"

	"github.com/nlpodyssey/gopickle/pickle"
	"github.com/nlpodyssey/gopickle/types"
)

// ReadArrays reads a pickled dict from strings to arrays of shape [rows, columns] of 32- or 64-bit floats, pickled with
// protocols 2 to 5 by NumPy 1 or 2; each array becomes a set of points in R^columns. At most 16 MiB are read. An error
// says what is damaged or not allowed, such as NaN (named by array, row and column, from 0).
func ReadArrays(r io.Reader) (arrays map[string]*points.Set, err error) {
	defer func() { // the pickle library panics on some damaged files
		if failure := recover(); failure != nil {
			arrays, err = nil, fmt.Errorf("the pickle is damaged: %.300s", fmt.Sprint(failure))
		}
	}()
	stream, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(stream) > maxBytes {
		return nil, fmt.Errorf("the pickle is larger than %d MiB", maxBytes>>20)
	}
	if err := scan(stream); err != nil {
		return nil, err
	}
	unpickler := pickle.NewUnpickler(bytes.NewReader(stream))
	unpickler.FindClass = (&classes{left: maxBytes}).find
	value, err := unpickler.Load()
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, errEnds
	}
	if err != nil {
		return nil, fmt.Errorf("the pickle is damaged: %.300s", err.Error())
	}
	dict, isDict := value.(*types.Dict)
	if !isDict {
		return nil, fmt.Errorf("the pickle holds a %T; a dict of NumPy arrays is needed", value)
	}
	return readDict(dict)
}

func readDict(dict *types.Dict) (map[string]*points.Set, error) {
	if dict.Len() > maxArrays {
		return nil, fmt.Errorf("the pickle holds %d arrays; at most %d are read", dict.Len(), maxArrays)
	}
	arrays := make(map[string]*points.Set, dict.Len())
	total := 0
	for _, entry := range *dict {
		name, isString := entry.Key.(string)
		if !isString {
			return nil, fmt.Errorf("the pickle's dict has a key of type %T; strings are needed", entry.Key)
		}
		stored, isArray := entry.Value.(*array)
		if !isArray {
			return nil, fmt.Errorf("the pickle's entry %q is a %T; a NumPy array is needed", name, entry.Value)
		}
		// One array may be named many times.
		if total += len(stored.bytes); total > maxBytes {
			return nil, fmt.Errorf("the pickle's arrays take more than %d MiB", maxBytes>>20)
		}
		set, err := stored.points()
		if err != nil {
			return nil, fmt.Errorf("array %q of the pickle: %w", name, err)
		}
		arrays[name] = set
	}
	return arrays, nil
}

// maxArrays bounds the entries of the dict.
const maxArrays = 10000

// classes knows the names that pickled arrays refer to.
type classes struct{ left int } // bytes that may still be made of text

func (c *classes) find(module, name string) (any, error) {
	switch module + "." + name {
	case "numpy.core.multiarray._reconstruct", "numpy._core.multiarray._reconstruct":
		return reconstruct{}, nil
	case "numpy.core.numeric._frombuffer", "numpy._core.numeric._frombuffer": // protocol 5
		return fromBuffer{}, nil
	case "numpy.ndarray":
		return ndarrayClass{}, nil
	case "numpy.dtype":
		return dtypeClass{}, nil
	case "_codecs.encode": // of bytes, which protocol 2 has none of
		return latin1{&c.left}, nil
	}
	return nil, fmt.Errorf("it refers to %.100q, which a dictionary of NumPy arrays has no use for", module+"."+name)
}
