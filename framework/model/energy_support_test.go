package model

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/loss"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/train"
)

// The quadratures integrate exp(2 x_0) as known, each with the relative error of its default resolution: fixed nodes, and
// random ones, whose errors are five standard deviations at most (false-alarm rate 4e-6 over 6) as they differ between draws.
func TestQuadratures(t *testing.T) {
	for _, test := range []struct {
		support  support
		integral float64
		limit    float64
	}{
		{on(t, networktest.Sphere(2, 1)), overCircle, 1e-3},
		{on(t, networktest.Sphere(3, 1)), overSphere, 5e-3},
		{on(t, networktest.Ring()), overRing, 1e-3},
		{support{Environment: train.Environment{Box: square[:1]}}, math.Sinh(3), 1e-4},
		{support{Environment: train.Environment{Box: square}}, 3 * math.Sinh(3), 1e-3},
		{support{Environment: train.Environment{Box: [][2]float64{square[0], square[1], {-2, 0}}}}, 6 * math.Sinh(3), 5e-3},
	} {
		q, err := test.support.quadrature(background, loss.DefaultCells(test.support.facts()))
		if err != nil {
			t.Fatal(err)
		}
		share := func(nodes, logWeights []float64) float64 {
			terms := make([]float64, len(logWeights))
			for i, weight := range logWeights {
				terms[i] = weight + 2*nodes[i*q.nodes.Dim]
			}
			sum, _ := logSum(terms)
			return math.Exp(sum) / test.integral
		}
		if got := share(q.nodes.Data, q.logWeights); math.Abs(got-1) > test.limit {
			t.Errorf("dimension %d in R^%d: %d nodes give %v of the integral", test.support.dimension(), len(test.support.Box), q.nodes.Len(), got)
		}
		pieces, err := test.support.strata(background, loss.DefaultCells(test.support.facts()))
		if err != nil {
			t.Fatal(err)
		}
		rng, x := rand.New(rand.NewPCG(10, 1)), make([]float32, len(pieces.logWeights)*q.nodes.Dim)
		var mean, square float64
		const draws = 50
		for range draws {
			pieces.fill(x, rng)
			got := share(points.FromFloat32(x, q.nodes.Dim).Data, pieces.logWeights)
			mean, square = mean+got/draws, square+got*got/draws
		}
		deviation := math.Sqrt(max(square-mean*mean, 0))
		if math.Abs(mean-1) > test.limit+5*deviation/math.Sqrt(draws) || deviation > 0.01 {
			t.Errorf("dimension %d in R^%d: %d random nodes give %v of the integral, with deviation %v", test.support.dimension(), len(test.support.Box),
				len(pieces.logWeights), mean, deviation)
		}
	}
}

func on(t *testing.T, m networktest.Manifold) support {
	manifold := learned(t, m)
	return support{manifold.setting, manifold}
}

// In R^4 uniform points come from chains, which here start at one end of a wave: in twelve parts of its angle there are as
// many as these are long. A chi-square of 11 degrees of freedom above 33 has the probability 5e-4 for independent points; the
// limit is twice that, as neighbouring states of a chain are not quite.
func TestUniformPointsInMoreDimensions(t *testing.T) {
	wave := networktest.Wave(4, 0.5)
	s := on(t, wave)
	s.Data = s.Data.Select([]int{0})
	const n, parts = 3000, 12
	set, err := s.uniform(background, rand.New(rand.NewPCG(11, 1)), n)
	if err != nil || set.Len() != n {
		t.Fatalf("%v", err)
	}
	if size := residuals(t, wave, set); !(size < 1e-3) {
		t.Errorf("|F| is up to %v", size)
	}
	counts, expected := make([]float64, parts), make([]float64, parts)
	for i := range n {
		x := set.At(i)
		counts[int((math.Atan2(x[1], x[0])/(2*math.Pi)+0.5)*parts)%parts]++
	}
	speed := func(angle float64) float64 { return math.Sqrt(1 + 0.5*math.Pow(math.Cos(2*angle), 2)) } // two coordinates sin(2 a)/4
	whole := integral(speed, 0, 2*math.Pi)
	for k := range expected {
		from := 2*math.Pi*float64(k)/parts - math.Pi
		expected[k] = n * integral(speed, from, from+2*math.Pi/parts) / whole
	}
	if got := chiSquare(counts, expected); got > 66 {
		t.Errorf("counts %v, expected %v: chi-square %v", counts, expected, got)
	}
}

// Nodes are drawn by their weights: of weights 1, 0.5 and 2.5 in 4000 draws. A chi-square of two degrees of freedom above
// 19.5 has the probability 6e-5.
func TestNodesAreDrawnByWeight(t *testing.T) {
	q := &quadrature{nodes: rows(t, []float64{0}, []float64{1}, []float64{2})}
	for _, weight := range []float64{1, 0.5, 2.5} {
		q.add(weight)
	}
	drawn, counts := make([]float32, 4000), make([]float64, 3)
	q.draw(drawn, rand.New(rand.NewPCG(8, 1)))
	for _, v := range drawn {
		counts[int(v)]++
	}
	if got := chiSquare(counts, []float64{1000, 500, 2500}); got > 19.5 {
		t.Errorf("counts %v, chi-square %v", counts, got)
	}
}
