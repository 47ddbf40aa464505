package metrics

import (
	"context"
	"errors"
	"math"
	"slices"

	"ebim/framework/experiment"
	"ebim/framework/manifold"
	"ebim/framework/mesh"
	"ebim/framework/neighbors"
	"ebim/framework/random"
	"ebim/framework/support"
)

const (
	leastApart     = 1.5 // spacings of the data that sheets must be apart to be told apart
	aroundNotches  = 6   // times as far as two points are apart it may be around notches of an edge
	acrossCrossing = 3   // times the distance of close sheets from a crossing within which they are close
	mostEnding     = 0.4 // share of a crossing at which a sheet may end
)

// closeSheets reports whether sheets come nearer to each other than the data can tell, elsewhere than where they cross.
// A sheet that ends where it crosses another may as well end on it.
func (f *findings) closeSheets(crossings *mesh.Crossings) bool {
	limit := leastApart * typicalSpacing(f.Train)
	if crossings == nil || crossings.Curves == 0 {
		return closeStrands(f.Mesh, limit, aroundNotches, nil)
	}
	if edges := mesh.BorderOf(f.Mesh).Vertices(); edges.Len() > 0 {
		tree, ending := neighbors.New(edges), 0.0
		for i := range crossings.Segments.Len() {
			if tree.Distance(crossings.Segments.At(i), 1) < limit {
				ending++
			}
		}
		if ending > mostEnding*float64(crossings.Segments.Len()) {
			return true
		}
	}
	tree := neighbors.New(crossings.Segments)
	return closeStrands(f.Mesh, limit, aroundNotches, func(x []float64) bool {
		return tree.Distance(x, 1) < acrossCrossing*limit
	})
}

// crossed compares a surface that crosses itself with the Betti numbers of persistent homology, by the number of its
// pieces and the Euler characteristic of the set.
func (f *findings) crossed(found *mesh.Topology, witness []int) {
	euler, sign := 0, 1
	for _, number := range witness {
		euler += sign * number
		sign = -sign
	}
	if len(witness) == 3 && (found.Pieces() != witness[0] || found.Euler() != euler) {
		f.doubt("homology", float64(found.Euler()),
			"the mesh has %d pieces with an Euler characteristic of %d, and the training points Betti numbers %v "+
				"by persistent homology", found.Pieces(), found.Euler(), witness)
	}
}

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
