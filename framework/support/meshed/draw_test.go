package meshed

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/energy"
	"ebim/framework/network/networktest"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
)

// Draws from meshes against the density exp(2 x_0) on known manifolds: chi-square in 20 cells exceeds 43.8 with
// probability
// 0.001, so the four checks have a false-alarm rate of 0.004.
func TestSampleByMesh(t *testing.T) {
	const n, cells, reach = 20000, 20, math.Pi
	radius := math.Sqrt(0.75)
	for _, test := range []struct {
		manifold networktest.Manifold
		angle    func(x []float64) float64
		density  func(angle float64) float64 // with respect to the angle, up to a constant
	}{
		{networktest.Sphere(2, 1), func(x []float64) float64 { return math.Atan2(x[1], x[0]) },
			func(a float64) float64 { return math.Exp(2 * math.Cos(a)) }},
		{networktest.Sphere(3, 1), func(x []float64) float64 {
			return 2*math.Atan2(math.Hypot(x[1], x[2]),
				x[0]) - reach
		},
			func(a float64) float64 {
				polar := (a + reach) / 2
				return math.Exp(2*math.Cos(polar)) * math.Sin(polar)
			}},
		{networktest.Torus(3, 1), func(x []float64) float64 { return math.Atan2(x[2], math.Hypot(x[0], x[1])-3) },
			func(v float64) float64 { return (3 + math.Cos(v)) * supporttest.Bessel(2*(3+math.Cos(v))) }},
		{networktest.Ring(), func(x []float64) float64 { return math.Atan2(x[1], 0.8*x[0]-0.6*x[2]) },
			func(a float64) float64 { return math.Exp(1.6 * radius * math.Cos(a)) }},
	} {
		t.Run(fmt.Sprintf("%s in R^%d", test.manifold.Name, test.manifold.Ambient), func(t *testing.T) {
			set, figures, err := tilted(t, test.manifold).SampleExactly(t.Context(), rand.New(rand.NewPCG(3, 6)), n)
			if err != nil {
				t.Fatal(err)
			}
			if set.Len() != n || supporttest.Residual(t, test.manifold, set) > 2e-4 {
				t.Fatalf("%d points with |F| up to %v", set.Len(), supporttest.Residual(t, test.manifold, set))
			}
			if figures["acceptance"] < 0.85 || figures["acceptance"] > 1 || figures["exceeded"] > 0.001 {
				t.Errorf("the figures of the draw are %v", figures)
			}
			counts, expected := make([]float64, cells), make([]float64, cells)
			for i := range n {
				counts[min(int((test.angle(set.At(i))/(2*reach)+0.5)*cells), cells-1)]++
			}
			const points = 40 // of the midpoint rule in each cell
			sum := 0.0
			for k := range cells * points {
				mass := test.density(-reach + 2*reach*(float64(k)+0.5)/(cells*points))
				expected[k/points] += mass
				sum += mass
			}
			for k := range expected {
				expected[k] *= n / sum
			}
			if square := supporttest.ChiSquare(counts, expected); square > 43.8 {
				t.Errorf("chi-square is %v, want at most 43.8; counts %v, expected %v", square, counts, expected)
			}
		})
	}
}

// Where an energy bends in an element above its bound, the bound is raised until draws are right: of the energy 3
// sin^2(2000 y) the mean of cos(4000 y) is I_1(1.5)/I_0(1.5) = 0.5962, to 4.5 standard errors of 0.6/sqrt(8000).
func TestSampleByMeshRaisesExceededBounds(t *testing.T) {
	m := tilted(t, networktest.Sphere(2, 1))
	m.Energy = supporttest.Fixed(func(x *graph.Node) *graph.Node {
		return graph.MulScalar(graph.Square(graph.Sin(graph.MulScalar(networktest.Coordinate(x, 1), 2000))), 3)
	})
	const n = 8000
	set, figures, err := m.SampleExactly(t.Context(), rand.New(rand.NewPCG(4, 6)), n)
	if err != nil {
		t.Fatal(err)
	}
	mean := 0.0
	for i := range n {
		mean += math.Cos(4000*float64(float32(set.At(i)[1]))) / n
	}
	if !(figures["exceeded"] < 0.005) || math.Abs(mean-0.5962) > 4.5*0.6/math.Sqrt(n) {
		t.Errorf("the mean is %v, with the figures of the draw %v", mean, figures)
	}
}

// An energy that is far too steep for the mesh is refused, before it overflows or keeps no point; without a choice in
// the settings the points come by importance then.
func TestSampleByMeshRefusesSteepEnergies(t *testing.T) {
	for _, height := range []float64{1e3, 1e6, 1e30} {
		m := tilted(t, networktest.Sphere(2, 1))
		m.Energy = supporttest.Fixed(func(x *graph.Node) *graph.Node {
			return graph.MulScalar(graph.Sin(graph.MulScalar(networktest.Coordinate(x, 1), 300)), height)
		})
		if _, _, err := m.SampleExactly(t.Context(), rand.New(rand.NewPCG(4, 6)), 10); err == nil ||
			!strings.Contains(err.Error(), "too steep") {
			t.Errorf("an energy of height %v: %v", height, err)
		}
		m.Sampling = energy.Sampling{Sampler: energy.ByMesh, Proposals: 2}
		var undrawable *support.UndrawableError
		if _, _, err := m.Sample(t.Context(), rand.New(rand.NewPCG(4, 6)), 10); !errors.As(err, &undrawable) {
			t.Errorf("an energy of height %v, by its mesh: %v", height, err)
		}
		m.Sampling = energy.Sampling{Sampler: energy.Automatic, Proposals: 2}
		if _, figures, err := m.Sample(t.Context(), rand.New(rand.NewPCG(4, 6)), 10); err != nil ||
			figures["effective_sample_size"] == 0 {
			t.Errorf("an energy of height %v: drawn with the figures %v, %v", height, figures, err)
		}
	}
}
