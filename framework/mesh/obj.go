package mesh

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"ebim/framework/points"
)

// WriteOBJ writes the mesh as Wavefront OBJ in single precision, without its Values: vertices as v, triangles as f and
// segments as l lines. A mesh in R^2 gets z = 0 and a comment by which ReadOBJ knows it.
func WriteOBJ(w io.Writer, m *Mesh) error {
	if err := m.check(); err != nil {
		return err
	}
	buffered := bufio.NewWriter(w)
	line := []byte("# ebim mesh\n")
	if m.Vertices.Dim == 2 {
		line = append(line, "# "+planar+"\n"...)
	}
	for i := range m.Vertices.Len() {
		line = append(line, 'v')
		for axis := range 3 {
			line = strconv.AppendFloat(append(line, ' '), m.coordinate(i, axis), 'g', -1, 32)
		}
		if _, err := buffered.Write(append(line, '\n')); err != nil {
			return err
		}
		line = line[:0]
	}
	letter := [3]byte{1: 'l', 2: 'f'}[m.Dimension]
	for i := range m.Len() {
		line = append(line[:0], letter)
		for _, vertex := range m.Element(i) {
			line = strconv.AppendInt(append(line, ' '), int64(vertex)+1, 10)
		}
		if _, err := buffered.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return buffered.Flush()
}

// ReadOBJ reads a mesh from Wavefront OBJ: its vertices, and its faces, polygons cut to triangles, or its lines if it has
// no faces. Texture coordinates, normals, groups and materials are skipped.
func ReadOBJ(r io.Reader) (*Mesh, error) {
	file := objFile{vertices: &points.Set{Dim: 3}}
	lines := bufio.NewScanner(r)
	for number := 1; lines.Scan(); number++ {
		if err := file.take(lines.Text()); err != nil {
			return nil, fmt.Errorf("mesh: OBJ line %d: %w", number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("mesh: OBJ: %w", err)
	}
	m := &Mesh{Dimension: 2, Vertices: file.vertices, Elements: file.triangles}
	if len(file.triangles) == 0 {
		m.Dimension, m.Elements = 1, file.segments
	}
	if m.Len() == 0 {
		return nil, fmt.Errorf("mesh: the OBJ file has neither faces nor lines")
	}
	if file.planar {
		m.flatten()
	}
	return m, m.check()
}

// objFile is what was read of a file so far.
type objFile struct {
	vertices            *points.Set
	triangles, segments []int32
	planar              bool
}

func (o *objFile) take(line string) error {
	words := strings.Fields(line)
	if len(words) == 0 || strings.HasPrefix(words[0], "#") {
		o.planar = o.planar || line == "# "+planar
		return nil
	}
	switch words[0] {
	case "v":
		return o.vertex(words[1:])
	case "f", "l":
		corners, err := o.corners(words[1:])
		if err != nil {
			return err
		}
		if words[0] == "l" {
			o.segments, err = appendPolygon(o.segments, 1, corners)
		} else {
			o.triangles, err = appendPolygon(o.triangles, 2, corners)
		}
		return err
	case "vt", "vn", "vp", "o", "g", "s", "usemtl", "mtllib":
		return nil
	}
	return fmt.Errorf("%q is not understood", words[0])
}

// vertex reads three coordinates; a weight or a color may follow.
func (o *objFile) vertex(words []string) error {
	if len(words) < 3 {
		return fmt.Errorf("a vertex has %d coordinates; 3 are needed", len(words))
	}
	for _, word := range words[:3] {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%q is not a finite number", word)
		}
		o.vertices.Data = append(o.vertices.Data, v)
	}
	return nil
}

// corners reads vertices' numbers: from 1, or from -1 backwards from the last vertex; after a slash there may be those of
// texture coordinates and normals.
func (o *objFile) corners(words []string) ([]int32, error) {
	corners := make([]int32, len(words))
	for i, word := range words {
		text, _, _ := strings.Cut(word, "/")
		number, err := strconv.ParseInt(text, 10, 32)
		if number < 0 {
			number += int64(o.vertices.Len()) + 1
		}
		if err != nil || number < 1 {
			return nil, fmt.Errorf("%q is not the number of a vertex", word)
		}
		corners[i] = int32(number - 1)
	}
	return corners, nil
}
