package mesh

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ebim/framework/points"
)

// twoSquares are two unit squares of two triangles each, in the planes z = 0 and z = 3, with a vertex that no element
// has.
func twoSquares() *Mesh {
	return &Mesh{Dimension: 2, Vertices: &points.Set{Dim: 3,
		Data: []float64{9, 9, 9, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0,
			0, 0, 3, 1, 0, 3, 1, 1, 3, 0, 1, 3}}, Elements: []int32{5, 6, 7, 1, 2, 3, 5, 7, 8, 1, 3, 4},
		Values: map[string][]float64{Energy: {9, 1, 2, 3, 4, 5, 6, 7, 8}}, Notes: []string{"a note"}}
}

func TestPieces(t *testing.T) {
	m := twoSquares()
	piece, count := m.Pieces()
	if count != 2 || !slices.Equal(piece, []int{0, 1, 0, 1}) {
		t.Errorf("%d pieces, of the elements %v", count, piece)
	}
	part := m.Part(func(i int) bool { return piece[i] == 1 })
	if part.Len() != 2 || part.Vertices.Len() != 4 || math.Abs(part.Measure()-1) > 1e-15 ||
		!slices.Equal(part.Values[Energy], []float64{1, 2, 3, 4}) || !slices.Equal(part.Notes, m.Notes) {
		t.Errorf("the second piece is %+v", part)
	}
	if none := m.Part(func(int) bool { return false }); none.Len() != 0 || none.Vertices.Len() != 0 {
		t.Errorf("no element makes %+v", none)
	}
}

// Distances to the elements are those to a dense set of their points, and never larger.
func TestLocator(t *testing.T) {
	squares := twoSquares()
	square := &Mesh{Dimension: 1, Vertices: &points.Set{Dim: 2, Data: []float64{0, 0, 1, 0, 1, 1, 0, 1}},
		Elements: []int32{0, 1, 1, 2, 2, 3, 3, 0}}
	rng := rand.New(rand.NewPCG(2, 13))
	for _, m := range []*Mesh{squares, square} {
		locator := NewLocator(m)
		for range 200 {
			x := make([]float64, m.Vertices.Dim)
			for j := range x {
				x[j] = 2*rng.Float64() - 0.5
			}
			element, _, distance := locator.Nearest(x)
			least := math.Inf(1)
			point := make([]float64, len(x))
			for range 4000 {
				m.UniformPoint(element, point, rng)
				off := 0.0
				for j := range x {
					off = math.Hypot(off, x[j]-point[j])
				}
				least = min(least, off)
			}
			if !(distance <= least+1e-12 && distance >= least-0.06) {
				t.Errorf("%v is %v from element %d, and %v from points of it", x, distance, element, least)
			}
		}
	}
	if element, foot, _ := NewLocator(squares).Nearest([]float64{0.9, 0.2, 2}); element != 0 ||
		apart(foot, []float64{0.9, 0.2, 3}) > 1e-12 {
		t.Errorf("(0.9, 0.2, 2) is nearest to %v of element %d", foot, element)
	}
	if element, _, distance := NewLocator(&Mesh{Dimension: 1, Vertices: points.New(0, 2)}).Nearest(
		[]float64{0, 0}); element != -1 || !math.IsInf(distance, 1) {
		t.Errorf("a mesh without elements has %d at %v", element, distance)
	}
	if at := onTriangle([]float64{0, 2}, []float64{0, 0}, []float64{0, 0}, []float64{0, 1}); at[0] != 0 || at[1] != 1 {
		t.Errorf("of a triangle without area %v is nearest, want (0, 1)", at)
	}
}
