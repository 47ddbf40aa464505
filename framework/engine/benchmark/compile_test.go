package benchmark_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/graph"
	"github.com/gomlx/gomlx/pkg/core/shapes"

	"ebim/framework/network/unet"
	"ebim/framework/train/traintest"
)

// watched is an engine that takes the time of its graphs.
type watched struct {
	backends.Backend
	building, compiling time.Duration // of all graphs since the last reset
}

func (w *watched) Builder(name string) backends.Builder {
	return &watchedBuilder{w.Backend.Builder(name), w, processorTime()}
}

type watchedBuilder struct {
	backends.Builder
	engine *watched
	start  time.Duration
}

func (b *watchedBuilder) Compile(outputs []backends.Op, shardings []*backends.ShardingSpec) (backends.Executable, error) {
	built := processorTime()
	b.engine.building += built - b.start
	defer func() { b.engine.compiling += processorTime() - built }()
	return b.Builder.Compile(outputs, shardings)
}

// compileRows have two rows for each program: what GoMLX spends on the graph and its derivatives, and what the engine
// makes of them.
func compileRows() []row {
	circle, square := traintest.Circle(1000, 1), [][2]float64{{-1.5, 1.5}, {-1.5, 1.5}}
	step := steps(singleVonMises().Parts()[:1], circle, square)
	double := func(tb testing.TB, engine backends.Backend) func() time.Duration {
		return func() time.Duration {
			f := unetFunction(unet.Network.DoubleBackprop)(engine.Name() != engines[0])
			g := graph.NewGraph(engine, "double backpropagation")
			var in []*graph.Node
			for i, d := range f.dimensions {
				in = append(in, graph.Parameter(g, fmt.Sprintf("input %d", i), shapes.Make(dtypes.Float32, d...)))
			}
			g.Compile(f.build(in)...)
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
func watch(prepare func(testing.TB, backends.Backend) func() time.Duration, part func(*watched) time.Duration) func(testing.TB, backends.Backend) func() time.Duration {
	return func(tb testing.TB, engine backends.Backend) func() time.Duration {
		w := &watched{Backend: engine}
		make := prepare(tb, w)
		return func() time.Duration {
			w.building, w.compiling = 0, 0
			make()
			return part(w)
		}
	}
}
