package model

import (
	"fmt"
	"testing"

	"ebim/framework/network/networktest"
)

// Meshing a torus, with compilation: its function as a graph, evaluated and projected by the engine.
func BenchmarkMeshTorus(b *testing.B) {
	torus := learned(b, networktest.Torus(1, 0.4))
	for _, resolution := range []int{64, 128, 256} {
		b.Run(fmt.Sprint(resolution), func(b *testing.B) {
			for b.Loop() {
				made, err := torus.Mesh(background, resolution)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(made.Vertices.Len()), "vertices")
			}
		})
	}
}
