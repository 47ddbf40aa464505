package mesh

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"

	"ebim/framework/points"
)

// ReadPLY reads a mesh from PLY, in text or binary: its vertices x, y, z, all other properties of vertices as Values, and
// its faces, polygons cut to triangles, or its edges if it has no faces. What the header says beside that is skipped. A file
// that breaks off, goes on after its end or has indices or coordinates out of range is an error.
func ReadPLY(r io.Reader) (*Mesh, error) {
	buffered := bufio.NewReader(r)
	header, err := readPLYHeader(buffered)
	if err != nil {
		return nil, fmt.Errorf("mesh: PLY header: %w", err)
	}
	m := &Mesh{Vertices: &points.Set{Dim: 3}, Values: map[string][]float64{}}
	if m.Dimension, err = header.dimension(); err != nil {
		return nil, err
	}
	body := header.body(buffered)
	rows := plyRows{mesh: m, body: body}
	for _, element := range header.elements {
		m.reserve(element)
		for i := range element.count {
			if err := rows.read(element); err != nil {
				if errors.Is(err, io.EOF) {
					err = io.ErrUnexpectedEOF
				}
				return nil, fmt.Errorf("mesh: PLY %s %d of %d: %w", element.name, i, element.count, err)
			}
		}
	}
	if err := body.end(); err != nil {
		return nil, err
	}
	if header.planar {
		m.flatten()
	}
	return m, m.check()
}

// mostReserved bounds the rows that storage is made for before they are read: a header may promise anything.
const mostReserved = 1 << 21

// reserve makes room for the rows of a table, triangles if they are faces.
func (m *Mesh) reserve(element plyElement) {
	count := min(element.count, mostReserved)
	if count == 0 {
		return
	}
	if element.name == "vertex" {
		m.Vertices.Data = slices.Grow(m.Vertices.Data, 3*count)
		for _, property := range element.properties {
			if !property.list() && !slices.Contains(coordinates, property.name) {
				m.Values[property.name] = make([]float64, 0, count)
			}
		}
	}
	if slices.ContainsFunc(element.properties, func(p plyProperty) bool { return element.holds(m.Dimension, p) }) {
		m.Elements = slices.Grow(m.Elements, (m.Dimension+1)*count)
	}
}

// plyRows reads rows into a mesh.
type plyRows struct {
	mesh    *Mesh
	body    plyBody
	values  []float64 // of the current property, kept for its storage
	corners []int32   // of the current row, kept for its storage
}

// read reads one vertex, face or edge, or skips what is neither.
func (r *plyRows) read(element plyElement) error {
	m := r.mesh
	var position [3]float64
	r.corners = r.corners[:0]
	for _, property := range element.properties {
		var err error
		if r.values, err = property.read(r.body, r.values[:0]); err != nil {
			return err
		}
		switch {
		case element.name == "vertex":
			if axis := slices.Index(coordinates, property.name); axis >= 0 {
				position[axis] = r.values[0]
			} else if !property.list() {
				m.Values[property.name] = append(m.Values[property.name], r.values[0])
			}
		case element.holds(m.Dimension, property):
			for _, v := range r.values {
				corner := int32(v)
				if float64(corner) != v || corner < 0 {
					return fmt.Errorf("%v is not the index of a vertex", v)
				}
				r.corners = append(r.corners, corner)
			}
		}
	}
	if element.name == "vertex" {
		m.Vertices.Data = append(m.Vertices.Data, position[:]...)
	}
	if len(r.corners) == 0 {
		return nil
	}
	var err error
	m.Elements, err = appendPolygon(m.Elements, m.Dimension, r.corners)
	return err
}

// appendPolygon appends a polyline's segments, or a polygon as a fan of triangles.
func appendPolygon(elements []int32, dimension int, corners []int32) ([]int32, error) {
	if len(corners) <= dimension {
		return nil, fmt.Errorf("%d vertices are too few", len(corners))
	}
	for k := dimension; k < len(corners); k++ {
		if dimension == 2 {
			elements = append(elements, corners[0])
		}
		elements = append(elements, corners[k-1], corners[k])
	}
	return elements, nil
}

// flatten makes the mesh one in R^2.
func (m *Mesh) flatten() {
	flat := points.New(m.Vertices.Len(), 2)
	for i := range flat.Len() {
		copy(flat.At(i), m.Vertices.At(i))
	}
	m.Vertices = flat
}
