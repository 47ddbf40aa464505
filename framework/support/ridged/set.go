package ridged

import (
	"context"
	"math/rand/v2"
	"sync"

	"ebim/framework/mesh"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/onmesh"
	"ebim/framework/train"
)

// New is the ridge of a displacement in a space.
func New(env train.Environment, within Space, h network.Trained, o Options) *Set {
	r := newRidge(env, within, h, o)
	r.choice, r.base = kept(r.choose), kept(r.mesh)
	return r.moved(placed{r, moves{subspace: within.Subspace}, env})
}

// newRidge is a ridge whose noise and mesh are still to be found.
func newRidge(env train.Environment, within Space, h network.Trained, o Options) *ridge {
	r := &ridge{env: within.Within(env), space: within, h: h, options: o}
	r.spacing, r.next = sync.OnceValue(r.medianSpacing), sync.OnceValue(r.neighborAtSpacing)
	return r
}

func (r *ridge) moved(to placed) *Set {
	z := &Set{placed: to}
	z.Cover = onmesh.Cover{Mesh: z.Mesh, Resolution: onmesh.Fine(to.env.Data.Dim), Projector: z.projector,
		Advice: "train the displacement longer, or set its noise"}
	return z
}

// Domain implements support.Carrier.
func (z *Set) Domain() support.Domain { return z }

// Moved implements support.Support.
func (z *Set) Moved(by support.Similarity) support.Support { return z.ridge.moved(z.placed.moved(by)) }

// projector takes points near the mesh to the ridge.
func (z *Set) projector() (onmesh.Projection, error) {
	return func(ctx context.Context, x *points.Set) (*points.Set, []bool, error) {
		base, err := z.base(ctx)
		if err != nil {
			return nil, nil, err
		}
		p, err := z.outside(ctx, z.moves.in(x), base.across)
		if err != nil {
			return nil, nil, err
		}
		arrived := make([]bool, x.Len())
		for i := range arrived {
			arrived[i] = p.on(i)
		}
		return z.moves.out(p.Points), arrived, nil
	}, nil
}

// Nearest implements support.Projector: the nearest point of a fine mesh, taken to the ridge. Where it leads away from
// the mesh, as beyond an edge, the mesh's point is kept.
func (z *Set) Nearest(ctx context.Context, x *points.Set) (*support.Projection, error) {
	m, err := z.finer(ctx, z.Resolution)
	if err != nil {
		return nil, err
	}
	locator, own := mesh.NewLocator(m), z.moves.in(x)
	feet := points.New(own.Len(), own.Dim)
	for i := range own.Len() {
		if _, foot, _ := locator.Nearest(own.At(i)); foot != nil {
			copy(feet.At(i), foot)
		}
	}
	base, err := z.base(ctx)
	if err != nil {
		return nil, err
	}
	p, err := z.outside(ctx, feet, base.across)
	if err != nil {
		return nil, err
	}
	reach := base.wide.Noise
	found := &support.Projection{Points: feet, Residual: make([]float64, x.Len())}
	for i := range feet.Len() {
		if p.on(i) && points.SquaredDistance(p.Points.At(i), feet.At(i)) < reach*reach {
			copy(feet.At(i), p.Points.At(i))
		}
	}
	found.Points = z.moves.out(feet)
	return found, nil
}

// Onto implements support.Domain.
func (z *Set) Onto(ctx context.Context, x *points.Set) (*points.Set, error) {
	near, err := z.Nearest(ctx, x)
	if err != nil {
		return nil, err
	}
	return near.Points, nil
}

// Uniform implements support.Support.
func (z *Set) Uniform(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	m, err := z.Mesh(ctx, z.Resolution)
	if err != nil {
		return nil, emptied(err)
	}
	sampler, err := mesh.NewSampler(m, m.Measures())
	if err != nil {
		return nil, err
	}
	x := points.New(0, z.Ambient())
	for range n {
		_, point, _ := sampler.Draw(rng)
		x.Data = append(x.Data, point...)
	}
	own := z.moves.in(x)
	base, err := z.base(ctx)
	if err != nil {
		return nil, err
	}
	p, err := z.outside(ctx, own, base.across)
	if err != nil {
		return nil, err
	}
	for i := range n {
		if p.on(i) {
			copy(own.At(i), p.Points.At(i))
		}
	}
	return z.moves.out(own), nil
}

// Pool implements support.Pooled.
func (z *Set) Pool(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	return z.Uniform(ctx, rng, n)
}

// Noise implements support.Noiser.
func (z *Set) Noise(ctx context.Context, rng *rand.Rand, pool int) (func(rows []float32, rng *rand.Rand), error) {
	return rowsOf(z.Pool(ctx, rng, pool))
}

// emptied is an error of a mesh as one of draws.
func emptied(err error) error {
	if unmeshable, ok := err.(*mesh.UnmeshableError); ok {
		return &support.EmptyError{Reason: unmeshable.Reason}
	}
	return err
}

var (
	_ support.Domain     = (*Set)(nil)
	_ support.Mesher     = (*Set)(nil)
	_ support.Projector  = (*Set)(nil)
	_ support.Tangential = (*Set)(nil)
	_ support.Stretcher  = (*Set)(nil)
	_ support.Noiser     = (*Set)(nil)
	_ support.Pooled     = (*Set)(nil)
	_ support.Quadrable  = (*Set)(nil)
	_ support.Drawer     = (*Set)(nil)
	_ support.Integrator = (*Set)(nil)
)

// CheckMesh implements support.Mesher: curves and surfaces in any space.
func (z *Set) CheckMesh() error { return support.MeshableAnywhere(z.Dimension()) }

// Agreement implements support.Agreed.
func (z *Set) Agreement(ctx context.Context) (float64, error) {
	made, err := z.base(ctx)
	return made.agreement, err
}

// FilledAgreement implements support.Agreed.
func (z *Set) FilledAgreement(ctx context.Context) (float64, error) {
	made, err := z.base(ctx)
	return made.filled, err
}

// Closed is the share of the nets whose meshes are closed, two-sided and without crossings, of a ridge just meshed.
func (z *Set) Closed(ctx context.Context) (float64, error) {
	made, err := z.base(ctx)
	return made.closed, err
}

// Mesh implements support.Mesher: edges are no longer than the box's longest axis over the resolution. The vertices of
// a coarser mesh are among those of a finer one.
func (z *Set) Mesh(ctx context.Context, resolution int) (*mesh.Mesh, error) {
	if err := mesh.CheckResolution(resolution); err != nil {
		return nil, err
	}
	made, err := z.finer(ctx, resolution)
	if err != nil {
		return nil, err
	}
	m := *made
	m.Vertices = z.moves.out(made.Vertices)
	return &m, nil
}
