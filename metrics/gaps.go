package metrics

import (
	"context"
	"math"
	"slices"

	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/support"
)

// Of few data, gaps that are as wide by chance in a fifth of all sets let a curve be doubted: what is wide may as well
// be where it ends, which so few would not show. That is so of closed curves; of very few data, wherever gaps are.
const (
	fewData     = 100
	veryFewData = 50
	fewChance   = 0.2
	leastClosed = 40  // data that can show a closed curve: fewer leave gaps as wide as those between two rings,
	evenSteps   = 2.5 // or as many would be in them, unless they come in equal steps

	localChance = 0.01 // that a gap of more data is by chance
	noiseReach  = 4    // median distances of the data from a manifold within which noise hides what it is like
)

// trace looks for gaps of a curve without a mesh, as in more than three dimensions images of an interval are.
func (f *findings) trace(ctx context.Context) error {
	const resolution = 256
	traced, ok := f.Trained.Support.(support.Traced)
	if !ok || f.Trained.Support.Dimension() != 1 || f.Train.Dim > support.MostSearched {
		return nil
	}
	curve, err := traced.Curve(ctx, resolution)
	if err != nil {
		return err
	}
	f.gaps(curve)
	return nil
}

// all are the data, also those that the model was not trained on.
func (f *findings) all() *points.Set { return union(f.Train, f.Validation, f.Held) }

// gapsOf are gaps that data leave by chance at most with a chance; of few, those of closed strands that may be where
// they end.
func (f *findings) gapsOf(curve *mesh.Mesh, within, chance float64) []mesh.Gap {
	found := curve.RegularGaps(f.all(), within, chance)
	if len(found) == 0 && f.Train.Distinct() <= fewData { // of many loops with few data each, some have gaps by chance
		found = slices.DeleteFunc(curve.LoopGaps(f.Train, within),
			func(g mesh.Gap) bool { return g.Chance > fewChance })
	}
	return found
}

// fewToClose doubts a closed curve of very few data.
func (f *findings) fewToClose(curve *mesh.Mesh, within float64) {
	data := f.Train.Distinct()
	if data < leastClosed && slices.ContainsFunc(curve.LoopGaps(f.all(), within),
		func(g mesh.Gap) bool { return g.Missing > evenSteps }) {
		f.doubt("few_points", float64(data),
			"%d different training points are too few to tell a closed curve from one that ends, or from two: more "+
				"data help", data)
	}
}

// gaps doubts a curve that leads over stretches without data.
func (f *findings) gaps(curve *mesh.Mesh) {
	const far = 3 // spacings: where strands meet, a curve may miss its data
	within := max(f.noise, far*typicalSpacing(f.Train))
	data := f.Train.Distinct()
	chance := localChance
	if data <= veryFewData {
		chance = fewChance
	}
	found, missing := f.gapsOf(curve, within, chance), 0.0
	for _, g := range found {
		missing = max(missing, g.Missing)
	}
	if len(found) > 0 {
		f.doubt("gaps", missing,
			"the manifold leads over gaps of the data (%d), the largest of which would hold about %.0f of them, "+
				"as densely as beside it: whether it ends there can't be told", len(found), missing)
	}
	f.fewToClose(curve, within)
	if count := len(curve.Facing(f.Train, within, localChance, nil)); count > 0 {
		f.doubt("facing_ends", float64(count),
			"%d pairs of ends of the manifold face each other, and the data show no gap between them: whether "+
				"they are apart can't be told", count)
	}
	if count := curve.FacingStrands(f.Train, within, localChance); count > 0 {
		f.doubt("facing_strand", float64(count),
			"%d ends of the manifold point at another part of it, and the data show no gap between: whether they are "+
				"apart can't be told", count)
	}
	branches := curve.Branches()
	if data <= fewData && len(branches) > 0 { // two rings of 30 each were joined
		f.doubt("few_at_crossings", float64(data),
			"strands of the manifold meet (%d places), and %d different data are too few to tell whether they do",
			len(branches), data)
	}
	voids := curve.Voids(branches, f.Train, chance, random.New(f.Seed, "metric/trust/voids", 0))
	if len(voids) > 0 {
		lacks := 0.0
		for _, v := range voids {
			lacks = max(lacks, v.Lacks)
		}
		f.doubt("voids", lacks,
			"strands of the manifold meet where data lack (%d places), up to %.0f of them at one, if they went on as "+
				"densely as beside it: whether the strands meet there or end can't be told", len(voids), lacks)
	}
	other := slices.DeleteFunc(curve.Exchanges(f.Train, within, -math.Log(localChance)), func(e mesh.Exchange) bool {
		return e.Apart() < noiseReach*f.inside // which other findings look at
	})
	if len(other) > 0 {
		f.doubt("exchanges", float64(len(other)),
			"where strands of the manifold pass each other (%d places), the data join them otherwise, as from the "+
				"end of one to the start of the other: which is right can't be told", len(other))
	}
}
