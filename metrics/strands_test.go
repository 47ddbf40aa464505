package metrics

import (
	"math"
	"testing"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

func TestCloseStrands(t *testing.T) {
	curve := func(x, y func(u float64) float64) *mesh.Mesh {
		const n = 400
		m := &mesh.Mesh{Dimension: 1, Vertices: points.New(n, 2)}
		for i := range n {
			u := 2 * math.Pi * float64(i) / n
			copy(m.Vertices.At(i), []float64{x(u), y(u)})
			m.Elements = append(m.Elements, int32(i), int32((i+1)%n))
		}
		return m
	}
	for name, test := range map[string]struct {
		m    *mesh.Mesh
		want bool
	}{
		"circle":       {curve(math.Cos, math.Sin), false},
		"flat ellipse": {curve(math.Cos, func(u float64) float64 { return 0.02 * math.Sin(u) }), true},
		"narrow waist": {curve(math.Cos, func(u float64) float64 {
			return math.Sin(u) * (0.03 + math.Pow(math.Cos(u), 2))
		}), true},
		"wide hairpins": {curve(math.Cos, func(u float64) float64 { return 0.3 * math.Sin(u) }), false},
	} {
		if got := closeStrands(test.m, 0.1, aroundBends, nil); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
