package model

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/loss"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
)

// decoded by a formula, with an encoder that knows nothing: its codes are the box's lower corner. The latent energy is that
// of the coefficients.
func decodedBy(t testing.TB, decoder networktest.Formula, box [][2]float64, energy ...float64) *trainedPushforward {
	encoder := fixed(func(x *graph.Node) *graph.Node {
		var columns []*graph.Node
		for _, axis := range box {
			columns = append(columns, graph.AddScalar(graph.MulScalar(networktest.Coordinate(x, 0), 0), axis[0]))
		}
		return networktest.Join(columns...)
	})
	return &trainedPushforward{latent: setting(t, points.New(1, len(box)), box), energy: slope(energy...), sheetDistance: 0.05,
		pair: pair{encoder, fixed(decoder), &loss.Reconstruction{}}, settings: &Pushforward{Dimension: len(box), Sampling: Sampling{Proposals: 8}}}
}

// covering winds the interval [0, 2 pi] around the unit circle some times.
func covering(t testing.TB, times float64) *trainedPushforward {
	return decodedBy(t, func(z *graph.Node) *graph.Node {
		angle := graph.MulScalar(z, times)
		return networktest.Join(graph.Cos(angle), graph.Sin(angle))
	}, [][2]float64{{0, 2 * math.Pi}}, 0.5)
}

// eight is the figure (sin z, sin z cos z), which crosses itself at right angles at the codes 0 and pi.
func eight(t testing.TB) *trainedPushforward {
	return decodedBy(t, func(z *graph.Node) *graph.Node {
		return networktest.Join(graph.Sin(z), graph.Mul(graph.Sin(z), graph.Cos(z)))
	},
		[][2]float64{{-1, 2*math.Pi - 1}}, 0.5)
}

// A circle that is covered k times by codes theta/k + 2 pi j/k has the density sum_j exp(-E)/k over the mass, which makes
// for an integral of 1 over the circle.
func TestLikelihoodSumsOverCoverings(t *testing.T) {
	const n = 200
	for _, times := range []int{1, 2, 3, 5} {
		x := points.New(n, 2)
		for i := range n {
			sin, cos := math.Sincos(2 * math.Pi * (float64(i) + 0.5) / n)
			copy(x.At(i), []float64{1.1 * cos, 1.1 * sin})
		}
		got, err := covering(t, float64(times)).LogDensity(background, rand.New(rand.NewPCG(1, 6)), x)
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
				t.Fatalf("%d times, point %d: the density is exp(%v) of %d sheets, want exp(%v)", times, i, value, got.Sheets[i], math.Log(want))
			}
			total += math.Exp(value) * 2 * math.Pi / n
		}
		// The rectangle rule's error, of a function that jumps by a factor of exp(pi/times) at angle 0, is below 1e-3.
		if math.Abs(total-1) > 2e-3 {
			t.Errorf("%d times: the density integrates to %v", times, total)
		}
	}
}

// At a crossing both sheets count, and within the sheets' distance of it: exp(-E)/speed at the own code and at the point of
// the other sheet that is nearest.
func TestLikelihoodSumsAtCrossings(t *testing.T) {
	m := eight(t)
	curve := func(z float64) (x []float64, speed float64) {
		return []float64{math.Sin(z), math.Sin(z) * math.Cos(z)}, math.Hypot(math.Cos(z), math.Cos(2*z))
	}
	mass := 2 * (math.Exp(0.5) - math.Exp(0.5-math.Pi))
	density := func(z float64) float64 {
		_, speed := curve(z)
		return math.Exp(-z/2) / speed / mass
	}
	// Codes at lengths of 0, 0.025 and 0.1 from the crossing, where the speed is sqrt(2), and one far from it.
	for z, sheets := range map[float64]int{0: 2, 0.025 / math.Sqrt2: 2, -0.025 / math.Sqrt2: 2, 0.1 / math.Sqrt2: 1, 1.5: 1} {
		x, _ := curve(z)
		got, err := m.LogDensity(background, rand.New(rand.NewPCG(2, 6)), rows(t, x))
		if err != nil {
			t.Fatal(err)
		}
		want := density(z)
		if sheets == 2 {
			want += density(math.Pi) // to first order: the crossing is the nearest point of the other sheet
		}
		if got.Sheets[0] != sheets || math.Abs(got.Values[0]-math.Log(want)) > 5e-3 {
			t.Errorf("code %v: the density is exp(%v) of %d sheets, want exp(%v) of %d", z, got.Values[0], got.Sheets[0], math.Log(want), sheets)
		}
	}
}

// Sheets beside each other count as one within the stated distance only. On a hairpin they are one piece of latent space.
func TestLikelihoodSumsWithinADistance(t *testing.T) {
	m := decodedBy(t, func(z *graph.Node) *graph.Node {
		return networktest.Join(graph.Square(z), graph.MulScalar(graph.Tanh(graph.MulScalar(z, 20)), 0.02))
	}, [][2]float64{{-1, 1}}, 0)
	for within, sheets := range map[float64]int{0.05: 2, 0.03: 1} {
		m.sheetDistance = within
		got, err := m.LogDensity(background, rand.New(rand.NewPCG(3, 6)), rows(t, []float64{0.49, 0.03}))
		if err != nil {
			t.Fatal(err)
		}
		want := float64(sheets) / (2 * 0.7) / 2 // of the codes 0.7 and -0.7, with the mass 2
		if got.Sheets[0] != sheets || math.Abs(got.Values[0]-math.Log(want)) > 1e-3 {
			t.Errorf("within %v: the density is exp(%v) of %d sheets, want exp(%v) of %d", within, got.Values[0], got.Sheets[0], math.Log(want), sheets)
		}
	}
}

// A cylinder that is covered twice, and a half-plane with a fold: (u^2, v) of the area element 2 u. Sheets of a scaled model
// are as far apart as its space is scaled.
func TestLikelihoodSumsOverSurfaces(t *testing.T) {
	cylinder := decodedBy(t, func(z *graph.Node) *graph.Node {
		angle := graph.MulScalar(networktest.Coordinate(z, 0), 2)
		return networktest.Join(graph.Cos(angle), graph.Sin(angle), networktest.Coordinate(z, 1))
	}, [][2]float64{{0, 2 * math.Pi}, {0, 1}}, 0, 0)
	fold := decodedBy(t, func(z *graph.Node) *graph.Node {
		u, v := networktest.Coordinate(z, 0), networktest.Coordinate(z, 1)
		return networktest.Join(graph.Square(u), v, graph.ZerosLike(v))
	}, [][2]float64{{-1, 1}, {0, 1}}, 0, 0)
	for name, test := range map[string]struct {
		model   *trainedPushforward
		x       []float64
		density float64
	}{
		"cylinder": {cylinder, []float64{0.9 * math.Cos(2), 0.9 * math.Sin(2), 0.3}, 2 / 2.0 / (2 * math.Pi)},
		"fold":     {fold, []float64{0.3, 0.6, 0.2}, 2 / (2 * math.Sqrt(0.3)) / 2},
	} {
		for _, factor := range []float64{1, 10} {
			m, err := test.model.moved(similarity{factor: factor})
			if err != nil {
				t.Fatal(err)
			}
			x := make([]float64, 3)
			for j, v := range test.x {
				x[j] = factor * v
			}
			got, err := m.(*trainedPushforward).LogDensity(background, rand.New(rand.NewPCG(4, 6)), rows(t, x))
			if err != nil {
				t.Fatal(err)
			}
			if want := math.Log(test.density / (factor * factor)); got.Sheets[0] != 2 || math.Abs(got.Values[0]-want) > 1e-3 {
				t.Errorf("%s times %v: the density is exp(%v) of %d sheets, want exp(%v) of 2", name, factor, got.Values[0], got.Sheets[0], want)
			}
		}
	}
}

// From the lower end of the latent interval the search must find points all around the circle, the opposite one included, and
// those beyond an arc's end have it as their nearest.
func TestPushforwardNearestIsGlobal(t *testing.T) {
	const n = 64
	x := points.New(n, 2)
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / n)
		copy(x.At(i), []float64{1.2 * cos, 1.2 * sin})
	}
	found, err := covering(t, 1).Nearest(background, x)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if off := math.Sqrt(squaredDistance(found.Points.At(i), x.At(i))); math.Abs(off-0.2) > 1e-5 {
			t.Errorf("the nearest point of %v is %v", x.At(i), found.Points.At(i))
		}
	}
	end, err := parabola(t).Nearest(background, rows(t, []float64{3, 9}, []float64{-2.5, 4}))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]float64{{2, 4}, {-2, 4}} {
		if math.Sqrt(squaredDistance(end.Points.At(i), want)) > 1e-5 {
			t.Errorf("beyond the end the nearest point is %v, want %v", end.Points.At(i), want)
		}
	}
}

// A decoder that is no number where the encoder sends a point has the point that is found from elsewhere.
func TestPushforwardNearestOfABrokenDecoder(t *testing.T) {
	m := decodedBy(t, func(z *graph.Node) *graph.Node { return networktest.Join(graph.Sqrt(z), z) }, [][2]float64{{-1, 1}}, 0)
	got, err := m.LogDensity(background, rand.New(rand.NewPCG(6, 6)), rows(t, []float64{0.5, 0.25}))
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
	for dimension := 1; dimension <= exactDimension; dimension++ {
		box := [][2]float64{{-2, 2}, {-1, 1}, {0, 1}}[:dimension]
		m := decodedBy(t, func(z *graph.Node) *graph.Node {
			first := networktest.Coordinate(z, 0)
			columns := []*graph.Node{graph.Sin(graph.MulScalar(first, 3)), graph.Cos(first)}
			for j := range dimension {
				columns = append(columns, graph.Mul(networktest.Coordinate(z, j), first))
			}
			return networktest.Join(columns...)
		}, box, make([]float64, dimension)...)
		grid, err := m.newLatentGrid(background, dimension+2)
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
				off := squaredDistance(grid.images.At(i), y)
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

// What the likelihood of 2000 points costs.
func BenchmarkLikelihood(b *testing.B) {
	surface := decodedBy(b, func(z *graph.Node) *graph.Node {
		angle, height := graph.MulScalar(networktest.Coordinate(z, 0), 2), networktest.Coordinate(z, 1)
		return networktest.Join(graph.Cos(angle), graph.Sin(angle), height)
	}, [][2]float64{{0, 2 * math.Pi}, {0, 1}}, 0, 0)
	circle, sphere := networktest.Sphere(2, 1), networktest.Sphere(3, 1)
	for name, m := range map[string]Likelihood{
		"pushforward/1": covering(b, 2),
		"pushforward/2": surface,
		"ebim/1":        &trainedEBIM{learnedManifold: learned(b, circle), energy: slope(-2, 0)},
		"ebim/2":        &trainedEBIM{learnedManifold: learned(b, sphere), energy: slope(-2, 0, 0)},
		"ebm/2":         &trainedEBM{setting: setting(b, nil, circle.Box), energy: slope(-2, 0)},
		"ebm/3":         &trainedEBM{setting: setting(b, nil, sphere.Box), energy: slope(-2, 0, 0)},
	} {
		x := drawn(sphere, 2000, 1)
		if name == "pushforward/1" || name == "ebim/1" || name == "ebm/2" {
			x = drawn(circle, 2000, 1)
		}
		b.Run(fmt.Sprint(name), func(b *testing.B) {
			for b.Loop() {
				if _, err := m.LogDensity(background, rand.New(rand.NewPCG(1, 7)), x); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
