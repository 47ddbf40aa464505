package support_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/box"
	"ebim/framework/support/supporttest"
	"ebim/framework/support/zeroset"
	"ebim/framework/train"
)

// The quadratures integrate exp(2 x_0) as known, each with the relative error of the default resolution of
// mesh_likelihood: fixed nodes, and random ones, whose errors are five standard deviations at most (false-alarm rate
// 4e-6 over 6) as they differ between draws.
func TestQuadratures(t *testing.T) {
	on := func(m networktest.Manifold) support.Domain { return zeroset.New(supporttest.Learned(t, m)) }
	for _, test := range []struct {
		domain   support.Domain
		cells    int
		integral float64
		limit    float64
	}{
		{on(networktest.Sphere(2, 1)), 128, supporttest.OverCircle, 1e-3},
		{on(networktest.Sphere(3, 1)), 32, supporttest.OverSphere, 5e-3},
		{on(networktest.Ring()), 128, supporttest.OverRing, 1e-3},
		{box.New(train.Environment{Box: supporttest.Square[:1]}), 512, math.Sinh(3), 1e-4},
		{box.New(train.Environment{Box: supporttest.Square}), 64, 3 * math.Sinh(3), 1e-3},
		{box.New(train.Environment{Box: points.Box{supporttest.Square[0], supporttest.Square[1], {-2, 0}}}), 24,
			6 * math.Sinh(3), 5e-3},
	} {
		q, err := test.domain.(support.Quadrable).Quadrature(t.Context(), test.cells)
		if err != nil {
			t.Fatal(err)
		}
		share := func(nodes, logWeights []float64) float64 {
			terms := make([]float64, len(logWeights))
			for i, weight := range logWeights {
				terms[i] = weight + 2*nodes[i*q.Nodes.Dim]
			}
			sum, _ := support.LogSum(terms)
			return math.Exp(sum) / test.integral
		}
		if got := share(q.Nodes.Data, q.LogWeights); math.Abs(got-1) > test.limit {
			t.Errorf("dimension %d in R^%d: %d nodes give %v of the integral", test.domain.Dimension(),
				test.domain.Ambient(), q.Nodes.Len(), got)
		}
		pieces, err := test.domain.(support.Quadrable).Strata(t.Context(), test.cells)
		if err != nil {
			t.Fatal(err)
		}
		rng, x := rand.New(rand.NewPCG(10, 1)), make([]float32, len(pieces.LogWeights)*q.Nodes.Dim)
		var mean, square float64
		const draws = 50
		for range draws {
			pieces.Fill(x, rng)
			got := share(points.FromFloat32(x, q.Nodes.Dim).Data, pieces.LogWeights)
			mean, square = mean+got/draws, square+got*got/draws
		}
		deviation := math.Sqrt(max(square-mean*mean, 0))
		if math.Abs(mean-1) > test.limit+5*deviation/math.Sqrt(draws) || deviation > 0.01 {
			t.Errorf("dimension %d in R^%d: %d random nodes give %v of the integral, with deviation %v",
				test.domain.Dimension(), test.domain.Ambient(),
				len(pieces.LogWeights), mean, deviation)
		}
	}
}

// Nodes are drawn by their weights: of weights 1, 0.5 and 2.5 in 4000 draws. A chi-square of two degrees of freedom
// above
// 19.5 has the probability 6e-5.
func TestNodesAreDrawnByWeight(t *testing.T) {
	q := &support.Quadrature{Nodes: supporttest.Rows(t, []float64{0}, []float64{1}, []float64{2})}
	for _, weight := range []float64{1, 0.5, 2.5} {
		q.Add(weight)
	}
	drawn, counts := make([]float32, 4000), make([]float64, 3)
	q.Draw(drawn, rand.New(rand.NewPCG(8, 1)))
	for _, v := range drawn {
		counts[int(v)]++
	}
	if got := supporttest.ChiSquare(counts, []float64{1000, 500, 2500}); got > 19.5 {
		t.Errorf("counts %v, chi-square %v", counts, got)
	}
}
