package model

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// samplesInBox are the ends of chains in a box that a loss contrasts with the data.
func samplesInBox(s sampler.Ambient, t train.Task, name string, n network.Trained, batch int) (*negativeSamples, error) {
	drawn := &negativeSamples{purpose: name + "/samples", seed: t.Seed, box: t.Box, fresh: uniformIn(t.Box)}
	process := sampler.Free(s, func(state []*graph.Node) network.Function { return n.Function(state[0]) })
	return drawn, drawn.compile(t, process, batch, [][]int{n.Array().Dimensions})
}

// samplesOnManifold are the ends of chains on a manifold. Fresh points come from projecting the box, or the data where none of
// the box's points arrive.
func samplesOnManifold(ctx context.Context, s sampler.Constrained, t train.Task, name string, n network.Trained, batch int, manifold *learnedManifold) (*negativeSamples, error) {
	fresh, err := newFreshPoints(ctx, t.Environment, manifold.network)
	if err != nil {
		return nil, err
	}
	constraint := manifold.network.Array()
	drawn := &negativeSamples{purpose: name + "/samples", seed: t.Seed, box: t.Box, fresh: fresh.next, bounded: true, fixed: backend.NewState(constraint)}
	process := sampler.OnManifold(s, func(state []*graph.Node) sampler.System {
		return sampler.System{Energy: n.Function(state[0]), Constraint: manifold.network.Function(state[1])}
	})
	return drawn, drawn.compile(t, process, batch, [][]int{n.Array().Dimensions, constraint.Dimensions})
}

// freshCount is the number of fresh starting points that are projected once, before the training: a chain that does not
// start from the replay buffer takes one of them at random.
const freshCount = 1024

// freshPoints are points of the box projected to a learned manifold.
type freshPoints struct{ points *points.Set }

// newFreshPoints projects uniform points of the box until there are enough. Where none of the first 4096 arrives, as in many
// dimensions, where the box's points are too far away, it projects the training points; it fails when none of these arrives.
func newFreshPoints(ctx context.Context, s train.Environment, manifold network.Trained) (*freshPoints, error) {
	surface, err := newSurface(s, manifold)
	if err != nil {
		return nil, err
	}
	found := points.New(0, s.Data.Dim)
	const rounds, patience = 40, 4
	for round := 0; round < rounds && found.Len() < freshCount; round++ {
		proposals := uniformPoints(s.Box, freshCount, random.New(s.Seed, "manifold/fresh", round))
		projected, err := surface.project(ctx, proposals)
		if err != nil {
			return nil, err
		}
		found.Data = append(found.Data, projected.Points.Data...)
		if found.Len() == 0 && round+1 == patience {
			break
		}
	}
	if found.Len() == 0 {
		projected, err := surface.project(ctx, s.Data)
		if err != nil {
			return nil, err
		}
		found = projected.Points
	}
	if found.Len() == 0 {
		return nil, fmt.Errorf("the learned manifold has no point in the box: none of %d points of the box and %d of the data reached F = 0; "+
			"train the manifold longer, or with a wider network, another seed or min_singular_value", patience*freshCount, s.Data.Len())
	}
	return &freshPoints{found}, nil
}

func (f *freshPoints) next(point []float32, rng *rand.Rand) error {
	for j, v := range f.points.At(rng.IntN(f.points.Len())) {
		point[j] = float32(v)
	}
	return nil
}

func uniformPoints(box [][2]float64, n int, rng *rand.Rand) *points.Set {
	set := points.New(n, len(box))
	for i := range n {
		x := set.At(i)
		for j := range x {
			x[j] = box[j][0] + rng.Float64()*(box[j][1]-box[j][0])
		}
	}
	return set
}
