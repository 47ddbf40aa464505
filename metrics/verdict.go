package metrics

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"ebim/framework/dimension"
	"ebim/framework/homology"
	"ebim/framework/mesh"
	"ebim/framework/statistics"
	"ebim/framework/support"
)

// leastAgreement is more than three of five meshes: on shapes that nothing was set on, one of 21 ridges was wrong, with
// as many.
const (
	leastAgreement = 0.7
	halfAgreement  = 0.5
)

// agreement is whether a support that was meshed several times has one topology, and one without a mesh its dimension.
func agreement(ctx context.Context, f *findings) error {
	agreed, ok := f.Trained.Support.(support.Agreed)
	if !ok {
		return f.tangents(ctx)
	}
	share, err := agreed.Agreement(ctx)
	if f.Values["agreement"] = share; err != nil || share >= leastAgreement {
		return err
	}
	filled, err := agreed.FilledAgreement(ctx)
	if err != nil {
		return err
	}
	verdict, but := float64(doubtful), ""
	switch {
	case share >= halfAgreement:
	case filled >= halfAgreement: // they agree on the surface, and not on the holes that nets leave
		but = fmt.Sprintf(", though %.0f %% do but for holes", 100*filled)
	default:
		verdict = wrong
	}
	f.unsound(verdict, "agreement", share,
		"its topology is a guess: only %.0f %% of the meshes of different nets have it%s; more data, a longer "+
			"displacement.training, or another displacement.noise help", 100*share, but)
	return nil
}

// tangents is whether a ridge without a mesh has as many tangents as dimensions.
func (f *findings) tangents(ctx context.Context) error {
	ranked, ok := f.Trained.Support.(support.Ranked)
	if !ok {
		return nil
	}
	share, err := ranked.TangentShare(ctx)
	if f.Values["tangents"] = share; err == nil && share < leastAgreement {
		verdict := float64(doubtful)
		if share < halfAgreement {
			verdict = wrong
		}
		f.unsound(verdict, "tangents", share,
			"only %.0f %% of its points have as many tangents as the ridge has dimensions, %d: choose "+
				"another dimension, a longer displacement.training, or another displacement.noise", 100*share,
			f.Traits.Dimension)
	}
	return err
}

// shape judges the topology of the mesh: where edges lie where data thin out, that they are edges is a guess; and
// persistent homology of the training points is a witness of its own, where it is decided.
func shape(ctx context.Context, f *findings) error {
	if f.given {
		return nil
	}
	if f.Mesh == nil {
		f.components()
		return f.trace(ctx)
	}
	if f.Mesh.Len() == 0 {
		return nil
	}
	found := f.Mesh.Topology(mesh.TopologyOptions{Crossings: f.Traits.Anywhere})
	switch f.Mesh.Dimension {
	case 1:
		f.blurred(found)
		f.gaps(f.Mesh)
	case 2:
		f.sheets(found)
	}
	f.judgePieces(found)
	if thin := f.thinEdges(); thin > thinEdge[f.Mesh.Dimension] {
		f.doubt("thin_edges", thin,
			"edges of the manifold lie where the data are %.2g times as sparse as elsewhere: whether it ends there "+
				"or goes on can't be told", thin)
	}
	if f.Traits.Anywhere || f.Traits.Implicit { // the image of a box has its topology
		f.witnessed(found)
	}
	return nil
}

// sheets doubts what can't be told of a surface, or can't be.
func (f *findings) sheets(found *mesh.Topology) {
	if found.NonManifold > 0 {
		f.doubt("no_surface", float64(found.NonManifold),
			"the mesh has %d vertices at which it is no surface: sheets that cross or lie close, or too few points",
			found.NonManifold)
	}
	if f.oneSidedInSpace(found) {
		f.unsound(wrong, "one_sided", 1,
			"a closed surface in space has one side, which no surface can that does not cross itself: "+
				"sheets that are apart have been joined; more points, or a smaller displacement.noise, may part them")
	}
	f.patches()
	f.vacancies()
	if f.closeSheets(found.Crossings) {
		f.doubt("close_sheets", 1,
			"sheets of the manifold come nearer to each other than its points are: whether they cross, touch or "+
				"are apart can't be told")
	}
	if small := f.smallHoles(); small > 0 {
		f.doubt("small_holes", float64(small),
			"%d holes of the manifold are so small that %d of its points at most are missing in each: whether "+
				"they are holes or gaps of the data can't be told", small, fewMissing)
	}
}

// witnessed doubts a mesh of other Betti numbers than persistent homology finds of the training points.
func (f *findings) witnessed(found *mesh.Topology) {
	most := min(f.Mesh.Dimension, mostBetti)
	witness, enough := homology.BettiOf(f.Train.Evenly(witnessPoints), most)
	switch {
	case !enough || !witness.Decided():
	case found.Crossings != nil && found.Crossings.Curves > 0:
		f.crossed(found, witness.Numbers)
	case !f.agrees(witness):
		f.doubt("homology", float64(found.Euler()),
			"the mesh has Betti numbers %v, and the training points %v by persistent homology",
			betti(found, most), witness.Numbers)
	}
}

// joined is trust in a model that joins strata of several dimensions: in each of them by its own data, and in all of
// them together.
func (t *Trust) joined(ctx context.Context, whole *findings) error {
	strata, err := whole.Strata(ctx)
	if err != nil {
		return err
	}
	for _, stratum := range strata {
		own, err := t.Measure(ctx, stratum)
		if err != nil {
			return fmt.Errorf("%s: %w", stratum.Label, err)
		}
		whole.judge(own.Values["verdict"])
		whole.Values["sound"] = min(whole.Values["sound"], own.Values["sound"])
		for _, caveat := range own.Caveats {
			whole.warn("%s: %s", stratum.Label, caveat)
		}
		if far := own.Values["far_share"]; far > mostPart {
			whole.doubt("unlearned_part", far,
				"%s: %.3g %% of its own points lie off it: whether they are of another part can't be told",
				stratum.Label, 100*far)
		}
		for name, number := range own.Values {
			if strings.HasPrefix(name, reasonPrefix) {
				whole.Values[name] = number
			}
		}
	}
	if err := t.nearness(ctx, whole); err != nil {
		return err
	}
	whole.connected()
	return nil
}

// connected doubts strata that, as samples show, hang together otherwise than the data do.
func (f *findings) connected() {
	if f.Samples == nil {
		return
	}
	most := min(f.Traits.Dimension, mostBetti)
	witness, enough := homology.BettiOf(f.Train.Evenly(witnessPoints), most)
	drawn, drawnEnough := homology.BettiOf(f.Samples.Evenly(min(witnessPoints, f.Train.Len())), most)
	if enough && drawnEnough && witness.Decided() && drawn.Decided() && !slices.Equal(witness.Numbers, drawn.Numbers) {
		f.doubt("homology", float64(drawn.Numbers[0]),
			"the samples have Betti numbers %v, and the training points %v by persistent homology: whether the "+
				"strata meet as the data do can't be told", drawn.Numbers, witness.Numbers)
	}
}

// components doubts a manifold without a mesh, of whose form nothing is seen, unless neighborhoods of two sizes show
// its dimension by their principal components, and no larger ones a lower dimension: a cloud may be as thin, and a
// curve with noise.
func (f *findings) components() {
	m := f.Trained.Support.Dimension()
	if m < 2 || f.Train.Dim > support.MostSearched {
		return
	}
	data, err := dimension.Of(f.Train)
	if err != nil {
		return
	}
	sizes := 0
	for _, s := range data.Spectra {
		switch {
		case s.Clear() && s.Dimension == m:
			sizes++
		case s.Clear() && s.Dimension < m && sizes > 0:
			f.doubt("larger_neighborhoods", float64(s.Dimension),
				"neighborhoods of %d training points have dimension %d, smaller ones that of the manifold, %d: "+
					"whether that is noise can't be told", s.Neighbors, s.Dimension, m)
			return
		}
	}
	if sizes < 2 {
		f.doubt("no_gap", float64(sizes),
			"neighborhoods of the training points show no gap after %d principal components, or at one size "+
				"alone: whether they lie on a manifold of that dimension can't be told", m)
	}
}

// blurred doubts what noise hides of a curve.
func (f *findings) blurred(found *mesh.Topology) {
	noise := noiseReach * f.inside
	away := fmt.Sprintf("training points are %.2g of the data's scale away from the manifold, in the median",
		f.inside/max(f.insideScale, 1e-30))
	switch {
	case found.NonManifold > 0 && f.inside > clean*f.insideScale && !branchesTold(f.Mesh, f.Train, noise):
		f.doubt("noisy_crossings", float64(found.NonManifold),
			"of %d crossings noise can't be told: %s", found.NonManifold, away)
	case closeStrands(f.Mesh, noise, max(aroundBends, aroundCorners*typicalSpacing(f.Train)/max(noise, 1e-30),
		aroundTips(f.Mesh, noise)), nil):
		f.doubt("close_strands", 1,
			"strands of the manifold come nearer to each other than noise lets them be told apart: %s", away)
	}
}

const (
	aroundBends   = 3  // times as far as two points are apart it may be along a bend
	aroundCorners = 12 // spacings of the data as far as which it may be around a corner or cusp
)

// fewMissing is how many points a hole must leave out to be one.
const fewMissing = 15

// smallHoles are the boundary loops of a surface around less area than so many of its points have: that of a circle as
// long, at most.
func (f *findings) smallHoles() (count int) {
	density := float64(f.Train.Len()) / f.Mesh.Measure()
	for _, length := range f.Mesh.BoundaryLengths() {
		if length*length/(4*math.Pi)*density < fewMissing {
			count++
		}
	}
	return count
}

const (
	witnessPoints = 2000
	clean         = 0.02 // distance of data without noise to speak of, as a share of their scale
)

// thinEdge is how many times the median spacing of the data that at an edge is, by the mesh's dimension: at the end of
// an arc it is twice as large.
var thinEdge = map[int]float64{1: 5, 2: 3}

// thinEdges is the largest spacing of the data at an edge of the mesh, over the median of those nearest to the same
// piece; 0 without edges.
func (f *findings) thinEdges() float64 {
	edges := mesh.BorderOf(f.Mesh).Vertices()
	if edges.Len() == 0 {
		return 0
	}
	near := newVicinity(f.Train, f.Mesh.Dimension, 0)
	if near == nil {
		return 0
	}
	piece, count := f.Mesh.Pieces()
	locator, of, all := mesh.NewLocator(f.Mesh), make([]int, near.data.Len()), make([][]float64, count)
	for i := range of {
		element, _, _ := locator.Nearest(near.data.At(i))
		of[i] = piece[element]
		all[of[i]] = append(all[of[i]], near.spacingAt(i))
	}
	usual := make([]float64, count)
	for k, spacings := range all {
		usual[k] = statistics.Median(spacings)
	}
	var there []float64
	for i := range edges.Len() {
		nearest, _ := near.tree.Nearest(edges.At(i), 1)
		there = append(there, near.spacingAt(nearest[0])/usual[of[nearest[0]]])
	}
	slices.Sort(there)
	at := len(there) - 1
	if f.Mesh.Dimension == 2 { // single vertices of a loop do not count
		at = at * 9 / 10
	}
	return there[at]
}
