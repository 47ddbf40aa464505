package mesh

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWriteOBJ(t *testing.T) {
	const plane = `# ebim mesh
# dimension 2
v -3 -2.75 0
v -2 -0.75 0
v 1 3.25 0
v 6 9.25 0
v 13 17.25 0
`
	const space = `# ebim mesh
v -3 -2.75 -2
v -0.75 1 3.25
v 6 9.25 13
v 17.25 22 27.25
v 33 39.25 46
`
	for want, m := range map[string]*Mesh{
		plane + "l 1 2\nl 2 3\nl 3 5\n": rounded(2, 1),
		plane + "f 1 2 2\nf 3 3 5\n":    rounded(2, 2),
		space + "l 1 2\nl 2 3\nl 3 5\n": rounded(3, 1),
		space + "f 1 2 2\nf 3 3 5\n":    rounded(3, 2),
	} {
		var file bytes.Buffer
		if err := WriteOBJ(&file, m); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, file.String()); diff != "" {
			t.Error(diff)
		}
	}
	infinite := rounded(3, 1)
	infinite.Vertices.Data[1] = math.Inf(1)
	if err := WriteOBJ(&bytes.Buffer{}, infinite); err == nil {
		t.Error("an infinite coordinate was written")
	}
}

func TestReadOBJ(t *testing.T) {
	var file bytes.Buffer
	want := &Mesh{Dimension: 2, Vertices: rounded(3, 2).Vertices, Elements: []int32{0, 1, 2, 2, 3, 4}}
	if err := WriteOBJ(&file, want); err != nil {
		t.Fatal(err)
	}
	read, err := ReadOBJ(&file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, read); diff != "" {
		t.Error(diff)
	}
	read, err = ReadOBJ(strings.NewReader(
		"# a square\nv 0 0 0\nv 1 0 0 0.5\nvn 0 0 1\nv 1 1 0\n\nv 0 1 0\nf 1/1/1 2//1 -2 4\n"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int32{0, 1, 2, 0, 2, 3}, read.Elements); diff != "" {
		t.Error(diff)
	}
	for text, want := range map[string]string{
		"v 0 0 0\n":               "no face",
		"v 0 0\n":                 "line 1: a vertex has 2 numbers",
		"v 0 0 here\n":            `coordinate "here"`,
		"v 0 0 0\nf 1 1\n":        "line 2: a face has 2 corners",
		"v 0 0 0\nf 1 1 2\n":      `corner "2"`,
		"v 0 0 0\nf 1 1 0\n":      `corner "0"`,
		"v 0 0 0\nf 1 1 -2\n":     `corner "-2"`,
		"v 0 0 0\nf 1 1 x\n":      `corner "x"`,
		"v 0 0 inf\nf 1 1 1\n":    "finite",
		"v 0 0 0\nf 1 1 1/x\nf 1": "line 3",
	} {
		if _, err := ReadOBJ(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives the error %v; one with %q is needed", text, err, want)
		}
	}
}
