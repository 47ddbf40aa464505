package zeroset

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/energy"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
)

// Importance sampling from tubes gives the same constants, and that of a manifold without a mesh, the sphere in R^4. Limits
// are 4 standard errors at least: a false-alarm rate below 3e-4 for the four checks.
func TestIntegralByTube(t *testing.T) {
	ring := networktest.Ring()
	ring.Box = points.Box{{-0.45, 1.05}, {-0.95, 0.95}, {-0.2, 1}} // a tight one has the more points in the tube
	for _, test := range []struct {
		manifold networktest.Manifold
		integral float64
	}{
		{networktest.Sphere(2, 1), supporttest.OverCircle},
		{networktest.Torus(3, 1), supporttest.OverTorus},
		{ring, supporttest.OverRing},
		{networktest.Sphere(4, 1), 4 * math.Pi * supporttest.Integral(func(a float64) float64 {
			return math.Exp(2*math.Cos(a)) * math.Sin(a) * math.Sin(a)
		}, 0, math.Pi)},
	} {
		t.Run(fmt.Sprintf("%s in R^%d", test.manifold.Name, test.manifold.Ambient), func(t *testing.T) {
			m := tilted(t, test.manifold)
			got, err := zeroSet(m).integralByTube(t.Context(), rand.New(rand.NewPCG(6, 5)), m.Log)
			if err != nil {
				t.Fatal(err)
			}
			off := got.Log - math.Log(test.integral)
			t.Logf("off by %.1e, estimated %.1e", off, got.Error)
			if math.Abs(off) > 4/support.WithinErrors*got.Error || got.Error > 0.08 {
				t.Errorf("the integral is exp(%v), want %v: off by %.1e with the error estimated as %.1e", got.Log, test.integral, off, got.Error)
			}
		})
	}
}

// The tube of narrow bends, those of y = 0.2 sin(20 x) with the radius of curvature 1/80 against the tube's 0.042, is
// smaller than the curve's length says: the error must tell of it.
func TestIntegralByTubeTellsOfCurvature(t *testing.T) {
	bends := networktest.Manifold{Ambient: 2, Codimension: 1, Box: supporttest.Square,
		Draw: func(rng *rand.Rand) []float64 { x := 2*rng.Float64() - 1; return []float64{x, 0.2 * math.Sin(20*x)} },
		Formula: func(x *graph.Node) *graph.Node {
			wave := graph.Sin(graph.MulScalar(networktest.Coordinate(x, 0), 20))
			return graph.Sub(networktest.Coordinate(x, 1), graph.MulScalar(wave, 0.2))
		}}
	m := tilted(t, bends)
	m.Energy = supporttest.Slope(0, 0)
	got, err := zeroSet(m).integralByTube(t.Context(), rand.New(rand.NewPCG(9, 5)), m.Log)
	if err != nil {
		t.Fatal(err)
	}
	length := supporttest.Integral(func(x float64) float64 { return math.Hypot(1, 4*math.Cos(20*x)) }, -1.5, 1.5)
	off := got.Log - math.Log(length)
	t.Logf("off by %.1e, estimated %.1e", off, got.Error)
	if !(off < -0.03) || -off > 1.5*got.Error || got.Error > 0.3 {
		t.Errorf("the length is off by %.1e, with the error estimated as %.1e", off, got.Error)
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

// Where no point of the box is near an empty manifold, it says so.
func TestIntegralOfAnEmptyManifold(t *testing.T) {
	env, _, codimension := supporttest.Learned(t, networktest.Sphere(9, 1))
	empty := New(env, supporttest.Fixed(supporttest.Hollow), codimension)
	m := &energy.Density{Support: empty, Energy: supporttest.Slope(make([]float64, 9)...)}
	if _, err := empty.integralByTube(t.Context(), rand.New(rand.NewPCG(8, 5)), m.Log); err == nil {
		t.Error("an empty manifold has a normalizing constant")
	}
}
