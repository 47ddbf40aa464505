package mesh

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

// rolled is a mesh of R^3 in R^6, where each coordinate is rolled up to an arc of a circle of radius 2: lengths stay as
// they are, and no R^5 holds it. Vertices miss their places by a normal distance.
func rolled(m *Mesh, miss float64) *Mesh {
	const radius = 2
	rng := rand.New(rand.NewPCG(1, 1))
	x := points.New(m.Vertices.Len(), 6)
	for i := range x.Len() {
		for j, v := range m.Vertices.At(i) {
			sine, cosine := math.Sincos(v / radius)
			x.At(i)[2*j] = radius*cosine + miss*rng.NormFloat64()
			x.At(i)[2*j+1] = radius*sine + miss*rng.NormFloat64()
		}
	}
	return &Mesh{Dimension: 2, Vertices: x, Elements: m.Elements}
}

func TestCrossingsInManyDimensions(t *testing.T) {
	wide := together(torusAt(0, 40), scaled2(square(23, 0, 0.003, 0.041)))
	for name, test := range map[string]struct {
		mesh                  *Mesh
		curves, euler, pieces int
	}{
		"a torus":                   {torusAt(0, 40), 0, 0, 1},
		"a torus and a wide plane":  {wide, 2, 0, 1},
		"two squares":               {together(square(17, 0, 0, 0), square(19, 1, 0.01, 0.02)), 1, 1, 1},
		"squares that end there":    {together(square(17, 0, 0, 0), square(19, 1, 1, 0.85)), 0, 0, 2},
		"squares that do not touch": {together(square(17, 0, 0, 0), square(19, 0, 0.01, 0.02)), 0, 0, 2},
	} {
		for _, miss := range []float64{0, 0.005} {
			found := rolled(test.mesh, miss).Topology(TopologyOptions{Crossings: true})
			if found.Crossings.Curves != test.curves || found.Crossings.Euler != test.euler ||
				found.Pieces() != test.pieces {
				t.Errorf("%s, miss %v: %d curves, Euler %d, %d pieces", name, miss, found.Crossings.Curves,
					found.Crossings.Euler, found.Pieces())
			}
		}
	}
}

// A Klein bottle in R^4 does not cross itself, and its image in R^3 does, in a closed curve, also as a part of R^5.
func TestKleinBottleCrossesItself(t *testing.T) {
	sheet := func(steps int, at func(u, v float64) []float64) *Mesh {
		m := &Mesh{Dimension: 2, Vertices: points.New(0, 5)}
		for i := range steps {
			for j := range steps {
				m.Vertices.Data = append(m.Vertices.Data, at(float64(i)/float64(steps), float64(j)/float64(steps))...)
			}
		}
		number := func(i, j int) int32 { // (u + 1, v) is (u, -v)
			if i == steps {
				i, j = 0, 2*steps-j
			}
			return int32(i*steps + j%steps)
		}
		for i := range steps {
			for j := range steps {
				a, b, c, d := number(i, j), number(i+1, j), number(i+1, j+1), number(i, j+1)
				m.Elements = append(m.Elements, a, b, c, a, c, d)
			}
		}
		return m
	}
	for name, test := range map[string]struct {
		fourth float64
		curves int
	}{"in R^4": {0.5, 0}, "its image in R^3": {0, 1}} {
		m := sheet(60, func(u, v float64) []float64 { // the figure-8 immersion
			a, b := 2*math.Pi*u, 2*math.Pi*v+0.01
			r := 2 + math.Cos(a/2)*math.Sin(b) - math.Sin(a/2)*math.Sin(2*b)
			return []float64{r * math.Cos(a), r * math.Sin(a), math.Sin(a/2)*math.Sin(b) + math.Cos(a/2)*math.Sin(2*b),
				test.fourth * math.Cos(b), 0.1 * math.Cos(a)}
		})
		found := m.Topology(TopologyOptions{Crossings: true})
		if c := found.Components[0]; found.Crossings.Curves != test.curves || found.Crossings.Euler != 0 ||
			c.Euler != 0 || c.Orientable {
			t.Errorf("%s: %d curves, Euler %d; %+v", name, found.Crossings.Curves, found.Crossings.Euler, c)
		}
	}
}
