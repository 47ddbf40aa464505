package ridged

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

// Ends are joined through sparse data, ahead, around a bend or to a corner; not over a gap, and not beside each other.
func TestJoinFacing(t *testing.T) {
	type side struct {
		from, to []float64
		data     int
	}
	for name, test := range map[string]struct {
		sides   []side
		learned [][2][]float64
		bend    int // data of a quarter of a circle from (1, 0) to (0, 1)
		ends    int
	}{
		"a sparse side": {sides: []side{{[]float64{0, 0}, []float64{1, 0}, 300}, {[]float64{1, 0}, []float64{0, 1}, 40},
			{[]float64{0, 1}, []float64{0, 0}, 20}}, learned: [][2][]float64{{{0, 0}, {1, 0}}, {{1, 0}, {0, 1}},
			{{0, 1}, {0, 0.4}}}},
		"a gap": {sides: []side{{[]float64{0, 0}, []float64{1, 0}, 300}, {[]float64{1, 0}, []float64{0, 1}, 300},
			{[]float64{0, 1}, []float64{0, 0.4}, 150}}, learned: [][2][]float64{{{0, 0}, {1, 0}}, {{1, 0}, {0, 1}},
			{{0, 1}, {0, 0.4}}}, ends: 2},
		"a sparse bend": {sides: []side{{[]float64{-1, 1}, []float64{0, 1}, 40},
			{[]float64{1, 0}, []float64{1, -1}, 40}},
			learned: [][2][]float64{{{-1, 1}, {0, 1}}, {{1, 0}, {1, -1}}}, bend: 40, ends: 2},
		"a sparse side in a background": {sides: []side{{[]float64{0, 0}, []float64{1, 0}, 300},
			{[]float64{1, 0}, []float64{0, 1}, 40}, {[]float64{0, 1}, []float64{0, 0}, 20},
			{[]float64{2, -3}, []float64{9, 7}, 15}}, learned: [][2][]float64{{{0, 0}, {1, 0}}, {{1, 0}, {0, 1}},
			{{0, 1}, {0, 0.4}}}, ends: 2},
		"few data": {sides: []side{{[]float64{0, 0}, []float64{1, 0}, 40}, {[]float64{1, 0}, []float64{0, 1}, 30},
			{[]float64{0, 1}, []float64{0, 0}, 20}}, learned: [][2][]float64{{{0, 0}, {1, 0}}, {{1, 0}, {0, 1}},
			{{0, 1}, {0, 0.4}}}, ends: 2},
		"ends beside each other": {sides: []side{{[]float64{0, 0}, []float64{1, 0}, 60},
			{[]float64{0, 0.04}, []float64{1, 0.04}, 60}}, learned: [][2][]float64{{{0, 0}, {1, 0}},
			{{0, 0.04}, {1, 0.04}}}, ends: 4},
	} {
		const sets, least = 40, 36
		as := 0
		for seed := range uint64(sets) {
			rng, data := rand.New(rand.NewPCG(seed, 6)), points.New(0, 2)
			for _, s := range test.sides {
				scatter(data, s.data, s.from, s.to, 0.002, rng)
			}
			for range test.bend {
				sine, cosine := math.Sincos(rng.Float64() * math.Pi / 2)
				data.Data = append(data.Data, cosine, sine)
			}
			m := lines(40, test.learned...)
			welded(m)
			of := thin{data: data, by: following{0.05, 8, 0.01, 0.01}, radius: 0.01, off: 0.02}
			if len(of.joinFacing(m).Ends()) == test.ends {
				as++
			}
		}
		if as < least {
			t.Errorf("%s: %d of %d sets are as wanted", name, as, sets)
		}
	}
}
