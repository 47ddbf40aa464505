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
	for _, element := range header.elements {
		for i := range element.count {
			if err := m.readPLYRow(body, element); err != nil {
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

// readPLYRow reads one vertex, face or edge, or skips what is neither.
func (m *Mesh) readPLYRow(body plyBody, element plyElement) error {
	var position [3]float64
	var corners []int32
	var values []float64
	for _, property := range element.properties {
		var err error
		if values, err = property.read(body, values[:0]); err != nil {
			return err
		}
		switch {
		case element.name == "vertex":
			if axis := slices.Index([]string{"x", "y", "z"}, property.name); axis >= 0 {
				position[axis] = values[0]
			} else if !property.list() {
				m.Values[property.name] = append(m.Values[property.name], values[0])
			}
		case element.holds(m.Dimension, property):
			for _, v := range values {
				corner := int32(v)
				if float64(corner) != v || corner < 0 {
					return fmt.Errorf("%v is no index of a vertex", v)
				}
				corners = append(corners, corner)
			}
		}
	}
	if element.name == "vertex" {
		m.Vertices.Data = append(m.Vertices.Data, position[:]...)
	}
	if corners == nil {
		return nil
	}
	var err error
	m.Elements, err = appendPolygon(m.Elements, m.Dimension, corners)
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
