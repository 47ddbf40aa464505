package benchmark_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/points"
	"ebim/framework/train/traintest"
)

// watched is an engine that takes the time of its graphs.
type watched struct {
	compute.Backend
	building, compiling time.Duration // of all graphs since the last reset
}

func (w *watched) Builder(name string) compute.Builder {
	return &watchedBuilder{w.Backend.Builder(name), w, processorTime()}
}

type watchedBuilder struct {
	compute.Builder
	engine *watched
	start  time.Duration
}

func (b *watchedBuilder) Compile() (compute.Executable, error) {
	built := processorTime()
	b.engine.building += built - b.start
	defer func() { b.engine.compiling += processorTime() - built }()
	return b.Builder.Compile()
}

// compileRows have two rows for each program: what GoMLX spends on the graph and its derivatives, and what the engine
// makes of them.
func compileRows() []row {
	circle, square := traintest.Circle(1000, 1), points.Box{{-1.5, 1.5}, {-1.5, 1.5}}
	step := steps(singleVonMises().Parts()[:1], circle, square)
	double := func(tb testing.TB, engine compute.Backend) func() time.Duration {
		return func() time.Duration {
			f := unetFunction(unetNetwork.DoubleBackprop)(engine.Name() != engines[0])
			g := graph.NewGraph(engine, "double backpropagation")
			var in []*graph.Node
			for i, d := range f.dimensions {
				in = append(in, graph.Parameter(g, fmt.Sprintf("input %d", i), shapes.Make(dtypes.Float32, d...)))
			}
			if err := g.Compile(f.build(in)...); err != nil {
				tb.Fatal(err)
			}
			g.Finalize()
			return 0
		}
	}
	building := func(w *watched) time.Duration { return w.building }
	compiling := func(w *watched) time.Duration { return w.compiling }
	return []row{
		{name: "GoMLX's graphs of the manifold-defining function's step", prepare: watch(step, building)},
		{name: "compiling them", goal: "30", prepare: watch(step, compiling)},
		{name: "GoMLX's graph of the UNet's double backpropagation", prepare: watch(double, building)},
		{name: "compiling it", goal: "1000", prepare: watch(double, compiling)},
	}
}

// watch measures what a part of making the programs takes.
func watch(prepare func(testing.TB, compute.Backend) func() time.Duration,
	part func(*watched) time.Duration) func(testing.TB, compute.Backend) func() time.Duration {
	return func(tb testing.TB, engine compute.Backend) func() time.Duration {
		w := &watched{Backend: engine}
		make := prepare(tb, w)
		return func() time.Duration {
			w.building, w.compiling = 0, 0
			make()
			return part(w)
		}
	}
}
