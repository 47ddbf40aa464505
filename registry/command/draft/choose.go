package draft

import (
	"fmt"
	"strings"

	"ebim/framework/shape"
)

// Models that are chosen from.
const (
	ebimModel  = "ebim"
	ridgeModel = "ridge"
	givenModel = "given_manifold"
)

// leastNoise is the share of the data's spread from which noise is more than F = 0 passes through the middle of.
const leastNoise = 0.03

// leastBackground is the share of points off a manifold from which F = 0 gets pieces of its own for them.
const leastBackground = 0.015

// leastEdge is a surface's boundary, as shape.Form.Edge, from which on it ends, even where meshes do not agree how
// often: flaws of one are shorter.
const leastEdge = 2

// mostClosed is the share of meshes without ends and crossings, of those that do not agree, below which the points have
// some.
const mostClosed = 0.5

// Of fewer data than fewOnCurve on a curve, gaps that have at least the chance leastClosed on a closed one don't show
// that it ends.
const (
	fewOnCurve  = 50
	leastClosed = 0.05
)

// choose is the model for so many different points in R^n on a manifold of dimension m, with noise as a share of their
// spread and the form of their ridge, nil for none; and why, in words. F = 0 is more exact where it can have the shape:
// closed, two-sided, without crossings, noise or background. Its mesh needs n <= 3.
func choose(data, n, m int, noise float64, form *shape.Form) (name, reason string) {
	if m > 2 {
		return chooseSolid(noise, form)
	}
	if data < fewOnCurve && m == 1 && n <= 3 && mayClose(form) {
		return ebimModel, "so few points leave open whether they end; compare with the model ridge"
	}
	var seen []string
	if form != nil && form.Certain() {
		seen = oddities(*form)
	}
	if noise >= leastNoise {
		seen = append(seen, "noise of "+percent(noise)+" of their spread")
	}
	seenClosed, prefix := "", ""
	if form != nil && form.Certain() {
		seenClosed = "the points seem to lie on " + closed(*form)
		prefix = seenClosed + "; "
	}
	switch {
	case len(seen) > 0:
		return ridgeModel, "the points seem to have " + listed(seen) + ", which F = 0 can't"
	case form != nil && form.Edge >= leastEdge:
		return ridgeModel, "the points seem to have edges, if not for certain, which F = 0 can't"
	case form != nil && !form.Certain() && !form.Thin && form.Closed < mostClosed:
		return ridgeModel, "the points seem to have " + map[int]string{1: "ends or crossings", 2: "edges"}[m] +
			", if not for certain, which F = 0 can't"
	case n > 3:
		return ridgeModel, fmt.Sprintf("%sin R^%d it has a mesh, and F = 0 has none", prefix, n)
	case form == nil:
		return ebimModel, "no ridge was found, as of few points"
	case !form.Certain():
		return ebimModel, "few points, or uneven ones, leave open whether they end; compare with the model ridge"
	}
	return ebimModel, seenClosed + " without ends, crossings, noise or background"
}

// mayClose reports whether a curve may be closed, of which there is no more than gaps between few data.
func mayClose(form *shape.Form) bool {
	return form == nil || form.Boundary == 0 && form.Crossings == 0 || form.ClosedBy >= leastClosed
}

// leastRim is the share of points near an edge from which on a manifold ends.
const leastRim = 0.03

// chooseSolid is choose for three and more dimensions, where no model has a mesh.
func chooseSolid(noise float64, form *shape.Form) (name, reason string) {
	var seen []string
	if form != nil && form.Rim >= leastRim {
		seen = append(seen, "edges (or to thin out), near which "+percent(form.Rim)+" of them lie")
	}
	if noise >= leastNoise {
		seen = append(seen, "noise of "+percent(noise)+" of their spread")
	}
	switch {
	case len(seen) > 0:
		return ridgeModel, "the points seem to have " + listed(seen) + ", which F = 0 can't"
	case form == nil:
		return ebimModel, "in so many dimensions it can't be told whether they end; compare with the model ridge"
	}
	return ebimModel, "no edges or noise of the points are seen, and F = 0 is more exact"
}

// oddities are what a zero set can't have.
func oddities(f shape.Form) (seen []string) {
	if f.Boundary > 1 || f.Boundary == 1 && f.Crossings == 0 { // one end alone is what a crossing may leave
		seen = append(seen, counted(f.Boundary, map[int]string{1: "end", 2: "edge"}[f.Dimension]))
	}
	if !f.Orientable {
		seen = append(seen, "one side only")
	}
	if f.Crossings > 0 && f.Dimension == 1 {
		seen = append(seen, counted(f.Crossings, "crossing"))
	}
	if f.Crossings > 0 && f.Dimension == 2 {
		seen = append(seen, counted(f.Crossings, "curve")+" in which sheets cross")
	}
	if f.Background >= leastBackground {
		seen = append(seen, "a background of "+percent(f.Background))
	}
	return seen
}

func closed(f shape.Form) string {
	thing := map[int]string{1: "closed curve", 2: "closed, two-sided surface"}[f.Dimension]
	if f.Components == 1 {
		return "a " + thing
	}
	return counted(f.Components, thing)
}

func counted(count int, thing string) string {
	if count == 1 {
		return "one " + thing
	}
	return fmt.Sprintf("%d %ss", count, thing)
}

// listed joins parts by commas and an and.
func listed(parts []string) string {
	if last := len(parts) - 1; last > 0 {
		return strings.Join(parts[:last], ", ") + " and " + parts[last]
	}
	return parts[0]
}
