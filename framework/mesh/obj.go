package mesh

import (
	"bufio"
	"io"
	"strconv"
)

// WriteOBJ writes the mesh as Wavefront OBJ in the precision of WritePLY, without its Values: vertices as v, triangles
// as f and segments as l lines. A mesh in R^2 gets z = 0 and a comment that says so.
func WriteOBJ(w io.Writer, m *Mesh) error {
	if err := m.check(); err != nil {
		return err
	}
	bits := 64
	if m.single() {
		bits = 32
	}
	buffered := bufio.NewWriter(w)
	line := []byte("# ebim mesh\n")
	if m.Vertices.Dim == 2 {
		line = append(line, "# "+planar+"\n"...)
	}
	for i := range m.Vertices.Len() {
		line = append(line, 'v')
		for axis := range 3 {
			line = strconv.AppendFloat(append(line, ' '), m.coordinate(i, axis), 'g', -1, bits)
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
