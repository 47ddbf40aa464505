package meshed

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/searched"
)

// Draw implements support.Drawer, by rejection: an element of the mesh by its measure times a bound on the density,
// and a uniform point of it, moved to F = 0. What is drawn deviates from the model as the mesh does from the manifold,
// by second order in the cells' size.
func (z *Set) Draw(ctx context.Context, rng *rand.Rand, log support.LogFunction, n int) (*points.Set,
	map[string]float64, error) {
	proposals, err := z.newMeshProposals(ctx, log)
	if err != nil {
		return nil, nil, err
	}
	found, err := support.Reject(ctx, rng, proposals, log, n, z.Ambient(), 8, func(kept, proposed int) string {
		return fmt.Sprintf("only %d of %d points of the mesh were kept: they can't be taken to the learned "+
			"manifold (train the manifold-defining function longer, or with another seed or min_singular_value), or "+
			"the energy is "+
			"too steep for the mesh (train it again with a lower learning rate, or draw by chains)", kept, proposed)
	})
	if err != nil {
		return nil, nil, err
	}
	return found.Drawn.Slice(0, n), found.Figures(), nil
}

// meshProposals are uniform points of a mesh's elements, which are drawn by their measure times a bound on the density.
type meshProposals struct {
	mesh     *mesh.Mesh
	measures []float64
	bounds   []float64 // on the density's logarithm in each element
	largest  float64   // density's logarithm at all vertices
	sampler  *mesh.Sampler
	project  searched.Projection
	box      points.Box
}

// mostExcess is how far a bound may lie above the largest density of all vertices, in nats: beyond, none of the points
// would be kept.
const mostExcess = 100

func (z *Set) newMeshProposals(ctx context.Context, log support.LogFunction) (*meshProposals, error) {
	made, err := z.Mesh(ctx, fineResolution(z.Ambient()))
	if err != nil {
		return nil, err
	}
	logs, err := log(ctx, made.Vertices)
	if err != nil {
		return nil, err
	}
	if _, err := support.Normalized(nil, made.LogIntegrateExp(logs)); err != nil {
		return nil, err
	}
	project, err := z.NewProjection()
	if err != nil {
		return nil, err
	}
	p := &meshProposals{mesh: made, measures: made.Measures(), bounds: make([]float64, made.Len()),
		largest: slices.Max(logs), project: project, box: z.Env.Box}
	for i := range p.bounds {
		lowest, highest := math.Inf(1), math.Inf(-1)
		for _, vertex := range made.Element(i) {
			lowest, highest = min(lowest, logs[vertex]), max(highest, logs[vertex])
		}
		p.bounds[i] = support.Slack + support.RangeShare*(highest-lowest) + highest
	}
	return p, p.Weigh()
}

func (p *meshProposals) Weigh() (err error) {
	weights := slices.Clone(p.measures)
	for i, bound := range p.bounds {
		excess := bound - p.largest // the largest density is taken out, so that no weight overflows
		if !(excess <= mostExcess) {
			return &support.UndrawableError{Reason: fmt.Sprintf(
				"the energy changes by some %.3g within one element of the mesh, which is too steep to "+
					"draw from it; train the energy again with a lower learning rate, or draw by chains", excess)}
		}
		weights[i] *= math.Exp(excess)
	}
	p.sampler, err = mesh.NewSampler(p.mesh, weights)
	return err
}

func (p *meshProposals) Bound(element int) *float64 { return &p.bounds[element] }

// Propose implements support.Envelope; points that can't be moved to F = 0 in the box are of no element.
func (p *meshProposals) Propose(ctx context.Context, rng *rand.Rand, count int) (*points.Set, []int, error) {
	dim := len(p.box)
	flat, elements := points.New(count, dim), make([]int, count)
	for i := range count {
		element, point, _ := p.sampler.Draw(rng)
		copy(flat.At(i), point)
		elements[i] = element
	}
	to, left, err := p.project(ctx, flat)
	if err != nil {
		return nil, nil, err
	}
	for i, residual := range left {
		if !(residual <= support.OnManifold) || !p.box.Contains(to[i*dim:(i+1)*dim]) {
			elements[i] = support.None
		}
	}
	return points.FromFloat32(to, dim), elements, nil
}
