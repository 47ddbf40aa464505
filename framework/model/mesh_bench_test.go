package model

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"testing"
	"time"

	"ebim/framework/network/networktest"
)

// Meshing a torus, with compilation: its function as a graph, evaluated and projected by the engine. The peak of the heap, of
// objects in use or not yet collected, is of a run of its own.
func BenchmarkMeshTorus(b *testing.B) {
	torus := learned(b, networktest.Torus(1, 0.4))
	for _, resolution := range []int{64, 128, 256, 512} {
		b.Run(fmt.Sprint(resolution), func(b *testing.B) {
			mesh := func() {
				made, err := torus.Mesh(background, resolution)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(made.Vertices.Len()), "vertices")
			}
			for b.Loop() {
				mesh()
			}
			b.ReportMetric(peakHeap(mesh)/(1<<20), "peak-MiB")
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
