package model

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/network/networktest"
	"ebim/framework/points"
)

// bessel is the modified Bessel function I_0 by its series.
func bessel(k float64) float64 {
	sum, term := 1.0, 1.0
	for i := 1.0; term > 1e-16*sum; i++ {
		term *= k * k / (4 * i * i)
		sum += term
	}
	return sum
}

// The integral of exp(2 x_0) over known manifolds: von Mises' and von Mises-Fisher's normalising constants on the circle
// and the sphere; on the torus x_0 = (3 + cos v) cos u with the area element 3 + cos v; on the ring
// x_0 = 0.3 + 0.8 r cos a with r = sqrt(3)/2.
var (
	overCircle = 2 * math.Pi * bessel(2)
	overSphere = 2 * math.Pi * math.Sinh(2)
	overTorus  = 2 * math.Pi * integral(func(v float64) float64 {
		return (3 + math.Cos(v)) * bessel(2*(3+math.Cos(v)))
	}, -math.Pi, math.Pi)
	overRing = 2 * math.Pi * math.Sqrt(0.75) * math.Exp(0.6) * bessel(1.6*math.Sqrt(0.75))
)

// Densities normalised by quadrature on meshes, at points off the manifolds.
func TestLikelihoodOfEBIMs(t *testing.T) {
	for _, test := range []struct {
		manifold  networktest.Manifold
		integral  float64
		tolerance float64 // relative
	}{
		{networktest.Sphere(2, 1), overCircle, 1e-4},
		{networktest.Sphere(3, 1), overSphere, 1e-3},
		{networktest.Torus(3, 1), overTorus, 1e-3},
		{networktest.Ring(), overRing, 1e-3},
	} {
		t.Run(fmt.Sprintf("%s in R^%d", test.manifold.Name, test.manifold.Ambient), func(t *testing.T) {
			x := drawn(test.manifold, 20, 8)
			for i := range x.Data {
				x.Data[i] *= 1.05
			}
			got, err := tilted(t, test.manifold, 0).LogDensity(background, rand.New(rand.NewPCG(5, 5)), x)
			if err != nil {
				t.Fatal(err)
			}
			off := math.Expm1(got.LogNormaliser - math.Log(test.integral))
			t.Logf("off by %.1e, estimated %.1e", off, got.NormaliserError)
			if math.Abs(off) > test.tolerance {
				t.Errorf("the integral is exp(%v), want %v: off by %.1e", got.LogNormaliser, test.integral, off)
			}
			if got.NormaliserError < math.Abs(off) || got.NormaliserError > 100*test.tolerance {
				t.Errorf("the error is estimated as %.1e and is %.1e", got.NormaliserError, off)
			}
			for i := range x.Len() {
				nearest := test.manifold.Nearest(x.At(i))
				if want := 2*nearest[0] - got.LogNormaliser; math.Abs(got.Values[i]-want) > 3e-3 {
					t.Errorf("the logarithm of the density near %v is %v, want %v", x.At(i), got.Values[i], want)
				}
			}
		})
	}
}

// Importance sampling from tubes gives the same constants, and that of a manifold without a mesh, the sphere in R^4. Limits
// are 4 standard errors at least: a false-alarm rate below 3e-4 for the four checks.
func TestLikelihoodByImportance(t *testing.T) {
	ring := networktest.Ring()
	ring.Box = [][2]float64{{-0.45, 1.05}, {-0.95, 0.95}, {-0.2, 1}} // a tight one has the more points in the tube
	for _, test := range []struct {
		manifold networktest.Manifold
		integral float64
	}{
		{networktest.Sphere(2, 1), overCircle},
		{networktest.Torus(3, 1), overTorus},
		{ring, overRing},
		{networktest.Sphere(4, 1), 4 * math.Pi * integral(func(a float64) float64 {
			return math.Exp(2*math.Cos(a)) * math.Sin(a) * math.Sin(a)
		}, 0, math.Pi)},
	} {
		t.Run(fmt.Sprintf("%s in R^%d", test.manifold.Name, test.manifold.Ambient), func(t *testing.T) {
			m := tilted(t, test.manifold, 0)
			got, err := m.normaliserByTube(background, rand.New(rand.NewPCG(6, 5)), test.manifold.Codimension)
			if err != nil {
				t.Fatal(err)
			}
			off := got.log - math.Log(test.integral)
			t.Logf("off by %.1e, estimated %.1e", off, got.err)
			if math.Abs(off) > 4/withinErrors*got.err || got.err > 0.08 {
				t.Errorf("the integral is exp(%v), want %v: off by %.1e with the error estimated as %.1e", got.log, test.integral, off, got.err)
			}
		})
	}
}

// The tube of narrow bends, those of y = 0.2 sin(20 x) with the radius of curvature 1/80 against the tube's 0.042, is
// smaller than the curve's length says: the error must tell of it.
func TestLikelihoodByImportanceTellsOfCurvature(t *testing.T) {
	bends := networktest.Manifold{Ambient: 2, Codimension: 1, Box: square,
		Draw: func(rng *rand.Rand) []float64 { x := 2*rng.Float64() - 1; return []float64{x, 0.2 * math.Sin(20*x)} },
		Formula: func(x *graph.Node) *graph.Node {
			wave := graph.Sin(graph.MulScalar(networktest.Coordinate(x, 0), 20))
			return graph.Sub(networktest.Coordinate(x, 1), graph.MulScalar(wave, 0.2))
		}}
	m := tilted(t, bends, 0)
	m.energy = slope(0, 0)
	got, err := m.normaliserByTube(background, rand.New(rand.NewPCG(9, 5)), 1)
	if err != nil {
		t.Fatal(err)
	}
	length := integral(func(x float64) float64 { return math.Hypot(1, 4*math.Cos(20*x)) }, -1.5, 1.5)
	off := got.log - math.Log(length)
	t.Logf("off by %.1e, estimated %.1e", off, got.err)
	if !(off < -0.03) || -off > 1.5*got.err || got.err > 0.3 {
		t.Errorf("the length is off by %.1e, with the error estimated as %.1e", off, got.err)
	}
}

// In more than three dimensions the tube is what LogDensity uses; where no point of the box is near, it says so.
func TestLikelihoodWithoutAMesh(t *testing.T) {
	m := tilted(t, networktest.Sphere(4, 1), 0)
	x := rows(t, []float64{1.1, 0, 0, 0}, []float64{0, 0, -0.9, 0})
	got, err := m.LogDensity(background, rand.New(rand.NewPCG(7, 5)), x)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(got.Values[0]-got.Values[1]-2) > 1e-3 || math.Abs(got.Values[1]+got.LogNormaliser) > 1e-3 {
		t.Errorf("the logarithms of the density are %v with the constant %v", got.Values, got.LogNormaliser)
	}
	far := tilted(t, networktest.Sphere(9, 1), 0)
	far.network = fixed(func(x *graph.Node) *graph.Node { return graph.AddScalar(networktest.Square(x), 1) })
	if _, err := far.normaliserByTube(background, rand.New(rand.NewPCG(8, 5)), 1); err == nil {
		t.Error("an empty manifold has a normalising constant")
	}
}

// Off the parabola, the density is that of the nearest point (z, z^2): exp(-z^2/2)/sqrt(1 + 4 z^2) over the mass of the
// normal distribution in the latent box.
func TestLikelihoodOfAPushforward(t *testing.T) {
	want := math.Log(math.Sqrt(2*math.Pi) * math.Erf(math.Sqrt2))
	x := rows(t, []float64{1, 1}, []float64{0, 0.2}, []float64{-0.5 - 0.1, 0.25 - 0.1})
	got, err := parabola(t).LogDensity(background, rand.New(rand.NewPCG(9, 5)), x)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(got.LogNormaliser-want) > 1e-6 || got.NormaliserError > 1e-5 {
		t.Errorf("the constant is %v, with the error %v, want %v", got.LogNormaliser, got.NormaliserError, want)
	}
	for i, z := range []float64{1, 0, -0.5} {
		if want := -z*z/2 - math.Log(1+4*z*z)/2 - want; math.Abs(got.Values[i]-want) > 1e-3 {
			t.Errorf("the logarithm of the density at code %v is %v, want %v", z, got.Values[i], want)
		}
	}
	surface, err := saddle(t).LogDensity(background, rand.New(rand.NewPCG(9, 5)), rows(t, []float64{0.5, 0.5, 0.25}))
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
		box := [][2]float64{{-1, 0.5}}
		want, coefficients := (math.Exp(1)-math.Exp(-2))/2, make([]float64, dimension)
		coefficients[0] = -2
		for j := 1; j < dimension; j++ {
			box = append(box, [2]float64{0, 1 + float64(j)})
			want *= 1 + float64(j)
		}
		m := &trainedEBM{setting: setting(t, nil, box), energy: slope(coefficients...)}
		x := points.New(2, dimension)
		x.At(0)[0], x.At(1)[0] = 0.25, 9 // the second is beyond the box
		got, err := m.LogDensity(background, rand.New(rand.NewPCG(10, 5)), x)
		if err != nil {
			t.Fatal(err)
		}
		limit := 1e-4
		if dimension > exactDimension {
			limit = 4 / withinErrors * got.NormaliserError
		}
		if off := got.LogNormaliser - math.Log(want); math.Abs(off) > limit || got.NormaliserError > 5e-3 {
			t.Errorf("R^%d: the constant is off by %.1e, with the error %.1e", dimension, off, got.NormaliserError)
		}
		for i, first := range []float64{0.25, 0.5} {
			if want := 2*first - got.LogNormaliser; math.Abs(got.Values[i]-want) > 1e-5 || got.Nearest.Points.At(i)[0] != first {
				t.Errorf("R^%d: the logarithm of the density at x_0 = %v is %v, want %v", dimension, first, got.Values[i], want)
			}
		}
	}
}

// A density that is no number somewhere has no normalising constant.
func TestLikelihoodOfBrokenEnergies(t *testing.T) {
	root := fixed(func(x *graph.Node) *graph.Node { return graph.Sqrt(networktest.Coordinate(x, 0)) })
	broken := tilted(t, networktest.Sphere(2, 1), 0)
	broken.energy = root
	x := rows(t, []float64{1, 0})
	for name, m := range map[string]Likelihood{
		"ebim": broken,
		"ebm":  &trainedEBM{setting: setting(t, x, square), energy: root},
	} {
		if got, err := m.LogDensity(background, rand.New(rand.NewPCG(11, 5)), x); err == nil {
			t.Errorf("%s: the density is %v", name, got.Values)
		}
	}
}

func TestVolumeOfABall(t *testing.T) {
	for dimension, want := range []float64{1: 2 * 0.3, 2: math.Pi * 0.09, 3: 4.0 / 3 * math.Pi * 0.027, 4: math.Pi * math.Pi / 2 * 0.0081} {
		if dimension == 0 {
			continue
		}
		if got := math.Exp(logVolumeOfBall(dimension, 0.3)); math.Abs(got/want-1) > 1e-12 {
			t.Errorf("the ball in R^%d has the volume %v, want %v", dimension, got, want)
		}
	}
}
