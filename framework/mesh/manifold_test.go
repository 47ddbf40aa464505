package mesh

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

// checkManifold tests what every extracted mesh must be: of its vertices or edges, each is in two elements that agree
// in orientation, or in one if it lies on the box's boundary.
func checkManifold(t *testing.T, m *Mesh, box points.Box) {
	t.Helper()
	type side [2]int32 // of an element: a vertex twice for a segment, an edge for a triangle, in its direction
	uses := map[side]int{}
	flip := func(s side) side { return side{s[1], s[0]} }
	if m.Dimension == 2 {
		for i := range m.Len() {
			corners := m.Element(i)
			for k := range 3 {
				uses[side{corners[k], corners[(k+1)%3]}]++
			}
		}
	} else { // the start of a segment as {v, -1}, the end as {-1, v}
		for i := range m.Len() {
			uses[side{m.Element(i)[0], -1}]++
			uses[side{-1, m.Element(i)[1]}]++
		}
	}
	used := make([]bool, m.Vertices.Len())
	for s, count := range uses {
		for _, vertex := range s {
			if vertex >= 0 {
				used[vertex] = true
			}
		}
		if count != 1 || s[0] == s[1] {
			t.Fatalf("%v is used %d times in one direction", s, count)
		}
		if uses[flip(s)] == 0 && !onBox(m, s[:], box) {
			t.Fatalf("%v is a border inside the box, at %v", s, m.Vertices.At(int(max(s[0], s[1]))))
		}
	}
	for vertex, ok := range used {
		if !ok {
			t.Fatalf("vertex %d is in no element", vertex)
		}
	}
}

// onBox reports whether the vertices (those that are not -1) lie on one face of the box.
func onBox(m *Mesh, vertices []int32, box points.Box) bool {
	for axis, bounds := range box {
		for _, bound := range bounds {
			on := true
			for _, vertex := range vertices {
				on = on && (vertex < 0 || m.Vertices.At(int(vertex))[axis] == bound)
			}
			if on {
				return true
			}
		}
	}
	return false
}

// sines returns a random smooth function on [-1, 1]^dim.
func sines(rng *rand.Rand, dim, terms int, frequency float64) func([]float64) float64 {
	waves := make([][]float64, terms)
	for i := range waves {
		for range dim {
			waves[i] = append(waves[i], rng.NormFloat64()*frequency)
		}
		waves[i] = append(waves[i], rng.Float64()*2*math.Pi, rng.NormFloat64())
	}
	return func(x []float64) float64 {
		sum := 0.0
		for _, wave := range waves {
			phase := wave[dim]
			for axis, v := range x {
				phase += wave[axis] * v
			}
			sum += wave[dim+1] * math.Sin(phase)
		}
		return sum
	}
}

// Random fields, from smooth to hardly resolved and with values rounded so that many corners are exactly 0, give
// manifolds.
func TestExtractedMeshesAreManifolds(t *testing.T) {
	for _, kind := range [][2]int{{2, 1}, {3, 1}, {3, 2}} {
		for seed := range uint64(30) {
			dim, codimension := kind[0], kind[1]
			rng := rand.New(rand.NewPCG(seed, 1))
			frequency := []float64{2, 4, 6}[seed%3]
			var f []func([]float64) float64
			for range codimension {
				g := sines(rng, dim, 8, frequency)
				if seed%2 == 1 {
					smooth := g
					g = func(x []float64) float64 { return math.Round(4*smooth(x)) / 4 }
				}
				f = append(f, g)
			}
			t.Run(fmt.Sprintf("R%d codimension %d seed %d", dim, codimension, seed), func(t *testing.T) {
				p := Problem{Box: points.Cube(dim, -1, 1), Resolution: 24, Codimension: codimension,
					Field: field(f...).at}
				checkManifold(t, mustExtract(t, p), p.Box)
			})
		}
	}
}
