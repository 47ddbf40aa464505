package ridged

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// A curve that the blur draws as two arms and a strand between them is a corner where the data are those of two sides,
// and remains where they are those of three strands, even if the third is as dense as the arms together.
func TestSharpen(t *testing.T) {
	const noise, sets, least = 0.012, 4, 4
	for _, n := range []int{2, 4} {
		at := func(x, y float64) []float64 { return append([]float64{x, y}, make([]float64, n-2)...) }
		for degrees, joined := range map[float64]float64{20: 0.125, 30: 0.1} {
			sine, cosine := math.Sincos(degrees * math.Pi / 360)
			left, right := at(-sine, cosine), at(sine, cosine)
			for name, test := range map[string]struct {
				fork, stem float64 // where the strands meet, and how many data the third has
				ends       int
			}{
				"a corner": {0, 0, 2}, "three strands": {0.15, 60, 3}, "a third of both densities": {0.15, 120, 3},
			} {
				as := 0
				for seed := range uint64(sets) {
					rng, data := rand.New(rand.NewPCG(seed, 1)), points.New(0, n)
					meeting := at(0, test.fork)
					scatter(data, 400, left, meeting, noise, rng)
					scatter(data, 400, right, meeting, noise, rng)
					scatter(data, int(test.stem), at(0, 0), meeting, noise, rng)
					m := lines(8, [2][]float64{at(0, joined), left}, [2][]float64{at(0, joined), right},
						[2][]float64{at(0, joined), at(0, 0)})
					welded(m)
					sharpen(m, data, noise, noise)
					corner := m.Vertices.At(m.Vertices.Len() - 1) // the last that is added
					if ends := len(m.Ends()); ends == test.ends &&
						(ends == 3 || points.SquaredDistance(corner, at(0, 0)) < math.Pow(8*noise, 2)) {
						as++
					}
				}
				if as < least {
					t.Errorf("%s, %g degrees in R^%d: %d of %d sets are as wanted", name, degrees, n, as, sets)
				}
			}
		}
	}
}

// A strand that goes on from where a loop comes back to itself remains, though the loop's sides meet anew.
func TestStemOfALoop(t *testing.T) {
	const noise = 0.04
	rng := rand.New(rand.NewPCG(1, 2))
	radius, height := 2.0, math.Sqrt(3) // of two arcs that meet at 60 degrees at -1 and 1
	m := lines(8, [2][]float64{{1, 0}, {1.75, 0}})
	data := points.New(0, 2)
	scatter(data, 250, []float64{1, 0}, []float64{1.75, 0}, noise, rng)
	for _, side := range []float64{-1, 1} {
		arc := [][]float64{}
		for k := range 41 {
			x := -1 + float64(k)/20
			arc = append(arc, []float64{x, side * (math.Sqrt(radius*radius-x*x) - height)})
		}
		arc[0][1], arc[40][1] = 0, 0
		for k := range 40 {
			first := int32(m.Vertices.Len())
			m.Vertices.Data = slices.Concat(m.Vertices.Data, arc[k], arc[k+1])
			m.Elements = append(m.Elements, first, first+1)
			scatter(data, 12, arc[k], arc[k+1], noise, rng)
		}
	}
	welded(m)
	if sharpen(m, data, noise, 2*noise); len(m.Ends()) != 1 || len(m.Branches()) != 1 {
		t.Errorf("%d ends, %d branches", len(m.Ends()), len(m.Branches()))
	}
}

// What is no strand that branches off and ends is left as it is.
func TestNoTips(t *testing.T) {
	line := [2][]float64{{0, 0}, {1, 0}}
	for name, m := range map[string]*mesh.Mesh{
		"a line": lines(5, line),
		"four strands": lines(5, line, [2][]float64{{0, 0}, {-1, 0}}, [2][]float64{{0, 0}, {0, 1}},
			[2][]float64{{0, 0}, {0, -1}}),
		"short arms": lines(5, line, [2][]float64{{0, 0}, {-0.5, 0.1}}, [2][]float64{{0, 0}, {-0.5, -0.1}}),
	} {
		welded(m)
		before := m.Len()
		if sharpen(m, m.Vertices, 0.01, 0.01); m.Len() != before {
			t.Errorf("%s: %d segments of %d", name, m.Len(), before)
		}
	}
}

// The density of a stroke with noise is one over the plane, and that of its points' halves where these lie.
func TestStrokeDensity(t *testing.T) {
	from, to := [2]float64{0.1, 0.2}, [2]float64{0.7, -0.1}
	for _, noise := range []float64{0.02, 0.3} {
		const step = 0.01
		sum, mean := 0.0, [2]float64{}
		for x := -2.0; x < 3; x += step {
			for y := -2.5; y < 2.5; y += step {
				mass := step * step * strokeDensity([2]float64{x, y}, from, to, noise)
				sum += mass
				mean[0] += mass * x
				mean[1] += mass * y
			}
		}
		if math.Abs(sum-1) > 1e-3 || math.Hypot(mean[0]-0.4, mean[1]-0.05) > 1e-3 {
			t.Errorf("noise %g: integral %g, mean %v", noise, sum, mean)
		}
	}
}

// Two sides of one bend are not two strands that pass each other.
func TestOneBendHasTwoExits(t *testing.T) {
	bend := lines(20, [2][]float64{{-0.2, 1}, {0, 0}}, [2][]float64{{0, 0}, {0.2, 1}})
	welded(bend)
	if found := touchingCorners(bend, 0.3, 0.05); len(found) > 0 {
		t.Errorf("one corner touches itself: %v", found)
	}
	if _, ok := exitsOf(bend, mesh.NewWalks(bend), []float64{0, 0.2}, [2]int{14, 22}, 0.3); ok {
		t.Error("sides of one bend are two strands")
	}
}
