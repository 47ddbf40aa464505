package train_test

import (
	"bytes"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/train"
)

// An index may ask for anything: it is refused before memory is taken for it.
func TestArraysLargerThanTheirFile(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "arrays")
	if err := train.SaveArrays(folder, map[string]backend.Array{"a": {Dimensions: []int{2},
		Data: []float32{1, 2}}}); err != nil {
		t.Fatal(err)
	}
	found, _ := filepath.Glob(filepath.Join(folder, "*.json"))
	index, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, dimensions := range []string{"1099511627776", "1099511627776, 16777216", "-2",
		"4611686018427387904, 4", "2.5"} {
		changed := regexp.MustCompile(`(?s)("Dimensions": \[)\s*2\s*\]`).ReplaceAll(index,
			[]byte("${1}"+dimensions+"]"))
		if bytes.Equal(changed, index) {
			t.Fatal("the index has no dimensions")
		}
		if err := os.WriteFile(found[0], changed, 0o644); err != nil {
			t.Fatal(err)
		}
		if arrays, err := train.LoadArrays(folder); err == nil || !strings.Contains(err.Error(), "remove that folder") {
			t.Errorf("dimensions %s give %v, %v", dimensions, arrays, err)
		}
	}
}

// Arrays come back with their names, dimensions and bits, also large ones and special values.
func TestArraysRoundTrip(t *testing.T) {
	rng, large := rand.New(rand.NewPCG(1, 6)), make([]float32, 300000)
	for i := range large {
		large[i] = float32(rng.NormFloat64())
	}
	want := map[string]backend.Array{
		"state/0": {Dimensions: []int{3, 1, 100000}, Data: large},
		"a/b/c": {Dimensions: []int{4}, Data: []float32{0, float32(math.Copysign(0, -1)), math.MaxFloat32,
			math.SmallestNonzeroFloat32}},
		"step":      {Dimensions: []int{2}, Data: []float32{1, 1<<20 - 1}},
		"state/0/x": {Dimensions: []int{1, 1}, Data: []float32{7}},
		"scalar":    {Dimensions: []int{}, Data: []float32{-2.5}},
	}
	saved := map[string]backend.Array{"empty": {Dimensions: []int{0}}}
	for name, a := range want {
		saved[name] = a
	}
	folder := filepath.Join(t.TempDir(), "checkpoint")
	for range 2 { // the second replaces the first
		if err := train.SaveArrays(folder, saved); err != nil {
			t.Fatal(err)
		}
	}
	got, err := train.LoadArrays(folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(want) {
		t.Errorf("%d arrays came back, want %d", len(got), len(want))
	}
	for name, a := range want {
		if !slices.Equal(got[name].Data, a.Data) || !slices.Equal(got[name].Dimensions, a.Dimensions) {
			t.Errorf("%s came back with dimensions %v and %d numbers, or others", name, got[name].Dimensions,
				len(got[name].Data))
		}
	}
	if entries, _ := os.ReadDir(filepath.Dir(folder)); len(entries) != 1 {
		t.Errorf("beside the checkpoint there are %v", entries)
	}
}

func TestParametersRoundTrip(t *testing.T) {
	folder, n := filepath.Join(t.TempDir(), "parameters"), &network.MLP{Hidden: []int{4}, Activation: "silu"}
	saved, loaded := n.Initialize(3, 1, rand.New(rand.NewPCG(1, 1))), n.Initialize(3, 1, rand.New(rand.NewPCG(2, 1)))
	if err := train.SaveParameters(folder, saved); err != nil {
		t.Fatal(err)
	}
	if err := train.LoadParameters(folder, loaded); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(saved, loaded); diff != "" {
		t.Errorf("parameters differ (-saved +loaded):\n%s", diff)
	}
	transposed := []network.Parameter{{Name: saved[0].Name, Dimensions: []int{3, 4}, Values: make([]float32, 12)}}
	if err := train.LoadParameters(folder, transposed); err == nil {
		t.Error("a matrix of other dimensions and the same size is loaded")
	}
	wider := (&network.MLP{Hidden: []int{5}, Activation: "silu"}).Initialize(3, 1, rand.New(rand.NewPCG(1, 1)))
	if err := train.LoadParameters(folder, wider); err == nil || !strings.Contains(err.Error(), "another network") {
		t.Errorf("parameters of another network: %v", err)
	}
	if err := train.LoadParameters(filepath.Join(folder, "nowhere"), loaded); err == nil ||
		!strings.Contains(err.Error(), "nowhere") {
		t.Errorf("a folder that is not there: %v", err)
	}
}

// What GoMLX 0.26 wrote for finished stages of earlier versions is read on.
func TestArraysOfEarlierVersions(t *testing.T) {
	const index = `{"Params": null, "Variables": [{"ParameterName": "var:/a/b/c", "Dimensions": [1], "DType": "Float32", "Pos": 0, "Length": 4},
		{"ParameterName": "var:/hidden/weights", "Dimensions": [2, 2], "DType": "Float32", "Pos": 4, "Length": 16},
		{"ParameterName": "var://scale", "Dimensions": null, "DType": "Float32", "Pos": 20, "Length": 4},
		{"ParameterName": "var://global_step", "Dimensions": null, "DType": "Int64", "Pos": 24, "Length": 8}], "BinFormat": "gzip"}`
	numbers, err := hex.DecodeString("676f6d6c785f636865636b706f696e747304677a69701f8b08000000000000ff6260" +
		"78e0c0c0d060cfc0c0e0c0c0e000621f" +
		"60606000f1c100000000ffff010000ffff37cbb08320000000")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for suffix, content := range map[string][]byte{".json": []byte(index), ".bin": numbers} {
		if err := os.WriteFile(filepath.Join(folder, "checkpoint-n0000000-20261122-121753-initial"+suffix), content,
			0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]backend.Array{
		"hidden/weights": {Dimensions: []int{2, 2}, Data: []float32{1, 2, 3, -4}},
		"scale":          {Data: []float32{0.5}},
		"a/b/c":          {Dimensions: []int{1}, Data: []float32{7}},
	}
	if got, err := train.LoadArrays(folder); err != nil || cmp.Diff(want, got) != "" {
		t.Errorf("%v: %s", err, cmp.Diff(want, got))
	}
}
