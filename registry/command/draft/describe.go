package draft

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"ebim/framework/dimension"
	"ebim/framework/shape"
)

// described is an estimate in lines; unit is the data's scale, in the unit of their neighbors.
func described(e shape.Estimate, unit float64) []string {
	lines := []string{verdict(e, unit)}
	if len(e.Scales) > 0 {
		lines = append(lines, fmt.Sprintf("  Tangents of a ridge trained for a look (Genovese et al. 2014), by scale; "+
			"the points' spread is %.2g:", unit))
	}
	for _, r := range shape.Runs(e.Scales) {
		from, to := unit*e.Scales[r.From].Noise, unit*e.Scales[r.To-1].Noise
		line := fmt.Sprintf("    %s: dimension %d", span(from, to), r.Dimension)
		if r.Dimension == 0 {
			line += " (clusters)"
		}
		if noise := shape.NoiseOf(e.Scales[r.From:r.To], r.Dimension); noise >= leastTold {
			line += fmt.Sprintf(", noise %.2g", noise*unit)
		}
		lines = append(lines, line)
	}
	lines = append(lines, neighborsDescribed(e.Neighbors)...)
	notes := e.Neighbors.Notes
	switch {
	case !e.Settled():
		notes = append(slices.Clip(notes), e.Neighbors.Doubts...)
		if !e.Agree() {
			where := fmt.Sprintf("in R^%d", e.Neighbors.Ambient)
			if e.Memorized {
				where = fmt.Sprintf("of %d points, which it may have learned by heart", e.Neighbors.Distinct)
			}
			notes = append(notes, fmt.Sprintf("the ridge says dimension %d, which counts less %s", e.ByScale, where))
		}
	case !e.Agree():
		notes = append(slices.Clip(notes), fmt.Sprintf("neighbors and principal components say dimension %d: they see "+
			"the finest scale alone, the ridge sees all", e.Neighbors.Dimension))
	}
	if e.Lopsided {
		notes = append(slices.Clip(notes), fmt.Sprintf("finer scales see dimension %d, but there the points thin out "+
			"as noise does, which is larger in some directions than in others, where a manifold would end; if it "+
			"is no noise, give --dimension %[1]d", e.Dimension+1))
	}
	for _, note := range notes {
		lines = append(lines, "  Note: "+note+".")
	}
	return lines
}

// verdict is the estimate in a sentence.
func verdict(e shape.Estimate, unit float64) string {
	n := e.Neighbors.Ambient
	switch {
	case e.Clusters && !fewFor(e.Neighbors):
		return fmt.Sprintf("Dimension %d: the points seem to lie in clusters in R^%d and not along a manifold of a "+
			"lower dimension, so there is none to learn; if you know one, give --dimension.", n, n)
	case e.Dimension == n:
		return fmt.Sprintf("Dimension %d: %s; if you know one, give --dimension.", n, filled(e.Neighbors))
	case e.Noise >= leastTold:
		return fmt.Sprintf("Dimension %d: estimated, with noise of %.2g (%s of the points' spread).", e.Dimension,
			e.Noise*unit, percent(e.Noise))
	}
	return fmt.Sprintf("Dimension %d: estimated.", e.Dimension)
}

// fewFor says that points are too few to tell whether they fill their space.
func fewFor(e dimension.Estimate) bool { return e.Few || e.Distinct < perColumn*e.Ambient }

// perColumn is how many points there are for each column, at least, if they are to show that they fill their space.
const perColumn = 10

// filled says that no manifold of a lower dimension was found.
func filled(e dimension.Estimate) string {
	if fewFor(e) {
		text := fmt.Sprintf("no manifold of a lower dimension is seen, but %d different points are too few to tell "+
			"in R^%d", e.Distinct, e.Ambient)
		if needed := perColumn * e.Ambient; e.Distinct < needed {
			text += fmt.Sprintf(", where %d or more may show one", needed)
		}
		return text
	}
	return fmt.Sprintf("the points seem to fill R^%d, so there is no manifold to learn", e.Ambient)
}

// tooFew is the error that points are too few for any estimate.
func (s *sketch) tooFew(distinct int) error {
	text := fmt.Sprintf("%s: %d different points are too few to learn from; at least %d are needed, better some "+
		"%d", s.name, distinct, dimension.Fewest, enough)
	if s.isWide() {
		text += "; " + transposed
	}
	return errors.New(text)
}

const (
	// enough points show curves, and most surfaces.
	enough = 100
	// transposed asks about a table of few rows.
	transposed = "there are more columns than rows, each of which is a point: is the table transposed?"
)

// isWide says that a table has more columns of coordinates than rows.
func (s *sketch) isWide() bool { return s.draft == nil && s.set.Dim > s.set.Len() }

// leastTold is the noise, as a share of the spread, that a short training tells from none.
const leastTold = 0.02

func span(from, to float64) string {
	if from == to {
		return fmt.Sprintf("%.2g", from)
	}
	return fmt.Sprintf("%.2g to %.2g", from, to)
}

// neighborsDescribed is the second opinion in lines.
func neighborsDescribed(e dimension.Estimate) []string {
	var lines []string
	text := fmt.Sprintf("  Two nearest neighbors (Facco et al. 2017): %.2f ± %.2f; by distance of the second, from "+
		"all points to few:", e.Nearest, e.Error)
	for _, s := range e.Scales {
		text += fmt.Sprintf(" %.2f ± %.2f at %.2g,", s.Dimension, s.Error, s.Length)
	}
	if !math.IsNaN(e.Nearest) {
		lines = append(lines, strings.TrimSuffix(text, ","))
	}
	if len(e.Spectra) > 0 {
		lines = append(lines,
			"  Principal components of neighborhoods, by share of the variance; gaps relative to points that fill "+
				"their space (3 or more counts):")
	}
	for _, s := range e.Spectra {
		text := fmt.Sprintf("    %d points within %.2g:", s.Neighbors, s.Length)
		for _, share := range s.Shares[:min(len(s.Shares), 10)] {
			text += " " + percent(share)
		}
		if len(s.Shares) > 10 {
			text += " ..."
		}
		lines = append(lines, fmt.Sprintf("%s; gap after %d: %s", text, s.Dimension, gap(s.Gap)))
	}
	return lines
}

func gap(factor float64) string {
	if factor > 100 {
		return "above 100"
	}
	return fmt.Sprintf("%.2g", factor)
}

func percent(share float64) string {
	if p := 100 * share; p >= 0.95 || p == 0 {
		return fmt.Sprintf("%.0f %%", p)
	}
	return fmt.Sprintf("%.1g %%", math.Max(100*share, 1e-3))
}
