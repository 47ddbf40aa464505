package mesh

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/points"
)

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

func TestPLYKeepsMeshes(t *testing.T) {
	for _, dim := range []int{2, 3} {
		for _, dimension := range []int{1, 2} {
			want := rounded(dim, dimension)
			var file bytes.Buffer
			if err := WritePLY(&file, want); err != nil {
				t.Fatal(err)
			}
			got, err := ReadPLY(&file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("dimension %d in R^%d: %s", dimension, dim, diff)
			}
		}
	}
}

// Other programs write text, big-endian numbers, polygons, other types and properties beside the ones needed.
func TestReadPLYOfOtherPrograms(t *testing.T) {
	text := `ply
format ascii 1.0
comment by hand
element vertex 5
property double x
property float y
property float z
property uchar red
element face 2
property list uchar uint vertex_index
property float quality
element edge 0
property int vertex1
property int vertex2
end_header
0 0 0 255
1 0 0 0
1 1 0 1
0 1 0 2
0.5 0.5 1e-1 3
4 0 1 2 3 0.25
3 0 1 4 7
`
	got, err := ReadPLY(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	want := &Mesh{
		Dimension: 2,
		Vertices:  &points.Set{Dim: 3, Data: []float64{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0.5, 0.1}},
		Elements:  []int32{0, 1, 2, 0, 2, 3, 0, 1, 4},
		Values:    map[string][]float64{"red": {255, 0, 1, 2, 3}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	big := "ply\nformat binary_big_endian 1.0\nelement vertex 2\nproperty short x\nproperty char y\nproperty double " +
		"z\n" +
		"element edge 1\nproperty uchar vertex1\nproperty ushort vertex2\nend_header\n" +
		"\xff\xfe\x03\x3f\xf0\x00\x00\x00\x00\x00\x00" + "\x00\x02\xff\x00\x00\x00\x00\x00\x00\x00\x00" + "\x01\x00\x00"
	got, err = ReadPLY(strings.NewReader(big))
	if err != nil {
		t.Fatal(err)
	}
	want = &Mesh{Dimension: 1, Vertices: &points.Set{Dim: 3, Data: []float64{-2, 3, 1, 2, -1, 0}},
		Elements: []int32{1, 0},
		Values:   map[string][]float64{}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestReadPLYErrors(t *testing.T) {
	const head = "ply\nformat ascii 1.0\n"
	const vertices = "element vertex 2\nproperty float x\nproperty float y\nproperty float z\n"
	const edges = "element edge 1\nproperty int vertex1\nproperty int vertex2\n"
	tests := []struct{ name, file, want string }{
		{"empty", "", "line 1: EOF"},
		{"no PLY", "solid\n", `does not begin with the line "ply"`},
		{"endless line", "ply\n" + strings.Repeat("a", 1<<16), "line 2: bufio: buffer full"},
		{"header without end", "ply\n" + strings.Repeat("comment\n", 2000), "line 2002: EOF"},
		{"format", "ply\nformat utf8 1.0\n" + vertices + "end_header\n", `the format "utf8" is unknown`},
		{"no vertices", head + edges + "end_header\n", "no vertices with"},
		{"no z", head + "element vertex 1\nproperty int x\nproperty int y\nend_header\n",
			"no vertices with the coordinates x, y, z"},
		{"no elements", head + vertices + "end_header\n", "neither faces with vertex_indices nor edges"},
		{"too many", head + "element vertex 99999999999\n", `"99999999999" is not a number of elements`},
		{"type", head + "element vertex 1\nproperty quad x\n", "the type of property x is unknown"},
		{"twice", head + "element vertex 1\nproperty int x\nproperty int x\n", "two properties x"},
		{"breaks off", head + vertices + edges + "end_header\n0 0 0\n1 1", "PLY vertex 1 of 2: unexpected EOF"},
		{"text", head + vertices + edges + "end_header\n0 0 zero\n", `parsing "zero"`},
		{"NaN", head + vertices + edges + "end_header\n0 0 nan\n0 0 0\n0 1\n", "vertex 0 has the coordinate NaN"},
		{"index", head + vertices + edges + "end_header\n0 0 0\n0 0 0\n0 2\n",
			"element 0 has vertex 2; there are 2 vertices"},
		{"negative", head + vertices + edges + "end_header\n0 0 0\n0 0 0\n0 -1\n", "-1 is not the index"},
		{"promises", head + strings.Replace(vertices, "2", "2147483647", 1) + edges + "end_header\n0 0 0\n",
			"PLY vertex 1 of 2147483647: unexpected EOF"},
		{"goes on", head + vertices + edges + "end_header\n0 0 0\n0 0 0\n0 1\n7\n", "continues after its last element"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := ReadPLY(strings.NewReader(test.file))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func TestWritePLYErrors(t *testing.T) {
	tests := []struct {
		name string
		harm func(*Mesh)
	}{
		{"NaN", func(m *Mesh) { m.Vertices.Data[0] = math.NaN() }},
		{"too large", func(m *Mesh) { m.Vertices.Data[0] = 1e39 }},
		{"index", func(m *Mesh) { m.Elements[0] = 5 }},
		{"odd indices", func(m *Mesh) { m.Elements = m.Elements[:5] }},
		{"few values", func(m *Mesh) { m.Values[Energy] = nil }},
		{"name with blank", func(m *Mesh) { m.Values["a b"] = m.Values[Energy] }},
		{"name of a coordinate", func(m *Mesh) { m.Values["z"] = m.Values[Energy] }},
		{"dimension", func(m *Mesh) { m.Dimension = 3 }},
	}
	for _, test := range tests {
		m := rounded(3, 1)
		test.harm(m)
		if err := WritePLY(&bytes.Buffer{}, m); err == nil {
			t.Errorf("%s: no error", test.name)
		}
	}
}

// Whatever is read from garbage is a mesh that can be written and read again.
func FuzzReadPLY(f *testing.F) {
	formats := []string{"ascii", "binary_little_endian", "binary_big_endian"}
	const header = "element vertex 1\nproperty char x\nproperty char y\nproperty char z\nelement %s 1\n%send_header\n"
	faces, edges := fmt.Sprintf(header, "face", "property list char char vertex_indices\n"),
		fmt.Sprintf(header, "edge", "property char vertex1\nproperty char vertex2\n")
	f.Add(uint8(0), []byte(faces+"0 0 0\n3 0 0 0\n"))
	f.Add(uint8(1), []byte(faces+"\x00\x01\x02\x03\x00\x00\x00"))
	f.Add(uint8(2), []byte(edges+"\x00\x01\x02\x00\x00"))
	f.Add(uint8(0),
		[]byte("comment dimension 2\nelement vertex 1\nproperty float x\nproperty double y\nproperty int "+
			"z\nproperty float energy\nend_header\n1 2 3 4\n"))
	f.Fuzz(func(t *testing.T, kind uint8, rest []byte) {
		if len(rest) > 192 { // longer ones take Go seconds each to minimize, in which it tries nothing new
			return
		}
		begin := fmt.Sprintf("ply\nformat %s 1.0\n", formats[int(kind)%len(formats)])
		m, err := ReadPLY(bytes.NewReader(append([]byte(begin), rest...)))
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := WritePLY(&again, m); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadPLY(&again); err != nil {
			t.Fatal(err)
		}
	})
}

// A mesh that is small beside its distance from the origin keeps its shape: in double precision. Others are written in
// single precision.
func TestFarMeshesKeepTheirShape(t *testing.T) {
	for offset, exact := range map[float64]bool{0: false, 50: false, 1e5: true, 1e9: true} {
		vertices := points.New(3, 2)
		copy(vertices.Data, []float64{offset + 0.1, 0.2, offset + 0.7, 0.3, offset + 0.9, 1.1})
		m := &Mesh{Dimension: 1, Vertices: vertices, Elements: []int32{0, 1, 1, 2, 2, 0},
			Values: map[string][]float64{Energy: {1, 2, 3}}}
		var file, text bytes.Buffer
		if err := errors.Join(WritePLY(&file, m), WriteOBJ(&text, m)); err != nil {
			t.Fatal(err)
		}
		if double := strings.Contains(file.String(), "property double x"); double != exact {
			t.Errorf("offset %v: double precision %t", offset, double)
		}
		got, err := ReadPLY(bufio.NewReader(&file))
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range got.Vertices.Data {
			if math.Abs(v-vertices.Data[i]) > 1e-5 || exact && v != vertices.Data[i] {
				t.Errorf("offset %v: %v comes back as %v", offset, vertices.Data[i], v)
			}
		}
		if first := strconv.FormatFloat(vertices.Data[0], 'g', -1, 64); exact &&
			!strings.Contains(text.String(), "v "+first+" ") {
			t.Errorf("offset %v: the OBJ file is\n%s", offset, text.String())
		}
	}
}
