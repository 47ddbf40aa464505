package model

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/sampler"
)

// surface finds points on a learned manifold F = 0 inside the box.
type surface struct {
	setting  Setting
	near     *evaluator // first-order distance to the manifold
	projects *evaluator // Gauss-Newton projection and its |F|
	reach    float64    // longest projection step: a twentieth of the box's diagonal
}

// onManifold is the largest |F| of a point that counts as on the manifold.
const onManifold = 1e-4

func newSurface(s Setting, manifold trainedNetwork) (*surface, error) {
	surface := &surface{setting: s, reach: diagonal(s.Box) / 20}
	networks, widths := []trainedNetwork{manifold}, []int{s.Data.Dim}
	var err error
	surface.near, err = newEvaluator(s.Engine, "distance to the manifold", networks, widths,
		func(f []network.Function, in []*graph.Node) []*graph.Node {
			at := sampler.NormalsAt(f[0], in[0])
			return []*graph.Node{at.Distance()}
		})
	if err != nil {
		return nil, err
	}
	surface.projects, err = newEvaluator(s.Engine, "projection to the manifold", networks, widths,
		func(f []network.Function, in []*graph.Node) []*graph.Node {
			projected, residual := sampler.Project(f[0], in[0], 12, surface.reach)
			return []*graph.Node{projected, column(residual)}
		})
	return surface, err
}

// project moves points to the manifold and returns those that arrive, inside the box.
func (s *surface) project(ctx context.Context, from *points.Set) (*Projection, error) {
	return s.projectWithin(ctx, from, math.Inf(1))
}

// projectWithin is project for points that move by at most limit.
func (s *surface) projectWithin(ctx context.Context, from *points.Set, limit float64) (*Projection, error) {
	result := &Projection{Points: points.New(0, from.Dim)}
	if from.Len() == 0 {
		return result, nil
	}
	start := from.Float32()
	out, err := s.projects.run(ctx, start)
	if err != nil {
		return nil, err
	}
	for i, residual := range out[1] {
		point := out[0][i*from.Dim : (i+1)*from.Dim]
		if !(residual <= onManifold) || !inBox(point, s.setting.Box) || distance(point, start[i*from.Dim:(i+1)*from.Dim]) > limit {
			result.Unconverged++
			continue
		}
		for _, v := range point {
			result.Points.Data = append(result.Points.Data, float64(v))
		}
		result.Residual = append(result.Residual, float64(residual))
	}
	return result, nil
}

// uniform draws n points from the uniform distribution on the manifold: points of the box that lie within h of the
// manifold, moved to it. In the tube of radius h every piece of manifold has the same share of the box's volume, to
// first order in its curvature by symmetry and with a relative error of order (curvature h)^2 (Weyl's tube formula).
func (s *surface) uniform(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	const chunk, hopeless, budget = 1 << 14, 1 << 20, 1 << 25
	h := diagonal(s.setting.Box) / 100
	found := points.New(0, s.setting.Data.Dim)
	for drawn := 0; found.Len() < n; drawn += chunk {
		if drawn >= hopeless && float64(found.Len())*budget < float64(n)*float64(drawn) {
			return nil, &EmptyError{fmt.Sprintf("only %d of %d points of the box lie within %.3g of the learned manifold; "+
				"it is nearly empty there: train it longer, or with another seed", found.Len(), drawn, h)}
		}
		candidates := uniformPoints(s.setting.Box, chunk, rng)
		near, err := s.near.run(ctx, candidates.Float32())
		if err != nil {
			return nil, err
		}
		var chosen []int
		for i, d := range near[0] {
			// The first-order distance may be wrong by a factor; what matters is the true one, after projection.
			if float64(d) <= 2*h {
				chosen = append(chosen, i)
			}
		}
		projected, err := s.projectWithin(ctx, candidates.Select(chosen), h)
		if err != nil {
			return nil, err
		}
		found.Data = append(found.Data, projected.Points.Data...)
	}
	return found.Slice(0, n), nil
}

func diagonal(box [][2]float64) float64 {
	square := 0.0
	for _, axis := range box {
		square += (axis[1] - axis[0]) * (axis[1] - axis[0])
	}
	return math.Sqrt(square)
}

func distance(a, b []float32) float64 {
	square := 0.0
	for j := range a {
		square += float64(a[j]-b[j]) * float64(a[j]-b[j])
	}
	return math.Sqrt(square)
}
