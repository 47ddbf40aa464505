package mesh

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"

	"ebim/framework/points/ply"
)

// dimensionNote begins the note in a PLY header, or the comment of an OBJ file, that says in which R^n a mesh lies: in
// R^2 and not in R^3 with z = 0, or in more dimensions than three.
const dimensionNote = "dimension "

// mostAmbient is the largest n of a mesh in a file.
const mostAmbient = 100000

// coordinates are the properties of vertices that say where they are: x, y, z, then x4, x5 and so on, which programs
// that show R^3 skip.
func coordinates(n int) []string {
	names := []string{"x", "y", "z"}
	for axis := 4; axis <= n; axis++ {
		names = append(names, fmt.Sprint("x", axis))
	}
	return names
}

// WritePLY writes the mesh as binary PLY in single precision, or with coordinates in double precision where the mesh
// is small beside its distance from the origin: triangles as faces, segments as edges, and each of the Values as a
// property of the vertices by its name. A mesh in R^2 gets z = 0, and one in more than three dimensions the properties
// x4, x5 and so on; a note in the header says so to ReadPLY.
func WritePLY(w io.Writer, m *Mesh) error {
	if err := m.check(); err != nil {
		return err
	}
	names, axes := slices.Sorted(maps.Keys(m.Values)), coordinates(m.Vertices.Dim)
	for _, name := range names {
		if !ply.IsName(name) || slices.Contains(axes, name) {
			return fmt.Errorf(
				"mesh: %q can't name a vertex property in PLY: printable ASCII without blanks is needed, not x, y "+
					"or z", name)
		}
		if got := len(m.Values[name]); got != m.Vertices.Len() {
			return fmt.Errorf("mesh: there are %d values %s of %d vertices", got, name, m.Vertices.Len())
		}
	}
	buffered := bufio.NewWriter(w)
	single := m.single()
	writePLYHeader(buffered, m, names, single)
	scratch := make([]byte, 0, 64)
	for i := range m.Vertices.Len() {
		scratch = scratch[:0]
		for axis := range axes {
			if v := m.coordinate(i, axis); single {
				scratch = appendFloat32(scratch, v)
			} else {
				scratch = binary.LittleEndian.AppendUint64(scratch, math.Float64bits(v))
			}
		}
		for _, name := range names {
			scratch = appendFloat32(scratch, m.Values[name][i])
		}
		if _, err := buffered.Write(scratch); err != nil {
			return err
		}
	}
	for i := range m.Len() {
		scratch = scratch[:0]
		if m.Dimension == 2 {
			scratch = append(scratch, 3)
		}
		for _, vertex := range m.Element(i) {
			scratch = binary.LittleEndian.AppendUint32(scratch, uint32(vertex))
		}
		if _, err := buffered.Write(scratch); err != nil {
			return err
		}
	}
	return buffered.Flush()
}

// writePLYHeader leaves errors to the writer, which keeps the first until it is flushed.
func writePLYHeader(w *bufio.Writer, m *Mesh, values []string, single bool) {
	fmt.Fprint(w, "ply\nformat binary_little_endian 1.0\ncomment ebim mesh\n")
	if m.Vertices.Dim != 3 {
		fmt.Fprintf(w, "obj_info %s%d\n", dimensionNote, m.Vertices.Dim)
	}
	fmt.Fprintf(w, "element vertex %d\n", m.Vertices.Len())
	kind := "double"
	if single {
		kind = "float"
	}
	for _, name := range coordinates(m.Vertices.Dim) {
		fmt.Fprintf(w, "property %s %s\n", kind, name)
	}
	for _, name := range values {
		fmt.Fprintf(w, "property float %s\n", name)
	}
	if m.Dimension == 2 {
		fmt.Fprintf(w, "element face %d\nproperty list uchar int vertex_indices\n", m.Len())
	} else {
		fmt.Fprintf(w, "element edge %d\nproperty int vertex1\nproperty int vertex2\n", m.Len())
	}
	fmt.Fprint(w, "end_header\n")
}

func appendFloat32(to []byte, v float64) []byte {
	return binary.LittleEndian.AppendUint32(to, math.Float32bits(float32(v)))
}

// farAway is how many times its longest side a mesh may lie from the origin to be written in single precision, whose
// error is then about a hundred thousandth of the side.
const farAway = 100

// single says whether single precision is enough for the vertices.
func (m *Mesh) single() bool {
	longest, farthest := 0.0, 0.0
	for axis := range m.Vertices.Dim {
		low, high := m.Vertices.Range(axis)
		longest, farthest = max(longest, high-low), max(farthest, high, -low)
	}
	return farthest <= farAway*longest || longest == 0
}

// coordinate returns one of a vertex's, the third of which is 0 in R^2.
func (m *Mesh) coordinate(vertex, axis int) float64 {
	if axis >= m.Vertices.Dim {
		return 0
	}
	return m.Vertices.At(vertex)[axis]
}

// check checks that the mesh can be written: dimensions 1 or 2 in R^2 or above, coordinates that are finite in single
// precision, and elements of its vertices.
func (m *Mesh) check() error {
	if m.Dimension != 1 && m.Dimension != 2 || m.Vertices == nil || m.Vertices.Dim < 2 {
		return fmt.Errorf("mesh: only curves and surfaces in two dimensions and more can be written and read")
	}
	for i, v := range m.Vertices.Data {
		if single := float64(float32(v)); math.IsNaN(single) || math.IsInf(single, 0) {
			return fmt.Errorf("mesh: vertex %d has the coordinate %v; finite single-precision numbers are needed",
				i/m.Vertices.Dim, v)
		}
	}
	if len(m.Elements)%(m.Dimension+1) != 0 {
		return fmt.Errorf("mesh: the number of indices is %d, not a multiple of %d", len(m.Elements), m.Dimension+1)
	}
	for i, vertex := range m.Elements {
		if vertex < 0 || int(vertex) >= m.Vertices.Len() {
			return fmt.Errorf("mesh: element %d has vertex %d; there are %d vertices, from 0", i/(m.Dimension+1),
				vertex, m.Vertices.Len())
		}
	}
	return nil
}

// WriteOBJ writes the mesh as Wavefront OBJ in the precision of WritePLY, without its Values: vertices as v, triangles
// as f and segments as l lines. A mesh in R^2 gets z = 0, one in more than three dimensions has its first three
// coordinates, and a comment says so.
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
	if m.Vertices.Dim != 3 {
		line = fmt.Appendf(line, "# %s%d\n", dimensionNote, m.Vertices.Dim)
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
