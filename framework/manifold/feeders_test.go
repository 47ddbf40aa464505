package manifold

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ebim/framework/backend"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/train/traintest"
)

func TestUnitVectorsAreUnit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	for _, dim := range []int{1, 2, 5} {
		v := make([]float32, 400*dim)
		unitVectors(v, dim, rng)
		mean := make([]float64, dim)
		for i := 0; i < len(v); i += dim {
			square := 0.0
			for j, x := range v[i : i+dim] {
				square += float64(x) * float64(x)
				mean[j] += float64(x) / 400
			}
			if math.Abs(square-1) > 1e-5 {
				t.Fatalf("a cotangent in R^%d has length %v", dim, math.Sqrt(square))
			}
		}
		// Coordinates have variance 1/dim: 4.5 standard errors, false-alarm rate 6e-5 over 8 coordinates.
		for j, m := range mean {
			if math.Abs(m) > 4.5/math.Sqrt(float64(400*dim)) {
				t.Errorf("coordinate %d in R^%d has mean %v, want 0", j, dim, m)
			}
		}
	}
}

// The samples of a step depend on the seed and the step alone, differ between steps and seeds, and stay in the box.
func TestNegativesOfAStep(t *testing.T) {
	m := vonMises(1)
	draw := func(seed uint64, step int) []float32 {
		work := traintest.Task(t, traintest.Circle(50, 1), square)
		work.Seed = seed
		n := m.untrained(2, 1, 0)
		samples, err := m.negatives(work, n, 50)
		if err != nil {
			t.Fatal(err)
		}
		x := make([]float32, 100)
		statistics, err := samples.Feed(step, backend.NewState(n.Array()), x)
		if kept := len(samples.Memory().Arrays()["buffer"].Data) / 2; err != nil ||
			len(statistics) != len(samples.Columns()) || kept != 50 {
			t.Fatalf("statistics %v, %d points kept, %v", statistics, kept, err)
		}
		for i := 0; i < len(x); i += 2 {
			if !square.Contains(x[i : i+2]) {
				t.Fatalf("the sample %v is outside the box", x[i:i+2])
			}
		}
		return x
	}
	first := draw(1, 3)
	if !slices.Equal(first, draw(1, 3)) {
		t.Error("two draws of one step differ")
	}
	if slices.Equal(first, draw(1, 4)) || slices.Equal(first, draw(2, 3)) {
		t.Error("two steps or two seeds draw the same")
	}
}

// Without chains the points of a step are new ones, uniform in the box.
func TestUniformNegatives(t *testing.T) {
	m := vonMises(1)
	m.Sampler = &sampler.Uniform{}
	n := m.untrained(2, 1, 0)
	samples, err := m.negatives(traintest.Task(t, traintest.Circle(50, 1), square), n, 50)
	if err != nil {
		t.Fatal(err)
	}
	var before []float32
	for step := range 3 {
		x := make([]float32, 100)
		if reported, err := samples.Feed(step, backend.NewState(n.Array()), x); err != nil || len(reported) > 0 ||
			len(samples.Columns()) > 0 {
			t.Fatalf("statistics %v, %v", reported, err)
		}
		for i := 0; i < len(x); i += 2 {
			if !square.Contains(x[i:i+2]) || slices.Contains(before, x[i]) {
				t.Fatalf("the point %v is used again, or outside the box", x[i:i+2])
			}
		}
		before = x
	}
}

// Points lie on faces, each face as often as its share of the boundary's area says: for sides 1, 2 and 4 the pairs have
// 8, 4 and 2 of 14 parts. Bounds are five standard deviations of the frequencies.
func TestBoundaryPointsAreUniform(t *testing.T) {
	box := points.Box{{0, 1}, {-1, 1}, {3, 7}}
	const n = 20000
	rows := make([]float32, 3*n)
	boundaryPoints(rows, box, rand.New(rand.NewPCG(3, 1)))
	counts := map[[2]int]int{}
	mean := [3]float64{}
	for i := range n {
		point := rows[3*i : 3*i+3]
		for axis, v := range point {
			if float64(v) < box[axis][0] || float64(v) > box[axis][1] {
				t.Fatalf("%v is outside", point)
			}
			mean[axis] += (float64(v) - box[axis][0]) / (box[axis][1] - box[axis][0]) / n
			for side := range 2 {
				if float64(v) == box[axis][side] {
					counts[[2]int{axis, side}]++
				}
			}
		}
	}
	for axis, parts := range []float64{8, 4, 2} {
		for side := range 2 {
			p := parts / 28
			if got := float64(counts[[2]int{axis, side}]) / n; math.Abs(got-p) > 5*math.Sqrt(p*(1-p)/n) {
				t.Errorf("face %d of axis %d has a share of %v, want %v", side, axis, got, p)
			}
		}
		if math.Abs(mean[axis]-0.5) > 5*math.Sqrt(0.25/n) {
			t.Errorf("axis %d has its mean at %v of its length, want 1/2", axis, mean[axis])
		}
	}
}
