package mesh

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

// ring is a circle of segments, or an arc of some of them.
func ring(segments, of int) *Mesh {
	m := &Mesh{Dimension: 1, Vertices: points.New(0, 2)}
	for i := range segments + 1 {
		sine, cosine := math.Sincos(2 * math.Pi * float64(i) / float64(of))
		m.Vertices.Data = append(m.Vertices.Data, cosine, sine)
		if i > 0 {
			m.Elements = append(m.Elements, int32(i-1), int32(i))
		}
	}
	if segments == of {
		m.Elements[len(m.Elements)-1] = 0
	}
	return m
}

func onCircle(n int, seed uint64, angle func(rng *rand.Rand) float64) *points.Set {
	rng, x := rand.New(rand.NewPCG(seed, 5)), points.New(0, 2)
	for range n {
		sine, cosine := math.Sincos(angle(rng))
		r := 1 + 0.01*rng.NormFloat64()
		x.Data = append(x.Data, r*cosine, r*sine)
	}
	return x
}

// Of data that are spread at random, evenly or not, at most about the chance have a gap: 400 sets give fewer than 11
// at 0.01 with a probability of 0.997. A gap of a tenth of the radius, 19 times the mean distance of its data, is
// found.
func TestGaps(t *testing.T) {
	for name, angle := range map[string]func(rng *rand.Rand) float64{
		"even": func(rng *rand.Rand) float64 { return 2 * math.Pi * rng.Float64() },
		"uneven": func(rng *rand.Rand) float64 {
			u := rng.Float64()
			return 2 * math.Pi * (u + 0.9*math.Sin(2*math.Pi*u)/(2*math.Pi))
		},
	} {
		found := 0
		for seed := range uint64(200) {
			if len(ring(100, 100).Gaps(onCircle(500, seed, angle), 1, 0.01)) > 0 {
				found++
			}
			if len(ring(70, 100).Gaps(onCircle(500, seed, func(rng *rand.Rand) float64 { return 0.7 * angle(rng) }), 1,
				0.01)) > 0 {
				found++
			}
		}
		if found > 10 {
			t.Errorf("%s: %d of 400 have gaps", name, found)
		}
	}
	for _, at := range []float64{0, 3} { // where the loop starts, and elsewhere
		gap := func(rng *rand.Rand) float64 { return at + 0.05 + (2*math.Pi-0.1)*rng.Float64() }
		found := ring(100, 100).Gaps(onCircle(1200, 1, gap), 1, 0.001)
		if len(found) != 1 || math.Abs(found[0].Length-0.1) > 0.03 || math.Abs(found[0].Missing-19) > 9 {
			t.Errorf("%+v", found)
			continue
		}
		cut := ring(100, 100).WithoutGaps(found)
		if is := cut.Topology(TopologyOptions{}); len(is.Components) != 1 || is.Boundary() != 2 ||
			math.Abs(cut.Measure()-(2*math.Pi-found[0].Length)) > 0.01 {
			t.Errorf("%+v of length %v", is, cut.Measure())
		}
	}
	// two loops that touch: four strands' ends in one vertex, whose lengths add up
	eight := ring(100, 100)
	eight.Vertices.Data = append(eight.Vertices.Data, 2, 1, 3, 0, 2, -1)
	eight.Elements = append(eight.Elements, 0, 101, 101, 102, 102, 103, 103, 0)
	total := 0.0
	for _, s := range eight.strands() {
		total += s.length
	}
	if len(eight.strands()) != 2 || math.Abs(total-eight.Measure()) > 1e-9 {
		t.Errorf("%d strands of %v", len(eight.strands()), total)
	}
}

// An arc goes on over equal steps however few data show them, where two sides of ten steps are looked at or none.
func TestGapsOfFewData(t *testing.T) {
	for n := 10; n < 30; n++ {
		k := 0.0
		even := onCircle(n, 1, func(*rand.Rand) float64 { k++; return (k - 0.5) / float64(n) * 1.4 * math.Pi })
		if found := ring(70, 100).Gaps(even, 1, 0.01); len(found) > 0 {
			t.Errorf("%d data have %d gaps: %+v", n, len(found), found[0])
		}
	}
}

// The chance of the longest gap on a loop is that of data spread at random on it, and small on an arc that it closes.
// Loops of two data are left out, and so is a curve with ends.
func TestLoopGaps(t *testing.T) {
	const sets, data, chance = 400, 20, 0.2
	below := func(width float64) (count int) {
		for seed := range uint64(sets) {
			x := onCircle(data, seed, func(rng *rand.Rand) float64 { return 0.3 + width*rng.Float64() })
			gaps := ring(100, 100).LoopGaps(x, 1)
			if len(gaps) != 1 {
				t.Fatalf("%d gaps of one loop", len(gaps))
			}
			if gaps[0].Chance < chance {
				count++
			}
		}
		return count
	}
	if even := below(2 * math.Pi); even < 54 || even > 102 { // 78 within three deviations
		t.Errorf("%d of %d even sets have a gap of chance %v", even, sets, chance)
	}
	if arcs := below(4); arcs < 0.9*sets {
		t.Errorf("%d of %d arcs have a gap of chance %v", arcs, sets, chance)
	}
	few := onCircle(data, 1, func(rng *rand.Rand) float64 { return 2 * math.Pi * rng.Float64() })
	two := onCircle(2, 1, func(rng *rand.Rand) float64 { return 2 * math.Pi * rng.Float64() })
	if gaps := ring(100, 100).LoopGaps(two, 1); len(gaps) > 0 {
		t.Errorf("a loop of two data: %v", gaps)
	}
	if gaps := ring(60, 100).LoopGaps(few, 1); len(gaps) > 0 {
		t.Errorf("a curve with ends: %v", gaps)
	}
}
