package searched

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support/supporttest"
)

// In R^4 there is no mesh; points of a sphere without data that is far from another with data are never met.
func TestInMoreDimensionsPointsComeFromTheData(t *testing.T) {
	sphere := networktest.Sphere(4, 1)
	box := points.Box{{-2, 5}, {-2, 2}, {-2, 2}, {-2, 2}}
	both := networktest.Formula(func(x *graph.Node) *graph.Node {
		// about (3, 0, 0, 0)
		there := graph.Add(networktest.Square(x), graph.AddScalar(graph.MulScalar(networktest.Coordinate(x, 0), -6), 8))
		return graph.Mul(graph.AddScalar(networktest.Square(x), -1), there)
	})
	z := set(supporttest.Environment(t, supporttest.Drawn(sphere, 100, 13), box), supporttest.Fixed(both), 1)
	z.Restricted = true
	rng := rand.New(rand.NewPCG(14, 13))
	uniform, err := z.Uniform(t.Context(), rng, 300)
	if err != nil {
		t.Fatal(err)
	}
	for i := range uniform.Len() {
		if away := supporttest.Distance(uniform.At(i), make([]float64, 4)); math.Abs(away-1) > 1e-2 {
			t.Fatalf("a uniform point at %v", uniform.At(i))
		}
	}
	start, err := z.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		point := make([]float32, 4)
		if start(point, rng); !(point[0] < 1.5) {
			t.Fatalf("a chain starts at %v", point)
		}
	}
}
