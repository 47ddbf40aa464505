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

// eight is the figure (sin z, sin z cos z), which crosses itself at right angles at the codes 0 and pi.
func eight(t testing.TB) *Image {
	return decodedBy(t, func(z *graph.Node) *graph.Node {
		return networktest.Join(graph.Sin(z), graph.Mul(graph.Sin(z), graph.Cos(z)))
	},
		points.Box{{-1, 2*math.Pi - 1}}, supporttest.Square)
}

// A circle that is covered k times by codes theta/k + 2 pi j/k has the density sum_j exp(-E)/k over the mass, which
// makes for an integral of 1 over the circle.
func TestDensitySumsOverCoverings(t *testing.T) {
	const n = 200
	for _, times := range []int{1, 2, 3, 5} {
		x := points.New(n, 2)
		for i := range n {
			sin, cos := math.Sincos(2 * math.Pi * (float64(i) + 0.5) / n)
			copy(x.At(i), []float64{1.1 * cos, 1.1 * sin})
		}
		got, err := with(supporttest.Slope(0.5), covering(t, float64(times))).LogDensity(t.Context(),
			rand.New(rand.NewPCG(1, 6)), x)
		if err != nil {
			t.Fatal(err)
		}
		total, mass := 0.0, 2*(1-math.Exp(-math.Pi))
		for i, value := range got.Values {
			want := 0.0
			for j := range times {
				z := 2 * math.Pi * ((float64(i)+0.5)/n + float64(j)) / float64(times)
				want += math.Exp(-z/2) / float64(times) / mass
			}
			if math.Abs(value-math.Log(want)) > 1e-3 || got.Sheets[i] != times {
				t.Fatalf("%d times, point %d: the density is exp(%v) of %d sheets, want exp(%v)", times, i, value,
					got.Sheets[i], math.Log(want))
			}
			total += math.Exp(value) * 2 * math.Pi / n
		}
		// The rectangle rule's error, of a function that jumps by a factor of exp(pi/times) at angle 0, is below 1e-3.
		if math.Abs(total-1) > 2e-3 {
			t.Errorf("%d times: the density integrates to %v", times, total)
		}
	}
}

// At a crossing both sheets count, and within the sheets' distance of it: exp(-E)/speed at the own code and at the
// point of the other sheet that is nearest.
func TestDensitySumsAtCrossings(t *testing.T) {
	m := with(supporttest.Slope(0.5), eight(t))
	curve := func(z float64) (x []float64, speed float64) {
		return []float64{math.Sin(z), math.Sin(z) * math.Cos(z)}, math.Hypot(math.Cos(z), math.Cos(2*z))
	}
	mass := 2 * (math.Exp(0.5) - math.Exp(0.5-math.Pi))
	density := func(z float64) float64 {
		_, speed := curve(z)
		return math.Exp(-z/2) / speed / mass
	}
	// Codes at lengths of 0, 0.025 and 0.1 from the crossing, where the speed is sqrt(2), and one far from it.
	for z, sheets := range map[float64]int{0: 2, 0.025 / math.Sqrt2: 2, -0.025 / math.Sqrt2: 2,
		0.1 / math.Sqrt2: 1, 1.5: 1} {
		x, _ := curve(z)
		got, err := m.LogDensity(t.Context(), rand.New(rand.NewPCG(2, 6)), supporttest.Rows(t, x))
		if err != nil {
			t.Fatal(err)
		}
		want := density(z)
		if sheets == 2 {
			want += density(math.Pi) // to first order: the crossing is the nearest point of the other sheet
		}
		if got.Sheets[0] != sheets || math.Abs(got.Values[0]-math.Log(want)) > 5e-3 {
			t.Errorf("code %v: the density is exp(%v) of %d sheets, want exp(%v) of %d", z, got.Values[0],
				got.Sheets[0], math.Log(want), sheets)
		}
	}
}

// Sheets beside each other count as one within the stated distance only. On a hairpin they are one piece of latent
// space.
func TestDensitySumsWithinADistance(t *testing.T) {
	m := decodedBy(t, func(z *graph.Node) *graph.Node {
		return networktest.Join(graph.Square(z), graph.MulScalar(graph.Tanh(graph.MulScalar(z, 20)), 0.02))
	}, points.Box{{-1, 1}}, supporttest.Square)
	for within, sheets := range map[float64]int{0.05: 2, 0.03: 1} {
		m.sheetDistance = within
		got, err := with(supporttest.Slope(0), m).LogDensity(t.Context(), rand.New(rand.NewPCG(3, 6)),
			supporttest.Rows(t, []float64{0.49, 0.03}))
		if err != nil {
			t.Fatal(err)
		}
		want := float64(sheets) / (2 * 0.7) / 2 // of the codes 0.7 and -0.7, with the mass 2
		if got.Sheets[0] != sheets || math.Abs(got.Values[0]-math.Log(want)) > 1e-3 {
			t.Errorf("within %v: the density is exp(%v) of %d sheets, want exp(%v) of %d", within, got.Values[0],
				got.Sheets[0], math.Log(want), sheets)
		}
	}
}

// A cylinder that is covered twice, and a half-plane with a fold: (u^2, v) of the area element 2 u. Sheets of a scaled
// model are as far apart as its space is scaled.
func TestDensitySumsOverSurfaces(t *testing.T) {
	cylinder := of(supporttest.Cylinder(t))
	cylinder.sheetDistance = 0.05
	fold := decodedBy(t, func(z *graph.Node) *graph.Node {
		u, v := networktest.Coordinate(z, 0), networktest.Coordinate(z, 1)
		return networktest.Join(graph.Square(u), v, graph.ZerosLike(v))
	}, points.Box{{-1, 1}, {0, 1}}, points.Box{{0, 1}, {0, 1}, {0, 0}})
	for name, test := range map[string]struct {
		model   *Image
		x       []float64
		density float64
	}{
		"cylinder": {cylinder, []float64{0.9 * math.Cos(2), 0.9 * math.Sin(2), 0.3}, 2 / 2.0 / (2 * math.Pi)},
		"fold":     {fold, []float64{0.3, 0.6, 0.2}, 2 / (2 * math.Sqrt(0.3)) / 2},
	} {
		for _, factor := range []float64{1, 10} {
			m := with(supporttest.Slope(0, 0), test.model).Moved(support.Similarity{Factor: factor})
			x := make([]float64, 3)
			for j, v := range test.x {
				x[j] = factor * v
			}
			got, err := m.LogDensity(t.Context(), rand.New(rand.NewPCG(4, 6)), supporttest.Rows(t, x))
			if err != nil {
				t.Fatal(err)
			}
			if want := math.Log(test.density / (factor * factor)); got.Sheets[0] != 2 ||
				math.Abs(got.Values[0]-want) > 1e-3 {
				t.Errorf("%s times %v: the density is exp(%v) of %d sheets, want exp(%v) of 2", name, factor,
					got.Values[0], got.Sheets[0], want)
			}
		}
	}
}
