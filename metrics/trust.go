package metrics

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"slices"

	"ebim/framework/experiment"
	"ebim/framework/mesh"
	"ebim/framework/output"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/statistics"
	"ebim/framework/support"
)

// Trust shows without the truth where a model is not to be trusted: where its manifold, such as a bridge between
// strands, has no data near it (local.go); pieces without data; training points off it; and what can't be computed.
// Each comes with a caveat that names the setting to change. Models of standardized points are measured in their units.
// Of more than 100,000 training points it sees as many, in equal steps.
type Trust struct {
	Points int `yaml:"points" default:"2000" range:"[1, 10000000]" doc:"most training points (without a mesh also samples) that are measured; for images a tenth"`
	Chains int `yaml:"chains" default:"16" range:"[2, 10000]" doc:"chains side by side, for models that are drawn from by chains"`
	Draws  int `yaml:"draws" default:"250" range:"[8, 1000000]" doc:"draws of each chain"`
}

// Limits beyond which there is a caveat.
const (
	emptyShare  = 0.01 // of a well-sampled manifold less than a tenth of that has no data near it; see local.go
	guessed     = 0.25 // share of the manifold without data from which on the whole is unsound
	noZeros     = 0.01 // of the box; where |F| has slope 1, about 1e-4 of it
	farInScales = 0.05 // of the data's scale, which is what counts as far where the data have no noise
	farMedian   = 0.1  // of the data's scale
	mostJudged  = 100000
	// chains whose means deviate by a third of their spread
	unmixedRHat = 1.05
)

// CodeVersion implements experiment.Metric.
func (*Trust) CodeVersion() int { return 41 }

// Needs implements experiment.Metric.
func (*Trust) Needs(*experiment.Settings) (experiment.Needs, error) {
	return experiment.Needs{Mesh: true}, nil
}

// Outputs implements experiment.Metric.
func (*Trust) Outputs() []experiment.Output {
	return slices.Concat([]experiment.Output{
		{Name: "verdict", Role: output.Main, Better: output.Highest, Format: output.Verdict,
			Doubt: "the manifold of %s is wrong (the caveats of trust say why)",
			Meaning: "good (2), doubtful (1) or wrong (0), from all that is known of the model without the truth; " +
				"the " +
				"caveats say why"},
		{Name: "empty_share", Role: output.Beside, Better: output.Lowest, Format: output.Share,
			Meaning: "share of the manifold's length or area (without a mesh: of samples) that has no data near it, " +
				"as measured by the spacing of the data there"},
		{Name: "sound", Better: output.Highest, Format: output.YesNo,
			Meaning: "see verdict, which says more: whether the manifold exists, stays in the box and near the " +
				"data, projections to it converge, " +
				"and chains on it mix"},
		{Name: "distance", Better: output.Lowest,
			Meaning: "median distance of the training points to the manifold, over the data's scale per coordinate"},
		{Name: "far_share", Better: output.Lowest, Format: output.Share,
			Meaning: "share of the training points farther off than 5 medians and a twentieth of the data's scale"},
		{Name: "pieces", Format: output.Count, Meaning: "connected pieces of F = 0 in the box, dropped ones included"},
		{Name: "pieces_without_data", Better: output.Lowest, Format: output.Count,
			Meaning: "pieces on which fewer than two different training points lie"},
		{Name: "share_without_data", Better: output.Lowest, Format: output.Share,
			Meaning: "their share of the length or area of F = 0"},
		{Name: "dropped", Format: output.Count, Meaning: "pieces left out of the model"},
		{Name: "dropped_share", Format: output.Share, Meaning: "their share of the length or area of F = 0"},
		{Name: "agreement", Better: output.Highest, Format: output.Share,
			Meaning: "of a ridge: share of its meshes, of different nets, that have the same topology"},
		{Name: "tangents", Better: output.Highest, Format: output.Share,
			Meaning: "of a ridge without a mesh: share of its points with as many tangents as it has dimensions"},
		{Name: "reversed", Better: output.Lowest, Format: output.Share,
			Meaning: "share of neighboring training points whose normal frames, carried along the data, come back " +
				"reversed: more than 0 where there is no global frame, as on a Moebius band"},
		{Name: "beyond_edges", Better: output.Lowest, Format: output.Share,
			Meaning: "of a manifold with edges: share of the unseen points that lie beyond them, by more than noise " +
				"explains"},
		{Name: "mass_beyond", Better: output.Lowest,
			Meaning: "what densities beyond the edges, which are said to be those of the nearest edge, add up to, by " +
				"unseen points: over all that the data lie on densities add up to as much more than 1"},
		{Name: "mass_beyond_error", Meaning: "standard error of that"},
		{Name: "cut", Better: output.Lowest, Format: output.YesNo, Meaning: "whether the manifold leaves the box"},
		{Name: "outside", Better: output.Lowest, Format: output.Share, Meaning: "share of the samples outside the box"},
		{Name: "zeros", Better: output.Lowest, Format: output.Share, Meaning: zerosMeaning},
		{Name: "r_hat", Better: output.Lowest, Meaning: "largest rank-normalized split R-hat of the sampling chains"},
	}, projectionOutputs, reasonOutputs())
}

// Measure looks at the support, its mesh, the training points and the samples. What can't be computed is missing, with
// a caveat.
func (t *Trust) Measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	if s.Derived || s.Traits.Mixed && s.Strata == nil || fills(s.Trained.Support) {
		return nil, experiment.ErrNotApplicable
	}
	subject := *standardized(s)
	subject.Train = subject.Train.Evenly(mostJudged)
	found := &findings{Subject: &subject, Measurement: experiment.Measurement{
		Values: map[string]float64{"sound": 1, "verdict": good}}, most: t.Points}
	found.given, found.fromGiven = given(s)
	if s.Traits.Mixed {
		return &found.Measurement, t.joined(ctx, found)
	}
	for _, look := range []func(context.Context, *findings) error{t.existence, few, agreement, t.pieces,
		t.nearness, t.emptiness, filled, shape, strata, layers, twists, normalizer, overhang, t.mixing} {
		if err := look(ctx, found); err != nil {
			return nil, err
		}
	}
	return &found.Measurement, nil
}

// standardized is the subject in the coordinates in which it was trained, where columns of different units count alike.
func standardized(s *experiment.Subject) *experiment.Subject {
	inner, units := s.Trained.Standardized()
	if units == nil {
		return s
	}
	within := *s
	within.Trained, within.Train, within.Box = inner, units.In(s.Train), units.InBox(s.Box)
	for _, unseen := range []**points.Set{&within.Held, &within.Validation} {
		if *unseen != nil {
			*unseen = units.In(*unseen)
		}
	}
	if s.Samples != nil {
		within.Samples = units.In(s.Samples)
	}
	if s.Mesh != nil {
		made := *s.Mesh
		made.Vertices = units.In(s.Mesh.Vertices)
		within.Mesh = &made
	}
	return &within
}

// existence is whether there is a learned manifold, in the box.
func (*Trust) existence(ctx context.Context, f *findings) error {
	if f.Traits.Given {
		return nil
	}
	if f.Traits.Implicit {
		zeros, err := shareOfZeros(ctx, f.Subject)
		if err != nil {
			return err
		}
		if f.Values["zeros"] = zeros; zeros > noZeros {
			f.unsound(wrong, "zeros", zeros,
				"|F| is at most %g in %.3g %% of the box, so that F = 0 is no manifold and distances to it "+
					"mean nothing: train with another "+
					"seed, more manifold.starts, or another manifold.loss or manifold.network",
				zeroTolerance, 100*zeros)
		}
	}
	switch {
	case f.Mesh != nil:
		if f.Traits.Implicit {
			f.Values["cut"] = indicator(f.Mesh.Topology(mesh.TopologyOptions{Box: f.Box}).Cut)
		}
	case support.CheckMesh(f.Trained.Support) == nil:
		f.unsound(wrong, "no_mesh", 1, "the manifold has no mesh: %s", f.Unmeshed)
	case f.Traits.Anywhere && support.MeshableAnywhere(f.Traits.Dimension) == nil:
		f.unsound(wrong, "no_mesh", 1, "points of the ridge do not join to a manifold of dimension %d: the data may "+
			"lie along none, or be too few; try another dimension, displacement.noise, or the model ebim",
			f.Traits.Dimension)
	}
	if f.Values["cut"] == 1 {
		f.unsound(wrong, "cut", 1,
			"the manifold leaves the box and is cut there: widen data.box or data.padding, or train with more "+
				"manifold.starts")
	}
	if f.Samples == nil || f.Samples.Len() == 0 || len(f.Box) == 0 {
		return nil
	}
	if f.Values["outside"] = outside(f.Samples, f.Box); f.Values["outside"] > notedShare && f.Values["cut"] != 1 {
		f.unsound(doubtful, "outside", f.Values["outside"],
			"%.3g %% of the samples lie outside of the box: widen data.box or data.padding",
			100*f.Values["outside"])
	}
	return nil
}

// pieces are those of F = 0 with and without data.
func (*Trust) pieces(ctx context.Context, f *findings) error {
	set, ok := f.Trained.Support.(support.Divided)
	if !ok {
		return nil
	}
	known, err := set.Pieces(ctx)
	if _, ok := errors.AsType[*mesh.UnmeshableError](err); ok {
		return nil
	}
	if err != nil {
		return err
	}
	dropped := known.Count - known.Kept
	maps.Copy(f.Values, map[string]float64{"pieces": float64(known.Count), "pieces_without_data": float64(known.Bare),
		"share_without_data": known.BareShare, "dropped": float64(dropped), "dropped_share": known.DroppedShare})
	if known.Bare > dropped { // a note of the mesh reports what is dropped
		f.doubt("pieces_without_data", float64(known.Bare),
			"%d of %d pieces of the learned manifold carry no data, %.3g %% of the whole: pieces: with_data "+
				"leaves them out, more manifold.starts avoid them", known.Bare, known.Count, 100*known.BareShare)
	}
	return nil
}

// nearness is how near to the data the manifold is.
func (t *Trust) nearness(ctx context.Context, f *findings) error {
	if f.Values["zeros"] > noZeros {
		return nil
	}
	most := t.Points
	if f.Train.Dim > support.MostSearched { // a search in R^784 takes a quarter of a second
		most = max(1, most/10)
	}
	data := f.Train.Evenly(most)
	nearest, err := support.Nearest(ctx, f.Trained.Support, data)
	if errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	if err != nil {
		return err
	}
	distances, err := projectionDistances(data, nearest)
	if err != nil {
		return err
	}
	f.Values["points"], f.Values["unconverged"] = float64(data.Len()), float64(nearest.Unconverged)
	if failed := nearest.Unconverged; float64(failed) > notedShare*float64(data.Len()) {
		f.unsound(doubtful, "unconverged", float64(failed),
			"%d of %d projections of training points to the manifold did not converge: %s", failed,
			data.Len(), f.training())
		if float64(failed) > missingShare*float64(data.Len()) {
			return nil
		}
	}
	scale, median := f.Train.Scale(), statistics.Median(distances)
	if scale == 0 { // one point, again and again
		scale = 1
	}
	far, limit := 0, max(nearInMedians*median, farInScales*scale)
	for _, d := range distances {
		if d > limit {
			far++
		}
	}
	f.noise = nearInMedians * median
	f.Values["distance"], f.Values["far_share"] = median/scale, float64(far)/float64(len(distances))
	if err := f.judgeDistance(data, nearest, median); err != nil {
		return err
	}
	f.off(data, distances, limit)
	f.across(data, nearest.Points, limit)
	return nil
}

// judgeDistance doubts a manifold that is far from data, given the median of their distances. Where it was learned in a
// subspace, what the data are away from that counts neither as distance nor in the scale.
func (f *findings) judgeDistance(data *points.Set, nearest *support.Projection, median float64) error {
	train := f.Train
	if flat, ok := f.Trained.Support.(support.Flat); ok && flat.Subspace() != nil {
		within := flat.Subspace()
		data, train = within.In(data), within.In(train)
		distances, err := projectionDistances(data, &support.Projection{Points: within.In(nearest.Points)})
		if err != nil {
			return err
		}
		median = statistics.Median(distances)
	}
	f.inside, f.insideScale = median, train.Scale()
	f.insideScale = cmp.Or(f.insideScale, 1)
	share := median / f.insideScale
	normals := data.Dim - f.Trained.Support.Dimension()
	if most := farMedian * statistics.MedianChi(normals) / statistics.MedianChi(1); share > most {
		verdict := float64(doubtful)
		if share > 2*most {
			verdict = wrong
		}
		f.unsound(verdict, "far", share,
			"training points are %.2g of the data's scale away from the manifold, in the median: %s; "+
				"noisier data have a higher dimension", share, f.training())
	}
	return nil
}

// emptiness is how much of the manifold has no data near it.
func (t *Trust) emptiness(_ context.Context, f *findings) error {
	if f.Traits.Given {
		return nil
	}
	where, weights := t.spots(f)
	if where == nil {
		return nil
	}
	near := newVicinity(f.Train, f.Trained.Support.Dimension(), f.noise)
	if near == nil {
		f.warn("of %d different training points it can't be decided where the manifold has data near it: %d are needed",
			f.Train.Distinct(), kth+1)
		return nil
	}
	missing, whole := 0., 0.
	for i, weight := range weights {
		if whole += weight; !near.holds(where.At(i)) {
			missing += weight
		}
	}
	what, joined := "manifold has", "train with more manifold.starts or a wider manifold.network; where the data have "+
		"an edge, F = 0 continues, as it has none; an arc or a surface with a boundary is closed there, as F = 0 must "+
		"be"
	if f.Mesh == nil {
		what = "samples have"
	}
	switch {
	case f.Traits.Anywhere:
		joined = "a smaller displacement.noise keeps it apart"
	case !f.Traits.Implicit:
		joined = "another model than the image of a box is needed"
	}
	if f.Values["empty_share"] = missing / whole; missing > emptyShare*whole && f.given {
		f.warn("%.3g %% of the %s no data nearby; it is the manifold that the columns give, and at most %.2g from it",
			100*missing/whole, what, f.fromGiven)
	} else if missing > emptyShare*whole {
		verdict := float64(doubtful)
		if missing > guessed*whole {
			f.Values["sound"], verdict = 0, wrong
		}
		f.lower(verdict, "empty", missing/whole,
			"%.3g %% of the %s no data nearby, and what the model says there is a guess: where it joins what "+
				"should be apart, %s; otherwise only more data help", 100*missing/whole, what, joined)
	}
	return nil
}

// spots are points all over the manifold, and what length or area each stands for: the middles of a mesh's elements or,
// without a mesh, the samples; nil where there are none.
func (t *Trust) spots(f *findings) (where *points.Set, weights []float64) {
	if f.Mesh == nil {
		if support.CheckMesh(f.Trained.Support) == nil { // Unmeshed has reported it
			return nil, nil
		}
		if f.Samples == nil || f.Samples.Len() == 0 {
			f.unsound(wrong, "no_samples", 1, "the model has no samples to look at: %s", f.Unsampled)
			return nil, nil
		}
		where = f.Samples.Evenly(t.Points)
		return where, slices.Repeat([]float64{1}, where.Len())
	}
	return middles(f.Mesh), f.Mesh.Measures()
}

// mixing is that of the chains, where samples are drawn by them.
func (t *Trust) mixing(ctx context.Context, f *findings) error {
	density := f.Trained.Energy()
	if density == nil || !density.DrawsByChains() {
		return nil
	}
	trace, energies, err := density.Trace(ctx, random.New(f.Seed, "metric/trust", 1), t.Chains, t.Draws)
	if empty, ok := errors.AsType[*support.EmptyError](err); ok {
		f.unsound(wrong, "no_chains", 1, "no chain can start: %s", empty.Reason)
		return nil
	}
	if err != nil {
		return err
	}
	largest := math.Inf(-1)
	for _, quantity := range quantities(trace, energies) {
		largest = max(largest, RHat(quantity))
	}
	if f.Values["r_hat"] = largest; !(largest <= unmixedRHat) {
		f.unsound(doubtful, "unmixed", largest,
			"the Markov chains have not mixed: R-hat %.3g (at most %v): raise sampling.steps, or change "+
				"energy.sampler", largest, unmixedRHat)
	}
	return nil
}
