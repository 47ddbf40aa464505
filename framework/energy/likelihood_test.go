package energy

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
)

// Densities normalized by quadrature on meshes, at points off the manifolds.
func TestLikelihoodOfEBIMs(t *testing.T) {
	for _, test := range []struct {
		manifold  networktest.Manifold
		integral  float64
		tolerance float64 // relative
	}{
		{networktest.Sphere(2, 1), supporttest.OverCircle, 1e-4},
		{networktest.Sphere(3, 1), supporttest.OverSphere, 1e-3},
		{networktest.Torus(3, 1), supporttest.OverTorus, 1e-3},
		{networktest.Ring(), supporttest.OverRing, 1e-3},
	} {
		t.Run(fmt.Sprintf("%s in R^%d", test.manifold.Name, test.manifold.Ambient), func(t *testing.T) {
			x := supporttest.Drawn(test.manifold, 20, 8)
			for i := range x.Data {
				x.Data[i] *= 1.05
			}
			got, err := tilted(t, test.manifold, 0).LogDensity(t.Context(), rand.New(rand.NewPCG(5, 5)), x)
			if err != nil {
				t.Fatal(err)
			}
			off := math.Expm1(got.LogNormalizer - math.Log(test.integral))
			t.Logf("off by %.1e, estimated %.1e", off, got.NormalizerError)
			if math.Abs(off) > test.tolerance {
				t.Errorf("the integral is exp(%v), want %v: off by %.1e", got.LogNormalizer, test.integral, off)
			}
			if got.NormalizerError < math.Abs(off) || got.NormalizerError > 100*test.tolerance {
				t.Errorf("the error is estimated as %.1e and is %.1e", got.NormalizerError, off)
			}
			for i := range x.Len() {
				nearest := test.manifold.Nearest(x.At(i))
				if want := 2*nearest[0] - got.LogNormalizer; math.Abs(got.Values[i]-want) > 3e-3 {
					t.Errorf("the logarithm of the density near %v is %v, want %v", x.At(i), got.Values[i], want)
				}
			}
		})
	}
}

// In more than three dimensions the tube is what LogDensity uses.
func TestLikelihoodWithoutAMesh(t *testing.T) {
	m := tilted(t, networktest.Sphere(4, 1), 0)
	x := supporttest.Rows(t, []float64{1.1, 0, 0, 0}, []float64{0, 0, -0.9, 0})
	got, err := m.LogDensity(t.Context(), rand.New(rand.NewPCG(7, 5)), x)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(got.Values[0]-got.Values[1]-2) > 1e-3 || math.Abs(got.Values[1]+got.LogNormalizer) > 1e-3 {
		t.Errorf("the logarithms of the density are %v with the constant %v", got.Values, got.LogNormalizer)
	}
}

// Off the parabola, the density is that of the nearest point (z, z^2): exp(-z^2/2)/sqrt(1 + 4 z^2) over the mass of the
// normal distribution in the latent box.
func TestLikelihoodOfAPushforward(t *testing.T) {
	want := math.Log(math.Sqrt(2*math.Pi) * math.Erf(math.Sqrt2))
	x := supporttest.Rows(t, []float64{1, 1}, []float64{0, 0.2}, []float64{-0.5 - 0.1, 0.25 - 0.1})
	got, err := parabola(t).LogDensity(t.Context(), rand.New(rand.NewPCG(9, 5)), x)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(got.LogNormalizer-want) > 1e-6 || got.NormalizerError > 1e-5 {
		t.Errorf("the constant is %v, with the error %v, want %v", got.LogNormalizer, got.NormalizerError, want)
	}
	for i, z := range []float64{1, 0, -0.5} {
		if want := -z*z/2 - math.Log(1+4*z*z)/2 - want; math.Abs(got.Values[i]-want) > 1e-3 {
			t.Errorf("the logarithm of the density at code %v is %v, want %v", z, got.Values[i], want)
		}
	}
	surface, err := decoded(t, supporttest.Saddle(t), supporttest.Slope(1, 0)).LogDensity(t.Context(),
		rand.New(rand.NewPCG(9, 5)), supporttest.Rows(t, []float64{0.5, 0.5, 0.25}))
	if err != nil {
		t.Fatal(err)
	}
	if want := -0.5 - math.Log(1.5)/2 - math.Log(2*math.Sinh(1)); math.Abs(surface.Values[0]-want) > 1e-4 {
		t.Errorf("the logarithm of the saddle's density is %v, want %v", surface.Values[0], want)
	}
}

// The integral of exp(2 x_0) over a box is a product. Above three dimensions it is estimated, within 4 standard errors
// (false-alarm rate 6e-5).
func TestLikelihoodOfEBMs(t *testing.T) {
	for dimension := 1; dimension <= 5; dimension++ {
		box := points.Box{{-1, 0.5}}
		want, coefficients := (math.Exp(1)-math.Exp(-2))/2, make([]float64, dimension)
		coefficients[0] = -2
		for j := 1; j < dimension; j++ {
			box = append(box, [2]float64{0, 1 + float64(j)})
			want *= 1 + float64(j)
		}
		m := inBox(t, box, supporttest.Slope(coefficients...))
		x := points.New(2, dimension)
		x.At(0)[0], x.At(1)[0] = 0.25, 9 // the second is beyond the box
		got, err := m.LogDensity(t.Context(), rand.New(rand.NewPCG(10, 5)), x)
		if err != nil {
			t.Fatal(err)
		}
		limit := 1e-4
		if dimension > support.MostCovered {
			limit = 4 / support.WithinErrors * got.NormalizerError
		}
		if off := got.LogNormalizer - math.Log(want); math.Abs(off) > limit || got.NormalizerError > 5e-3 {
			t.Errorf("R^%d: the constant is off by %.1e, with the error %.1e", dimension, off, got.NormalizerError)
		}
		for i, first := range []float64{0.25, 0.5} {
			if want := 2*first - got.LogNormalizer; math.Abs(got.Values[i]-want) > 1e-5 ||
				got.Nearest.Points.At(i)[0] != first {
				t.Errorf("R^%d: the logarithm of the density at x_0 = %v is %v, want %v", dimension, first,
					got.Values[i], want)
			}
		}
	}
}

// A density that is no number somewhere has no normalizing constant.
func TestLikelihoodOfBrokenEnergies(t *testing.T) {
	root := supporttest.Fixed(func(x *graph.Node) *graph.Node { return graph.Sqrt(networktest.Coordinate(x, 0)) })
	broken := tilted(t, networktest.Sphere(2, 1), 0)
	broken.Energy = root
	x := supporttest.Rows(t, []float64{1, 0})
	for name, m := range map[string]*Density{
		"ebim": broken,
		"ebm":  inBox(t, supporttest.Square, root),
	} {
		if got, err := m.LogDensity(t.Context(), rand.New(rand.NewPCG(11, 5)), x); err == nil {
			t.Errorf("%s: the density is %v", name, got.Values)
		}
	}
}
