package sampler_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/component"
	"ebim/framework/network"
	"ebim/framework/sampler"
)

// 45 steps are compiled as runs of 20 (or 4) and one of the rest; they are the same bits as 45 runs of one step, and as
// themselves again with the same seed.
func TestChainOfSegments(t *testing.T) {
	const batch = 17
	constrainedSystem := sampler.System{Energy: along(0.5, 0.2, -1), Constraint: ring.Formula}
	for name, test := range map[string]struct {
		process func(steps int) sampler.Process
		dim     int
	}{
		"langevin": {func(steps int) sampler.Process {
			return free(&sampler.Langevin{LangevinStep: sampler.LangevinStep{Steps: steps, Noise: 0.3,
				Clamp: number(1), Unroll: 20}}, slope(quadratic))
		}, 2},
		"constrained": {func(steps int) sampler.Process {
			return on(constrained(0.2, steps, &sampler.Newton{Iterations: 4}), constrainedSystem)
		}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			rng := func() *rand.Rand { return rand.New(rand.NewPCG(9, 2)) }
			start := float32s(draws(ring, rng(), batch).Data)[:batch*test.dim]
			whole := chain(t, test.process(45), batch, test.dim)
			once, statistics := run(t, whole, start, rng())
			again, sameStatistics := run(t, whole, start, rng())
			if !slices.Equal(once, again) || !slices.Equal(statistics, sameStatistics) {
				t.Error("two runs of one seed differ")
			}
			single, singly, source := chain(t, test.process(1), batch, test.dim), start, rng()
			for range 45 {
				singly, sameStatistics = run(t, single, singly, source)
			}
			if !slices.Equal(once, singly) || !slices.Equal(statistics, sameStatistics) {
				t.Error("45 steps at once differ from 45 steps one by one")
			}
			other, _ := run(t, whole, start, rand.New(rand.NewPCG(10, 2)))
			if slices.Equal(once, other) {
				t.Error("two seeds give the same chains")
			}
			if len(statistics) != len(whole.Columns) {
				t.Errorf("%d statistics for the columns %v", len(statistics), whole.Columns)
			}
		})
	}
}

func TestChainRefusesTheWrongNumberOfPoints(t *testing.T) {
	c := chain(t, free(&sampler.Langevin{LangevinStep: sampler.LangevinStep{Steps: 2, Noise: 1}},
		slope(quadratic)), 3, 2)
	if _, _, err := c.Run(nil, make([]float32, 4), rand.New(rand.NewPCG(1, 1))); err == nil ||
		!strings.Contains(err.Error(), "3 points in R^2") {
		t.Errorf("2 of 3 points: %v", err)
	}
}

// A system that doesn't fit gives an error that names the sampler, not a panic.
func TestChainOfAMisfitIsAnError(t *testing.T) {
	s := constrained(0.1, 3, &sampler.Newton{Iterations: 1})
	_, err := sampler.NewChain(engine(t), on(s,
		sampler.System{Energy: along(1, 2), Constraint: circle.Formula}), 5, 4, nil)
	if err == nil || !strings.Contains(err.Error(), "ConstrainedLangevin") {
		t.Errorf("an energy in R^2 for points in R^4: %v", err)
	}
	if askers := component.Of(err); len(askers) == 0 || askers[len(askers)-1] != any(s) {
		t.Errorf("asked by %v, not by the sampler", askers)
	}
}

// misfit is a sampler whose course and transition a test makes.
type misfit struct {
	chainSettings sampler.ChainSettings
	move          func(from sampler.Phase) (sampler.Phase, []*graph.Node)
}

func (m *misfit) ChainSettings() sampler.ChainSettings { return m.chainSettings }

func (m *misfit) Move(_ network.Function, from sampler.Phase, _ sampler.Draws) (sampler.Phase, sampler.Info) {
	to, reported := m.move(from)
	return to, sampler.Info{Statistics: reported}
}

// A sampler that breaks its contract gives an error that says how, and no chain that never ends.
func TestContractOfSamplers(t *testing.T) {
	one := sampler.ChainSettings{Steps: 1, Columns: []string{"size"}}
	stay := func(from sampler.Phase) (sampler.Phase, []*graph.Node) { return from, nil }
	tell := func(what func(x *graph.Node) *graph.Node) func(sampler.Phase) (sampler.Phase, []*graph.Node) {
		return func(from sampler.Phase) (sampler.Phase, []*graph.Node) { return from, []*graph.Node{what(from.X)} }
	}
	for want, s := range map[string]*misfit{
		"its chains have 0 steps":              {sampler.ChainSettings{}, stay},
		"returned 0 statistics":                {one, stay},
		"its statistic size, which must":       {one, tell(func(x *graph.Node) *graph.Node { return x })},
		"Node(nil) as its statistic size":      {one, tell(func(*graph.Node) *graph.Node { return nil })},
		"its statistic acceptance, which must": {sampler.ChainSettings{Steps: 1, Tuning: &sampler.Tuning{}}, stay},
		"leads to the points Node(nil)": {sampler.ChainSettings{Steps: 1},
			func(sampler.Phase) (sampler.Phase, []*graph.Node) { return sampler.Phase{}, nil }},
		"both must be [3, 2], without Tuning the ": {sampler.ChainSettings{Steps: 1},
			func(from sampler.Phase) (sampler.Phase, []*graph.Node) {
				return sampler.Phase{X: graph.ReduceAllMean(from.X)}, nil
			}},
	} {
		_, err := sampler.NewChain(engine(t), free(s, slope(quadratic)), 3, 2, nil)
		if err == nil || !strings.Contains(err.Error(), want) || !slices.Contains(component.Of(err), any(s)) {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
}
