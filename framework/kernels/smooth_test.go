package kernels

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/points"
)

// circleNodes is a quadrature of the unit circle.
func circleNodes(count int) (nodes *points.Set, logWeights []float64) {
	nodes = points.New(count, 2)
	for i := range count {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(count))
		copy(nodes.At(i), []float64{cos, sin})
		logWeights = append(logWeights, math.Log(2*math.Pi/float64(count)))
	}
	return nodes, logWeights
}

// On a smooth law the mixture with a smooth density is several times as close as kernels alone: of von Mises' law with
// 500 points these lose 0.03 nats and more, and a density of its two parameters would lose 2/(2 * 500).
func TestSmoothDensityOnACircle(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x, tangents := onCircle(500, 2, rng)
	nodes, logWeights := circleNodes(600)
	divergence := map[int]float64{}
	for _, smooth := range []int{0, 1} {
		m, err := Fit(x, tangents, Options{Dimension: 1, Members: 3, Floor: 2e-3, Smooth: smooth,
			Nodes: &Nodes{nodes, logWeights}, Extent: 1}, rand.New(rand.NewPCG(3, 4)))
		if err != nil {
			t.Fatal(err)
		}
		const bessel = 2.279585302336067 // I_0(2)
		integral := 0.0
		for i := range nodes.Len() {
			log, truth := m.log(nodes.At(i)), 2*nodes.At(i)[0]-math.Log(2*math.Pi*bessel)
			integral += math.Exp(log + logWeights[i])
			divergence[smooth] += math.Exp(truth+logWeights[i]) * (truth - log)
		}
		if len(m.Smooth.Widths) != smooth || math.Abs(integral-1) > 0.02 {
			t.Errorf("a mixture with %d smooth densities integrates to %.4f", len(m.Smooth.Widths), integral)
		}
	}
	t.Logf("divergences %.4f and %.4f", divergence[0], divergence[1])
	if divergence[1] > 0.01 || divergence[1] > divergence[0]/2 {
		t.Errorf("the divergence from the law is %.4f nats, and %.4f without a smooth density", divergence[1],
			divergence[0])
	}
}

// Of points among which a quadrature has two nodes of 600, no smooth density is known.
func TestNoSmoothDensityBetweenNodes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x, tangents := onCircle(200, 1e5, rng)
	nodes, logWeights := circleNodes(600)
	m, err := Fit(x, tangents, Options{Dimension: 1, Members: 3, Floor: 1e-6, Smooth: 1,
		Nodes: &Nodes{nodes, logWeights}, Extent: 0.003}, rng)
	if err != nil || len(m.Smooth.Widths) != 0 {
		t.Errorf("%d smooth densities, error %v", len(m.Smooth.Widths), err)
	}
}

// Of one function that is 1 and -1 at two nodes, the optimum solves tanh(theta) + penalty theta = mean.
func TestMinimize(t *testing.T) {
	for _, mean := range []float64{-0.99, 0, 0.5, 1} {
		for _, penalty := range []float64{1e-5, 0.1} {
			p := &penalized{nodes: mat.NewDense(2, 1, []float64{1, -1}),
				logWeights: []float64{math.Log(0.5), math.Log(0.5)}, mean: []float64{mean}}
			theta, err := p.minimize([]float64{-3}, penalty)
			if err != nil {
				t.Fatal(err)
			}
			if off := math.Tanh(theta[0]) + penalty*theta[0] - mean; math.Abs(off) > 1e-4 {
				t.Errorf("mean %v, penalty %v: theta is %v, off by %v", mean, penalty, theta[0], off)
			}
			if _, sum := p.value(theta, penalty, nil); math.Abs(sum-math.Log(math.Cosh(theta[0]))) > 1e-12 {
				t.Errorf("the logarithm of the sum is %v, want %v", sum, math.Log(math.Cosh(theta[0])))
			}
		}
	}
}

// Landmarks are different points, as many as there are; a mixture without enough of them, or of points that are all
// equal, is finite.
func TestFewLandmarks(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2))
	for _, rows := range [][]float64{{1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0}, {1, 0, 0, 1}, {1, 0}} {
		x := &points.Set{Dim: 2, Data: rows}
		var tangents []float64
		for i := range x.Len() {
			tangents = append(tangents, -x.At(i)[1], x.At(i)[0])
		}
		nodes, logWeights := circleNodes(20)
		m, err := Fit(x, tangents, Options{Dimension: 1, Members: 3, Floor: 2e-3, Smooth: 2,
			Nodes: &Nodes{nodes, logWeights}, Extent: 1}, rng)
		if err != nil {
			t.Fatal(err)
		}
		if landmarks := m.Smooth.Landmarks; landmarks.Distinct() != landmarks.Len() || landmarks.Len() > 21 {
			t.Errorf("%d of %d landmarks are different", landmarks.Distinct(), landmarks.Len())
		}
		if padded := m.Smooth.Padded(); len(padded) != 2*Landmarks ||
			padded[Landmarks] != m.Smooth.Coefficients[m.Smooth.Landmarks.Len()] {
			t.Errorf("%d coefficients are padded to %d", len(m.Smooth.Coefficients), len(padded))
		}
		if log := m.log(x.At(0)); math.IsNaN(log) || math.IsInf(log, 0) {
			t.Errorf("of %d points the log density at the first is %v", x.Len(), log)
		}
	}
}
