package ridged

import (
	"math/rand/v2"
	"testing"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// scatter adds points to a set, evenly at random between two, with noise.
func scatter(x *points.Set, count int, from, to []float64, noise float64, rng *rand.Rand) {
	for range count {
		share := rng.Float64()
		for j := range from {
			x.Data = append(x.Data, from[j]+share*(to[j]-from[j])+noise*rng.NormFloat64())
		}
	}
}

// Two strands of 200 points are linked by what a bar of a few leaves of it: none of it, or some in its middle, or from
// one side. A bar that ends, and a background, link nothing.
func TestThinStrands(t *testing.T) {
	left, right := [2][]float64{{-1, -1.5}, {-1, 1.5}}, [2][]float64{{1, -1.5}, {1, 1.5}}
	for name, test := range map[string]struct {
		bar                 int
		from, to            []float64
		background          int
		learned             [2][]float64 // of the bar
		euler, ends, pieces int
	}{
		"a bar":           {bar: 20, from: []float64{-1, 0}, to: []float64{1, 0}, euler: 1, ends: 4, pieces: 1},
		"a bar of ten":    {bar: 10, from: []float64{-1, 0.3}, to: []float64{1, -0.2}, euler: 1, ends: 4, pieces: 1},
		"a bar that ends": {bar: 12, from: []float64{-1, 0}, to: []float64{0, 0}, euler: 2, ends: 5, pieces: 2},
		"a bar known in the middle": {bar: 60, from: []float64{-1, 0}, to: []float64{1, 0},
			learned: [2][]float64{{-0.4, 0}, {0.5, 0}}, euler: 1, ends: 4, pieces: 1},
		"a background": {background: 60, euler: 2, ends: 4, pieces: 2},
	} {
		const sets, least = 40, 35
		as := 0
		for seed := range uint64(sets) {
			rng := rand.New(rand.NewPCG(seed, 0))
			data := points.New(0, 2)
			scatter(data, 200, left[0], left[1], 0.01, rng)
			scatter(data, 200, right[0], right[1], 0.01, rng)
			if test.bar > 0 {
				scatter(data, test.bar, test.from, test.to, 0.01, rng)
			}
			for range 2 * test.background {
				data.Data = append(data.Data, 4*rng.Float64()-2)
			}
			strands := [][2][]float64{left, right}
			if test.learned[0] != nil {
				strands = append(strands, test.learned)
			}
			thin := thin{data: data, by: following{0.05, 8, 0.05, 0.01}, radius: 0.04, off: 0.05}
			m, err := thin.added(lines(40, strands...), rng)
			if err != nil {
				t.Fatal(err)
			}
			found := m.Topology(mesh.TopologyOptions{})
			if found.Euler() == test.euler && found.Boundary() == test.ends && found.Pieces() == test.pieces {
				as++
			}
		}
		if as < least {
			t.Errorf("%s: %d of %d sets have Euler characteristic %d, %d ends and %d pieces; want %d", name, as, sets,
				test.euler, test.ends, test.pieces, least)
		}
	}
}

// An end whose last segment turns back does not lead to itself.
func TestStrandAheadIsNotTheEnds(t *testing.T) {
	m := lines(2, [2][]float64{{0, 0}, {-0.1, 0}}, [2][]float64{{-5, 0}, {-6, 0}})
	thin := thin{radius: 0.01}
	if element, to := thin.strandAhead(m, end{vertex: 0, out: []float64{-1, 0}}); element != 1 {
		t.Errorf("ahead is %v of segment %d", to, element)
	}
}

// A row is a strand of its own if half of it is clearly off the curve.
func TestRowsApart(t *testing.T) {
	of := thin{off: 0.1}
	distances := []float64{0.11, 0.2, 0.3, 0.12}
	if !of.apart([]int{0, 1, 2}, distances) || of.apart([]int{0, 1, 3}, distances) {
		t.Error("a row at 0.2 is the margin of a curve, or one at 0.12 is not")
	}
}
