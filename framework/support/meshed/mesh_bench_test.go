package meshed

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"testing"
	"time"

	"ebim/framework/mesh"
	"ebim/framework/network/networktest"
)

// Meshing with compilation: a function as a graph, evaluated and projected by the engine.
func BenchmarkMeshTorus(b *testing.B) {
	benchmarkMesh(b, networktest.Torus(1, 0.4), 64, 128, 256, 512)
}

// A sphere that nearly fills its box has more than twice the vertices of the torus.
func BenchmarkMeshSphere(b *testing.B) {
	sphere := networktest.Sphere(3, 0.9)
	for axis := range sphere.Box {
		sphere.Box[axis] = [2]float64{-1, 1}
	}
	benchmarkMesh(b, sphere, 128, 512)
}

// benchmarkMesh reports the peak of the heap, of objects in use or not yet collected, of a run of its own, with the
// mesh's topology.
func benchmarkMesh(b *testing.B, shape networktest.Manifold, resolutions ...int) {
	manifold := learned(b, shape)
	for _, resolution := range resolutions {
		b.Run(fmt.Sprint(resolution), func(b *testing.B) {
			extract := func() *mesh.Mesh {
				made, err := manifold.Mesh(b.Context(), resolution)
				if err != nil {
					b.Fatal(err)
				}
				return made
			}
			for b.Loop() {
				b.ReportMetric(float64(extract().Vertices.Len()), "vertices")
			}
			b.ReportMetric(peakHeap(func() {
				extract().Topology(mesh.TopologyOptions{Box: shape.Box})
			})/(1<<20), "peak-MiB")
		})
	}
}

// peakHeap is the most bytes of objects on the heap, looked at every millisecond, while a function runs.
func peakHeap(f func()) float64 {
	runtime.GC()
	stop, peak := make(chan struct{}), make(chan uint64)
	go func() {
		most, look := uint64(0), time.NewTicker(time.Millisecond)
		defer look.Stop()
		for sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}; ; {
			metrics.Read(sample)
			most = max(most, sample[0].Value.Uint64())
			select {
			case <-stop:
				peak <- most
				return
			case <-look.C:
			}
		}
	}()
	f()
	close(stop)
	return float64(<-peak)
}
