package denoised

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/energy"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/implicit"
	"ebim/framework/support/supporttest"
)

// circleProduct is a product of m circles, x_k^2 + x_(k+m)^2 = 1, and points of it.
func circleProduct(t *testing.T, m, count int) (*Set, *points.Set) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	data := points.New(count, 2*m)
	for i := range count {
		for k := range m {
			angle := 2 * math.Pi * rng.Float64()
			data.At(i)[k], data.At(i)[m+k] = math.Cos(angle), math.Sin(angle)
		}
	}
	box := make(points.Box, 2*m)
	for j := range box {
		box[j] = [2]float64{-2, 2}
	}
	radii := networktest.Formula(func(x *graph.Node) *graph.Node {
		batch := x.Shape().Dimensions[0]
		square := graph.ReduceSum(graph.Reshape(graph.Square(x), batch, 2, m), 1)
		return graph.AddScalar(graph.Sqrt(graph.AddScalar(square, 1e-12)), -1)
	})
	return set(supporttest.Environment(t, data, box), supporttest.Fixed(radii), m), data
}

// In a large codimension the data are points of the support, and what would need a search of points is refused.
func TestDenoisedZeroSet(t *testing.T) {
	z, data := circleProduct(t, support.MostSearched+1, 40)
	if starts, err := z.Starts(t.Context()); err != nil || starts != data {
		t.Errorf("chains start at %v points: %v", starts, err)
	}
	if onto, err := z.Onto(t.Context(), data); err != nil || onto != data {
		t.Errorf("the data are moved: %v", err)
	}
	start, err := z.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	point := make([]float32, data.Dim)
	start(point, rand.New(rand.NewPCG(1, 2)))
	for k := range data.Dim / 2 {
		if r := math.Hypot(float64(point[k]), float64(point[data.Dim/2+k])); math.Abs(r-1) > 1e-5 {
			t.Fatalf("a chain of a training starts at radius %v", r)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	if _, err := support.Nearest(t.Context(), z, data); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("nearest points: %v", err)
	}
	d := &energy.Density{Support: z, Energy: supporttest.Slope(make([]float64, data.Dim)...)}
	if _, err := d.LogDensity(t.Context(), rng, data); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("a density: %v", err)
	}
}

// Chains of a large codimension leave the data, and stay on F = 0.
func TestUniformPointsOfADenoisedZeroSet(t *testing.T) {
	z, data := circleProduct(t, support.MostSearched+1, 10)
	drawn, err := z.Uniform(t.Context(), rand.New(rand.NewPCG(1, 2)), 8)
	if err != nil {
		t.Fatal(err)
	}
	values, err := z.Values(t.Context(), drawn)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range values.Data {
		if math.Abs(v) > 0.05 {
			t.Fatalf("F is %v at a draw", v)
		}
	}
	for i := range drawn.Len() {
		for k := range data.Len() {
			if d := points.SquaredDistance(drawn.At(i), data.At(k)); d < 1 {
				t.Errorf("draw %d is at %v of a data point", i, math.Sqrt(d))
			}
		}
	}
}

// Of an annealed zero set in a large codimension the data are taken to the manifold, near where they were, and noise
// is draws of it.
func TestCleanedData(t *testing.T) {
	z, data := circleProduct(t, support.MostSearched+1, 600) // more than one batch of an evaluator
	low := 0.02
	z.Annealing = &implicit.Annealing{Steps: 3, Lowest: &low, Corrections: 3}
	cleaned, err := z.Onto(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	fill, err := z.Noise(t.Context(), rand.New(rand.NewPCG(1, 2)), 16)
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]float32, 4*data.Dim)
	fill(rows, rand.New(rand.NewPCG(3, 4)))
	for name, set := range map[string]*points.Set{"cleaned data": cleaned,
		"noise": points.FromFloat32(rows, data.Dim)} {
		values, err := z.Values(t.Context(), set)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range values.Data {
			if math.Abs(v) > 1e-4 {
				t.Fatalf("%s: F is %v", name, v)
			}
		}
	}
	// Along each of 257 circles the noise moves a point by 0.02 in the mean of squares, whose standard error is 9 %:
	// 0.6 of it are 6.8 of these.
	for i := range data.Len() {
		if moved := points.SquaredDistance(cleaned.At(i), data.At(i)) / float64(data.Dim/2); moved < 0.4*low*low ||
			moved > 1.6*low*low {
			t.Fatalf("point %d is moved by %v along each circle, not by about %v", i, math.Sqrt(moved), low)
		}
	}
}

// Chains of an annealed zero set start at draws, on the manifold, of which each is another one.
func TestAnnealedStarts(t *testing.T) {
	env, _, codimension := supporttest.Learned(t, networktest.Sphere(2, 1))
	z := set(env, supporttest.Fixed(supporttest.ToCircle(1)), codimension)
	z.Annealing = &implicit.Annealing{Steps: 20, Corrections: 2}
	start, err := z.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	drawn, figures, err := z.Drawn(t.Context(), rand.New(rand.NewPCG(1, 2)), 50)
	if err != nil || drawn.Len() != 50 || drawn.Distinct() != 50 || figures["drawn_norm"] > 1e-5 {
		t.Fatalf("%v draws with %v: %v", drawn, figures, err)
	}
	point, rng := make([]float32, 2), rand.New(rand.NewPCG(5, 6))
	for range 20 {
		start(point, rng)
		if r := math.Hypot(float64(point[0]), float64(point[1])); math.Abs(r-1) > 1e-4 {
			t.Fatalf("a chain starts at radius %v", r)
		}
	}
	// In twice as large units the noise is half as large, and draws lie on a circle of half the radius.
	low := 0.1
	z.Annealing.Lowest = &low
	moved := z.Moved(support.Similarity{Factor: 0.5, Shift: []float64{0, 0}}).(*Set)
	if got := *moved.Annealing.Lowest; got != 0.05 || low != 0.1 {
		t.Errorf("the lowest noise of the moved zero set is %v, not 0.05", got)
	}
}
