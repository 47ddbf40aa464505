package mesh

import (
	"math"
	"testing"

	"ebim/framework/points"
)

// patch is a grid of u and v in [0, 1], closed in either direction if wanted.
func patch(steps int, closedU, closedV bool, at func(u, v float64) []float64) *Mesh {
	m := &Mesh{Dimension: 2, Vertices: points.New(0, 3)}
	rows, columns := steps+1, steps+1
	if closedU {
		rows--
	}
	if closedV {
		columns--
	}
	for i := range rows {
		for j := range columns {
			m.Vertices.Data = append(m.Vertices.Data, at(float64(i)/float64(steps), float64(j)/float64(steps))...)
		}
	}
	number := func(i, j int) int32 { return int32(i%rows*columns + j%columns) }
	for i := range steps {
		for j := range steps {
			a, b, c, d := number(i, j), number(i+1, j), number(i+1, j+1), number(i, j+1)
			m.Elements = append(m.Elements, a, b, c, a, c, d)
		}
	}
	return m
}

func together(all ...*Mesh) *Mesh {
	m := &Mesh{Dimension: 2, Vertices: points.New(0, 3)}
	for _, other := range all {
		from := int32(m.Vertices.Len())
		m.Vertices.Data = append(m.Vertices.Data, other.Vertices.Data...)
		for _, v := range other.Elements {
			m.Elements = append(m.Elements, from+v)
		}
	}
	return m
}

func torusAt(x float64, steps int) *Mesh {
	return patch(steps, true, true, func(u, v float64) []float64 {
		a, b := 2*math.Pi*u, 2*math.Pi*v
		r := 1 + 0.37*math.Cos(b)
		return []float64{x + r*math.Cos(a), r * math.Sin(a), 0.37 * math.Sin(b)}
	})
}

// square is one with sides of length 2, turned about the second axis, and moved.
func square(steps int, angle, along, up float64) *Mesh {
	return patch(steps, false, false, func(u, v float64) []float64 {
		x, y := 2*u-1+along, 2*v-1
		return []float64{x * math.Cos(angle), y + 0.01*x, x*math.Sin(angle) + up}
	})
}

func upright(steps int) *Mesh {
	return patch(steps, false, false, func(u, v float64) []float64 {
		return []float64{2*u - 1 + 0.007*v, 0.013 + 0.021*u, 2*v - 1.011}
	})
}

func TestCrossings(t *testing.T) {
	for name, test := range map[string]struct {
		mesh          *Mesh
		curves, euler int
	}{
		"a torus":                     {torusAt(0, 40), 0, 0},
		"a torus and a plane":         {together(torusAt(0, 40), square(23, 0, 0.003, 0.041)), 1, 0},
		"a torus and a wide plane":    {together(torusAt(0, 40), scaled2(square(23, 0, 0.003, 0.041))), 2, 0},
		"two squares":                 {together(square(17, 0, 0, 0), square(19, 1, 0.01, 0.02)), 1, 1},
		"squares that do not touch":   {together(square(17, 0, 0, 0), square(19, 0, 0.01, 0.02)), 0, 0},
		"three squares with a corner": {together(square(17, 0, 0, 0), square(19, 1.5, 0.01, 0.02), upright(18)), 3, 2},
	} {
		found := test.mesh.Crossings()
		if found.Curves != test.curves || found.Euler != test.euler {
			t.Errorf("%s: %d curves, Euler %d", name, found.Curves, found.Euler)
		}
	}
}

func scaled2(m *Mesh) *Mesh {
	for i := range m.Vertices.Len() {
		m.Vertices.At(i)[0] *= 2
		m.Vertices.At(i)[1] *= 2
	}
	return m
}
