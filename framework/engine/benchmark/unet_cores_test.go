package benchmark_test

import (
	"math"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/tensors"

	_ "ebim/framework/backend" // the engine
)

// onCores is double backpropagation on a number of threads.
func onCores(tb testing.TB, threads string) evaluation {
	tb.Helper()
	engine, err := compute.NewWithConfig("cpu:threads=" + threads)
	if err != nil {
		tb.Fatal(err)
	}
	return compile(tb, engine, paperUNet.DoubleBackprop)
}

// Gradients of a batch that is worth several cores have the same bits on one and on two.
func TestCoresDoNotChangeABit(t *testing.T) {
	want, got := onCores(t, "1")(inputs[float32](paperUNet, 24)), onCores(t, "2")(inputs[float32](paperUNet, 24))
	for k := range want {
		a, b := tensors.MustCopyFlatData[float32](want[k]), tensors.MustCopyFlatData[float32](got[k])
		for i := range a {
			if math.Float32bits(a[i]) != math.Float32bits(b[i]) {
				t.Fatalf("number %d of gradient %d is %v on one core and %v on two", i, k, a[i], b[i])
			}
		}
	}
}

// How many times faster double backpropagation of 64 images is on two cores than on one: the median over pairs of
// runs, which means something only where nothing else uses the cores.
func BenchmarkUNetTwoCores(b *testing.B) {
	if runtime.GOMAXPROCS(0) < 2 {
		b.Skip("there is one core")
	}
	timed := func(threads string) func() float64 {
		run, at := onCores(b, threads), inputs[float32](paperUNet, 64)
		finalize(run(at)) // compiles
		return func() float64 {
			began := time.Now()
			finalize(run(at))
			return time.Since(began).Seconds()
		}
	}
	one, two := timed("1"), timed("2")
	var ratios []float64
	for b.Loop() {
		ratios = append(ratios, one()/two())
	}
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], "times-one-core")
	b.ReportMetric(slices.Max(ratios), "best-times-one-core")
}
