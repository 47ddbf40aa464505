package shape_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/dimension"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/ridge"
	"ebim/framework/shape"
	"ebim/framework/support/supporttest"
	"ebim/framework/train"
	"ebim/framework/train/traintest"
)

// settings are those of a look, but for fewer steps and a smaller network: shapes here are simple.
func settings() ridge.Ridge {
	clip, steps := 1.0, 2000
	training := traintest.Training(1, 192, 0.003, &clip)
	training.Steps, training.Average, training.Schedule, training.Shuffle = &steps, 0.998, &train.Cosine{}, true
	return ridge.Ridge{Dimension: 1, MinNoise: 0.02, MaxNoise: 1, Training: training,
		Network: network.Displacement{Hidden: []int{64, 64, 64}, Features: 32}}
}

// looked is a look at points, and what it and neighbors say of their dimension.
func looked(t *testing.T, x *points.Set) (*shape.Look, shape.Estimate) {
	t.Helper()
	l, err := shape.At(t.Context(), supporttest.Environment(t, x, nil).Engine, settings(), x)
	if err != nil {
		t.Fatal(err)
	}
	neighbors, err := dimension.Of(x)
	if err != nil {
		t.Fatal(err)
	}
	return l, shape.Combined(l.Scales, neighbors)
}

// Two arcs with noise, where neighbors see a plane, a Moebius band, and a cloud of the plane.
func TestLook(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	set := func(dim int, place func(x []float64)) *points.Set {
		x := points.New(1000, dim)
		for i := range x.Len() {
			place(x.At(i))
		}
		return x
	}
	moons := set(2, func(x []float64) {
		sine, cosine := math.Sincos(math.Pi * rng.Float64())
		if x[0], x[1] = cosine, sine; rng.IntN(2) == 0 {
			x[0], x[1] = 1-cosine, 0.5-sine
		}
		x[0], x[1] = x[0]+0.05*rng.NormFloat64(), x[1]+0.05*rng.NormFloat64()
	})
	band := set(3, func(x []float64) {
		u, v := 2*math.Pi*rng.Float64(), 0.4*(2*rng.Float64()-1)
		r := 1 + v*math.Cos(u/2)
		x[0], x[1], x[2] = r*math.Cos(u), r*math.Sin(u), v*math.Sin(u/2)
	})
	cloud := set(2, func(x []float64) { x[0], x[1] = rng.NormFloat64(), rng.NormFloat64() })
	for name, test := range map[string]struct {
		x           *points.Set
		dimension   int
		least, most float64 // noise
		want        *shape.Form
	}{
		"moons": {moons, 1, 0.05, 0.1, &shape.Form{Components: 2, Boundary: 4, Orientable: true}},
		"band":  {band, 2, 0, 0.02, &shape.Form{Components: 1, Boundary: 1}},
		"cloud": {cloud, 2, 0, 0, nil},
	} {
		t.Run(name, func(t *testing.T) {
			l, e := looked(t, test.x)
			if e.Dimension != test.dimension || e.Noise < test.least || e.Noise > test.most || l.Frequency != nil {
				t.Errorf("dimension %d, noise %v, frequency %v", e.Dimension, e.Noise, l.Frequency)
			}
			form, err := l.Form(t.Context(), test.dimension)
			if err != nil {
				t.Fatal(err)
			}
			if test.want == nil || form == nil {
				if form != test.want {
					t.Errorf("%+v", form)
				}
				return
			}
			test.want.Dimension, test.want.Agreement = test.dimension, form.Agreement
			test.want.Background, test.want.Edge, test.want.Closed = form.Background, form.Edge, form.Closed
			test.want.Across, test.want.ClosedBy = form.Across, form.ClosedBy
			if smooth := 5.6; name == "band" && (form.Edge < 0.9*smooth || form.Edge > 1.4*smooth) {
				t.Errorf("its edge is %v, a smooth one %v", form.Edge, smooth)
			}
			if *form != *test.want || form.Background > 0.015 || !form.Certain() || form.ClosedBy > 1e-3 {
				t.Errorf("%+v", form)
			}
		})
	}
}

// A closed curve in space whose noise is larger along one axis is a strip at fine scales, where real strips look alike
// but for their density across, which ends.
func TestNarrower(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	curve := func(across func() float64) *points.Set {
		x := points.New(1500, 3)
		for i := range x.Len() {
			sine, cosine := math.Sincos(2 * math.Pi * rng.Float64())
			noise := func() float64 { return 0.01 * rng.NormFloat64() }
			copy(x.At(i), []float64{2*cosine + noise(), 2*sine + noise(), 0.3*(cosine*cosine-sine*sine) + across()})
		}
		return x
	}
	for name, test := range map[string]struct {
		across func() float64
		want   int
	}{
		"noise":        {func() float64 { return 0.15 * rng.NormFloat64() }, 1},
		"falling to 0": {func() float64 { return 0.4 * (rng.Float64() + rng.Float64() - 1) }, 2},
	} {
		t.Run(name, func(t *testing.T) {
			x := curve(test.across)
			l, e := looked(t, x)
			if e.Dimension != 2 {
				t.Fatalf("scales say %d: %+v", e.Dimension, e.Scales)
			}
			e, err := l.Narrower(t.Context(), e)
			if err != nil || e.Dimension != test.want || e.Lopsided != (test.want == 1) {
				t.Errorf("%d, %v", e.Dimension, err)
			}
			if deviation := e.Noise * x.Scale(); e.Lopsided && math.Abs(deviation-0.15) > 0.02 {
				t.Errorf("noise %v, want 0.15", deviation)
			}
		})
	}
}

// A coil of twenty turns, or seven rings in each other, look filled to a network of the usual frequency.
func TestFineStructure(t *testing.T) {
	for name, test := range map[string]struct {
		at        func(t float64, ring int) []float64
		frequency float64
	}{
		"a coil": {func(t float64, _ int) []float64 {
			sine, cosine := math.Sincos(20 * t)
			r := 3 + 0.6*cosine
			return []float64{r * math.Cos(t), r * math.Sin(t), 0.6 * sine}
		}, 6},
		"rings": {func(t float64, ring int) []float64 {
			r := 0.2 * float64(ring)
			return []float64{r * math.Cos(t), r * math.Sin(t)}
		}, 12},
	} {
		rng := rand.New(rand.NewPCG(6, 6))
		x := points.New(0, len(test.at(0, 0)))
		for range 4000 {
			ring := 1 + int(7*math.Sqrt(rng.Float64()))
			for _, v := range test.at(2*math.Pi*rng.Float64(), ring) {
				x.Data = append(x.Data, v+0.01*rng.NormFloat64())
			}
		}
		floats.Scale(1/x.Scale(), x.Data)
		l, e := looked(t, x)
		if l.Frequency == nil || *l.Frequency != test.frequency || e.Dimension != 1 {
			t.Errorf("%s: frequency %v, dimension %d, scales %+v", name, l.Frequency, e.Dimension, l.Scales)
		}
	}
}

// Copies with a little noise are structure to kernels alone.
func TestCopiesAreNoStructure(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	const each = 20
	x := points.New(1200, 2)
	for i := range x.Len() { // of places all over a square
		for j := range x.Dim {
			if x.At(i)[j] = 2*rng.Float64() - 1; i%each > 0 {
				x.At(i)[j] = x.At(i - i%each)[j] + 0.01*rng.NormFloat64()
			}
		}
	}
	l, err := shape.At(t.Context(), supporttest.Environment(t, x, nil).Engine, settings(), x)
	if err != nil || l.Frequency != nil {
		t.Errorf("frequency %v, %v", l.Frequency, err)
	}
}

// Of few points some that are off the ridge are no background.
func TestFewPointsHaveNoBackground(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for count, has := range map[int]bool{80: false, 400: true} {
		x := points.New(count, 2)
		for i := range count {
			if x.At(i)[0], x.At(i)[1] = math.Sincos(2 * math.Pi * rng.Float64()); i%16 == 0 {
				floats.Scale(0.5*rng.Float64(), x.At(i))
			}
		}
		l, _ := looked(t, x)
		form, err := l.Form(t.Context(), 1)
		if err != nil || form == nil {
			t.Fatalf("%d points: %+v, %v", count, form, err)
		}
		if form.Background > 0 != has {
			t.Errorf("%d points have a background of %v", count, form.Background)
		}
	}
}

// Thirty points of half a circle have two ends, and no gap as wide as that between them by chance.
func TestEndsOfFewPoints(t *testing.T) {
	for turn, most := range map[float64]float64{0.5: 0.01, 0.6: 0.01} {
		rng, x := rand.New(rand.NewPCG(8, 8)), points.New(30, 2)
		for i := range x.Len() {
			x.At(i)[0], x.At(i)[1] = math.Sincos(2 * math.Pi * turn * rng.Float64())
		}
		l, _ := looked(t, x)
		form, err := l.Form(t.Context(), 1)
		if err != nil || form == nil || form.Boundary != 2 || form.Components != 1 || form.ClosedBy <= 0 ||
			form.ClosedBy > most {
			t.Errorf("%v of a circle: %+v, %v", turn, form, err)
		}
	}
}
