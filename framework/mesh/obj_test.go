package mesh

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/points"
)

func TestOBJKeepsMeshes(t *testing.T) {
	keepsMeshes(t, format{WriteOBJ, ReadOBJ}, func(m *Mesh) { m.Values = nil })
}

func TestReadOBJOfOtherPrograms(t *testing.T) {
	file := `# by hand
mtllib some.mtl
o square
v 0 0 0
v 1 0 0 1.0
v 1 1 0 0.5 0.5 0.5
v 0 1 0
vt 0 0
vn 0 0 1
s off
f 1/1/1 2//1 3/1 4
f -4 -3 -1
l 1 2 3
`
	got, err := ReadOBJ(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	want := &Mesh{Dimension: 2, Vertices: &points.Set{Dim: 3, Data: []float64{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}},
		Elements: []int32{0, 1, 2, 0, 2, 3, 0, 1, 3}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestReadOBJErrors(t *testing.T) {
	tests := []struct{ name, file, want string }{
		{"empty", "", "neither faces nor lines"},
		{"few coordinates", "v 1 2\n", "line 1: a vertex has 2 coordinates"},
		{"NaN", "v 1 2 nan\n", `"nan" is not a finite number`},
		{"few vertices", "v 0 0 0\nf 1 1\n", "line 2: 2 vertices are too few"},
		{"index 0", "v 0 0 0\nf 0 1 1\n", `"0" is not the number of a vertex`},
		{"before the first", "v 0 0 0\nl -2 1\n", `"-2" is not the number of a vertex`},
		{"beyond the last", "v 0 0 0\nl 1 2\n", "element 0 has vertex 1; there are 1 vertices"},
		{"word", "curve 1 2\n", `"curve" is not understood`},
		{"endless line", strings.Repeat("#", 1<<17), "token too long"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := ReadOBJ(strings.NewReader(test.file))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
	m := rounded(3, 1)
	m.Vertices.Data[1] = math.Inf(1)
	if err := WriteOBJ(&bytes.Buffer{}, m); err == nil {
		t.Error("an infinite coordinate was written")
	}
}

// Whatever is read from garbage is a mesh that can be written and read again.
func FuzzReadOBJ(f *testing.F) {
	f.Add([]byte("# dimension 2\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2/1 -1//\n"))
	f.Add([]byte("v 0 0 0\nv 1e3 0 0 1\nl 1 2 1\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if len(file) > 128 { // longer ones take Go seconds each to minimize, in which it tries nothing new
			return
		}
		format{WriteOBJ, ReadOBJ}.readsAgain(t, file)
	})
}
