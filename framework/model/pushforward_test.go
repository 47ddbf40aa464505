package model

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/loss"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
)

// parabola is a pushforward model without training: z is decoded to (z, z^2) and x encoded to x_0 + 0.3, which is not
// the nearest point; the latent energy is z^2/2 on [-2, 2].
func parabola(t *testing.T) *trainedPushforward {
	decoder := fixed(func(z *graph.Node) *graph.Node { return networktest.Join(z, graph.Square(z)) })
	encoder := fixed(func(x *graph.Node) *graph.Node { return graph.AddScalar(networktest.Coordinate(x, 0), 0.3) })
	energy := fixed(func(z *graph.Node) *graph.Node { return graph.MulScalar(graph.Square(z), 0.5) })
	return &trainedPushforward{latent: setting(t, points.New(1, 1), [][2]float64{{-2, 2}}), pair: pair{encoder, decoder, &loss.Reconstruction{}},
		box: [][2]float64{{-2, 2}, {0, 4}}, energy: energy, settings: &Pushforward{Dimension: 1, Sampling: Sampling{Proposals: 8}}}
}

// Equation 2: the density along the parabola is exp(-E(z))/sqrt(1 + 4 z^2), and integrated over its arc length it is the
// mass of exp(-E) in the latent space, here sqrt(2 pi) erf(2/sqrt 2).
func TestPushforwardDensityKeepsTheMass(t *testing.T) {
	set, logs, err := parabola(t).Support(background, rand.New(rand.NewPCG(1, 4)), 3000)
	if err != nil {
		t.Fatal(err)
	}
	order := make([]int, set.Len())
	for i := range order {
		order[i] = i
		x := set.At(i)
		if want := -x[0]*x[0]/2 - math.Log(1+4*x[0]*x[0])/2; math.Abs(logs[i]-want) > 1e-5 || math.Abs(x[1]-x[0]*x[0]) > 1e-5 {
			t.Fatalf("the logarithm of the density at %v is %v, want %v", x, logs[i], want)
		}
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(set.At(i)[0], set.At(j)[0]) })
	mass := 0.0
	for k := 1; k < len(order); k++ {
		i, j := order[k-1], order[k]
		mass += (math.Exp(logs[i]) + math.Exp(logs[j])) / 2 * math.Sqrt(squaredDistance(set.At(i), set.At(j)))
	}
	// The ends of the box are missed by about 4/3000.
	if want := math.Sqrt(2*math.Pi) * math.Erf(math.Sqrt2); math.Abs(mass-want) > 2e-3 {
		t.Errorf("the density integrates to %v, want %v", mass, want)
	}
}

// The volume of a Jacobian [3, 2]: in closed form the root of det J^T J, and where it is singular a finite stand-in.
func TestLogVolume(t *testing.T) {
	// J^T J = ((14, 9), (9, 6)), with determinant 3.
	if got, want := logVolume([]float64{1, 1, 2, 1, 3, 2}, 2), math.Log(3)/2; math.Abs(got-want) > 1e-12 {
		t.Errorf("the volume is exp(%v), want exp(%v)", got, want)
	}
	if got, want := logVolume([]float64{3, 4}, 1), math.Log(5); math.Abs(got-want) > 1e-12 {
		t.Errorf("the length is exp(%v), want 5", got)
	}
	if got := logVolume([]float64{1, 2, 2, 4, 0, 0}, 2); got-got != 0 || got > math.Log(5e-7)+0.1 {
		t.Errorf("the volume of a singular Jacobian is exp(%v)", got)
	}
}

// Draws are the image of draws from exp(-E) in the latent box: z^2 has the truncated normal's mean. 4.5 standard errors
// of 4000 draws are below 0.1.
func TestPushforwardDraws(t *testing.T) {
	set, figures, err := parabola(t).Sample(background, rand.New(rand.NewPCG(2, 4)), 4000)
	if err != nil {
		t.Fatal(err)
	}
	density := func(z float64) float64 { return math.Exp(-z * z / 2) }
	want := integral(func(z float64) float64 { return z * z * density(z) }, -2, 2) / integral(density, -2, 2)
	mean, square := 0.0, 0.0
	for i := range set.Len() {
		x := set.At(i)
		if math.Abs(x[1]-x[0]*x[0]) > 1e-5 {
			t.Fatalf("the draw %v is not on the parabola", x)
		}
		mean, square = mean+x[0]/4000, square+x[1]/4000
	}
	if math.Abs(mean) > 0.1 || math.Abs(square-want) > 0.1 {
		t.Errorf("E[z] = %v and E[z^2] = %v, want 0 and %v", mean, square, want)
	}
	if got := figures["acceptance"]; got < 0.8 || figures["exceeded"] != 0 {
		t.Errorf("drawn with the figures %v", figures)
	}
}

// Points p + d n(p) off the parabola by less than its radius of curvature, 1/2 at least, have p as their nearest point.
// From the encoding, which is off by 0.3, the search must move to it.
func TestPushforwardNearest(t *testing.T) {
	rng, x, want := rand.New(rand.NewPCG(3, 4)), points.New(700, 2), points.New(700, 2)
	for i := range x.Len() {
		z, off := 3*rng.Float64()-1.5, 0.6*rng.Float64()-0.3
		length := math.Sqrt(1 + 4*z*z)
		copy(want.At(i), []float64{z, z * z})
		copy(x.At(i), []float64{z - 2*z/length*off, z*z + off/length})
	}
	found, err := parabola(t).Nearest(background, x)
	if err != nil {
		t.Fatal(err)
	}
	if found.Unconverged != 0 {
		t.Errorf("%d searches did not converge", found.Unconverged)
	}
	for i := range x.Len() {
		if off := math.Sqrt(squaredDistance(found.Points.At(i), want.At(i))); off > 2e-4 {
			t.Errorf("the point found for %v is %v, want %v", x.At(i), found.Points.At(i), want.At(i))
		}
	}
}

func TestPaddedBox(t *testing.T) {
	got := paddedBox(rows(t, []float64{1, 5}, []float64{3, 5}, []float64{2, 5}), 0.5)
	if want := [][2]float64{{0, 4}, {4.999, 5.001}}; !slices.EqualFunc(got, want, func(a, b [2]float64) bool {
		return math.Abs(a[0]-b[0])+math.Abs(a[1]-b[1]) < 1e-12
	}) {
		t.Errorf("the box is %v, want %v", got, want)
	}
}
