package metrics

import (
	"context"
	"errors"
	"math"
	"slices"

	"ebim/framework/experiment"
	"ebim/framework/manifold"
	"ebim/framework/mesh"
	"ebim/framework/random"
	"ebim/framework/support"
)

// twists judges whether the manifold turns as the data do: their normal frames, carried from neighbor to neighbor, come
// back reversed where there is no global frame. On the zoo, without noise and with up to 10 %, that is 0 at all shapes
// that have a frame, and above manifold.MostReversed at all without one and without noise.
func twists(_ context.Context, f *findings) error {
	share, err := manifold.Reversed(f.Train.Evenly(f.most), f.Trained.Support.Dimension())
	if err != nil {
		return err
	}
	f.Values["reversed"] = share
	twisted := share > manifold.MostReversed
	switch {
	case twisted && f.Traits.Implicit:
		f.doubt("reversed", share,
			"carried along the data, normal frames come back reversed at %.2g of the pairs of neighbors: as F = 0 "+
				"has a global frame, it has gaps or superfluous pieces there; a ridge has none of these limits", share)
	case !f.Traits.Anywhere || f.Mesh == nil || f.Mesh.Dimension != 2:
	case twisted && f.Mesh.Topology(mesh.TopologyOptions{}).Orientable():
		f.doubt("reversed", share,
			"carried along the data, normal frames come back reversed at %.2g of the pairs of neighbors, but the "+
				"mesh has two sides", share)
	}
	return nil
}

// oneSidedInSpace reports whether a closed surface in R^3 has one side, though it does not cross itself: such a surface
// divides space (Jordan and Brouwer), and so has an inner and an outer side.
func (f *findings) oneSidedInSpace(found *mesh.Topology) bool {
	if found.Dimension != 2 || f.Mesh.Vertices.Dim != 3 || found.Crossings != nil && found.Crossings.Curves > 0 {
		return false
	}
	return slices.ContainsFunc(found.Components, func(c mesh.Component) bool {
		return c.Closed && !c.Orientable && c.NonManifold == 0
	})
}

// looseVerdict is an error of the normalizer, in nats, from which on densities can't be told from a factor of 1.6.
const looseVerdict = 0.5

// normalizer judges whether the density's normalizer is known.
func normalizer(ctx context.Context, f *findings) error {
	if f.Trained.Density == nil || f.Train.Dim > support.MostSearched { // of images it is that of another distribution
		return nil
	}
	const some = 16
	found, err := f.Trained.Density.LogDensity(ctx, random.New(f.Seed, "metric/trust", 2), f.Train.Evenly(some))
	if err = supported(err); errors.Is(err, experiment.ErrNotApplicable) { // which others report
		return nil
	}
	if err != nil {
		return err
	}
	switch off := found.NormalizerError; {
	case math.IsInf(off, 1) || math.IsNaN(off):
		f.doubt("normalizer", off, "the density's normalizer is unknown, so that its values are no densities")
	case off > looseVerdict:
		f.doubt("normalizer", off, "the density's normalizer is known to %.2g nats only", off)
	}
	return nil
}
