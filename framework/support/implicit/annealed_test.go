package implicit

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
	"ebim/framework/train"
)

// Draws lie on the manifold and are as symmetric as it is, with noise that is all new, partly new, and none.
func TestAnnealing(t *testing.T) {
	const n = 2000
	env, _, codimension := supporttest.Learned(t, networktest.Sphere(2, 1))
	none, half, all := 0.0, 0.5, 1.0
	for name, fresh := range map[string]*float64{"none": &none, "half": &half, "all": &all, "exact": nil} {
		f, by := function(env, supporttest.Fixed(supporttest.ToCircle(1)), codimension),
			Annealing{Steps: 20, Fresh: fresh, Corrections: 2}
		drawn, figures, err := f.Diffuse(t.Context(), rand.New(rand.NewPCG(1, 2)), by, n)
		if err != nil {
			t.Fatal(err)
		}
		if figures["drawn_norm"] > 1e-5 || figures["data_norm"] > 1e-5 {
			t.Errorf("fresh %s: mean |F| %v of draws, %v of data", name, figures["drawn_norm"], figures["data_norm"])
		}
		// A coordinate of a uniform point has variance 1/2: the mean of 2000 is 4.5 standard errors off with
		// probability 7e-6.
		for j := range 2 {
			// and the data's mean is not quite 0
			if mean := supporttest.Mean(drawn, j); math.Abs(mean) > 4.5*math.Sqrt(0.5/n)+0.02 {
				t.Errorf("fresh %s: the mean of coordinate %d is %v", name, j, mean)
			}
		}
	}
}

// Draws from what is enlarged lie on it: the noise that is taken away is enlarged, too.
func TestAnnealingOfAnEnlargedManifold(t *testing.T) {
	env, _, codimension := supporttest.Learned(t, networktest.Sphere(2, 1))
	f, by := function(env, supporttest.Fixed(supporttest.ToCircle(1)), codimension),
		Annealing{Steps: 20, Corrections: 2}
	f.Annealing = &by
	moved := f.After(support.Similarity{Factor: 3, Shift: []float64{5, -1}})
	_, figures, err := moved.Drawn(t.Context(), rand.New(rand.NewPCG(1, 2)), 100)
	if err != nil || figures["drawn_norm"] > 1e-5 {
		t.Errorf("mean |F| %v, %v", figures["drawn_norm"], err)
	}
}

// What annealing starts from has the covariance of the data with noise, along their long axis too.
func TestNoiseToStartFrom(t *testing.T) {
	const long, deviation, n = 20.0, 2.0, 20000
	rng := rand.New(rand.NewPCG(5, 6))
	data := &points.Set{Dim: 2}
	for range 1000 {
		a, b := long*rng.NormFloat64(), rng.NormFloat64()
		data.Data = append(data.Data, 3+0.6*a-0.8*b, 0.8*a+0.6*b) // the long axis is (0.6, 0.8)
	}
	f := &Function{Env: train.Environment{Data: data}}
	x := points.FromFloat32(f.noise(rng, n, deviation), 2)
	for name, axis := range map[string][2]float64{"long": {0.6, 0.8}, "short": {-0.8, 0.6}} {
		moments := func(set *points.Set) (mean, variance float64) {
			for i := range set.Len() {
				v := set.At(i)[0]*axis[0] + set.At(i)[1]*axis[1]
				mean, variance = mean+v/float64(set.Len()), variance+v*v/float64(set.Len())
			}
			return mean, variance - mean*mean
		}
		wantMean, spread := moments(data)
		mean, variance := moments(x)
		want := spread + deviation*deviation
		// Five standard errors of the mean and of the variance of normal numbers: false alarms of 6e-7 each.
		if math.Abs(mean-wantMean) > 5*math.Sqrt(want/n) || math.Abs(variance/want-1) > 5*math.Sqrt(2./n) {
			t.Errorf("%s axis: mean %v and variance %v, want %v and %v", name, mean, variance, wantMean, want)
		}
	}
}

// Noise of a level that is kept and made by the reverse of a process of independent increments has the variance of the
// next level, and its covariance with the noise of the level is that variance, too. With a share given, the variance
// is the same.
func TestNoiseOfLevels(t *testing.T) {
	half := 0.5
	for _, fresh := range []*float64{nil, &half} {
		for _, next := range []float64{0, 0.5, 1.9} {
			const level = 2.0
			kept, added := (&Annealing{Fresh: fresh}).noiseOf(level, next)
			if variance := math.Pow(float64(kept)*level, 2) + math.Pow(float64(added),
				2); math.Abs(variance-next*next) > 1e-6 {
				t.Errorf("fresh %v, to %v: variance %v", fresh, next, variance)
			}
			if covariance := float64(kept) * level * level; fresh == nil && math.Abs(covariance-next*next) > 1e-6 {
				t.Errorf("to %v: covariance %v", next, covariance)
			}
		}
	}
}

func TestAnnealingWithoutEnd(t *testing.T) {
	env, _, codimension := supporttest.Learned(t, networktest.Sphere(2, 1))
	f, by := function(env, supporttest.Fixed(supporttest.ToCircle(1e10)), codimension), Annealing{Steps: 20}
	var empty *support.EmptyError
	if _, _, err := f.Diffuse(t.Context(), rand.New(rand.NewPCG(1, 2)), by, 10); !errors.As(err, &empty) {
		t.Errorf("got %v, want an EmptyError", err)
	}
}

// Corrections that would lead away from F = 0 are not made; others are. With slope a, each multiplies the distance by
// 1 - a^2.
func TestCorrectionsLowerF(t *testing.T) {
	env, _, codimension := supporttest.Learned(t, networktest.Sphere(2, 1))
	// 1 - a^2 is -1.56 and -0.44, whose third power is -0.085
	for slope, most := range map[float64]float64{1.6: 1, 1.2: 0.1} {
		norms := map[int]float64{}
		for _, corrections := range []int{0, 3} {
			f, by := function(env, supporttest.Fixed(supporttest.ToCircle(slope)), codimension),
				Annealing{Steps: 3, Corrections: corrections}
			_, figures, err := f.Diffuse(t.Context(), rand.New(rand.NewPCG(1, 2)), by, 200)
			if err != nil {
				t.Fatal(err)
			}
			norms[corrections] = figures["drawn_norm"]
		}
		if norms[3] > most*norms[0] {
			t.Errorf("slope %v: mean |F| by number of corrections: %v", slope, norms)
		}
	}
}

func TestAnnealingLevels(t *testing.T) {
	low := 0.5
	a := Annealing{Steps: 3, Lowest: &low}
	if got, want := a.levels(0.4), []float64{2, 1, 0.5}; !slices.EqualFunc(got, want,
		func(x, y float64) bool { return math.Abs(x-y) < 1e-12 }) {
		t.Errorf("levels %v, want %v", got, want)
	}
	a.Steps = 1
	if got := a.levels(0.4); len(got) != 1 || got[0] != 2 {
		t.Errorf("one level: %v", got)
	}
}
