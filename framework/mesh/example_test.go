package mesh_test

import (
	"context"
	"fmt"
	"log"
	"math"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// The unit sphere as the zero set of F(x) = |x| - 1.
func ExampleExtract() {
	sphere := func(_ context.Context, x *points.Set) (*points.Set, []float64, error) {
		values, distances := points.New(x.Len(), 1), make([]float64, x.Len())
		for i := range distances {
			p := x.At(i)
			values.At(i)[0] = math.Sqrt(p[0]*p[0]+p[1]*p[1]+p[2]*p[2]) - 1
			distances[i] = math.Abs(values.At(i)[0])
		}
		return values, distances, nil
	}
	box := points.Box{{-1.5, 1.5}, {-1.5, 1.5}, {-1.5, 1.5}}
	m, err := mesh.Extract(context.Background(), mesh.Problem{Box: box, Resolution: 64, Codimension: 1, Field: sphere})
	if err != nil {
		log.Fatal(err)
	}
	topology := m.Topology(mesh.TopologyOptions{Box: box})
	surface := topology.Components[0]
	fmt.Println("components:", len(topology.Components), "closed:", surface.Closed, "genus:", surface.Genus)
	fmt.Printf("area: %.2f of %.2f\n", m.Measure(), 4*math.Pi)
	// Output:
	// components: 1 closed: true genus: 0
	// area: 12.56 of 12.57
}

// The integral over a curve of a function given at its vertices: of x^2 over the unit circle, pi.
func ExampleMesh_Integrate() {
	const n = 1000
	circle, squares := points.New(n+1, 2), make([]float64, n+1)
	for i := range squares {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / n)
		copy(circle.At(i), []float64{cos, sin})
		squares[i] = cos * cos
	}
	curve, err := mesh.Parametric(circle, []int{n + 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.4f\n", curve.Integrate(squares))
	// Output: 3.1416
}
