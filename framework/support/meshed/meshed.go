// Package meshed is the zero set of a manifold-defining function in two or three dimensions, where a mesh shows it
// whole: it is divided into pieces, integrated over and drawn from by the mesh.
package meshed

import (
	"context"
	"math/rand/v2"
	"slices"

	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/implicit"
	"ebim/framework/support/onmesh"
	"ebim/framework/support/searched"
)

// Set is a meshed zero set.
type Set struct {
	searched.Set
	onmesh.Cover
	parts     Parts
	divisions *divisions
}

// Parts is what a zero set is made of.
type Parts struct {
	WithData bool   // pieces without data are left out (pieces.go)
	United   []*Set // of a union: the zero sets that it is made of
	Crossed  []*Set // of an intersection: those that it lies in
}

// New is the zero set of a function. That of a product is the union of the zero sets of its factors.
func New(f implicit.Function, parts Parts) *Set {
	f.Restricted = parts.WithData || slices.ContainsFunc(slices.Concat(parts.United, parts.Crossed),
		func(z *Set) bool { return z.Restricted })
	z := &Set{Set: searched.Set{Function: f}, parts: parts, divisions: &divisions{by: map[int]*division{}}}
	z.Kept = z.on
	z.Cover = onmesh.Cover{Mesh: z.Mesh, Resolution: onmesh.Fine(z.Ambient()), Projector: z.projector,
		Advice: "train the manifold-defining function longer, or with another seed or min_singular_value"}
	return z
}

// Domain implements support.Carrier.
func (z *Set) Domain() support.Domain { return z }

// Moved implements support.Support: the zero set of F(s^-1(x)).
func (z *Set) Moved(by support.Similarity) support.Support { return z.moved(by) }

func (z *Set) moved(by support.Similarity) *Set {
	parts := Parts{WithData: z.parts.WithData}
	for _, part := range z.parts.United {
		parts.United = append(parts.United, part.moved(by))
	}
	for _, part := range z.parts.Crossed {
		parts.Crossed = append(parts.Crossed, part.moved(by))
	}
	return New(z.After(by), parts)
}

// Nearest implements support.Projector. Where the search leads to a piece that does not belong to the support, it
// starts again from the nearest vertex of a mesh of those that do.
func (z *Set) Nearest(ctx context.Context, x *points.Set) (*support.Projection, error) {
	return z.NearestBy(ctx, x, support.Together)
}

// NearestBy implements support.Stopper.
func (z *Set) NearestBy(ctx context.Context, x *points.Set, stop support.Stop) (*support.Projection, error) {
	found, err := z.Set.NearestBy(ctx, x, stop)
	if err != nil {
		return nil, err
	}
	return found, z.nearestKept(ctx, x, found, stop)
}

// Onto implements support.Domain.
func (z *Set) Onto(ctx context.Context, x *points.Set) (*points.Set, error) {
	near, err := z.Nearest(ctx, x)
	if err != nil {
		return nil, err
	}
	return searched.Arrived(near)
}

// projector projects to F = 0 in the box.
func (z *Set) projector() (onmesh.Projection, error) {
	project, err := z.NewProjection()
	return func(ctx context.Context, x *points.Set) (*points.Set, []bool, error) {
		y, residual, err := project(ctx, x)
		if err != nil {
			return nil, nil, err
		}
		arrived := make([]bool, x.Len())
		for i, left := range residual {
			arrived[i] = left <= support.OnManifold && z.Env.Box.Contains(y[i*x.Dim:(i+1)*x.Dim])
		}
		return points.FromFloat32(y, x.Dim), arrived, nil
	}, err
}

// LogIntegral implements support.Integrator, by the mesh and not by kernels.
func (z *Set) LogIntegral(ctx context.Context, rng *rand.Rand, log support.LogFunction) (support.Integral, error) {
	return z.Cover.LogIntegral(ctx, rng, log)
}

var (
	_ implicit.Set           = (*Set)(nil)
	_ support.Mesher         = (*Set)(nil)
	_ support.Divided        = (*Set)(nil)
	_ support.Quadrable      = (*Set)(nil)
	_ support.Drawer         = (*Set)(nil)
	_ support.Projector      = (*Set)(nil)
	_ support.Integrator     = (*Set)(nil)
	_ support.NearData       = (*Set)(nil)
	_ support.Tangential     = (*Set)(nil)
	_ support.Stretcher      = (*Set)(nil)
	_ support.Differentiable = (*Set)(nil)
)
