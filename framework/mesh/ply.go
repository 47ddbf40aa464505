package mesh

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"ebim/framework/points"
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

// plyFile is a file while it is read.
type plyFile struct {
	*ply.Reader
	axes []string // properties that are coordinates
	mesh *Mesh

	values  []float64 // of one column, kept for its storage
	corners []int32   // of one row, likewise
}

// ReadPLY reads a mesh from PLY in text or binary: the vertices' x, y and z, their other numbers as Values, and the
// faces as triangles, or the edges where there are no faces. It skips all else that the header describes, and refuses a
// file that is cut off, goes on after its end, or has indices or coordinates out of range.
func ReadPLY(r io.Reader) (*Mesh, error) {
	m := &Mesh{Vertices: &points.Set{Dim: 3}, Values: map[string][]float64{}}
	f := &plyFile{mesh: m, axes: coordinates(3)}
	var err error
	if f.Reader, err = ply.Open(r, f.info); err == nil {
		err = f.start()
	}
	if err != nil {
		return nil, fmt.Errorf("mesh: PLY header: %w", err)
	}
	for i := range f.Tables {
		table := &f.Tables[i]
		f.reserve(table)
		for i := range table.Count {
			if err := f.row(table); err != nil {
				return nil, fmt.Errorf("mesh: %w", ply.RowError(table, i, err))
			}
		}
	}
	if err := f.End(); err != nil {
		return nil, fmt.Errorf("mesh: %w", err)
	}
	return m, m.check()
}

// info takes the dimension of the space that a mesh lies in.
func (f *plyFile) info(words []string, tables int) error {
	if len(words) != 2 || words[0]+" " != dimensionNote {
		return nil
	}
	n, err := strconv.Atoi(words[1])
	if err != nil || n < 2 || n > mostAmbient || tables > 0 {
		return fmt.Errorf("%q is not the dimension of a mesh, before its elements", words[1])
	}
	f.mesh.Vertices.Dim, f.axes = n, coordinates(n)
	return nil
}

// start prepares reading rows: a surface if there are faces, else a curve.
func (f *plyFile) start() error {
	has := func(table, property string, list bool) bool {
		t := f.Table(table)
		return t != nil && t.Column(property, list) != nil
	}
	faces := has("face", "vertex_indices", true) != has("face", "vertex_index", true)
	edges := has("edge", "vertex1", false) && has("edge", "vertex2", false)
	switch {
	case slices.ContainsFunc(f.axes, func(name string) bool { return !has("vertex", name, false) }):
		return fmt.Errorf("there are no vertices with the coordinates %s", strings.Join(f.axes, ", "))
	case faces && (f.Table("face").Count > 0 || !edges):
		f.mesh.Dimension = 2
	case edges:
		f.mesh.Dimension = 1
	default:
		return errors.New("there are neither faces with vertex_indices nor edges with vertex1 and vertex2")
	}
	return nil
}

// corner says that a column has the vertices of elements.
func (f *plyFile) corner(table *ply.Table, c *ply.Column) bool {
	if f.mesh.Dimension == 2 {
		return table.Name == "face" && c.List() && (c.Property == "vertex_indices" || c.Property == "vertex_index")
	}
	return table.Name == "edge" && !c.List() && (c.Property == "vertex1" || c.Property == "vertex2")
}

// mostReserved bounds the rows that storage is made for before they are read: a header may promise anything.
const mostReserved = 1 << 21

// reserve makes room for a table's rows, triangles if they are faces.
func (f *plyFile) reserve(table *ply.Table) {
	m, count := f.mesh, min(table.Count, mostReserved)
	for i := range table.Columns {
		c := &table.Columns[i]
		switch axis := slices.Index(f.axes, c.Property); {
		case f.corner(table, c):
			m.Elements = slices.Grow(m.Elements, (m.Dimension+1)*count)
		case table.Name != "vertex" || c.List() || count == 0:
		case axis == 0:
			m.Vertices.Data = make([]float64, 0, m.Vertices.Dim*count)
		case axis < 0:
			m.Values[c.Property] = make([]float64, 0, count)
		}
	}
}

// row reads a vertex, face or edge, or skips what is neither.
func (f *plyFile) row(table *ply.Table) (err error) {
	m, position := f.mesh, make([]float64, len(f.axes))
	f.corners = f.corners[:0]
	for i := range table.Columns {
		c := &table.Columns[i]
		if f.values, err = f.Read(c, f.values[:0]); err != nil {
			return err
		}
		switch axis := slices.Index(f.axes, c.Property); {
		case f.corner(table, c):
			for _, v := range f.values {
				if !(v >= 0 && v <= math.MaxInt32) || v != math.Trunc(v) {
					return fmt.Errorf("%v is not the index of a vertex", v)
				}
				f.corners = append(f.corners, int32(v))
			}
		case table.Name != "vertex" || c.List():
		case axis >= 0:
			position[axis] = f.values[0]
		default:
			m.Values[c.Property] = append(m.Values[c.Property], f.values[0])
		}
	}
	if table.Name == "vertex" {
		m.Vertices.Data = append(m.Vertices.Data, position[:m.Vertices.Dim]...)
	}
	if n := len(f.corners); n > 0 && n <= m.Dimension {
		return fmt.Errorf("%d vertices are too few", n)
	}
	for k := m.Dimension; k < len(f.corners); k++ { // a polygon as a fan of triangles
		if m.Dimension == 2 {
			m.Elements = append(m.Elements, f.corners[0])
		}
		m.Elements = append(m.Elements, f.corners[k-1], f.corners[k])
	}
	return nil
}
