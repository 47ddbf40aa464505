package sampler_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/sampler"
)

func TestUniformLeavesPointsWhereTheyStart(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	box := [][2]float64{{-1, 1}, {2, 6}}
	buffer := sampler.NewBuffer((*sampler.Uniform)(nil).Replay(), 2)
	chains := chain(t, &sampler.Uniform{}, 50, 2, sampler.System{EnergyGradient: func(x *graph.Node) *graph.Node { panic("the energy is asked for") }})
	var before []float32
	for range 3 {
		x := make([]float32, 100)
		if err := buffer.Start(x, rng, func(point []float32) error { sampler.UniformPoint(point, box, rng); return nil }); err != nil {
			t.Fatal(err)
		}
		start := slices.Clone(x)
		ends, statistics := run(t, chains, x, rng)
		if !slices.Equal(ends, start) || len(statistics) > 0 {
			t.Fatalf("from %v to %v, with statistics %v", start, ends, statistics)
		}
		for i := range 50 {
			if slices.Contains(before, x[2*i]) {
				t.Errorf("%v is used again", x[2*i:2*i+2])
			}
		}
		before = start
		buffer.Keep(x)
	}
}
