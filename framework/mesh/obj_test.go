package mesh

import (
	"bytes"
	"math"
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
		plane + "f 1 2 2\nf 3 3 5\n":     rounded(2, 2),
		space + "l 1 2\nl 2 3\nl 3 5\n": rounded(3, 1),
		space + "f 1 2 2\nf 3 3 5\n":     rounded(3, 2),
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
