package neighbors

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

func TestCurvesBesideSurfaces(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	sphere := func() []float64 {
		x := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		length := math.Sqrt(x[0]*x[0] + x[1]*x[1] + x[2]*x[2])
		return []float64{x[0] / length, x[1] / length, x[2] / length}
	}
	for name, test := range map[string]struct {
		low, high float64
		noise     float64
		draw      func() []float64
	}{
		"sphere":       {0, 0, 0, sphere},
		"thin strip":   {0, 0, 0.01, func() []float64 { return []float64{8 * rng.Float64(), 0.5 * rng.Float64(), 0} }},
		"three levels": {0, 0, 0, func() []float64 { return []float64{rng.Float64(), float64(rng.IntN(3)), 0} }},
		"three lines":  {0.99, 1, 0.001, func() []float64 { return []float64{rng.Float64(), float64(rng.IntN(3)), 0} }},
		"sphere with a whisker of a tenth": {0.05, 0.12, 0.005, func() []float64 {
			if rng.IntN(10) == 0 {
				return []float64{0, 0, 1 + 1.5*rng.Float64()}
			}
			return sphere()
		}},
		"sphere, and a small one of a thirtieth apart": {0, 0, 0.005, func() []float64 {
			x := sphere()
			if rng.IntN(30) == 0 {
				return []float64{0.3 * x[0], 0.3 * x[1], 1.8 + 0.3*x[2]}
			}
			return x
		}},
	} {
		x := points.New(0, 3)
		for range 1500 {
			for _, v := range test.draw() {
				x.Data = append(x.Data, v+test.noise*rng.NormFloat64())
			}
		}
		if share := Curves(x); share < test.low || share > test.high {
			t.Errorf("%s: %v", name, share)
		}
	}
}

// A ring about a sphere, and a string that leaves it: each point goes with its own, up to where they meet.
func TestAlongCurves(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	x, isCurve := points.New(0, 3), []bool{}
	add := func(curve bool, at ...float64) {
		for _, v := range at {
			x.Data = append(x.Data, v+0.01*rng.NormFloat64())
		}
		isCurve = append(isCurve, curve)
	}
	for i := range 2400 {
		sine, cosine := math.Sincos(2 * math.Pi * rng.Float64())
		switch {
		case i < 400:
			add(true, 2*cosine, 2*sine, 0.3*cosine)
		case i < 700:
			add(true, 0, 0, 1+1.5*rng.Float64())
		default:
			z := 2*rng.Float64() - 1
			add(false, math.Sqrt(1-z*z)*cosine, math.Sqrt(1-z*z)*sine, z)
		}
	}
	wrong := 0
	for i, along := range AlongCurves(x) {
		if along != isCurve[i] {
			wrong++
		}
	}
	if wrong > 15 {
		t.Errorf("%d of %d points are in the wrong stratum", wrong, x.Len())
	}
	for _, few := range []*points.Set{points.New(0, 3), x.Slice(0, 20), points.New(100, 3)} {
		for _, along := range AlongCurves(few) {
			if along {
				t.Errorf("some of %d points lie along a curve", few.Len())
			}
		}
	}
}

// Seventy measurements of one place of a surface, which differ in one column, are no curve beside it.
func TestRepeatsAreNoCurve(t *testing.T) {
	rng, x := rand.New(rand.NewPCG(5, 6)), points.New(0, 3)
	for i := range 1500 {
		if i%20 == 0 {
			x.Data = append(x.Data, 0.5, 0.5, 0.02*rng.NormFloat64())
			continue
		}
		x.Data = append(x.Data, rng.Float64(), rng.Float64(), 0.02*rng.NormFloat64())
	}
	if share := Curves(x); share > 0 {
		t.Errorf("%v of a plane lie along curves", share)
	}
}
