package model

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/sampler"
)

// tilted is an EBIM on a known manifold with the energy -2 x_0.
func tilted(t *testing.T, m networktest.Manifold, steps int) *trainedEBIM {
	coefficients := make([]float64, m.Ambient)
	coefficients[0] = -2
	return &trainedEBIM{learnedManifold: learned(t, m), energy: slope(coefficients...), sampling: Sampling{Proposals: 8, Steps: steps},
		sampler: &sampler.ConstrainedLangevin{LangevinStep: sampler.LangevinStep{Steps: 20, Noise: 0.2, Unroll: 2},
			Solver: &sampler.Newton{Iterations: 4}, Tolerance: 1e-4, LongestReturn: 1}}
}

// On the circle the density exp(2 x_0) is von Mises' of concentration 2, with E[cos] = 0.69777 and E[cos 2] = 0.30222.
// Importance has an effective size of 20 times the points drawn, 4000, so that 4.5 standard errors (deviations 0.4 and
// 0.62) are below 0.05 and 0.08.
func TestEBIMDrawsByImportance(t *testing.T) {
	circle := networktest.Sphere(2, 1)
	m := tilted(t, circle, 0)
	support, logs, err := m.Support(background, rand.New(rand.NewPCG(1, 2)), 500)
	if err != nil {
		t.Fatal(err)
	}
	for i, got := range logs {
		if want := 2 * support.At(i)[0]; math.Abs(got-want) > 1e-5 {
			t.Fatalf("the logarithm of the density at %v is %v, want %v", support.At(i), got, want)
		}
	}
	set, figures, err := m.Sample(background, rand.New(rand.NewPCG(2, 2)), 4000)
	if err != nil {
		t.Fatal(err)
	}
	cos, cos2 := 0.0, 0.0
	for i := range set.Len() {
		x := set.At(i)
		cos, cos2 = cos+x[0]/4000, cos2+(x[0]*x[0]-x[1]*x[1])/4000
	}
	if math.Abs(cos-0.69777) > 0.05 || math.Abs(cos2-0.30222) > 0.08 {
		t.Errorf("E[cos] = %v and E[cos 2] = %v, want 0.69777 and 0.30222", cos, cos2)
	}
	// (E w)^2/E w^2 = I_0(2)^2/I_0(4) = 0.4598 of the proposals: 32000, doubled until that is 80000.
	if got, proposals := figures["effective_sample_size"], figures["proposals"]; proposals != 256000 || math.Abs(got/proposals-0.4598) > 0.02 {
		t.Errorf("the effective sample size is %v of %v proposals, want about %v of 256000", got, proposals, 0.4598*256000)
	}
}

// Above three dimensions chains draw. On the curve (cos, sin, h cos sin, h cos sin) the density exp(2 cos) is with
// respect to arc length, whose element is sqrt(1 + 2 h^2 cos^2(2 angle)). 1000 chains have 4.5 standard errors of 0.06,
// and 0.02 is left for the discretisation.
func TestEBIMDrawsByChains(t *testing.T) {
	const h = 0.8
	wave := networktest.Wave(4, h)
	set, _, err := tilted(t, wave, 200).Sample(background, rand.New(rand.NewPCG(3, 2)), 1000)
	if err != nil {
		t.Fatal(err)
	}
	if size := residuals(t, wave, set); !(size < 3e-4) {
		t.Errorf("|F| is up to %v", size)
	}
	density := func(a float64) float64 {
		return math.Exp(2*math.Cos(a)) * math.Sqrt(1+2*h*h*math.Cos(2*a)*math.Cos(2*a))
	}
	want := integral(func(a float64) float64 { return math.Cos(a) * density(a) }, -math.Pi, math.Pi) / integral(density, -math.Pi, math.Pi)
	mean := 0.0
	for i := range set.Len() {
		mean += set.At(i)[0] / float64(set.Len())
	}
	if math.Abs(mean-want) > 0.08 {
		t.Errorf("E[x_0] is %v, want %v", mean, want)
	}
}

// Systematic resampling takes each point as often as its share of the draws says, rounded up or down, and never one of
// weight 0; it leaves them in random order.
func TestResample(t *testing.T) {
	weights := []float64{1, 0, 2.5, 4, 0.3}
	logs, support := make([]float64, len(weights)), points.New(len(weights), 1)
	total, squares := 0.0, 0.0
	for i, w := range weights {
		logs[i] = math.Log(w) + 1000 // a constant must not matter, nor overflow
		support.At(i)[0] = float64(i)
		total, squares = total+w, squares+w*w
	}
	for seed := range uint64(20) {
		const n = 37
		set, err := resample(support, logs, n, rand.New(rand.NewPCG(seed, 3)))
		if err != nil {
			t.Fatal(err)
		}
		if effective := effectiveSize(logs); math.Abs(effective-total*total/squares) > 1e-9 {
			t.Fatalf("the effective size is %v, want %v", effective, total*total/squares)
		}
		counts := make([]float64, len(weights))
		for i := range n {
			counts[int(set.At(i)[0])]++
		}
		for i, w := range weights {
			if share := n * w / total; math.Abs(counts[i]-share) >= 1 {
				t.Fatalf("point %d of share %v is drawn %v times", i, share, counts[i])
			}
		}
		if slices.IsSorted(set.Data) {
			t.Error("the draw is sorted")
		}
	}
}

// Over many draws the frequencies are the weights' shares: each is at most 1 off in every draw and right on average,
// within 4.5 standard errors (false-alarm rate 3e-5).
func TestResampleIsUnbiased(t *testing.T) {
	logs, support := []float64{math.Log(0.15), math.Log(0.35), math.Log(0.5)}, rows(t, []float64{0}, []float64{1}, []float64{2})
	const draws = 4000
	var counts [3]float64
	rng := rand.New(rand.NewPCG(4, 3))
	for range draws {
		set, err := resample(support, logs, 1, rng)
		if err != nil {
			t.Fatal(err)
		}
		counts[int(set.At(0)[0])]++
	}
	for i, p := range []float64{0.15, 0.35, 0.5} {
		if math.Abs(counts[i]-p*draws) > 4.5*math.Sqrt(p*(1-p)*draws) {
			t.Errorf("point %d is drawn %v times of %d, want %v", i, counts[i], draws, p*draws)
		}
	}
}

func TestResampleRefusesEnergiesThatAreNoNumbers(t *testing.T) {
	support := points.New(2, 1)
	for _, logs := range [][]float64{{0, math.NaN()}, {math.Inf(1), 0}, {math.Inf(-1), math.Inf(-1)}} {
		if _, err := resample(support, logs, 3, rand.New(rand.NewPCG(1, 2))); err == nil {
			t.Errorf("log weights %v were taken", logs)
		}
	}
}
