package onmesh

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/support"
)

// Draw implements support.Drawer, by rejection: an element of the mesh by its measure times a bound on the density,
// and a uniform point of it, projected. What is drawn deviates from the model as the mesh does from the support, by
// second order in the cells' size.
func (c Cover) Draw(ctx context.Context, rng *rand.Rand, log support.LogFunction, n int) (*points.Set,
	map[string]float64, error) {
	by, err := c.newProposals(ctx, log)
	if err != nil {
		return nil, nil, err
	}
	found, err := support.Reject(ctx, rng, by, log, n, by.mesh.Vertices.Dim, 8, func(kept, proposed int) string {
		return fmt.Sprintf("only %d of %d points of the mesh were kept: they can't be projected to the learned "+
			"manifold (%s), or the energy is too steep for the mesh (train it again with a lower learning rate, or "+
			"draw by chains)", kept, proposed, c.Advice)
	})
	if err != nil {
		return nil, nil, err
	}
	return found.Drawn.Slice(0, n), found.Figures(), nil
}

// proposals are uniform points of a mesh's elements, which are drawn by their measure times a bound on the density.
type proposals struct {
	mesh     *mesh.Mesh
	measures []float64
	bounds   []float64 // on the density's logarithm in each element
	largest  float64   // density's logarithm at all vertices
	sampler  *mesh.Sampler
	project  Projection
}

// mostExcess is how far a bound may lie above the largest density of all vertices, in nats: beyond, none of the points
// would be kept.
const mostExcess = 100

func (c Cover) newProposals(ctx context.Context, log support.LogFunction) (*proposals, error) {
	made, err := c.Mesh(ctx, c.Resolution)
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
	project, err := c.Projector()
	if err != nil {
		return nil, err
	}
	p := &proposals{mesh: made, measures: made.Measures(), bounds: make([]float64, made.Len()),
		largest: slices.Max(logs), project: project}
	for i := range p.bounds {
		lowest, highest := math.Inf(1), math.Inf(-1)
		for _, vertex := range made.Element(i) {
			lowest, highest = min(lowest, logs[vertex]), max(highest, logs[vertex])
		}
		p.bounds[i] = support.Slack + support.RangeShare*(highest-lowest) + highest
	}
	return p, p.Weigh()
}

func (p *proposals) Weigh() (err error) {
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

func (p *proposals) Bound(element int) *float64 { return &p.bounds[element] }

// Propose implements support.Envelope; points that can't be projected are of no element.
func (p *proposals) Propose(ctx context.Context, rng *rand.Rand, count int) (*points.Set, []int, error) {
	flat, elements := points.New(count, p.mesh.Vertices.Dim), make([]int, count)
	for i := range count {
		element, point, _ := p.sampler.Draw(rng)
		copy(flat.At(i), point)
		elements[i] = element
	}
	to, arrived, err := p.project(ctx, flat)
	if err != nil {
		return nil, nil, err
	}
	for i, there := range arrived {
		if !there {
			elements[i] = support.None
		}
	}
	return to, elements, nil
}
