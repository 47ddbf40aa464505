package mesh

import (
	"bytes"
	"io"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/points"
)

// format is a way to keep meshes in files.
type format struct {
	write func(io.Writer, *Mesh) error
	read  func(io.Reader) (*Mesh, error)
}

// rounded returns a small mesh with values, all of them exact in single precision.
func rounded(dim, dimension int) *Mesh {
	m := &Mesh{Dimension: dimension, Vertices: points.New(5, dim), Values: map[string][]float64{}}
	for i := range m.Vertices.Data {
		m.Vertices.Data[i] = float64(i*i)/4 - 3
	}
	m.Elements = []int32{0, 1, 1, 2, 2, 4}
	m.Values[Energy] = []float64{1, -2, 0.5, 1024, math.Inf(-1)}
	m.Values[LogDensity] = []float64{0, 1, 2, 3, 4}
	return m
}

// keepsMeshes tests that what is written is read as it was, but for what the format loses.
func keepsMeshes(t *testing.T, f format, lose func(*Mesh)) {
	t.Helper()
	for _, dim := range []int{2, 3} {
		for _, dimension := range []int{1, 2} {
			want := rounded(dim, dimension)
			var file bytes.Buffer
			if err := f.write(&file, want); err != nil {
				t.Fatal(err)
			}
			got, err := f.read(&file)
			if err != nil {
				t.Fatal(err)
			}
			lose(want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("dimension %d in R^%d: %s", dimension, dim, diff)
			}
		}
	}
}

// readsAgain tests that what is read, if anything, can be written and read again.
func (f format) readsAgain(t *testing.T, file []byte) {
	m, err := f.read(bytes.NewReader(file))
	if err != nil {
		return
	}
	var again bytes.Buffer
	if err := f.write(&again, m); err != nil {
		t.Fatal(err)
	}
	if _, err := f.read(&again); err != nil {
		t.Fatal(err)
	}
}
