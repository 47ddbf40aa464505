package conformance_test

import (
	"runtime"
	"sync"
	"testing"
	"unsafe"

	"github.com/gomlx/compute/dtypes"
	"pgregory.net/rapid"

	"ebim/framework/engine/program"
)

// drawLarge draws a graph of arrays that are worth several threads.
func drawLarge(t *rapid.T) *drawing {
	types := []dtypes.DType{dtypes.Float32, dtypes.Float32, dtypes.Float64, dtypes.Int32}
	return drawGraph(t, rapid.SampledFrom([]int{5, 20, 60}).Draw(t, "steps"), types,
		[]int{3, 64, 100, 257, 300, 1000}, 200_000)
}

// The number of threads does not change a bit.
func TestRandomGraphsOnThreads(t *testing.T) {
	one, two, three := open(t, "threads=1"), open(t, "threads=2"), open(t, "threads=3")
	rapid.Check(t, func(t *rapid.T) {
		d := drawLarge(t)
		want, got, others := d.evaluate(one), d.evaluate(two), d.evaluate(three)
		for i := range want {
			if err := differInUnits(got[i], want[i], 0); err != nil {
				t.Fatalf("on two threads, output %d: %v\n%s", i, err, d.graph)
			}
			if err := differInUnits(others[i], want[i], 0); err != nil {
				t.Fatalf("on three threads, output %d: %v\n%s", i, err, d.graph)
			}
		}
	})
}

// Runs of one executable at the same time don't disturb each other.
func TestRunsAtTheSameTime(t *testing.T) {
	engine := open(t, "")
	for seed := range 6 {
		d := rapid.Custom(drawLarge).Example(seed)
		e, err := compile(engine, d.graph)
		if err != nil {
			t.Fatal(err)
		}
		want, err := e.run(d.inputs)
		if err != nil {
			t.Fatal(err)
		}
		var runs sync.WaitGroup
		for range 4 {
			runs.Go(func() {
				for range 2 {
					got, err := e.run(d.inputs)
					if err != nil {
						t.Error(err)
						return
					}
					for i := range want {
						if err := differInUnits(got[i], want[i], 0); err != nil {
							t.Errorf("seed %d, output %d: %v", seed, i, err)
						}
					}
				}
			})
		}
		runs.Wait()
	}
}

// A program that has run before allocates nothing.
func TestRunsAllocateNothing(t *testing.T) {
	for _, threads := range []int{1, 2} {
		for seed := range 6 {
			d := rapid.Custom(drawLarge).Example(seed)
			p, err := program.Compile(d.graph, program.Options{Fuse: true, Threads: threads})
			if err != nil {
				t.Fatal(err)
			}
			var inputs, outputs []unsafe.Pointer
			for _, flat := range d.inputs {
				inputs = append(inputs, addressOf(flat))
			}
			for _, n := range d.graph.Outputs {
				outputs = append(outputs, addressOf(newFlat(n.Shape.DType, n.Shape.Size())))
			}
			allocated := uint64(1)
			for attempt := 0; allocated > 0 && attempt < 20; attempt++ { // other goroutines may allocate meanwhile
				allocated = allocations(func() { p.Run(inputs, outputs) })
			}
			if allocated > 0 {
				t.Errorf("on %d threads, seed %d: %d allocations", threads, seed, allocated)
			}
		}
	}
}

// allocations counts those of the whole process during some runs.
func allocations(run func()) uint64 {
	var before, after runtime.MemStats
	run()
	runtime.ReadMemStats(&before)
	for range 3 {
		run()
	}
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs
}
