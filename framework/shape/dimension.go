package shape

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/dimension"
	"ebim/framework/statistics"
	"ebim/framework/support/ridged"
)

// Estimate is a dimension, and what it stands on.
type Estimate struct {
	Dimension int     // m; that of the space where no manifold was found
	Clusters  bool    // the points lie in clusters: dimension 0 at coarse scales
	Noise     float64 // standard deviation across the manifold, as a share of the data's scale
	Scales    []Scale // from fine to coarse; none where nothing was trained
	ByScale   int     // the dimension that they say; none for nothing
	Memorized bool    // the scales were memorized, and do not count; see WithoutMemorized
	Lopsided  bool    // noise along one normal makes finer scales say a dimension more; see Look.Narrower
	Neighbors dimension.Estimate
}

const (
	none       = -1
	stable     = 3    // successive scales, a factor of 2.5 in length, at which a dimension is the same
	mostNoise  = 0.25 // of a manifold: beyond it's no better than a blob
	fewPoints  = 100  // below which only a dimension of all scales counts, or of all beyond little noise
	memorable  = 256  // points below which a displacement may memorize them
	mostSolved = 6    // dimensions of space in which the displacement finds every normal in its short training
)

// Agree reports whether both opinions are the same.
func (e Estimate) Agree() bool {
	return e.ByScale == none || e.Clusters && e.Neighbors.Full() || e.ByScale == e.Neighbors.Dimension
}

// Settled reports whether the estimate stands on the scales.
func (e Estimate) Settled() bool { return e.ByScale == e.Dimension || e.Clusters }

// Combined is the estimate of scales (none: not trained) and of neighbors. The scales decide: they see through noise
// and trajectories. In many dimensions, where the displacement is not trained out and says too much, a clear gap of
// principal components counts before.
func Combined(scales []Scale, neighbors dimension.Estimate) Estimate {
	n := neighbors.Ambient
	e := Estimate{Dimension: neighbors.Dimension, Scales: scales, Neighbors: neighbors,
		ByScale: byScale(scales, n, neighbors.Distinct)}
	switch {
	case e.ByScale == none, !Solved(scales) && (neighbors.Clear || e.ByScale == n):
	case e.ByScale == 0:
		e.Dimension, e.Clusters = n, true
	default:
		e.Dimension = e.ByScale
	}
	e.Noise = NoiseOf(scales, e.Dimension)
	return e
}

// Within is the estimate for points on a known manifold of dimension d, along which their noise spreads, too: a scale
// of dimension d says no more than one of dimension n says in R^n.
func (e Estimate) Within(d int) Estimate {
	if m := byScale(e.Scales, d, e.Neighbors.Distinct); e.Dimension == d && m > 0 && m < d {
		e.Dimension, e.ByScale, e.Noise = m, m, NoiseOf(e.Scales, m)
	}
	return e
}

// Solved reports whether the displacement, in as many dimensions as the points extend in, is trained out.
func Solved(scales []Scale) bool { return len(scales) > 0 && len(scales[0].values) <= mostSolved }

// Relief reports whether what the ridge takes for noise is relief of the manifold, finer than the ridge was trained out
// for: neighborhoods no wider than four times that noise have a clear dimension and less than half of it across. Of
// noise they would have more, or be as wide across as along. Unit is the data's scale in the unit of their neighbors.
func (e Estimate) Relief(unit float64) bool {
	const wide, part = 4, 0.5
	noise, normals := e.Noise*unit, float64(e.Neighbors.Ambient-e.Dimension)
	for _, s := range e.Neighbors.Spectra {
		if s.Length > wide*noise || s.Dimension != e.Dimension || !s.Clear() || len(s.Shares) <= e.Dimension {
			continue
		}
		if s.Length*math.Sqrt(floats.Sum(s.Shares[e.Dimension:])/normals) < part*noise {
			return true
		}
	}
	return false
}

// WithoutMemorized is the estimate without the scales where these say of few points, which a displacement may memorize,
// that they lie along a manifold, with less noise than they are apart, though both their neighbors and principal
// components see more dimensions. Unit is the data's scale in the unit of their neighbors.
func (e Estimate) WithoutMemorized(unit float64) Estimate {
	const part = 0.25 // of the distance to the second neighbor: such noise is seen by neighbors
	of := e.Neighbors
	// equal steps along a curve look like more dimensions than there are
	impossible := of.Nearest-of.Error > float64(of.Ambient)
	if of.Distinct >= memorable || impossible || e.ByScale < 1 || e.Dimension != e.ByScale ||
		of.Dimension <= e.ByScale || of.Nearest-2*of.Error <= float64(e.ByScale) || len(of.Scales) == 0 {
		return e
	}
	away := e.Noise * unit * math.Sqrt(float64(of.Ambient-e.ByScale)) // noise takes points that far, in all normals
	if away < part*of.Scales[0].Length {
		e.Dimension, e.Noise, e.Memorized = of.Dimension, NoiseOf(e.Scales, of.Dimension), true
	}
	return e
}

// byScale is the finest dimension below n that is the same at a few successive scales; n where the points fill what was
// looked at throughout, 0 where they lie in clusters, none where nothing is stable.
func byScale(scales []Scale, n, distinct int) int {
	within, full := 1.0, n
	if len(scales) > 0 { // the spread is the same in all, but of fewer columns in the subspace that was looked at,
		looked := len(scales[0].values)
		within = math.Sqrt(float64(looked) / float64(n))
		full = min(n, looked) // the last of which, unlike a manifold's tangents, is noise
	}
	for _, r := range Runs(scales) {
		whole := r.To-r.From == len(scales)
		switch {
		case distinct < fewPoints && !whole && !r.throughout(scales), scales[r.To-1].Fine:
		case r.Dimension == full && whole:
			return n
		case r.Dimension == full || r.To-r.From < stable:
		case r.Dimension > 0 && NoiseOf(scales, r.Dimension)*within <= mostNoise:
			return r.Dimension
		case r.Dimension == 0 && r.To == len(scales):
			return 0
		}
	}
	return none
}

// Run is successive scales of one dimension.
type Run struct{ Dimension, From, To int } // scales From <= i < To

// throughout reports whether a dimension is that of all scales beyond little noise, which of few points it must be.
func (r Run) throughout(scales []Scale) bool {
	const most, least = 0.1, 5 // noise, and scales: a factor of 6 in length
	return r.Dimension > 0 && r.To == len(scales) && r.To-r.From >= least &&
		NoiseOf(scales[r.From:], r.Dimension) <= most
}

// Runs are those of scales, from fine to coarse.
func Runs(scales []Scale) (runs []Run) {
	for i, s := range scales {
		if last := len(runs) - 1; last >= 0 && runs[last].Dimension == s.Dimension {
			runs[last].To = i + 1
			continue
		}
		runs = append(runs, Run{s.Dimension, i, i + 1})
	}
	return runs
}

// NoiseOf is the standard deviation across a manifold of dimension m, as a share of the data's scale: the least that a
// scale of that dimension shows, as coarse ones add the manifold's curvature. It is 0 where nothing is across it.
func NoiseOf(scales []Scale, m int) float64 {
	if len(scales) == 0 || m >= len(scales[0].values) {
		return 0
	}
	least, at := math.Inf(1), false
	for _, s := range scales {
		if found := s.noiseIn(m); s.Dimension == m && (!at || found < least) || !at && found < least {
			least, at = found, at || s.Dimension == m
		}
	}
	return least
}

// Narrower is the estimate with one dimension less, where the points look like noise about the ridge that coarser
// scales have. Noise that is larger along one normal than along the others, as of one bad column, makes a curve a strip
// at scales finer than it; but strips end, and noise thins out.
func (l *Look) Narrower(ctx context.Context, e Estimate) (Estimate, error) {
	m := e.Dimension - 1
	if m < 1 || e.ByScale != e.Dimension || !stableAt(e.Scales, m) {
		return e, nil
	}
	form, err := l.Form(ctx, m)
	if err != nil || form == nil {
		return e, err
	}
	if form.Across.Normal() && form.Across.Deviation <= mostNoise {
		e.Dimension, e.ByScale, e.Noise, e.Lopsided = m, m, form.Across.Deviation, true
	}
	return e, nil
}

// stableAt reports whether a dimension is the same at a few successive scales, of which none is coarser.
func stableAt(scales []Scale, m int) bool {
	runs := Runs(scales)
	last := len(runs) - 1
	return last > 0 && runs[last].Dimension == m && runs[last].To-runs[last].From >= stable
}

// Scale is what points look like at one length.
type Scale struct {
	Noise     float64 // by which they are blurred, as a share of their scale (points.Set.Scale)
	Dimension int     // number of tangents
	Fine      bool    // finer than the spacing of the points: what is seen there alone is single points
	values    []float64
}

const (
	half    = 0.5  // eigenvalue below which a direction is a tangent
	unsure  = 0.35 // eigenvalue above which it may be a normal that is not trained out
	leastOf = 0.4  // share of the other normals' mean that such a normal has at least
)

// ScaleOf is a spectrum at a length, of which unit is the data's scale.
func ScaleOf(s ridged.Spectrum, unit float64) Scale {
	return Scale{Noise: s.Noise / unit, Dimension: tangents(s.Values), values: s.Values}
}

// tangents counts eigenvalues below 1/2 but those that belong to the normals: in many dimensions, or where noise is
// near the length, some of these stay a little below.
func tangents(values []float64) int {
	below := 0
	for below < len(values) && values[below] < half {
		below++
	}
	if below == len(values) {
		return below
	}
	normal := floats.Sum(values[below:]) / float64(len(values)-below)
	for below > 0 && values[below-1] > max(unsure, leastOf*normal) {
		below--
	}
	return below
}

// noiseIn is the standard deviation t of the noise in the data, as a share of their scale: across a manifold of
// dimension m eigenvalues are s^2/(s^2 + t^2).
func (s Scale) noiseIn(m int) float64 {
	across := statistics.Median(slices.Clone(s.values[m:]))
	return s.Noise * math.Sqrt(max(0, 1/max(across, 1e-9)-1))
}
