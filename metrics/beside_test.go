package metrics

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/experiment"
	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/random/randomtest"
	"ebim/framework/statistics"
)

// polyline is a curve through places.
func polyline(places ...[]float64) *mesh.Mesh {
	m := &mesh.Mesh{Dimension: 1, Vertices: points.New(0, len(places[0]))}
	for i, x := range places {
		if m.Vertices.Data = append(m.Vertices.Data, x...); i > 0 {
			m.Elements = append(m.Elements, int32(i-1), int32(i))
		}
	}
	return m
}

// Strands that cross and came out as two bends are doubted; noise, also three times as large on one half, is not, nor
// are a background and points beyond ends.
func TestBeside(t *testing.T) {
	const noise = 0.03
	bends := polyline([]float64{-1, 1}, []float64{-0.3, 0.3}, []float64{0, 0.25}, []float64{0.3, 0.3}, []float64{1, 1})
	lower := polyline([]float64{-1, -1}, []float64{-0.3, -0.3}, []float64{0, -0.25}, []float64{0.3, -0.3},
		[]float64{1, -1})
	for _, v := range lower.Elements {
		bends.Elements = append(bends.Elements, v+int32(bends.Vertices.Len()))
	}
	bends.Vertices.Data = append(bends.Vertices.Data, lower.Vertices.Data...)
	line := polyline([]float64{-1, 0}, []float64{1, 0})
	short := polyline([]float64{-0.8, 0}, []float64{0.8, 0})
	for name, test := range map[string]struct {
		mesh    *mesh.Mesh
		draw    func(rng *rand.Rand) []float64
		doubted bool
	}{
		"crossing": {bends, func(rng *rand.Rand) []float64 {
			u := 2*rng.Float64() - 1
			return []float64{u, u * float64(1-2*rng.IntN(2))}
		}, true},
		"line": {line, func(rng *rand.Rand) []float64 { return []float64{2*rng.Float64() - 1, 0} }, false},
		"louder half": {line, func(rng *rand.Rand) []float64 {
			u := rng.Float64()
			return []float64{2*u - 1, 3 * noise * rng.NormFloat64() * math.Round(u)}
		}, false},
		"background": {line, func(rng *rand.Rand) []float64 {
			u := 2*rng.Float64() - 1
			if rng.IntN(5) == 0 {
				return []float64{u, 2*rng.Float64() - 1}
			}
			return []float64{u, 0}
		}, false},
		"beyond ends": {short, func(rng *rand.Rand) []float64 { return []float64{2*rng.Float64() - 1, 0} }, false},
	} {
		for seed := range uint64(randomtest.Seeds(t, 5)) {
			rng, x := rand.New(rand.NewPCG(seed, 1)), points.New(0, 2)
			for range 1000 {
				for _, v := range test.draw(rng) {
					x.Data = append(x.Data, v+noise*rng.NormFloat64())
				}
			}
			f := &findings{Subject: &experiment.Subject{Mesh: test.mesh, Train: x}, insideScale: x.Scale()}
			f.Values = map[string]float64{"verdict": good}
			var distances []float64
			locator := mesh.NewLocator(test.mesh)
			for i := range x.Len() {
				_, _, distance := locator.Nearest(x.At(i))
				distances = append(distances, distance)
			}
			f.inside = statistics.Median(distances)
			if got := f.beside(); got != test.doubted {
				t.Errorf("%s, seed %d: doubted %v, %v", name, seed, got, f.Caveats)
			}
		}
	}
}
