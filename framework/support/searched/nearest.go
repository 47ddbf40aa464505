package searched

import (
	"context"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/support"
)

// Limits of the search for nearest points: blocks of unrolled steps, run until every point has settled.
const (
	nearestSteps  = 10
	nearestBlocks = 20
	// settled is the longest last step of a search that counts as converged, relative to the box's diagonal.
	settled = 1e-5
)

// Nearest solves min |y - x|^2 subject to F(y) = 0 for every point by itself, from y = x, by the steps
//
//	y + P (x - y) - J^T (J J^T)^-1 F(y)
//
// with P the projection to the tangent space at y: Newton's method on the constraint, and on the distance up to the
// manifold's curvature times the distance, by which the error shrinks in each step.
func (z *Set) Nearest(ctx context.Context, x *points.Set) (*support.Projection, error) {
	return z.NearestFrom(ctx, x, x)
}

// NearestFrom is Nearest with starting points of the search.
func (z *Set) NearestFrom(ctx context.Context, start, x *points.Set) (*support.Projection, error) {
	scale := z.Env.Box.Diagonal()
	search, err := network.NewEvaluator(z.Env.Engine, "search for nearest points", []network.Trained{z.F},
		[]int{x.Dim, x.Dim}, func(f []network.Function, in []*graph.Node) []*graph.Node {
			y, last := sampler.Approach(f[0], in[0], in[1], nearestSteps, scale/20)
			y, residual := sampler.Project(f[0], y, 2, scale/20)
			return []*graph.Node{y, network.Column(last), network.Column(residual)}
		})
	if err != nil {
		return nil, err
	}
	target, y := x.Float32(), start.Float32()
	result := &support.Projection{Residual: make([]float64, x.Len())}
	for range nearestBlocks {
		out, err := search.Run(ctx, y, target)
		if err != nil {
			return nil, err
		}
		y, result.Unsettled = out[0], 0
		for i := range result.Residual {
			result.Residual[i] = float64(out[2][i])
			if !(float64(out[1][i]) <= settled*scale) || !(out[2][i] <= support.OnManifold) {
				result.Unsettled++
			}
		}
		if result.Unsettled == 0 {
			break
		}
	}
	if err := z.fallBack(ctx, y, target, result); err != nil {
		return nil, err
	}
	for _, residual := range result.Residual {
		if !(residual <= support.OnManifold) {
			result.Unconverged++
		}
	}
	result.Points = points.FromFloat32(y, x.Dim)
	return result, nil
}

// fallBack replaces points that are not on the manifold by the projections of the targets, where these arrive: not the
// nearest points, but points of the manifold, whose distances are upper bounds.
func (z *Set) fallBack(ctx context.Context, y, target []float32, result *support.Projection) error {
	if result.Unsettled == 0 {
		return nil
	}
	dim := z.Env.Data.Dim
	project, err := network.NewEvaluator(z.Env.Engine, "projection of targets", []network.Trained{z.F}, []int{dim},
		func(f []network.Function, in []*graph.Node) []*graph.Node {
			projected, residual := sampler.Project(f[0], in[0], 4*nearestSteps, z.Env.Box.Diagonal()/20)
			return []*graph.Node{projected, network.Column(residual)}
		})
	if err != nil {
		return err
	}
	out, err := project.Run(ctx, target)
	if err != nil {
		return err
	}
	for i, residual := range out[1] {
		if !(result.Residual[i] <= support.OnManifold) && residual <= support.OnManifold {
			copy(y[i*dim:(i+1)*dim], out[0][i*dim:(i+1)*dim])
			result.Residual[i] = float64(residual)
		}
	}
	return nil
}
