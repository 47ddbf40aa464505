package train

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"testing"
)

// packedNumbers returns a file of numbers with the given bytes.
func packedNumbers(data []byte) []byte {
	out := bytes.NewBufferString(arraysHeader)
	zipped := gzip.NewWriter(out)
	zipped.Write(data)
	zipped.Close()
	return out.Bytes()
}

// indexOf returns an index of one array.
func indexOf(name, dimensions, kind string, position, length int) []byte {
	return fmt.Appendf(nil,
		`{"Variables": [{"ParameterName": %q, "Dimensions": %s, "DType": %q, "Pos": %d, "Length": %d}]}`,
		name, dimensions, kind, position, length)
}

func TestDecodeArraysRefuses(t *testing.T) {
	eight := packedNumbers(make([]byte, 8))
	if arrays, err := decodeArrays(indexOf("var:/a/b", "[2]", "Float32", 0, 8), eight); err != nil ||
		len(arrays["a/b"].Data) != 2 {
		t.Fatalf("a sound pair gives %v, %v", arrays, err)
	}
	for name, test := range map[string]struct{ index, packed []byte }{
		"no arrays":         {[]byte("{}"), eight},
		"no index":          {[]byte("null"), eight},
		"another kind":      {indexOf("var:/a/b", "[1]", "Int64", 0, 8), eight},
		"a kind of no size": {indexOf("var:/a/b", "[2]", "Float", 0, 8), eight},
		"another length":    {indexOf("var:/a/b", "[2]", "Float32", 0, 4), eight},
		"another position":  {indexOf("var:/a/b", "[2]", "Float32", 4, 8), eight},
		"no name":           {indexOf("var:/a/", "[2]", "Float32", 0, 8), eight},
		"too few numbers":   {indexOf("var:/a/b", "[3]", "Float32", 0, 12), eight},
		"too many numbers":  {indexOf("var:/a/b", "[1]", "Float32", 0, 4), eight},
		"a large array":     {indexOf("var:/a/b", "[1099511627776]", "Float32", 0, 4398046511104), eight},
		"cut short":         {indexOf("var:/a/b", "[2]", "Float32", 0, 8), eight[:len(eight)-1]},
		"not packed":        {indexOf("var:/a/b", "[2]", "Float32", 0, 8), make([]byte, 8)},
	} {
		if arrays, err := decodeArrays(test.index, test.packed); err == nil {
			t.Errorf("%s gives %v", name, arrays)
		}
	}
}

// Whatever the two files hold, reading them ends in arrays whose numbers fit their dimensions, or in an error.
func FuzzDecodeArrays(f *testing.F) {
	f.Add(indexOf("var:/a/b", "[2]", "Float32", 0, 8), packedNumbers(make([]byte, 8)))
	f.Add(indexOf("var://s", "[]", "Float32", 0, 4), packedNumbers([]byte{0, 0, 128, 63}))
	f.Add(indexOf("var://global_step", "null", "Int64", 0, 8), packedNumbers(make([]byte, 8)))
	f.Add([]byte(`{"Variables": [{"Dimensions": [0, -1]}]}`), []byte(arraysHeader))
	f.Fuzz(func(t *testing.T, index, packed []byte) {
		// longer ones take Go seconds each to minimize, in which it tries nothing new
		if len(index) > 160 || len(packed) > 96 {
			return
		}
		arrays, err := decodeArrays(index, packed)
		if err != nil {
			return
		}
		for name, a := range arrays {
			if len(a.Data) != product(a.Dimensions) {
				t.Errorf("array %q of dimensions %v has %d numbers", name, a.Dimensions, len(a.Data))
			}
		}
	})
}
