package searched

import (
	"context"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/support"
	"ebim/framework/support/implicit"
)

// Walk implements support.Walker.
func (z *Set) Walk(ctx context.Context, x *points.Set, s support.Steps) (*points.Set, error) {
	return z.WalkBy(ctx, x, s, z.newReturn)
}

// newReturn brings points back to the zero set by projection.
func (z *Set) newReturn(batch int) (implicit.Return, error) {
	project, err := network.NewEvaluatorOf(batch, z.Env.Engine, "return of walks", []network.Trained{z.F},
		[]int{z.Ambient()},
		func(f []network.Function, in []*graph.Node) []*graph.Node {
			projected, _ := sampler.Project(f[0], in[0], nearestSteps, z.Env.Box.Diagonal()/20)
			return []*graph.Node{projected}
		})
	return func(ctx context.Context, x *points.Set, _ int) (*points.Set, error) {
		return project.At(ctx, x)
	}, err
}
