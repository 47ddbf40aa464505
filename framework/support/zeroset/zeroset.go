// Package zeroset is the support of implicit models: the zero set F = 0 of a manifold-defining function in a box (paper,
// section 3.1). Its points are found by Gauss-Newton projection of others (surface.go), the nearest ones by Newton's method on
// the tangent space (nearest.go), and all of a curve or surface by marching cubes (mesh.go), from which integrals and exact draws
// follow. In higher dimensions uniform points come from a tube around the manifold or from chains, and integrals from kernels around the
// data (integral_kernels.go), as do integrals and draws of what has its mass there in any dimension (near_data.go). Which of its pieces belong
// to the support, all or those that carry data, is told in pieces.go. Of images little of this can be had (wide.go).
package zeroset

import (
	"context"
	"math/rand/v2"

	"ebim/framework/mesh"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/train"
)

// ZeroSet is a trained manifold-defining function.
type ZeroSet struct {
	env         train.Environment
	function    network.Trained
	codimension int        // number of F's outputs
	united      []*ZeroSet // of a union: the zero sets that it is made of
	crossed     []*ZeroSet // of an intersection: those that it lies in
	withData    bool       // pieces without data are left out (pieces.go)
	dimension   *int       // of overlapping manifolds; nil: what the outputs of F leave
	annealing   *Annealing // by which starting points of chains are drawn; nil for none
	divisions   *divisions
}

// New is the zero set of F, whose outputs are as many as the codimension, with all of its pieces. That of a product is the union of
// the zero sets of its factors.
func New(env train.Environment, f network.Trained, codimension int, united ...*ZeroSet) *ZeroSet {
	return &ZeroSet{env: env, function: f, codimension: codimension, united: united, divisions: newDivisions()}
}

// WithData is the zero set without the pieces that carry no data.
func (z *ZeroSet) WithData() *ZeroSet {
	kept := *z
	kept.withData, kept.divisions = true, newDivisions()
	return &kept
}

// Within is the zero set without the pieces that do not lie in all of some others, of whose functions it is the intersection.
func (z *ZeroSet) Within(crossed ...*ZeroSet) *ZeroSet {
	kept := *z
	kept.crossed, kept.divisions = crossed, newDivisions()
	return &kept
}

// Environment implements support.Domain.
func (z *ZeroSet) Environment() train.Environment { return z.env }

// Ambient implements support.Support.
func (z *ZeroSet) Ambient() int { return len(z.env.Box) }

// Dimension implements support.Support.
func (z *ZeroSet) Dimension() int {
	if z.dimension != nil {
		return *z.dimension
	}
	return len(z.env.Box) - z.codimension
}

// Constraint implements support.Domain.
func (z *ZeroSet) Constraint() *network.Trained { return &z.function }

// Uniform implements support.Support. In more than three dimensions, where no mesh tells which pieces carry data, uniform points of a
// zero set that is to have no others come from chains that start at the data.
func (z *ZeroSet) Uniform(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	if z.fromData() || z.wide() {
		return z.uniformByChains(ctx, rng, n)
	}
	s, err := z.surface()
	if err != nil {
		return nil, err
	}
	return s.uniform(ctx, rng, n)
}

// Moved implements support.Support: the zero set of F(s^-1(x)).
func (z *ZeroSet) Moved(by support.Similarity) support.Support { return z.moved(by) }

func (z *ZeroSet) moved(by support.Similarity) *ZeroSet {
	moved := New(by.Environment(z.env), by.Before(z.function), z.codimension)
	moved.withData, moved.dimension = z.withData, z.dimension
	if z.annealing != nil {
		scaled := z.annealing.scaled(by.Factor)
		moved.annealing = &scaled
	}
	for _, part := range z.united {
		moved.united = append(moved.united, part.moved(by))
	}
	for _, part := range z.crossed {
		moved.crossed = append(moved.crossed, part.moved(by))
	}
	return moved
}

// MovedWith implements support.Carrier.
func (z *ZeroSet) MovedWith(by support.Similarity, f network.Trained) (support.Carrier, network.Trained) {
	return z.moved(by), by.Before(f)
}

// Domain implements support.Carrier.
func (z *ZeroSet) Domain() support.Domain { return z }

// Carry implements support.Carrier.
func (*ZeroSet) Carry(_ context.Context, x *points.Set) (*support.Carried, error) {
	return &support.Carried{Domain: x, Points: x}, nil
}

// Fibers implements support.Carrier.
func (z *ZeroSet) Fibers(ctx context.Context, x *points.Set) (*support.Fibers, error) {
	nearest, err := z.Nearest(ctx, x)
	if err != nil {
		return nil, err
	}
	return &support.Fibers{Nearest: nearest, Domain: nearest.Points}, nil
}

// CarriedMesh implements support.Carrier.
func (z *ZeroSet) CarriedMesh(ctx context.Context, resolution int) (*mesh.Mesh, *support.Carried, error) {
	made, err := z.Mesh(ctx, resolution)
	if err != nil {
		return nil, nil, err
	}
	return made, &support.Carried{Domain: made.Vertices, Points: made.Vertices}, nil
}

// CheckQuadrature implements support.Domain.
func (z *ZeroSet) CheckQuadrature() error { return z.CheckMesh() }

// CheckDraw implements support.Domain.
func (z *ZeroSet) CheckDraw() error { return z.CheckMesh() }

// Quadrature implements support.Domain, with the vertices of the mesh. It is of second order in the cells' size.
func (z *ZeroSet) Quadrature(ctx context.Context, cells int) (*support.Quadrature, error) {
	made, err := z.Mesh(ctx, cells)
	if err != nil {
		return nil, err
	}
	return support.MeshQuadrature(made), nil
}

// Strata implements support.Domain.
func (z *ZeroSet) Strata(ctx context.Context, cells int) (*support.Strata, error) {
	made, err := z.Mesh(ctx, cells)
	if err != nil {
		return nil, err
	}
	return support.MeshStrata(made), nil
}

var _ support.Domain = (*ZeroSet)(nil)
