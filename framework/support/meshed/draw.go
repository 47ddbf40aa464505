package meshed

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/mesh"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/searched"
)

// Draw implements support.Drawer, by rejection: an element of the mesh by its measure times a bound on the density, a
// uniform point of it, moved to F = 0, which is kept with the probability of the density over the bound. What is drawn deviates
// from the model as the mesh does from the manifold, by second order in the cells' size.
//
// Where a point's density exceeds the bound of its element, the bound is raised, and if it does for more than one proposal in
// a thousand, all draws are made anew. The figures are the share of points that were kept, and that of points that exceeded
// their bound, which come out too rarely.
func (z *Set) Draw(ctx context.Context, rng *rand.Rand, log support.LogFunction, n int) (*points.Set, map[string]float64, error) {
	proposals, err := z.newMeshProposals(ctx, log)
	if err != nil {
		return nil, nil, err
	}
	drawn := points.New(0, z.Ambient())
	proposed, exceeded := 0, 0
	for raised := 0; drawn.Len() < n; {
		const patience = 100 // expected are little more proposals than points
		if proposed > patience*(n+patience) {
			return nil, nil, &support.UndrawableError{Reason: fmt.Sprintf("only %d of %d points of the mesh were kept: they can't be taken to the learned "+
				"manifold (train the manifold-defining function longer, or with another seed or min_singular_value), or the energy is "+
				"too steep for the mesh (train it again with a lower learning rate, or draw by chains)", drawn.Len(), proposed)}
		}
		missing := n - drawn.Len()
		count := missing + missing/8 + network.EvaluationBatch
		set, elements, err := proposals.draw(ctx, rng, count)
		if err != nil {
			return nil, nil, err
		}
		logs, err := log(ctx, set)
		if err != nil {
			return nil, nil, err
		}
		kept := points.New(0, set.Dim)
		for i, v := range logs {
			if elements[i] != support.None && rng.Float64() < math.Exp(v-proposals.bounds[elements[i]]) {
				kept.Data = append(kept.Data, set.At(i)...)
			}
		}
		over, err := proposals.raise(elements, logs)
		if err != nil {
			return nil, nil, err
		}
		if float64(over) > support.ToleratedShare*float64(count) && raised < support.MostRaised {
			drawn, proposed, exceeded, raised = points.New(0, set.Dim), 0, 0, raised+1
			continue
		}
		drawn.Data = append(drawn.Data, kept.Data...)
		proposed, exceeded = proposed+count, exceeded+over
	}
	kept := drawn.Len()
	return drawn.Slice(0, n), map[string]float64{"acceptance": float64(kept) / float64(proposed),
		"exceeded": float64(exceeded) / float64(proposed)}, nil
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

// mostExcess is how far a bound may lie above the largest density of all vertices, in nats: beyond, none of the points would be
// kept.
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
	p := &meshProposals{mesh: made, measures: made.Measures(), bounds: make([]float64, made.Len()), largest: slices.Max(logs), project: project, box: z.Env.Box}
	for i := range p.bounds {
		lowest, highest := math.Inf(1), math.Inf(-1)
		for _, vertex := range made.Element(i) {
			lowest, highest = min(lowest, logs[vertex]), max(highest, logs[vertex])
		}
		p.bounds[i] = support.Slack + support.RangeShare*(highest-lowest) + highest
	}
	return p, p.weigh()
}

// weigh makes the weights of the elements anew.
func (p *meshProposals) weigh() (err error) {
	weights := slices.Clone(p.measures)
	for i, bound := range p.bounds {
		excess := bound - p.largest // the largest density is taken out, so that no weight overflows
		if !(excess <= mostExcess) {
			return &support.UndrawableError{Reason: fmt.Sprintf("the energy changes by some %.3g within one element of the mesh, which is too steep to "+
				"draw from it; train the energy again with a lower learning rate, or draw by chains", excess)}
		}
		weights[i] *= math.Exp(excess)
	}
	p.sampler, err = mesh.NewSampler(p.mesh, weights)
	return err
}

// raise raises the bounds that the logarithms of the density at points of elements exceed, and counts those.
func (p *meshProposals) raise(elements []int, logs []float64) (exceeded int, err error) {
	exceeded = support.Raise(elements, logs, func(element int) *float64 { return &p.bounds[element] })
	if exceeded == 0 {
		return 0, nil
	}
	return exceeded, p.weigh()
}

// draw proposes points, with their elements: None for those that can't be moved to F = 0 in the box.
func (p *meshProposals) draw(ctx context.Context, rng *rand.Rand, count int) (*points.Set, []int, error) {
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
