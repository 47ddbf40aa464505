package vacancy

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/random/randomtest"
)

// A lid over the end of a tube is a hole, a cap with data is none.
func TestLids(t *testing.T) {
	const rings, around = 32, 36
	at := func(s, angle float64) []float64 { // s along the tube's side, of length 2 and radius 1, then over its lid
		sin, cos := math.Sincos(angle)
		r := min(1, 3-s)
		return []float64{r * cos, r * sin, min(s, 2)}
	}
	m := &mesh.Mesh{Dimension: 2, Vertices: points.New(0, 3)}
	for i := range int32(rings) {
		for j := range int32(around) {
			m.Vertices.Data = append(m.Vertices.Data, at(3*float64(i)/rings, 2*math.Pi*float64(j)/around)...)
			a, b := i*around+j, i*around+(j+1)%around
			if i+1 < rings {
				m.Elements = append(m.Elements, a, b, a+around, b, b+around, a+around)
			} else {
				m.Elements = append(m.Elements, a, b, rings*around)
			}
		}
	}
	m.Vertices.Data = append(m.Vertices.Data, at(3, 0)...)
	for name, test := range map[string]struct {
		end  float64 // of the data
		n    int
		want bool
	}{"lid": {2, 800, true}, "cap": {3, 1000, false}, "thin cap": {3, 200, false}} {
		for seed := range uint64(randomtest.Seeds(t, 4)) {
			rng, data := rand.New(rand.NewPCG(seed, 8)), points.New(0, 3)
			for data.Len() < test.n {
				if s := test.end * rng.Float64(); rng.Float64() < min(1, 3-s) {
					data.Data = append(data.Data, at(s, 2*math.Pi*rng.Float64())...)
				}
			}
			if found := Find(m, data, 0.05, limit); (len(found) > 0) != test.want {
				t.Errorf("%s, seed %d: %+v", name, seed, found)
			}
		}
	}
}
