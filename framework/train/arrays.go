package train

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"ebim/framework/backend"
)

// The files of arrays are a checkpoint of GoMLX 0.26: an index and the numbers. Later versions of GoMLX misspell the
// header and read only what they wrote themselves; ebim goes on with the format that its finished stages have.
const (
	arraysName  = "checkpoint-n0000000-initial"
	indexSuffix = ".json"
	dataSuffix  = ".bin"
	namePrefix  = "var:"        // of a name, then a slash, once more for a name without slashes
	globalStep  = "global_step" // an array that GoMLX expects
)

// zippers are kept, as making one costs more than small arrays.
var zippers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// writeArrays writes named arrays into a folder. Empty arrays are left out.
func writeArrays(folder string, arrays map[string]backend.Array) error {
	listed := listing{BinFormat: "gzip"}
	packed := bytes.NewBufferString(arraysHeader)
	zipped := zippers.Get().(*gzip.Writer)
	defer zippers.Put(zipped)
	zipped.Reset(packed)
	position := 0
	for _, name := range slices.Sorted(maps.Keys(arrays)) {
		a := arrays[name]
		if len(a.Data) == 0 {
			continue
		}
		full := "/" + name
		if !strings.Contains(name, "/") {
			full = "/" + full
		}
		listed.Variables = append(listed.Variables, entry{namePrefix + full, a.Dimensions, "Float32", position,
			4 * len(a.Data)})
		position += 4 * len(a.Data)
		if err := binary.Write(zipped, binary.LittleEndian, a.Data); err != nil {
			return err
		}
	}
	listed.Variables = append(listed.Variables, entry{namePrefix + "//" + globalStep, nil, "Int64", position, 8})
	err := errors.Join(binary.Write(zipped, binary.LittleEndian, int64(0)), zipped.Flush(), zipped.Close())
	text, indexErr := json.MarshalIndent(listed, "", "\t")
	if err := errors.Join(err, indexErr); err != nil {
		return err
	}
	return errors.Join(os.WriteFile(filepath.Join(folder, arraysName+dataSuffix), packed.Bytes(), 0o644),
		os.WriteFile(filepath.Join(folder, arraysName+indexSuffix), append(text, '\n'), 0o644))
}

// LoadArrays reads what SaveArrays wrote, now or in earlier versions. It accepts whole files only.
func LoadArrays(folder string) (arrays map[string]backend.Array, err error) {
	defer catch(&err, func(err error) error {
		return fmt.Errorf("checkpoint %s: %w; if it is damaged, remove that folder and run again", folder, err)
	})
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	name := "" // the newest
	for _, entry := range entries {
		if base, ok := strings.CutSuffix(entry.Name(), indexSuffix); ok && strings.HasPrefix(base, "checkpoint-") {
			name = base
		}
	}
	if name == "" {
		return nil, errors.New("it holds no arrays")
	}
	index, err := os.ReadFile(filepath.Join(folder, name+indexSuffix))
	if err != nil {
		return nil, err
	}
	packed, err := os.ReadFile(filepath.Join(folder, name+dataSuffix))
	if err != nil {
		return nil, err
	}
	return decodeArrays(index, packed)
}

// listing has the arrays in the order of their numbers.
type listing struct {
	Variables []entry
	BinFormat string
}

// entry is an array in the index.
type entry struct {
	ParameterName string
	Dimensions    []int
	DType         string
	Pos, Length   int
}

// The file of numbers: this header, then all arrays' bytes, in order, through gzip.
const arraysHeader = "gomlx_checkpoints\x04gzip"

// mostCompressed is how many bytes one of deflate's can stand for, at most.
const mostCompressed = 1032

// decodeArrays reads an index and a file of numbers. It takes memory in proportion to their lengths.
func decodeArrays(index, packed []byte) (map[string]backend.Array, error) {
	var listed struct{ Variables []entry }
	if err := json.Unmarshal(index, &listed); err != nil {
		return nil, fmt.Errorf("its index: %w", err)
	}
	if len(listed.Variables) == 0 {
		return nil, errors.New("its index lists no arrays")
	}
	total := 0
	for _, e := range listed.Variables {
		if err := e.check(total, len(packed)*mostCompressed); err != nil {
			return nil, err
		}
		total += e.Length
	}
	data, err := unpack(packed, total)
	if err != nil {
		return nil, fmt.Errorf("its numbers: %w", err)
	}
	arrays := map[string]backend.Array{}
	for _, e := range listed.Variables {
		scope, name := path.Split(strings.TrimPrefix(e.ParameterName, namePrefix))
		if name == globalStep {
			continue
		}
		key := strings.TrimPrefix(path.Join(scope, name), "/")
		if _, twice := arrays[key]; twice || name == "" {
			return nil, fmt.Errorf("its index has the name %q, which is empty or there twice", e.ParameterName)
		}
		if e.DType != "Float32" {
			return nil, fmt.Errorf("array %s holds %s, not float32", key, e.DType)
		}
		arrays[key] = backend.Array{Dimensions: e.Dimensions, Data: floats(data[e.Pos : e.Pos+e.Length])}
	}
	return arrays, nil
}

// check refuses an array that does not begin at a position, has another size than its dimensions, or goes beyond a
// limit.
func (e *entry) check(position, limit int) error {
	widths := map[string]int{"Float32": 4, "Int64": 8}
	size, known := widths[e.DType]
	if !known {
		return fmt.Errorf("array %s holds %q, not float32", e.ParameterName, e.DType)
	}
	for _, d := range e.Dimensions {
		if d < 0 || d > 0 && size > limit/d {
			return fmt.Errorf("array %s has dimensions %v, more than the file can hold", e.ParameterName, e.Dimensions)
		}
		size *= d
	}
	if e.Pos != position || e.Length != size || e.Length > limit-position {
		return fmt.Errorf("array %s of dimensions %v stands at %d with %d bytes, not at %d with %d", e.ParameterName,
			e.Dimensions, e.Pos, e.Length, position, size)
	}
	return nil
}

// unpack reads exactly that many bytes of a file of numbers, and checks gzip's checksum.
func unpack(packed []byte, size int) ([]byte, error) {
	body, ok := bytes.CutPrefix(packed, []byte(arraysHeader))
	if !ok {
		return nil, errors.New("they don't begin with GoMLX's header")
	}
	unzipped, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	var data bytes.Buffer // grows with what is there, whatever the index says
	if _, err := io.Copy(&data, io.LimitReader(unzipped, int64(size)+1)); err != nil {
		return nil, err
	}
	if data.Len() != size {
		return nil, fmt.Errorf("they don't end after %d bytes", size)
	}
	return data.Bytes(), nil
}

func floats(data []byte) []float32 {
	values := make([]float32, len(data)/4)
	for i := range values {
		values[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return values
}
