package searched

import (
	"context"
	"slices"

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
	// ManyNormals is the codimension from which on points that have settled rest, however the search is to stop: the
	// products of a step grow with its square. A first block of quickSteps settles most.
	ManyNormals = 48
	quickSteps  = 4
)

// Nearest solves min |y - x|^2 subject to F(y) = 0 for every point by itself, from y = x, by the steps
//
//	y + P (x - y) - J^T (J J^T)^-1 F(y)
//
// with P the projection to the tangent space at y: Newton's method on the constraint, and on the distance up to the
// manifold's curvature times the distance, by which the error shrinks in each step.
func (z *Set) Nearest(ctx context.Context, x *points.Set) (*support.Projection, error) {
	return z.NearestFrom(ctx, x, x, support.Together)
}

// NearestBy implements support.Stopper.
func (z *Set) NearestBy(ctx context.Context, x *points.Set, stop support.Stop) (*support.Projection, error) {
	return z.NearestFrom(ctx, x, x, stop)
}

// NearestFrom is NearestBy with starting points of the search.
func (z *Set) NearestFrom(ctx context.Context, start, x *points.Set, stop support.Stop) (*support.Projection, error) {
	scale := z.Env.Box.Diagonal()
	build := func(steps int, normals func(network.Function, *graph.Node) sampler.Normals) (*network.Evaluator, error) {
		return network.NewEvaluator(z.Env.Engine, "search for nearest points", []network.Trained{z.F},
			[]int{x.Dim, x.Dim}, func(f []network.Function, in []*graph.Node) []*graph.Node {
				y, last := sampler.Approach(normals, f[0], in[0], in[1], steps, scale/20)
				y, residual := sampler.Project(f[0], y, 2, scale/20)
				return []*graph.Node{y, network.Column(last), network.Column(residual)}
			})
	}
	quickly := z.Codimension >= ManyNormals // in the first block
	steps, normals, near := nearestSteps, sampler.NormalsAt, float32(support.OnManifold)
	if quickly {
		stop, steps, normals, near = support.EachByItself, quickSteps, sampler.NormalsOfSearch, precise
	}
	search, err := build(steps, normals)
	if err != nil {
		return nil, err
	}
	target, y := x.Float32(), start.Float32()
	result := &support.Projection{Residual: make([]float64, x.Len()), Moving: make([]bool, x.Len())}
	open := points.Range(0, x.Len())
	for block := 0; block < nearestBlocks && len(open) > 0; block++ {
		out, err := search.Run(ctx, rowsOf(y, x.Dim, open), rowsOf(target, x.Dim, open))
		if err != nil {
			return nil, err
		}
		var moving []int
		for k, i := range open {
			copy(y[i*x.Dim:(i+1)*x.Dim], out[0][k*x.Dim:])
			result.Residual[i] = float64(out[2][k])
			result.Moving[i] = !(float64(out[1][k]) <= settled*scale) || !(out[2][k] <= near)
			if result.Moving[i] {
				moving = append(moving, i)
			}
		}
		result.Unsettled = len(moving)
		if stop == support.EachByItself || len(moving) == 0 {
			open = moving
		}
		if quickly && len(open) > 0 {
			quickly, near = false, support.OnManifold
			if search, err = build(nearestSteps, sampler.NormalsAt); err != nil {
				return nil, err
			}
		}
	}
	if err := z.fallBack(ctx, y, target, result); err != nil {
		return nil, err
	}
	result.Unconverged = len(above(result.Residual, support.OnManifold))
	result.Points = points.FromFloat32(y, x.Dim)
	return result, nil
}

// fallBack replaces points that are not on the manifold by the projections of the targets, where these arrive: not the
// nearest points, but points of the manifold, whose distances are upper bounds.
func (z *Set) fallBack(ctx context.Context, y, target []float32, result *support.Projection) error {
	astray := above(result.Residual, support.OnManifold)
	if len(astray) == 0 {
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
	out, err := project.Run(ctx, rowsOf(target, dim, astray))
	if err != nil {
		return err
	}
	for k, i := range astray {
		if residual := out[1][k]; residual <= support.OnManifold {
			copy(y[i*dim:(i+1)*dim], out[0][k*dim:(k+1)*dim])
			result.Residual[i] = float64(residual)
		}
	}
	return nil
}

// precise is the largest |F| at which a point rests that was found by few products.
const precise = support.OnManifold / 100

// roundsOf divides steps of a search into rounds where there are ManyNormals, as most points need those of the first
// alone.
func roundsOf(steps, codimension int) (ofRound, rounds int) {
	const rounded = 3
	if codimension < ManyNormals {
		return steps, 1
	}
	return (steps + rounded - 1) / rounded, rounded
}

// inRounds runs a search, which moves the rows of its last input and returns them with their |F|, again for those whose
// |F| is above a tolerance.
func inRounds(ctx context.Context, search *network.Evaluator, rounds int, tolerance float32,
	inputs ...[]float32) (y, residual []float32, err error) {
	out, err := search.Run(ctx, inputs...)
	if err != nil {
		return nil, nil, err
	}
	y, residual = out[0], out[1]
	for range rounds - 1 {
		rows := above(residual, tolerance)
		if len(rows) == 0 {
			break
		}
		dim, again := len(y)/len(residual), slices.Clone(inputs)
		again[len(again)-1] = y
		for k, all := range again {
			again[k] = rowsOf(all, dim, rows)
		}
		if out, err = search.Run(ctx, again...); err != nil {
			return nil, nil, err
		}
		for k, i := range rows {
			copy(y[i*dim:(i+1)*dim], out[0][k*dim:(k+1)*dim])
			residual[i] = out[1][k]
		}
	}
	return y, residual, nil
}

// above are the rows whose |F| is above a tolerance, or no number.
func above[T float32 | float64](residual []T, tolerance T) (rows []int) {
	for i, r := range residual {
		if !(r <= tolerance) {
			rows = append(rows, i)
		}
	}
	return rows
}

// rowsOf copies some rows of numbers.
func rowsOf(x []float32, dim int, rows []int) []float32 {
	chosen := make([]float32, 0, len(rows)*dim)
	for _, i := range rows {
		chosen = append(chosen, x[i*dim:(i+1)*dim]...)
	}
	return chosen
}
