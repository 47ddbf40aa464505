package draft

import (
	"fmt"

	"ebim/framework/dataset"
	"ebim/framework/neighbors"
	"ebim/framework/shape"
)

const (
	leastStratum = 0.03 // of the points along curves, or on a surface, for a model of their own
	fewestAlong  = 60   // points along curves for one
	fewestOn     = 200  // on a surface
)

// settleStrata decides whether the points along curves, and the others on a surface, are learned apart, and says so, or
// what a single model will miss.
func (s *sketch) settleStrata(e *shape.Estimate) bool {
	share, count := e.Neighbors.Curves, float64(s.set.Len())
	if s.dimension != 2 || s.set.Dim < 3 || share < neighbors.LeastCurves || !e.Agree() {
		return false // where neighbors say dimension 1, all points lie along lines, as of a scan
	}
	if s.known || min(share, 1-share) < leastStratum || share*count < fewestAlong || (1-share)*count < fewestOn ||
		!s.seenInParts(share) {
		s.note("Note: %s of the points lie along curves, and the others on a surface: a model has one dimension, and "+
			"this one will be wrong there; learn the parts apart, each from its own points.", percent(share))
		return false
	}
	s.model, s.curves = ridgeModel, share
	s.note("Models surface, curves and whole: %s of the points seem to lie along curves, the others on a surface: "+
		"each is learned from its own points, and whole is both.", percent(share))
	return true
}

// seenInParts reports whether about as many of fewer points are seen along curves: a run looks at those that it trains
// on, and can't learn curves that it does not see.
func (s *sketch) seenInParts(share float64) bool {
	const parts, least = 5, 0.5
	set := s.set
	if scaling, _ := dataset.Standardize(set, s.choice, s.blocks); scaling != nil {
		set = scaling.In(set)
	}
	for left := range parts {
		var rows []int
		for i := range set.Len() {
			if i%parts != left {
				rows = append(rows, i)
			}
		}
		if neighbors.Curves(set.Select(rows)) < least*share {
			return false
		}
	}
	return true
}

// strata are the models of both, and their mixture.
func (s *sketch) strata(w *yamlWriter) {
	w.line("  surface:", fmt.Sprintf("a learned surface in R^%d, of the points that lie along no curves", s.set.Dim))
	w.line("    ridge: {dimension: 2, points: stratum}", "see `ebim describe model ridge`")
	w.line("  curves:", "learned curves, of the points along them")
	w.line("    ridge: {dimension: 1, points: stratum}", "")
	w.line("  whole:", "both, with their shares of the points")
	w.line(fmt.Sprintf("    mixture: {of: [surface, curves], weights: [%.3g, %.3g]}", 1-s.curves, s.curves), "")
}
