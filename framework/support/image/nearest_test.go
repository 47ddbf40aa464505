package image

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
)

// Points p + d n(p) off the parabola by less than its radius of curvature, 1/2 at least, have p as their nearest point.
// From the encoding, which is off by 0.3, the search must move to it.
func TestNearest(t *testing.T) {
	rng, x, want := rand.New(rand.NewPCG(3, 4)), points.New(700, 2), points.New(700, 2)
	for i := range x.Len() {
		z, off := 3*rng.Float64()-1.5, 0.6*rng.Float64()-0.3
		length := math.Sqrt(1 + 4*z*z)
		copy(want.At(i), []float64{z, z * z})
		copy(x.At(i), []float64{z - 2*z/length*off, z*z + off/length})
	}
	found, err := parabola(t).Nearest(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	if found.Unconverged != 0 {
		t.Errorf("%d searches did not converge", found.Unconverged)
	}
	for i := range x.Len() {
		if off := supporttest.Distance(found.Points.At(i), want.At(i)); off > 2e-4 {
			t.Errorf("the point found for %v is %v, want %v", x.At(i), found.Points.At(i), want.At(i))
		}
	}
}

// From the lower end of the latent interval the search must find points all around the circle, the opposite one
// included, and those beyond an arc's end have it as their nearest.
func TestNearestIsGlobal(t *testing.T) {
	const n = 64
	x := points.New(n, 2)
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / n)
		copy(x.At(i), []float64{1.2 * cos, 1.2 * sin})
	}
	found, err := covering(t, 1).Nearest(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if off := supporttest.Distance(found.Points.At(i), x.At(i)); math.Abs(off-0.2) > 1e-5 {
			t.Errorf("the nearest point of %v is %v", x.At(i), found.Points.At(i))
		}
	}
	end, err := parabola(t).Nearest(t.Context(), supporttest.Rows(t, []float64{3, 9}, []float64{-2.5, 4}))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]float64{{2, 4}, {-2, 4}} {
		if supporttest.Distance(end.Points.At(i), want) > 1e-5 {
			t.Errorf("beyond the end the nearest point is %v, want %v", end.Points.At(i), want)
		}
	}
}

// A decoder that is no number where the encoder sends a point has the point that is found from elsewhere.
func TestNearestOfABrokenDecoder(t *testing.T) {
	m := decodedBy(t, func(z *graph.Node) *graph.Node { return networktest.Join(graph.Sqrt(z), z) },
		points.Box{{-1, 1}}, supporttest.Square)
	got, err := with(supporttest.Slope(0), m).LogDensity(t.Context(), rand.New(rand.NewPCG(6, 6)),
		supporttest.Rows(t, []float64{0.5, 0.25}))
	if err != nil {
		t.Fatal(err)
	}
	// At z = 1/4 the speed is |(1, 1)|, and the mass is 2.
	if want := -math.Log(2 * math.Sqrt2); !(math.Abs(got.Values[0]-want) <= 1e-3) || got.Sheets[0] != 1 {
		t.Errorf("the density is exp(%v) of %d sheets, want exp(%v)", got.Values[0], got.Sheets[0], want)
	}
}

// The grid's tree finds what comparing all images finds, in every dimension.
func TestLatentGridFindsTheNearest(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for dimension := 1; dimension <= support.MostCovered; dimension++ {
		box := points.Box{{-2, 2}, {-1, 1}, {0, 1}}[:dimension]
		m := decodedBy(t, func(z *graph.Node) *graph.Node {
			first := networktest.Coordinate(z, 0)
			columns := []*graph.Node{graph.Sin(graph.MulScalar(first, 3)), graph.Cos(first)}
			for j := range dimension {
				columns = append(columns, graph.Mul(networktest.Coordinate(z, j), first))
			}
			return networktest.Join(columns...)
		}, box, nil)
		grid, err := m.newLatentGrid(t.Context(), dimension+2)
		if err != nil {
			t.Fatal(err)
		}
		y := make([]float64, dimension+2)
		for range 20 {
			for j := range y {
				y[j] = 3*rng.Float64() - 1.5
			}
			best, least := 0, math.Inf(1)
			minima := map[int]bool{}
			for i := range grid.images.Len() {
				off := points.SquaredDistance(grid.images.At(i), y)
				if off < least {
					best, least = i, off
				}
				if math.Sqrt(off) <= 1+grid.gaps[i] && grid.isMinimum(i, off, y) {
					minima[i] = true
				}
			}
			if got := grid.nearest(y); got != best {
				t.Fatalf("dimension %d: the nearest image of %v is that of %d, want %d", dimension, y, got, best)
			}
			for _, i := range grid.minima(y, 1) {
				if !minima[i] {
					t.Fatalf("dimension %d: code %d is no minimum", dimension, i)
				}
				delete(minima, i)
			}
			if len(minima) > 0 {
				t.Fatalf("dimension %d: %d minima are missing", dimension, len(minima))
			}
		}
	}
}
