package mesh

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

// rails are two lines from (0, 0) and (0, 1) to (10, 0) and (10, 1), in the middle of which a rung joins them.
func rails() *Mesh {
	m := &Mesh{Dimension: 1, Vertices: points.New(0, 2)}
	for _, y := range []float64{0, 1} {
		for i := range 101 {
			m.Vertices.Data = append(m.Vertices.Data, float64(i)/10, y)
			if i > 0 {
				v := int32(m.Vertices.Len() - 1)
				m.Elements = append(m.Elements, v-1, v)
			}
		}
	}
	m.Vertices.Data = append(m.Vertices.Data, 5, 0.3, 5, 0.7)
	m.Elements = append(m.Elements, 50, 202, 202, 203, 203, 151)
	return m
}

// onRails is data on the rails, with noise, and some on the rung; none on the lower one between two places.
func onRails(rng *rand.Rand, rung int, from, to float64) *points.Set {
	const each, noise = 200, 0.02
	x := points.New(0, 2)
	for k := range 2*each + rung {
		at, y := 10*rng.Float64(), float64(k%2)
		for y == 0 && at > from && at < to {
			at = 10 * rng.Float64()
		}
		if k >= 2*each {
			at, y = 5, rng.Float64()
		}
		x.Data = append(x.Data, at+noise*rng.NormFloat64(), y+noise*rng.NormFloat64())
	}
	return x
}

// A rung of 20 spacings without data is a gap, next to one of a rail, too, and goes as a whole; one with data, at half
// of the density, is none. Of 400 rungs with as many data as the rails, fewer than 11 at 0.01 are gaps, with a
// probability of 0.997.
func TestBridges(t *testing.T) {
	for name, test := range map[string]struct {
		rung     int
		from, to float64
		want     int
	}{
		"no data":                {0, 0, 0, 2},
		"a gap of a rail beside": {0, 5.05, 5.35, 2},
		"data":                   {20, 0, 0, 1},
		"fewer":                  {10, 0, 0, 1},
	} {
		for seed := range uint64(5) {
			data := onRails(rand.New(rand.NewPCG(seed, 7)), test.rung, test.from, test.to)
			gaps := rails().Gaps(data, 0.3, 0.001)
			is := rails().WithoutGaps(gaps).Topology(TopologyOptions{})
			if is.Pieces() != test.want || is.Boundary() != 4 {
				t.Errorf("%s: %d pieces with %d ends, by %+v", name, is.Pieces(), is.Boundary(), gaps)
			}
		}
	}
	found := 0
	for seed := range uint64(400) {
		gaps := rails().Gaps(onRails(rand.New(rand.NewPCG(seed, 8)), 20, 0, 0), 0.3, 0.01)
		for _, g := range gaps {
			if math.Abs(g.From[0]-5) < 0.05 && math.Abs(g.To[0]-5) < 0.05 {
				found++
				break
			}
		}
	}
	if found > 10 {
		t.Errorf("%d of 400 rungs with data are gaps", found)
	}
}
