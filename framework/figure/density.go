package figure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"ebim/framework/colormap"
	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/support"
)

// spike is the quantile (of the measure, or of the points) at which density colors end where few values tower above it.
const spike = 0.99

// densityBar is a color bar from 0 to the largest density; where a spike would wash out the rest, to the quantile
// spike, which the bar then says. weights are those of the values in the quantile; nil for equal ones.
func densityBar(density, weights []float64) *bar {
	high, clipped := densityEnd(density, weights)
	b := &bar{scale: colormap.Sequential().Scale(0, high), label: "density", above: clipped}
	if clipped {
		b.label = "density (top 1 % clipped)"
	}
	return b
}

func densityEnd(density, weights []float64) (end float64, clipped bool) {
	type weighted struct{ value, weight float64 }
	var known []weighted
	total, largest := 0.0, 0.0
	for i, value := range density {
		if math.IsNaN(value) {
			continue
		}
		w := weighted{value, 1}
		if weights != nil {
			w.weight = weights[i]
		}
		known = append(known, w)
		total, largest = total+w.weight, max(largest, value)
	}
	slices.SortFunc(known, func(a, b weighted) int { return cmp.Compare(a.value, b.value) })
	below := 0.0
	for _, w := range known {
		if below += w.weight; below >= spike*total {
			end = w.value
			break
		}
	}
	switch {
	case largest <= 0:
		return 1, false
	case end > 0 && largest > 1.25*end && !math.IsInf(end, 0):
		return end, true
	case math.IsInf(largest, 0):
		return finiteMax(density), true
	}
	return largest, false
}

// finiteMax is the largest finite value, or 1 where there is none above 0.
func finiteMax(values []float64) float64 {
	largest := 0.0
	for _, v := range values {
		if !math.IsInf(v, 0) {
			largest = max(largest, v)
		}
	}
	if largest == 0 {
		return 1
	}
	return largest
}

// exp is the density of each logarithm.
func exp(logs []float64) []float64 {
	density := make([]float64, len(logs))
	for i, log := range logs {
		density[i] = math.Exp(log)
	}
	return density
}

// meshDensity is a mesh's density at its vertices; nil for a model without one.
func meshDensity(m *mesh.Mesh) []float64 {
	logs := m.Values[mesh.LogDensity]
	if logs == nil {
		return nil
	}
	return exp(logs)
}

// vertexMeasures is each vertex's share of the mesh's length or area.
func vertexMeasures(m *mesh.Mesh) []float64 {
	shares := make([]float64, m.Vertices.Len())
	for i, measure := range m.Measures() {
		e := m.Element(i)
		for _, vertex := range e {
			shares[vertex] += measure / float64(len(e))
		}
	}
	return shares
}

// trueDensity is the known density at the manifold's points nearest to x; nil where the distribution is not known.
func trueDensity(source dataset.Source, x *points.Set) []float64 {
	distribution, ok := source.(dataset.Distribution)
	if !ok {
		return nil
	}
	density := make([]float64, x.Len())
	for i := range density {
		density[i] = math.Exp(distribution.LogDensity(distribution.Nearest(x.At(i))))
	}
	return density
}

// sampledDensity is the density at a model's samples, of one that is known by its formula instead of a mesh; false for
// any other.
func sampledDensity(ctx context.Context, s *experiment.Subject) (density []float64, ok bool, err error) {
	if support.CheckMesh(s.Trained.Support) == nil || s.Trained.Density == nil || s.Samples == nil {
		return nil, false, nil
	}
	found, err := s.Trained.Density.LogDensity(ctx, random.New(s.Seed, "figure/density", 0), s.Samples)
	if errors.Is(err, errors.ErrUnsupported) { // as of a mixture one of whose models has none
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("the density can't be evaluated at the samples: %w", err)
	}
	return exp(found.Values), true, nil
}

// unmeshed says why a subject without a mesh has none.
func unmeshed(s *experiment.Subject) string {
	if s.Unmeshed == "" {
		return "no curve or surface to draw"
	}
	return s.Unmeshed
}

// unsampled says why a subject without samples has none.
func unsampled(s *experiment.Subject) string {
	if s.Unsampled == "" {
		return "the model can't be sampled"
	}
	return s.Unsampled
}
