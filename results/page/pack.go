package page

import (
	"encoding/binary"
	"math"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// shape is a mesh in space. Bytes are base64 in the page.
type shape struct {
	Dimension int    `json:"dimension"`
	Positions []byte `json:"positions"`           // [vertices, 3] float32, little endian
	Elements  []byte `json:"elements"`            // [elements, Dimension + 1] uint16, little endian
	Densities []byte `json:"densities,omitempty"` // [vertices] log densities, float32, little endian
}

// packed returns numbers as float32, little endian.
func packed(values []float64) []byte {
	bytes := make([]byte, 0, 4*len(values))
	for _, v := range values {
		bytes = binary.LittleEndian.AppendUint32(bytes, math.Float32bits(float32(v)))
	}
	return bytes
}

// packPoints packs at most the given number of points, [points, 3] float32, evenly from first to last, without those
// farther from the box than the box is wide, which would shrink all others; outside counts them.
func packPoints(set *points.Set, box [3][2]float64, most int) (bytes []byte, outside int) {
	var inside []int
	for i := range set.Len() {
		if near(set.At(i), box) {
			inside = append(inside, i)
		}
	}
	n := len(inside)
	for k := range min(n, most) {
		bytes = append(bytes, packed(set.At(inside[k*n/min(n, most)]))...)
	}
	return bytes, set.Len() - n
}

func near(x []float64, box [3][2]float64) bool {
	for j, side := range box {
		if width := side[1] - side[0]; !(x[j] >= side[0]-width && x[j] <= side[1]+width) {
			return false
		}
	}
	return true
}

// packMesh packs a mesh of at most 65536 vertices, with its log density if it has one.
func packMesh(m *mesh.Mesh) *shape {
	s := &shape{Dimension: m.Dimension, Positions: packed(m.Vertices.Data),
		Densities: packed(m.Values[mesh.LogDensity])}
	for _, vertex := range m.Elements {
		s.Elements = binary.LittleEndian.AppendUint16(s.Elements, uint16(vertex))
	}
	return s
}
