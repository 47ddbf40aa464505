package raster

import "testing"

// 99,856 triangles on 1200 x 1200 samples.
func BenchmarkTorus(b *testing.B) {
	s := torusScene()
	s.Supersampling = 2
	s.Objects = []Object{byHeight(0.4)(torus(158, 1, 0.4))}
	for b.Loop() {
		render(b, s, 600, 600)
	}
}
