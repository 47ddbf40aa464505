// Package dimension estimates the dimension m of the manifold that points in R^n lie on, by two methods that fail in
// different ways, each at several scales: the ratio of the distances to the two nearest neighbors (two_nearest.go),
// which noise and rounding raise and large dimensions lower, and the principal components of neighborhoods
// (spectrum.go), which need many points where m is large.
package dimension

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/neighbors"
	"ebim/framework/points"
	"ebim/framework/random"
)

// Estimate is what is found of some points.
type Estimate struct {
	Distinct  int // points, each once
	Ambient   int // n
	Dimension int // m; n says that the points lie on no manifold of a lower dimension
	// Nearest is the estimate by two nearest neighbors, the middle between that at the finest scale and its
	// extrapolation to scale 0, and Error its uncertainty: the standard error and half of the way between the two. NaN
	// and infinite where neighbors say nothing.
	Nearest, Error float64
	Scales         []Scale    // from fine to coarse
	Spectra        []Spectrum // from fine to coarse
	Clear          bool       // Dimension is that of a clear gap of principal components
	Curves         float64    // share of the points that lie along curves; see neighbors.Curves
	Few            bool       // too few points for the dimension that two nearest neighbors say: n is taken
	Notes          []string   // sentences on the numbers
	Doubts         []string   // sentences on what the methods don't agree on, and what may be the reason
}

// Full says that no manifold of a lower dimension was found.
func (e Estimate) Full() bool { return e.Dimension == e.Ambient }

// Sure says that principal components show the dimension by wide gaps at two successive scales that are no jump apart,
// as those within clusters and across them are: two clusters always look like a line.
func (e Estimate) Sure() bool {
	const wideGap, jump = 20, 4
	wide := func(s Spectrum) bool { return s.Dimension == e.Dimension && s.Gap >= wideGap }
	for i := 1; i < len(e.Spectra); i++ {
		fine, coarse := e.Spectra[i-1], e.Spectra[i]
		if wide(fine) && wide(coarse) && coarse.Length < jump*fine.Length {
			return e.Clear
		}
	}
	return false
}

const (
	// Fewest is the number of distinct points below which nothing is estimated.
	Fewest     = 10
	looked     = 20000 // points at most
	fullShare  = 0.8   // of n: an estimate above it, without a gap in any spectrum, says n
	manyTies   = 0.02
	fewAxes    = 4   // up to which 8 neighbors show a gap where there is one
	unresolved = 0.3 // difference of estimates that counts as none
	mostCloud  = 200 // up to how many dimensions points are compared with a cloud
	deviations = 2   // that estimates of the two differ by, at least
)

// LeastAlong is how many points a manifold has along each of its dimensions, at least, if it is to be seen. The torus
// of seven dimensions of the zoo has 2.8, and comes out right.
const LeastAlong = 2.5

// Along is how many of count points there are along each of some dimensions.
func Along(count, dimensions int) float64 { return math.Pow(float64(count), 1/float64(dimensions)) }

// Of estimates the dimension of finite points; of more than 20,000 it takes 20,000. Fewer than Fewest different ones
// are an error.
func Of(x *points.Set) (Estimate, error) {
	distinct, _ := x.Places()
	e := Estimate{Distinct: len(distinct), Ambient: x.Dim}
	if len(distinct) < Fewest {
		return e, fmt.Errorf("there are %d different points; at least %d are needed to estimate a dimension",
			len(distinct), Fewest)
	}
	rng := random.New(0, "dimension", 0)
	if len(distinct) > looked {
		rng.Shuffle(len(distinct), func(i, j int) { distinct[i], distinct[j] = distinct[j], distinct[i] })
		distinct = distinct[:looked]
	}
	set := x.Select(distinct)
	var err error
	if e.Spectra, err = Spectra(set, rng); err != nil {
		return e, err
	}
	e.Scales = TwoNearest(set, rng)
	e.Curves = neighbors.Curves(set)
	e.nearest()
	err = e.decide(func() (int, error) { return rank(set) }, func() (float64, float64) { return ofCloud(set, rng) })
	return e, err
}

// nearest sums up the scales that are not those of a grid of rounded numbers.
func (e *Estimate) nearest() {
	scales := e.Scales
	for len(scales) > 0 && scales[0].Ties > manyTies {
		scales = scales[1:]
	}
	e.Nearest, e.Error = math.NaN(), math.Inf(1)
	if len(scales) == 0 {
		e.note("two nearest neighbors say nothing: many points have them at the same distance, as in regular " +
			"patterns or where numbers are rounded")
		return
	}
	if len(scales) < len(e.Scales) {
		e.note("many points have two nearest neighbors at the same distance: the numbers are rounded to about %.2g, "+
			"and finer scales are left out", e.Scales[0].Length)
	}
	fine := scales[0]
	limit, standardError := extrapolated(scales)
	limit = min(max(limit, fine.Dimension-1), fine.Dimension+1) // farther is no matter of curvature
	e.Nearest = (fine.Dimension + limit) / 2
	e.Error = math.Max(fine.Error, math.Min(standardError, 1)) + math.Abs(limit-fine.Dimension)/2
}

// decide takes the finest clear gap, and two nearest neighbors where there is none. They see too few of many
// dimensions: points that have as many, but for the uncertainty of both, as a cloud with their correlations fill
// their space.
func (e *Estimate) decide(rank func() (int, error), cloud func() (nearest, uncertainty float64)) error {
	for i, s := range e.Spectra {
		// A manifold that is curved at the scale of its neighborhoods fills more dimensions than it has, noise never
		// less.
		if m := float64(s.Dimension); !s.Clear() || 0.85*m > e.Nearest+2*e.Error {
			continue
		}
		if noise, err := e.noiseInPlane(i, rank); noise || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		e.Dimension, e.Clear = s.Dimension, true
		e.compare(s, i > 0)
		return nil
	}
	e.withoutGap(cloud)
	return nil
}

// withoutGap decides by two nearest neighbors.
func (e *Estimate) withoutGap(cloud func() (nearest, uncertainty float64)) {
	n := float64(e.Ambient)
	if math.IsNaN(e.Nearest) || e.Nearest > fullShare*n || math.Round(e.Nearest) >= n {
		e.Dimension = e.Ambient
		return
	}
	if len(e.Spectra) > 0 && e.Ambient <= fewAxes {
		e.Dimension = e.Ambient
		e.doubt("the two methods disagree: two nearest neighbors say %.1f, as for points in clusters or rounded "+
			"ones, while %s", e.Nearest, e.unused())
		return
	}
	if e.Ambient > fewAxes && e.Ambient <= mostCloud {
		if nearest, uncertainty := cloud(); e.Nearest+deviations*math.Hypot(e.Error, uncertainty) >= nearest {
			e.Dimension = e.Ambient
			e.note("two nearest neighbors say %.1f for a cloud of the same columns and correlations, too, which fills "+
				"its space", nearest)
			return
		}
	}
	e.Dimension = max(1, int(math.Round(e.Nearest)))
	if len(e.Spectra) > 0 && Along(e.Distinct, e.Dimension) < LeastAlong {
		e.doubt("two nearest neighbors say %.1f dimensions, which %d points are too few to show, and %s; "+
			"give --dimension if you know one", e.Nearest, e.Distinct, e.gaps())
		e.Dimension, e.Few = e.Ambient, true
		return
	}
	if len(e.Spectra) > 0 {
		e.doubt("%s, as with few points in many dimensions, strong curvature or noise: the estimate stands on two "+
			"nearest neighbors alone, with an uncertainty of %.2g; give --dimension if you know better", e.gaps(),
			e.Error)
	}
}

// noiseInPlane reports whether a spectrum's dimension is that of the smallest plane that holds all points, as of shares
// that add up to 1, and larger neighborhoods clearly have fewer by three or more: noise fills that plane.
func (e *Estimate) noiseInPlane(i int, rank func() (int, error)) (bool, error) {
	const fewer = 3
	m := e.Spectra[i].Dimension
	if !slices.ContainsFunc(e.Spectra[i+1:], func(s Spectrum) bool { return s.Clear() && s.Dimension <= m-fewer }) {
		return false, nil
	}
	plane, err := rank()
	return m == plane, err
}

// rank is the dimension of the smallest plane that holds points, but for rounding.
func rank(x *points.Set) (int, error) {
	const rounding = 0.005 // standard deviation, as a share of that along the other components
	c, err := neighbors.LargestComponents(x, points.Range(0, x.Len()), x.Dim)
	if err != nil {
		return 0, fmt.Errorf("principal components of the points: %w", err)
	}
	found, sum := len(c.Variances), floats.Sum(c.Variances)
	for found > 1 {
		last := c.Variances[found-1]
		if sum -= last; math.Sqrt(max(last, 0)) > rounding*math.Sqrt(sum/float64(found-1)) {
			break
		}
		found--
	}
	return found, nil
}

// compare reports a difference between a spectrum's dimension, which is taken, and two nearest neighbors.
func (e *Estimate) compare(s Spectrum, fillsBelow bool) {
	m := float64(s.Dimension)
	if len(e.Scales) == 0 { // too many points repeat others
		return
	}
	coarsest := e.Scales[len(e.Scales)-1]
	switch {
	case math.IsNaN(e.Nearest):
	case math.Abs(e.Nearest-m) <= max(unresolved, 2*e.Error) && math.Round(e.Nearest) == m,
		math.Abs(e.Nearest-m) <= unresolved:
	case e.Nearest > m && (fillsBelow || coarsest.Dimension < e.Scales[0].Dimension-unresolved):
		e.doubt("the points look noisy or rounded: neighborhoods smaller than about %.2g fill %.1f dimensions, "+
			"larger ones %d", s.Length, e.Nearest, s.Dimension)
	default:
		e.doubt("the two methods disagree: two nearest neighbors say %.1f, principal components %d, which is taken",
			e.Nearest, s.Dimension)
	}
}

// unused says what principal components say where no gap of theirs is taken.
func (e *Estimate) unused() string {
	for _, s := range e.Spectra {
		if s.Clear() {
			return fmt.Sprintf("principal components say %d", s.Dimension)
		}
	}
	return "neighborhoods are as round as a ball at every scale"
}

// gaps says which clear gaps principal components show where none is taken, as two nearest neighbors see fewer
// dimensions.
func (e *Estimate) gaps() string {
	var after []string
	for _, s := range e.Spectra {
		if text := strconv.Itoa(s.Dimension); s.Clear() && !slices.Contains(after, text) {
			after = append(after, text)
		}
	}
	if after == nil {
		return "principal components show no gap at any scale"
	}
	return "principal components show gaps only after more dimensions (" + strings.Join(after, ", ") + ")"
}

func (e *Estimate) doubt(format string, arguments ...any) {
	e.Doubts = append(e.Doubts, fmt.Sprintf(format, arguments...))
}

func (e *Estimate) note(format string, arguments ...any) {
	e.Notes = append(e.Notes, fmt.Sprintf(format, arguments...))
}
