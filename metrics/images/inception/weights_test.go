package inception_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ebim/framework/points"
	"ebim/metrics/images/inception"
	"ebim/metrics/images/inception/inceptiontest"
)

// The network has 94 convolutions with their normalizations, and 21,751,136 weights beside these (those of
// pytorch-fid's state dict).
func TestTensors(t *testing.T) {
	weights, all := 0, inception.Tensors()
	for name, shape := range all {
		if strings.HasSuffix(name, ".conv.weight") {
			weights += shape[0] * shape[1] * shape[2] * shape[3]
		}
	}
	if len(all) != 5*94 || weights != 21751136 {
		t.Errorf("%d tensors, %d weights", len(all), weights)
	}
}

// Files that are not whole are refused with what is wrong, those that can be by their header alone.
func TestFilesAreRefused(t *testing.T) {
	const scale = "Mixed_5b.branch1x1.bn.weight"
	folder := t.TempDir()
	type file struct {
		head  []byte
		size  int64 // beyond the head there are zeros
		at    int64
		value float32 // at a place; 0 for none
	}
	changed := func(change func(all map[string]inceptiontest.Tensor)) file {
		all := inceptiontest.Tensors()
		change(all)
		head, size, _ := inceptiontest.Head(all)
		return file{head: head, size: size}
	}
	whole := changed(func(map[string]inceptiontest.Tensor) {})
	short := whole
	short.size--
	numbered := func(tensor string, value float32) file {
		_, _, begin := inceptiontest.Head(inceptiontest.Tensors())
		return file{whole.head, whole.size, begin[tensor] + 12, value}
	}
	plain := func(bytes ...byte) file { return file{head: bytes, size: int64(len(bytes))} }
	headed := func(text string, bytes ...byte) file {
		return plain(slices.Concat(binary.LittleEndian.AppendUint64(nil, uint64(len(text))), []byte(text), bytes)...)
	}
	for _, test := range []struct {
		name, want string
		file       file
		byHeader   bool
	}{
		{"whole", "", whole, true},
		{"empty", "0 bytes and is no file in the format", plain(), true},
		{"a .pth file", "no file in the format safetensors, or cut off",
			plain([]byte("PK\x03\x04 and so on")...), true},
		{"a long header", "or cut off: its header would have", plain(255, 255, 255, 255, 255, 255, 255, 255), true},
		{"no JSON", "header is no JSON object", headed("none"), true},
		{"no entry", "entry of \"a\" can't be read", headed(`{"a": 3}`), true},
		{"a place before the numbers", "lies from byte -4 to 0",
			headed(`{"a": {"dtype": "F32", "shape": [1], "data_offsets": [-4, 0]}}`), true},
		{"another length", "has 4 bytes, not the 8 of the shape [2]",
			headed(`{"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 4]}}`, 0, 0, 0, 0), true},
		{"a huge shape", "more numbers than the file", headed(
			`{"a": {"dtype": "F32", "shape": [4294967296, 4294967296], "data_offsets": [0, 0]}}`), true},
		{"cut off", "the file is cut off", short, true},
		{"other names", `there is no tensor "Conv2d_1a_3x3.conv.weight" among the 1`,
			headed(`{"a": {"dtype": "I64", "shape": [], "data_offsets": [0, 0]}}`), true},
		{"a missing tensor", `there is no tensor "` + scale,
			changed(func(all map[string]inceptiontest.Tensor) { delete(all, scale) }), true},
		{"another shape", `"` + scale + `" is F32 [65], not F32 [64]`,
			changed(func(all map[string]inceptiontest.Tensor) {
				all[scale] = inceptiontest.Tensor{Type: "F32", Shape: []int{65}}
			}), true},
		{"another type", `"` + scale + `" is I32 [64], not F32`, changed(func(all map[string]inceptiontest.Tensor) {
			all[scale] = inceptiontest.Tensor{Type: "I32", Shape: []int{64}}
		}), true},
		{"torchvision's", "shape [1000], not [1008]: it is another Inception network",
			changed(func(all map[string]inceptiontest.Tensor) {
				all["fc.bias"] = inceptiontest.Tensor{Type: "F32", Shape: []int{1000}}
			}), true},
		{"a number that is none", `"` + scale + `": number 3 is NaN`, numbered(scale, float32(math.NaN())), false},
		{"a variance below 0", "number 3 is -1, and a variance is 0 or more",
			numbered("Mixed_5b.branch1x1.bn.running_var", -1), false},
	} {
		path := filepath.Join(folder, "weights.safetensors")
		if err := errors.Join(os.WriteFile(path, test.file.head, 0o644), os.Truncate(path, test.file.size),
			poke(path, test.file.at, test.file.value)); err != nil {
			t.Fatal(err)
		}
		err := inception.Check(path)
		if !test.byHeader {
			if err != nil {
				t.Errorf("%s: by its header: %v", test.name, err)
			}
			_, err = inception.Open(path, points.Shape{Channels: 1, Height: 8, Width: 8})
		}
		if (err == nil) != (test.want == "") || err != nil &&
			(!strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), path)) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
	if err := inception.Check(filepath.Join(folder, "none")); err == nil || errors.Is(err, os.ErrNotExist) ||
		!strings.Contains(err.Error(), "there is no file") {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := inception.Of(bytes.NewReader(nil), 0, points.Shape{Channels: 2, Height: 8, Width: 8},
		nil); err == nil || !strings.Contains(err.Error(), "2 channels") {
		t.Error("images of two channels are taken")
	}
}

// poke writes a number to a file, unless it is 0.
func poke(path string, at int64, value float32) error {
	if value == 0 {
		return nil
	}
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteAt(binary.LittleEndian.AppendUint32(nil, math.Float32bits(value)), at)
	return errors.Join(err, file.Close())
}

// The weights of each row add up to 1. Of two pixels the first quarter of the row is the first one, and between their
// centers it goes on linearly; an image of the wanted size stays.
func TestInterpolation(t *testing.T) {
	for _, length := range []int{1, 2, 28, 299, 1000} {
		weights := inception.Interpolation(length).Data
		for i := range 299 {
			sum := 0.0
			for _, w := range weights[i*length : (i+1)*length] {
				sum += float64(w)
			}
			if math.Abs(sum-1) > 1e-6 {
				t.Fatalf("%d pixels: row %d adds up to %v", length, i, sum)
			}
		}
	}
	two := inception.Interpolation(2).Data
	for i := range 299 {
		want := min(1, max(0, (float64(i)+0.5)*2/299-0.5))
		if math.Abs(float64(two[2*i+1])-want) > 1e-6 {
			t.Errorf("row %d has %v of the second pixel, want %v", i, two[2*i+1], want)
		}
	}
	same := inception.Interpolation(299).Data
	for i := range 299 {
		if same[i*299+i] < 1-1e-6 {
			t.Errorf("row %d has %v of its pixel", i, same[i*299+i])
		}
	}
}

// Headers of any bytes are read or refused.
func FuzzHeader(f *testing.F) {
	f.Add([]byte("\x3a\x00\x00\x00\x00\x00\x00\x00{\"a\": {\"dtype\": \"F32\", \"shape\": [1], \"data_offsets\": " +
		"[0, 4]}}\x00\x00\x00\x00"))
	f.Add([]byte("\x02\x00\x00\x00\x00\x00\x00\x00{}"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if len(file) > 200 {
			return
		}
		if _, _, err := inception.Header(bytes.NewReader(file), int64(len(file))); err != nil && err.Error() == "" {
			t.Error("an error without words")
		}
	})
}
