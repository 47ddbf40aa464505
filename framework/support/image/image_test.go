package image

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ebim/framework/support/supporttest"
)

// The parabola (z, z^2) at the code z = x_0 + 0.3 has the speed sqrt(1 + 4 z^2).
func TestSingularValuesOfADecoder(t *testing.T) {
	got, err := parabola(t).SingularValues(t.Context(), supporttest.Rows(t, []float64{0.7, 5}, []float64{-0.3, 1}))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{math.Sqrt(5), 1} {
		if got.Dim != 1 || math.Abs(got.At(i)[0]-want) > 1e-5 {
			t.Errorf("the singular values are %v, want %v", got.At(i), want)
		}
	}
}

// Equation 2: the density along the parabola is exp(-E(z))/sqrt(1 + 4 z^2), and integrated over its arc length it is
// the mass of exp(-E) in the latent space, here sqrt(2 pi) erf(2/sqrt 2).
func TestDensityKeepsTheMass(t *testing.T) {
	set, logs, err := with(supporttest.Normal, parabola(t)).Spread(t.Context(), rand.New(rand.NewPCG(1, 4)), 3000)
	if err != nil {
		t.Fatal(err)
	}
	order := make([]int, set.Len())
	for i := range order {
		order[i] = i
		x := set.At(i)
		if want := -x[0]*x[0]/2 - math.Log(1+4*x[0]*x[0])/2; math.Abs(logs[i]-want) > 1e-5 ||
			math.Abs(x[1]-x[0]*x[0]) > 1e-5 {
			t.Fatalf("the logarithm of the density at %v is %v, want %v", x, logs[i], want)
		}
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(set.At(i)[0], set.At(j)[0]) })
	mass := 0.0
	for k := 1; k < len(order); k++ {
		i, j := order[k-1], order[k]
		mass += (math.Exp(logs[i]) + math.Exp(logs[j])) / 2 * supporttest.Distance(set.At(i), set.At(j))
	}
	// The ends of the box are missed by about 4/3000.
	if want := math.Sqrt(2*math.Pi) * math.Erf(math.Sqrt2); math.Abs(mass-want) > 2e-3 {
		t.Errorf("the density integrates to %v, want %v", mass, want)
	}
}

// Draws are the image of draws from exp(-E) in the latent box: z^2 has the truncated normal's mean. 4.5 standard errors
// of 4000 draws are below 0.1.
func TestDraws(t *testing.T) {
	set, figures, err := with(supporttest.Normal, parabola(t)).Sample(t.Context(), rand.New(rand.NewPCG(2, 4)), 4000)
	if err != nil {
		t.Fatal(err)
	}
	density := func(z float64) float64 { return math.Exp(-z * z / 2) }
	want := supporttest.Integral(func(z float64) float64 { return z * z * density(z) }, -2,
		2) / supporttest.Integral(density, -2, 2)
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
