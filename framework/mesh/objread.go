package mesh

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"ebim/framework/points"
)

// ReadOBJ reads a surface from Wavefront OBJ: the coordinates of v lines and the corners of f lines, polygons as fans
// of triangles. It skips all else, and refuses corners that are no vertex above them, and files without a face.
func ReadOBJ(r io.Reader) (*Mesh, error) {
	m := &Mesh{Dimension: 2, Vertices: points.New(0, 3)}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for number := 1; lines.Scan(); number++ {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		var err error
		switch words[0] {
		case "v":
			err = m.addVertex(words[1:])
		case "f":
			err = m.addFace(words[1:])
		}
		if err != nil {
			return nil, fmt.Errorf("mesh: OBJ line %d: %w", number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("mesh: OBJ: %w", err)
	}
	if len(m.Elements) == 0 {
		return nil, fmt.Errorf("mesh: the OBJ file has no face (f lines); a surface of triangles is needed")
	}
	return m, m.check()
}

// addVertex takes the first three numbers of a v line.
func (m *Mesh) addVertex(words []string) error {
	if len(words) < 3 {
		return fmt.Errorf("a vertex has %d numbers; three are needed", len(words))
	}
	for _, word := range words[:3] {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return fmt.Errorf("a vertex has the coordinate %q; a number is needed", word)
		}
		m.Vertices.Data = append(m.Vertices.Data, v)
	}
	return nil
}

// addFace takes the vertices of an f line, each followed by other indices after a slash; below 0 they count back.
func (m *Mesh) addFace(words []string) error {
	if len(words) < 3 {
		return fmt.Errorf("a face has %d corners; three or more are needed", len(words))
	}
	corners := make([]int32, len(words))
	for k, word := range words {
		word, _, _ = strings.Cut(word, "/")
		index, err := strconv.ParseInt(word, 10, 32)
		count := int64(m.Vertices.Len())
		if index < 0 {
			index += count + 1
		}
		if err != nil || index < 1 || index > count {
			return fmt.Errorf("a face has the corner %q; an index from 1 to the %d vertices above is needed", word,
				count)
		}
		corners[k] = int32(index - 1)
	}
	for k := 2; k < len(corners); k++ {
		m.Elements = append(m.Elements, corners[0], corners[k-1], corners[k])
	}
	return nil
}
