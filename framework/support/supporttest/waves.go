package supporttest

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/integrate/quad"

	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
)

// Waves is the random energy sum_k a_k cos(w_k.x + b_k), the w_k normal with a given deviation (random Fourier
// features).
type Waves struct {
	Frequencies        [][]float64
	Phases, Amplitudes []float64
}

// NewWaves is the sum of count waves of about 2 pi times the length, with the standard deviation 2.
func NewWaves(rng *rand.Rand, count, dim int, length float64) *Waves {
	w := &Waves{}
	for range count {
		frequency := make([]float64, dim)
		for j := range frequency {
			frequency[j] = rng.NormFloat64() / length
		}
		w.Frequencies = append(w.Frequencies, frequency)
		w.Phases = append(w.Phases, 2*math.Pi*rng.Float64())
		w.Amplitudes = append(w.Amplitudes, 2*math.Sqrt(2/float64(count))*rng.NormFloat64())
	}
	return w
}

// At is the energy of a point.
func (w *Waves) At(x []float64) float64 {
	sum := 0.0
	for k, frequency := range w.Frequencies {
		angle := w.Phases[k]
		for j, v := range x {
			angle += frequency[j] * v
		}
		sum += w.Amplitudes[k] * math.Cos(angle)
	}
	return sum
}

// Network is the energy in single precision.
func (w *Waves) Network() network.Trained {
	return Fixed(func(x *graph.Node) *graph.Node {
		constant := func(rows [][]float64) *graph.Node { return graph.ConstAsDType(x.Graph(), x.DType(), rows) }
		angles := graph.DotGeneral(x, []int{1}, nil, constant(w.Frequencies), []int{1}, nil)
		angles = graph.Add(angles, graph.BroadcastToDims(constant([][]float64{w.Phases}), angles.Shape().Dimensions...))
		return networktest.Combination(graph.Cos(angles), w.Amplitudes)
	})
}

// Rule is a quadrature in double precision.
type Rule struct {
	Nodes   *points.Set
	Weights []float64
}

// LogIntegral is the logarithm of the integral of exp(-energy).
func (r *Rule) LogIntegral(energy func(x []float64) float64) float64 {
	sum := 0.0
	for i, weight := range r.Weights {
		sum += weight * math.Exp(-energy(r.Nodes.At(i)))
	}
	return math.Log(sum)
}

// Turn is equal weights around a circle, which integrate trigonometric polynomials of a degree below n exactly.
func Turn(n int) (angles, weights []float64) {
	for i := range n {
		angles, weights = append(angles, 2*math.Pi*float64(i)/float64(n)), append(weights, 2*math.Pi/float64(n))
	}
	return angles, weights
}

// Gauss is Gauss and Legendre's rule.
func Gauss(n int, from, to float64) (nodes, weights []float64) {
	nodes, weights = make([]float64, n), make([]float64, n)
	quad.Legendre{}.FixedLocations(nodes, weights, from, to)
	return nodes, weights
}

// Coverage counts in how many of the cases the truth is not within the reported error.
type Coverage struct {
	cases, missed int
	worst         float64 // largest error relative to what is reported
}

// Add compares one case with the logarithm of the true integral.
func (c *Coverage) Add(found support.Integral, want float64) {
	off := math.Abs(found.Log - want)
	c.cases++
	if !(off <= found.Error) {
		c.missed++
	}
	c.worst = max(c.worst, off/found.Error)
}

// Check fails where more than 20 of 200 are missed: with the 5 % that the error states, that is a false alarm in 0.1 %
// of all choices of energies.
func (c *Coverage) Check(t *testing.T) {
	t.Helper()
	t.Logf("%d of %d missed, the error up to %.2f times what is reported", c.missed, c.cases, c.worst)
	if c.cases != 200 || c.missed > 20 {
		t.Errorf("the reported error is too small in %d of %d cases, and may be in 5 %%", c.missed, c.cases)
	}
}
