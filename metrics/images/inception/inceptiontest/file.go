// Package inceptiontest writes files of weights for tests.
package inceptiontest

import (
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ebim/metrics/images/inception"
)

// Tensor is one in a file in the format safetensors.
type Tensor struct {
	Type    string   `json:"dtype"`
	Shape   []int    `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"`
}

// drawn are the numbers of a tensor as a formula of its name gives them, the same in the reference of tests.
func drawn(name string, shape []int) []float32 {
	n, fan := 1, 1
	for i, d := range shape {
		if n *= d; i > 0 {
			fan *= d
		}
	}
	numbers, seed := make([]float32, n), crc32.ChecksumIEEE([]byte(name))
	for i := range numbers {
		x := uint32(i)*2654435761 + seed
		x ^= x >> 16
		x *= 0x45d9f3b
		x ^= x >> 16
		u := float64(x)/(1<<32) - 0.5
		switch {
		case strings.HasSuffix(name, "conv.weight"):
			u *= math.Sqrt(24 / float64(fan))
		case strings.HasSuffix(name, "bn.weight"), strings.HasSuffix(name, "running_var"):
			u++
		default:
			u *= 0.4
		}
		numbers[i] = float32(u)
	}
	return numbers
}

// Tensors are those of a whole file, without their places.
func Tensors() map[string]Tensor {
	all := map[string]Tensor{"fc.bias": {Type: "F32", Shape: []int{1008}}}
	for name, shape := range inception.Tensors() {
		all[name] = Tensor{Type: "F32", Shape: shape}
	}
	return all
}

// Head is the beginning of a file of tensors of four bytes a number, which lie one after the other by name from its
// end to so many bytes, and where each begins.
func Head(tensors map[string]Tensor) (head []byte, size int64, begin map[string]int64) {
	header, begin := map[string]any{"__metadata__": map[string]string{"format": "pt"}}, map[string]int64{}
	for _, name := range slices.Sorted(maps.Keys(tensors)) {
		t := tensors[name]
		begin[name], t.Offsets[0] = size, size
		numbers := int64(4)
		for _, d := range t.Shape {
			numbers *= int64(d)
		}
		size += numbers
		t.Offsets[1] = size
		header[name] = t
	}
	text, err := json.Marshal(header)
	if err != nil {
		panic(err)
	}
	head = append(binary.LittleEndian.AppendUint64(nil, uint64(len(text))), text...)
	for name := range begin {
		begin[name] += int64(len(head))
	}
	return head, size + int64(len(head)), begin
}

// Bytes are those of a whole file.
func Bytes() []byte {
	head, size, begin := Head(Tensors())
	file := make([]byte, size)
	copy(file, head)
	for name, t := range Tensors() {
		for i, v := range drawn(name, t.Shape) {
			binary.LittleEndian.PutUint32(file[begin[name]+4*int64(i):], math.Float32bits(v))
		}
	}
	return file
}

// File writes whole weights, of 87 MB, and returns the path.
func File(tb testing.TB, folder string) string {
	tb.Helper()
	path := filepath.Join(folder, "inception.safetensors")
	if err := os.WriteFile(path, Bytes(), 0o644); err != nil {
		tb.Fatal(err)
	}
	return path
}
