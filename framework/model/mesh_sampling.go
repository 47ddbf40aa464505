package model

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// SampleByMesh draws independent points by rejection: an element of the mesh by its measure times a bound on exp(-E), a
// uniform point of it, moved to F = 0, which is kept with the probability exp(-E) over the bound. What is drawn deviates
// from the model as the mesh does from the manifold, by second order in the cells' size.
//
// The figures are the share of points that were kept, and that of points whose density exceeded their element's bound,
// which come out too rarely.
func (m *trainedEBIM) SampleByMesh(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	proposals, err := m.newMeshProposals(ctx)
	if err != nil {
		return nil, nil, err
	}
	drawn := points.New(0, m.setting.Data.Dim)
	proposed, kept, exceeded := 0, 0, 0
	for kept < n {
		const patience = 100 // expected are little more proposals than points
		if proposed > patience*(n+patience) {
			return nil, nil, &UndrawableError{fmt.Sprintf("only %d of %d points of the mesh were kept: they can't be taken to the learned "+
				"manifold (train the manifold-defining function longer, or with another seed or min_singular_value), or the energy is "+
				"too steep for the mesh (train it again with a lower learning rate, or draw by chains)", kept, proposed)}
		}
		count := n - kept + (n-kept)/8 + evaluationBatch
		set, bounds, err := proposals.draw(ctx, rng, count)
		if err != nil {
			return nil, nil, err
		}
		logs, err := negativeEnergy(ctx, m.setting, m.energy, set)
		if err != nil {
			return nil, nil, err
		}
		proposed += count
		for i, v := range logs {
			if v > bounds[i] {
				exceeded++
			}
			if rng.Float64() < math.Exp(v-bounds[i]) {
				drawn.Data = append(drawn.Data, set.At(i)...)
				kept++
			}
		}
	}
	return drawn.Slice(0, n), map[string]float64{"acceptance": float64(kept) / float64(proposed),
		"exceeded": float64(exceeded) / float64(proposed)}, nil
}

// meshProposals are uniform points of a mesh's elements, which are drawn by their measure times a bound on the density.
type meshProposals struct {
	sampler *mesh.Sampler
	bounds  []float64 // on -E in each element
	surface *surface
}

// The bound on -E in an element is above its largest value at the vertices by a fixed slack, in nats, and a share of the
// vertices' range: -E is nearly linear in an element, and its bend there is a part of its range. Bounds so far above the
// largest density of all vertices, in nats, would keep none of the points.
const (
	slack      = 0.05
	rangeShare = 0.5
	mostExcess = 100
)

func (m *trainedEBIM) newMeshProposals(ctx context.Context) (*meshProposals, error) {
	made, err := m.Mesh(ctx, fineResolution(len(m.setting.Box)))
	if err != nil {
		return nil, err
	}
	surface, err := newSurface(m.setting, m.network)
	if err != nil {
		return nil, err
	}
	energies := made.Values[mesh.Energy]
	least := slices.Min(energies)
	p := &meshProposals{surface: surface, bounds: make([]float64, made.Len())}
	weights := made.Measures()
	for i := range weights {
		lowest, highest := math.Inf(1), math.Inf(-1)
		for _, vertex := range made.Element(i) {
			lowest, highest = min(lowest, energies[vertex]), max(highest, energies[vertex])
		}
		p.bounds[i] = slack + rangeShare*(highest-lowest) - lowest
		excess := p.bounds[i] + least // the largest density is taken out, so that no weight overflows
		if !(excess <= mostExcess) {
			return nil, &UndrawableError{fmt.Sprintf("the energy changes by %.3g within one element of the mesh, which is too steep to "+
				"draw from it; train the energy again with a lower learning rate, or draw by chains", highest-lowest)}
		}
		weights[i] *= math.Exp(excess)
	}
	p.sampler, err = mesh.NewSampler(made, weights)
	return p, err
}

// draw proposes points, with the bounds on -E of their elements. Those that can't be moved to F = 0 in the box have the
// bound +Inf, under which none is kept.
func (p *meshProposals) draw(ctx context.Context, rng *rand.Rand, count int) (*points.Set, []float64, error) {
	dim := len(p.surface.setting.Box)
	flat, bounds := points.New(count, dim), make([]float64, count)
	for i := range count {
		element, point, _ := p.sampler.Draw(rng)
		copy(flat.At(i), point)
		bounds[i] = p.bounds[element]
	}
	out, err := p.surface.projects.run(ctx, flat.Float32())
	if err != nil {
		return nil, nil, err
	}
	for i, residual := range out[1] {
		if !(residual <= onManifold) || !inBox(out[0][i*dim:(i+1)*dim], p.surface.setting.Box) {
			bounds[i] = math.Inf(1)
		}
	}
	return points.FromFloat32(out[0], dim), bounds, nil
}

var _ MeshSampler = (*trainedEBIM)(nil)
