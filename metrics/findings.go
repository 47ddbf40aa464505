package metrics

import (
	"context"
	"fmt"

	"ebim/framework/dimension"
	"ebim/framework/experiment"
	"ebim/framework/neighbors"
	"ebim/framework/output"
	"ebim/framework/points"
	"ebim/framework/statistics"
)

// Verdicts on a model, as numbers of its record (output.Verdict).
const (
	wrong    = 0
	doubtful = 1
	good     = 2
)

// findings are what is found of a subject.
type findings struct {
	*experiment.Subject
	experiment.Measurement
	most int // training points that are looked at
	// how far the manifold may be from the data without anything wrong: 5 medians of their distances to it
	noise float64
	// median distance of the training points to it and their scale, in the subspace where it was learned
	inside, insideScale float64
	// whether it is the manifold that the columns give, and how far from that it is at most, in the data's units
	given     bool
	fromGiven float64
}

// warn adds a caveat.
func (f *findings) warn(format string, args ...any) {
	f.Caveats = append(f.Caveats, fmt.Sprintf(format, args...))
}

// training is what to change where the manifold is not where the data are.
func (f *findings) training() string {
	if f.Traits.Implicit {
		return "train longer (manifold.training), with more manifold.starts or a wider manifold.network"
	}
	if f.Traits.Anywhere {
		return "train longer (displacement.training), with a wider displacement.network, or set displacement.noise"
	}
	return "train longer (autoencoder.training), or wider networks (autoencoder.encoder, autoencoder.decoder)"
}

// judge lowers the verdict.
func (f *findings) judge(verdict float64) { f.Values["verdict"] = min(f.Values["verdict"], verdict) }

// lower adds a caveat that lowers the verdict, if it is below good, and records one of the reasons with its number.
func (f *findings) lower(verdict float64, reason string, number float64, format string, args ...any) {
	f.judge(verdict)
	f.warn(format, args...)
	if verdict < good {
		f.Values[reasonPrefix+reason] = number
	}
}

// doubt is lower for one that lets the whole be doubted.
func (f *findings) doubt(reason string, number float64, format string, args ...any) {
	f.lower(doubtful, reason, number, format, args...)
}

// unsound is lower for one against the whole.
func (f *findings) unsound(verdict float64, reason string, number float64, format string, args ...any) {
	f.Values["sound"] = 0
	f.lower(verdict, reason, number, format, args...)
}

// nextPoint is the neighbor whose distance is the spacing of points.
const nextPoint = 5

// typicalSpacing is the median one, of different points.
func typicalSpacing(x *points.Set) float64 {
	return statistics.Median(spacings(x.Different()))
}

// spacings are those at points.
func spacings(x *points.Set) (found []float64) {
	tree := neighbors.New(x)
	for i := range x.Len() {
		found = append(found, tree.Distance(x.At(i), nextPoint+1))
	}
	return found
}

// few doubts a dimension that the points are too few to show.
func few(_ context.Context, f *findings) error {
	const ofSurface = 6
	m, n := f.Trained.Support.Dimension(), f.Train.Distinct()
	least := dimension.LeastAlong
	if m == 2 {
		least = ofSurface
	}
	if along := dimension.Along(n, m); along < least {
		f.doubt("few_points", along,
			"%d different training points are %.2g along each of %d dimensions, too few to show a manifold of "+
				"that dimension: more data help, or a smaller dimension", n, along, m)
	}
	return nil
}

// strata doubts a surface of points some of which lie along curves, as a whisker on a sphere: a model has one
// dimension.
func strata(_ context.Context, f *findings) error {
	if f.Traits.Dimension != 2 || f.Train.Len() == 0 || f.given {
		return nil
	}
	if share := neighbors.Curves(f.Train); share >= neighbors.LeastCurves {
		f.doubt("along_curves", share,
			"%.2g %% of the training points lie along curves, not on a surface: a model has one dimension; learn "+
				"the parts apart, each from its own points", 100*share)
	}
	return nil
}

// reasons are the rules by which trust lowers a verdict, in the order in which it looks. Each is an output,
// reason_NAME, of the runs in which it fired, and its number is what the rule judged.
var reasons = []struct{ name, number string }{
	{"zeros", "F = 0 is no manifold: the share of the box in which |F| is tiny"},
	{"no_mesh", "the manifold has no mesh: 1"},
	{"cut", "it leaves the box: 1"},
	{"outside", "samples lie outside of the box: their share"},
	{"few_points", "there are few points for the dimension: how many along each"},
	{"agreement", "the topology of a ridge is a guess: the share of its meshes that have it"},
	{"tangents", "a ridge has another dimension: the share of its points with as many tangents"},
	{"pieces_without_data", "pieces carry no data: their number"},
	{"unconverged", "projections to the manifold do not converge: their number"},
	{"far", "the data are far from the manifold: the median distance over their scale"},
	{"unlearned_part", "data lie off it and together: their share"},
	{"unlearned_detail", "data that may be a detail lie off it: the chance of as many at random"},
	{"row", "data lie off it in a row: their number"},
	{"bypassed", "data lie off it by more than noise and their spacing: the chance of as many at random"},
	{"beside", "data of one place lie on one side of a curve: how far over their scale"},
	{"hollow", "the data lie at both sides of it: the chance of that of noise"},
	{"region", "the data fill a region around it: the kurtosis across it"},
	{"lopsided", "the data deviate along one normal: how many times as far as along the others"},
	{"empty", "it has parts without data: their share"},
	{"no_samples", "there are no samples to look at: 1"},
	{"part_of_given", "the data lie on a part of a given manifold: its dimension"},
	{"no_surface", "the mesh is no surface: the number of its vertices where it is none"},
	{"one_sided", "a closed surface in space has one side: 1"},
	{"noisy_crossings", "noise hides crossings: their number"},
	{"close_strands", "strands come nearer than noise lets them be told apart: 1"},
	{"small_loops", "closed curves hold too few data to tell whether they close: their number"},
	{"small_pieces", "pieces too small to count hold data: their number"},
	{"gaps", "a curve leads over gaps: the data that the largest would hold"},
	{"facing_ends", "ends face each other without a gap between: the number of pairs"},
	{"facing_strand", "ends point at another part without a gap between: their number"},
	{"voids", "strands meet where data lack: how many at most at one place"},
	{"few_at_crossings", "strands meet, and the data are few: how many there are"},
	{"exchanges", "the data join strands otherwise: the number of places"},
	{"empty_patch", "a surface goes on over a place without data: how many it would hold"},
	{"vacancies", "a surface goes on over places without data: the chance of the largest at random"},
	{"close_sheets", "sheets come nearer than points are: 1"},
	{"small_holes", "holes are of few points: their number"},
	{"thin_edges", "edges lie where the data are sparse: how many times as sparse"},
	{"homology", "mesh (or samples of several dimensions) and data have other Betti numbers: the mesh's Euler " +
		"characteristic (or the samples' components)"},
	{"larger_neighborhoods", "larger neighborhoods have a lower dimension: that"},
	{"no_gap", "principal components show no gap: at how many sizes of neighborhoods they do"},
	{"along_curves", "some of a surface's data lie along curves: their share"},
	{"layers", "pieces, or points, lie in layers of a column: the number of its values"},
	{"reversed", "frames along the data come back reversed: at which share of neighbors"},
	{"normalizer", "the density's normalizer is not known: to how many nats it is"},
	{"beyond_edges", "data lie beyond the edges: what densities there add up to"},
	{"no_chains", "no chain can start: 1"},
	{"unmixed", "chains have not mixed: R-hat"},
}

const reasonPrefix = "reason_"

func reasonOutputs() (outputs []output.Output) {
	for _, r := range reasons {
		outputs = append(outputs, output.Output{Name: reasonPrefix + r.name,
			Meaning: "why the verdict is below good: " + r.number})
	}
	return outputs
}
