package mesh

import (
	"fmt"
	"math"
	"math/rand/v2"

	"ebim/framework/points"
	"ebim/framework/random"
)

// Measures returns the elements' lengths or areas.
func (m *Mesh) Measures() []float64 {
	measures := make([]float64, m.Len())
	for i := range measures {
		measures[i] = measure(m.Vertices, m.Element(i))
	}
	return measures
}

// Measure returns the mesh's length or area.
func (m *Mesh) Measure() float64 {
	sum := 0.0
	for i := range m.Len() {
		sum += measure(m.Vertices, m.Element(i))
	}
	return sum
}

// Integrate returns the integral over the mesh of the function that has the given values at the vertices and is linear
// in each element. Of values of a smooth function on a surface the mesh is inscribed in, it is exact to second order
// in the elements' size.
func (m *Mesh) Integrate(vertexValues []float64) float64 {
	sum := 0.0
	for i := range m.Len() {
		corners := m.Element(i)
		mean := 0.0
		for _, vertex := range corners {
			mean += vertexValues[vertex] / float64(len(corners))
		}
		sum += mean * measure(m.Vertices, corners)
	}
	return sum
}

// LogIntegrateExp returns the logarithm of the integral of exp(values), without overflow: -Inf for a mesh without
// measure or if all values are -Inf.
func (m *Mesh) LogIntegrateExp(logValues []float64) float64 {
	highest := math.Inf(-1)
	for _, vertex := range m.Elements {
		highest = math.Max(highest, logValues[vertex])
	}
	if math.IsInf(highest, 0) || math.IsNaN(highest) {
		return highest
	}
	scaled := make([]float64, len(logValues))
	for i, v := range logValues {
		scaled[i] = math.Exp(v - highest)
	}
	return highest + math.Log(m.Integrate(scaled))
}

// Sampler draws points of a mesh.
type Sampler struct {
	mesh    *Mesh
	weights random.Weights // of the elements
}

// NewSampler prepares draws of element i with probability proportional to elementWeights[i]; Measures draw uniformly
// from the mesh. Weights must be finite, none negative and not all 0.
func NewSampler(m *Mesh, elementWeights []float64) (*Sampler, error) {
	if len(elementWeights) != m.Len() {
		return nil, fmt.Errorf("mesh: %d weights for %d elements", len(elementWeights), m.Len())
	}
	s := &Sampler{mesh: m}
	for i, w := range elementWeights {
		if !(w >= 0) {
			return nil, fmt.Errorf("mesh: element %d has weight %v; weights can't be negative", i, w)
		}
		s.weights.Add(w)
	}
	if sum := s.weights.Total(); !(sum > 0) || math.IsInf(sum, 0) {
		return nil,
			fmt.Errorf("mesh: the weights of %d elements sum to %v; a positive finite sum is needed", m.Len(), sum)
	}
	return s, nil
}

// Draw returns a uniform point of an element drawn by weight, and its barycentric coordinates there: nonnegative
// shares of the element's vertices with sum 1.
func (s *Sampler) Draw(rng *rand.Rand) (element int, point, barycentric []float64) {
	element = s.weights.Draw(rng)
	point = make([]float64, s.mesh.Vertices.Dim)
	shares := s.mesh.UniformPoint(element, point, rng)
	return element, point, shares[:s.mesh.Dimension+1]
}

// UniformPoint fills point, of the ambient dimension, with a uniform point of an element and returns its barycentric
// coordinates, one for each of the element's vertices; the third of a curve's is 0.
func (m *Mesh) UniformPoint(element int, point []float64, rng *rand.Rand) (barycentric [3]float64) {
	a, b := rng.Float64(), 0.0
	if m.Dimension == 2 {
		if b = rng.Float64(); a+b > 1 { // the other half of the parallelogram
			a, b = 1-a, 1-b
		}
	}
	barycentric = [3]float64{1 - a - b, a, b}
	clear(point)
	for k, vertex := range m.Element(element) {
		for axis, x := range m.Vertices.At(int(vertex)) {
			point[axis] += barycentric[k] * x
		}
	}
	return barycentric
}

// Join returns the union of meshes of one dimension in one space, as it is: vertices are not shared between them.
// Values are kept under the names that all of them have, and so are all notes.
func Join(meshes ...*Mesh) (*Mesh, error) {
	if len(meshes) == 0 {
		return nil, fmt.Errorf("mesh: there is nothing to join")
	}
	first := meshes[0]
	joined := &Mesh{Dimension: first.Dimension, Vertices: &points.Set{Dim: first.Vertices.Dim},
		Values: map[string][]float64{}}
	for name := range first.Values {
		joined.Values[name] = nil
	}
	for _, m := range meshes {
		if m.Dimension != first.Dimension || m.Vertices.Dim != first.Vertices.Dim {
			return nil, fmt.Errorf("mesh: one of dimension %d in R^%d can't be joined with one of dimension %d in R^%d",
				m.Dimension, m.Vertices.Dim, first.Dimension, first.Vertices.Dim)
		}
		joined.Notes = append(joined.Notes, m.Notes...)
		shift := int32(joined.Vertices.Len())
		joined.Vertices.Data = append(joined.Vertices.Data, m.Vertices.Data...)
		for _, vertex := range m.Elements {
			joined.Elements = append(joined.Elements, vertex+shift)
		}
		for name, values := range joined.Values {
			if own, ok := m.Values[name]; ok {
				joined.Values[name] = append(values, own...)
			} else {
				delete(joined.Values, name)
			}
		}
	}
	return joined, nil
}

// Parametric returns the curve through points in their order (one count, of the points), or the surface through a grid
// of them (two counts, of rows and columns, the points of a row following each other), each quadrilateral cut along
// its shorter diagonal. It does not close: first and last are not connected, even where they coincide.
func Parametric(set *points.Set, counts []int) (*Mesh, error) {
	if len(counts) != 1 && len(counts) != 2 {
		return nil, fmt.Errorf("mesh: a grid of points has %d axes; a mesh has 1 or 2", len(counts))
	}
	total := 1
	for _, count := range counts {
		if count < 2 || count > set.Len() {
			return nil, fmt.Errorf("mesh: a grid of %v points of a set of %d; 2 or more are needed along each axis",
				counts, set.Len())
		}
		total *= count
	}
	if total != set.Len() {
		return nil, fmt.Errorf("mesh: a grid of %v points has %d; there are %d", counts, total, set.Len())
	}
	m := &Mesh{Dimension: len(counts), Vertices: set}
	if m.Dimension == 1 {
		for i := range total - 1 {
			m.Elements = append(m.Elements, int32(i), int32(i+1))
		}
		return m, nil
	}
	columns := counts[1]
	for row := range counts[0] - 1 {
		for column := range columns - 1 {
			a := int32(row*columns + column)
			b, c, d := a+1, a+1+int32(columns), a+int32(columns)
			if measure(set, []int32{a, c}) <= measure(set, []int32{b, d}) {
				m.Elements = append(m.Elements, a, b, c, a, c, d)
			} else {
				m.Elements = append(m.Elements, a, b, d, b, c, d)
			}
		}
	}
	return m, nil
}
