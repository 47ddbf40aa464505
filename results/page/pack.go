package page

import (
	"encoding/binary"
	"math"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// cloud is points in space, to 16 bits a coordinate of their own bounding box. Bytes are base64 in the page.
type cloud struct {
	Low       [3]float64 `json:"low"`
	Size      [3]float64 `json:"size"`
	Positions []byte     `json:"positions"` // [points, 3] uint16, little endian, as fractions of Size
}

// shape is a mesh in space.
type shape struct {
	cloud
	Dimension int    `json:"dimension"`
	Elements  []byte `json:"elements"`         // [elements, Dimension + 1] uint16, little endian
	Shades    []byte `json:"shades,omitempty"` // [vertices], places in the color map
}

func quantize(set *points.Set) cloud {
	c := cloud{Positions: make([]byte, 0, 6*set.Len())}
	if set.Len() == 0 {
		return c
	}
	high := [3]float64(set.At(0))
	c.Low = high
	for i := range set.Len() {
		for j, x := range set.At(i) {
			c.Low[j], high[j] = min(c.Low[j], x), max(high[j], x)
		}
	}
	for j := range 3 {
		c.Size[j] = high[j] - c.Low[j]
	}
	for i := range set.Len() {
		for j, x := range set.At(i) {
			var fraction float64
			if c.Size[j] > 0 {
				fraction = (x - c.Low[j]) / c.Size[j]
			}
			c.Positions = binary.LittleEndian.AppendUint16(c.Positions, uint16(math.Round(math.MaxUint16*fraction)))
		}
	}
	return c
}

// packPoints packs at most the given number of points, evenly from first to last, without those farther from the box
// than the box is wide, which would shrink all others; outside counts them. It returns nil when none is left.
func packPoints(set *points.Set, box [3][2]float64, most int) (packed *cloud, outside int) {
	var inside []int
	for i := range set.Len() {
		if near(set.At(i), box) {
			inside = append(inside, i)
		}
	}
	outside = set.Len() - len(inside)
	if len(inside) == 0 {
		return nil, outside
	}
	if n := len(inside); n > most {
		for k := range most {
			inside[k] = inside[k*n/most]
		}
		inside = inside[:most]
	}
	c := quantize(set.Select(inside))
	return &c, outside
}

func near(x []float64, box [3][2]float64) bool {
	for j, side := range box {
		if width := side[1] - side[0]; !(x[j] >= side[0]-width && x[j] <= side[1]+width) {
			return false
		}
	}
	return true
}

// packMesh packs a mesh of at most 65536 vertices; it is colored by its log density from the first limit to the second,
// if it has one.
func packMesh(m *mesh.Mesh, limits *[2]float64) *shape {
	packed := &shape{cloud: quantize(m.Vertices), Dimension: m.Dimension}
	for _, vertex := range m.Elements {
		packed.Elements = binary.LittleEndian.AppendUint16(packed.Elements, uint16(vertex))
	}
	if limits == nil {
		return packed
	}
	for _, value := range m.Values[mesh.LogDensity] {
		packed.Shades = append(packed.Shades, shade(value, *limits))
	}
	return packed
}

// shade returns a value's place in the color map; the lowest for NaN, the middle where all values are equal.
func shade(value float64, limits [2]float64) uint8 {
	if limits[1] <= limits[0] {
		return 128
	}
	fraction := (value - limits[0]) / (limits[1] - limits[0])
	if !(fraction > 0) {
		return 0
	}
	return uint8(math.Round(255 * min(fraction, 1)))
}
