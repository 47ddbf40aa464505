package metrics

import (
	"math"
	"slices"
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

// star is strands of a length from the origin, at angles in degrees, each of segments of 0.05.
func star(length float64, angles ...float64) *mesh.Mesh {
	m := &mesh.Mesh{Dimension: 1, Vertices: points.New(1, 2)}
	for _, a := range angles {
		sine, cosine := math.Sincos(a * math.Pi / 180)
		before := int32(0)
		for along := 0.05; along < length; along += 0.05 {
			m.Vertices.Data = append(m.Vertices.Data, along*cosine, along*sine)
			last := int32(m.Vertices.Len() - 1)
			m.Elements, before = append(m.Elements, before, last), last
		}
	}
	return m
}

// Noise of 0.1 leaves no doubt of strands that go on for 0.3 and are 0.1 apart there, nor of those that cross straight,
// unless data of one stop short of the others, or are too few to show it.
func TestBranchesTold(t *testing.T) {
	for name, test := range map[string]struct {
		m           *mesh.Mesh
		from, apart float64 // where data begin on the last strand, and how far they are from each other
		want        bool
	}{
		"no branch":                 {star(1, 0, 120), 0, 0.01, true},
		"three strands":             {star(1, 0, 120, 240), 0, 0.01, true},
		"one that stops short":      {star(1, 0, 120, 240), 0.22, 0.01, false},
		"few data":                  {star(1, 0, 120, 240), 0, 0.1, false},
		"short ones":                {star(0.2, 0, 120, 240), 0, 0.01, false},
		"two side by side":          {star(1, 0, 12, 240), 0, 0.01, false},
		"a short crossing":          {star(0.2, 0, 90, 180, 270), 0, 0.01, true},
		"a short, crooked crossing": {star(0.2, 0, 90, 120, 270), 0, 0.01, false},
	} {
		data, last := points.New(0, 2), test.m.Vertices.At(test.m.Vertices.Len()-1)
		for _, end := range test.m.Ends() {
			to := test.m.Vertices.At(int(end))
			first := test.apart
			if slices.Equal(to, last) {
				first = max(first, test.from)
			}
			for along := first; along < math.Hypot(to[0], to[1]); along += test.apart {
				share := along / math.Hypot(to[0], to[1])
				data.Data = append(data.Data, share*to[0], share*to[1])
			}
		}
		if got := branchesTold(test.m, data, 0.1); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Around a corner the way is as long as two points are apart times the inverse of the sine of half of its angle. One of
// 10 degrees is none.
func TestAroundTips(t *testing.T) {
	for angle, want := range map[float64]float64{10: 1.2, 20: 1.2 / 0.1736, 60: 2.4, 180: 1.2} {
		m := star(1, 0, angle)
		got := aroundTips(m, 0.1)
		if math.Abs(got-want) > 0.01*want {
			t.Errorf("%g degrees: %.2f, not %.2f", angle, got, want)
		}
		if close := closeStrands(m, 0.1, max(aroundBends, got), nil); close != (angle == 10) {
			t.Errorf("sides of a corner of %g degrees are close strands: %t", angle, close)
		}
	}
}
