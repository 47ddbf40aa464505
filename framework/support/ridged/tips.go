package ridged

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

const (
	mostTip  = 12  // times the blur's noise is how long a tip is that it makes of a corner, at most
	tipArms  = 2   // times its length is how much of the two sides of a tip is looked at
	cutAside = 2   // times its noise is how far beside both sides they meet, at most
	cutReach = 10  // times its noise is how far sides end before they meet, by the blur, at most
	blunt    = 0.5 // cosine of the angle between the ways of two sides, of which less is no corner
)

// sharpen gives a curve corners where data say that it has them and the blur hides them: where a strand branches off
// and ends that is the tip of two others, and where two sides end that would meet.
func sharpen(m *mesh.Mesh, data *points.Set, noise, blur float64) {
	tried := map[[2]int32]bool{}
	for sharpenOnce(m, data, noise, blur, tried) {
	}
}

// sharpenOnce makes one corner, and remembers the ends of what it tried; false where there is none.
func sharpenOnce(m *mesh.Mesh, data *points.Set, noise, blur float64, tried map[[2]int32]bool) bool {
	var nearest []int // segment, of each datum
	makes := func(w wedge, ends [2]int32) bool {
		if tried[ends] {
			return false
		}
		tried[ends] = true
		if nearest == nil {
			nearest = nearestElements(m, data)
		}
		corner := w.corner(m, data, nearest, noise)
		if corner != nil {
			w.replace(m, corner)
		}
		return corner != nil
	}
	walks, ends := mesh.NewWalks(m), m.Ends()
	for k, a := range ends {
		if tip, ok := tipAt(m, walks, a, blur); ok && makes(tip, [2]int32{a, a}) {
			return true
		}
		for _, b := range ends[:k] {
			two := [2]int32{a, b}
			if cut, ok := cutAt(m, walks, two, blur); ok && makes(cut, two) {
				return true
			}
		}
	}
	return false
}

func nearestElements(m *mesh.Mesh, data *points.Set) []int {
	locator, nearest := mesh.NewLocator(m), make([]int, data.Len())
	for i := range nearest {
		nearest[i], _, _ = locator.Nearest(data.At(i))
	}
	return nearest
}

// wedge is two strands that may meet in a corner, up to some way from it.
type wedge struct {
	at       []float64 // where they meet, or nearly
	ends     []int32   // theirs, where they are cut off; or the tip's
	arms     [2]arm
	stem     []int // segments of the tip, the strand that may be both of them
	elements []int // all segments
}

// arm is a strand from a vertex to another.
type arm struct {
	to       int32
	length   float64 // from the one to the other
	elements []int
}

// armFrom follows a strand from a vertex until it is farther away than a radius, branches or ends.
func armFrom(m *mesh.Mesh, walks *mesh.Walks, from int32, element int, radius float64) (a arm) {
	for a.to = from; ; {
		a.elements = append(a.elements, element)
		a.to = other(m.Element(element), a.to)
		a.length = floats.Distance(m.Vertices.At(int(from)), m.Vertices.At(int(a.to)), 2)
		around := walks.At(a.to)
		if a.length >= radius || len(around) != 2 {
			return a
		}
		element = int(around[0]+around[1]) - element
	}
}

// tipAt is the strand that ends at a vertex with two that it branches off from; not ok where these are shorter, or the
// blur makes no tip as long.
func tipAt(m *mesh.Mesh, walks *mesh.Walks, end int32, blur float64) (w wedge, ok bool) {
	w.stem, _ = strandFrom(m, end)
	branch := end
	for _, i := range w.stem {
		branch = other(m.Element(i), branch)
	}
	if len(walks.At(branch)) != 3 {
		return w, false
	}
	w.at, w.ends, w.elements = m.Vertices.At(int(branch)), []int32{end}, slices.Clone(w.stem)
	length, k := floats.Distance(w.at, m.Vertices.At(int(end)), 2), 0
	if length > mostTip*blur {
		return w, false
	}
	var near, far [2]arm
	for _, first := range walks.At(branch) {
		if int(first) != w.stem[len(w.stem)-1] {
			near[k] = armFrom(m, walks, branch, int(first), length)
			far[k] = armFrom(m, walks, branch, int(first), tipArms*length)
			k++
		}
	}
	if w.arms = far; !(armsApart(m, far) > armsApart(m, near)) { // sides of a corner go apart
		w.arms = near
	}
	for _, a := range w.arms {
		if a.length < length {
			return w, false
		}
		w.elements = append(w.elements, a.elements...)
	}
	return w, w.arms[0].to != w.arms[1].to
}

// armsApart is how far two arms are from each other where they end.
func armsApart(m *mesh.Mesh, arms [2]arm) float64 {
	return floats.Distance(m.Vertices.At(int(arms[0].to)), m.Vertices.At(int(arms[1].to)), 2)
}

// cutAt is two strands that end and would meet near there at an angle, as far as a blur cuts them.
func cutAt(m *mesh.Mesh, walks *mesh.Walks, ends [2]int32, blur float64) (w wedge, ok bool) {
	reach := cutReach * blur
	at := func(v int32) []float64 { return m.Vertices.At(int(v)) }
	if floats.Distance(at(ends[0]), at(ends[1]), 2) > 2*reach {
		return w, false
	}
	through, directions := points.New(0, m.Vertices.Dim), make([][]float64, 2)
	for k, end := range ends {
		w.arms[k] = armFrom(m, walks, end, int(walks.At(end)[0]), tipArms*reach)
		w.elements = append(w.elements, w.arms[k].elements...)
		if w.arms[k].length < reach {
			return w, false
		}
		directions[k] = make([]float64, m.Vertices.Dim)
		floats.SubTo(directions[k], at(end), at(w.arms[k].to))
		floats.Scale(1/w.arms[k].length, directions[k])
		through.Data = append(through.Data, at(end)...)
	}
	if floats.Dot(directions[0], directions[1]) < -blunt || w.arms[0].to == ends[1] || w.arms[0].to == w.arms[1].to {
		return w, false
	}
	if w.at = mesh.Meeting(through, directions, nil); w.at == nil {
		return w, false
	}
	w.ends = ends[:]
	for k, end := range ends {
		away := make([]float64, m.Vertices.Dim)
		floats.SubTo(away, w.at, at(end))
		along, apart := floats.Dot(away, directions[k]), floats.Norm(away, 2)
		if apart > reach || apart*apart-along*along > math.Pow(cutAside*blur, 2) {
			return w, false
		}
	}
	return w, true
}

// replace puts a corner in place of the sides.
func (w *wedge) replace(m *mesh.Mesh, corner []float64) {
	var elements []int32
	for i := range m.Len() {
		if !slices.Contains(w.elements, i) {
			elements = append(elements, m.Element(i)...)
		}
	}
	added := int32(m.Vertices.Len())
	m.Vertices = &points.Set{Dim: m.Vertices.Dim, Data: slices.Concat(m.Vertices.Data, corner)}
	m.Elements = append(elements, w.arms[0].to, added, added, w.arms[1].to)
}

const mostOfSides = 200 // data that say whether there is a corner

// corner is where two strands meet, in the plane of the sides, if that is likelier than three strands, or two that end;
// nil where it is not. Of a tip without data there is nothing to ask.
func (w *wedge) corner(m *mesh.Mesh, data *points.Set, nearest []int, noise float64) []float64 {
	p, ok := planeThrough(w.at, m.Vertices.At(int(w.arms[0].to)), m.Vertices.At(int(w.arms[1].to)))
	if !ok {
		return nil
	}
	var own []int
	empty := true // the tip
	for i, element := range nearest {
		if slices.Contains(w.elements, element) {
			own = append(own, i)
			empty = empty && !slices.Contains(w.stem, element)
		}
	}
	if len(own) == 0 {
		return nil
	}
	var x [][2]float64
	for _, k := range points.EvenlySpaced(len(own), mostOfSides) {
		x = append(x, p.of(data.At(own[k])))
	}
	place := func(v int32) [2]float64 { return p.of(m.Vertices.At(int(v))) }
	known, end, meeting := [][2]float64{place(w.arms[0].to), place(w.arms[1].to)}, place(w.ends[0]), [2]float64{}
	cut := len(w.ends) == 2
	if !cut && !empty {
		if meeting = end; !goesOn(slices.Concat(known, [][2]float64{{}, end})) {
			return nil
		}
	}
	two := strokes{known: known, free: 1, joins: [][2]int{{0, 2}, {2, 1}}}
	places, criterion := two.fitted(x, [][2]float64{meeting}, noise/p.scale)
	other, of := strokes{known: known, free: 2}, math.Inf(1)
	switch {
	case cut:
		other.joins = [][2]int{{0, 2}, {1, 3}}
		_, of = other.fitted(x, [][2]float64{end, place(w.ends[1])}, noise/p.scale)
	case !empty:
		other.joins, other.allowed = [][2]int{{0, 2}, {2, 1}, {2, 3}}, goesOn
		_, of = other.fitted(x, [][2]float64{{}, end}, noise/p.scale)
	}
	if of <= criterion {
		return nil
	}
	return p.at(places[0])
}

// goesOn reports whether the third of three strands leads away from both others. Else it would follow one of them where
// the data are denser.
func goesOn(places [][2]float64) bool {
	return dot(places[2], places[3], places[0]) < 0 && dot(places[2], places[3], places[1]) < 0
}
