package mesh

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"ebim/framework/points"
	"ebim/framework/points/ply"
)

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
