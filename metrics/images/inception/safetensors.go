package inception

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
)

// entry is a tensor in a file in the format safetensors: the length of a header as 8 bytes, the lowest first; the
// header, JSON, which has an entry for each name; and the numbers, to which the offsets refer.
type entry struct {
	Type    string   `json:"dtype"`
	Shape   []int    `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"`
}

// mostHeader bounds headers, as the format does.
const mostHeader = 100_000_000

// header reads the entries of a file of the given size, and where its numbers begin. Those of the type F32 are as long
// as their shapes say, and all lie within the file.
func header(file io.ReaderAt, size int64) (entries map[string]entry, begin int64, err error) {
	var prefix [8]byte
	if _, err := file.ReadAt(prefix[:], 0); err != nil {
		return nil, 0, fmt.Errorf("it has %d bytes and is no file in the format safetensors", size)
	}
	length := binary.LittleEndian.Uint64(prefix[:])
	if length > mostHeader || int64(length) > size-8 {
		return nil, 0,
			fmt.Errorf("it is no file in the format safetensors, or cut off: its header would have %d bytes, and "+
				"the file has %d", length, size)
	}
	text := make([]byte, length)
	if _, err := file.ReadAt(text, 8); err != nil && err != io.EOF {
		return nil, 0, err
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(text, &raw); err != nil {
		return nil, 0, fmt.Errorf("it is no file in the format safetensors: its header is no JSON object (%w)", err)
	}
	begin, entries = 8+int64(length), map[string]entry{}
	for name, value := range raw {
		if name == "__metadata__" {
			continue
		}
		var e entry
		if err := json.Unmarshal(value, &e); err != nil {
			return nil, 0, fmt.Errorf("the header's entry of %q can't be read: %w", name, err)
		}
		if err := e.check(size - begin); err != nil {
			return nil, 0, fmt.Errorf("the tensor %q: %w", name, err)
		}
		entries[name] = e
	}
	return entries, begin, nil
}

// check refuses a tensor that does not fit into the given number of bytes.
func (e entry) check(size int64) error {
	if e.Offsets[0] < 0 || e.Offsets[1] < e.Offsets[0] {
		return fmt.Errorf("it lies from byte %d to %d", e.Offsets[0], e.Offsets[1])
	}
	if e.Offsets[1] > size {
		return fmt.Errorf("it ends at byte %d of %d bytes of numbers: the file is cut off",
			e.Offsets[1], size)
	}
	if e.Type != "F32" {
		return nil
	}
	numbers := int64(1)
	for _, d := range e.Shape {
		if d < 0 || d > 0 && numbers > size/int64(d) {
			return fmt.Errorf("the shape %v has more numbers than the file", e.Shape)
		}
		numbers *= int64(d)
	}
	if held := e.Offsets[1] - e.Offsets[0]; held != 4*numbers {
		return fmt.Errorf("it has %d bytes, not the %d of the shape %v", held, 4*numbers, e.Shape)
	}
	return nil
}

// read gives the numbers of a tensor of the type F32; the error is one of numbers that are not finite.
func (e entry) read(file io.ReaderAt, begin int64) ([]float32, error) {
	raw := make([]byte, e.Offsets[1]-e.Offsets[0])
	if _, err := file.ReadAt(raw, begin+e.Offsets[0]); err != nil && err != io.EOF {
		return nil, err
	}
	numbers := make([]float32, len(raw)/4)
	for i := range numbers {
		numbers[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
		if v := float64(numbers[i]); math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("number %d is %v", i, v)
		}
	}
	return numbers, nil
}
