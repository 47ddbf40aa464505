package mesh

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/graph/path"
	"gonum.org/v1/gonum/graph/simple"

	"ebim/framework/points"
)

// FacingEnds is two ends of a curve that face each other.
type FacingEnds struct {
	Ends   [2]int32
	Way    [][]float64 // from the first to the second, through data between them
	Chance float64     // of a step as long as the longest on the way, if data are spread at random (see Gaps)
	Few    bool        // data are too few for that
}

// Facing are the pairs of ends, each nearest to the other of those of other strands or of all, that the data do not
// show to be apart: no step of the way between them has at most a chance. Only some are looked at, or all for nil.
func (m *Mesh) Facing(data *points.Set, within, chance float64, some func(FacingEnds) bool) (found []FacingEnds) {
	ends, opposite := m.Ends(), map[int32]int32{}
	for _, s := range m.strands() {
		if !s.loop {
			first, last := s.ends(m)
			opposite[first], opposite[last] = last, first
		}
	}
	type next struct{ all, others int32 }
	nearest := map[int32]next{}
	for _, v := range ends {
		closest := func(but int32) (w int32) {
			least := math.Inf(1)
			for _, u := range ends {
				if d := apart(m.Vertices.At(int(v)), m.Vertices.At(int(u))); u != v && u != but && d < least {
					w, least = u, d
				}
			}
			return w
		}
		nearest[v] = next{closest(v), closest(opposite[v])}
	}
	left := sync.OnceValue(func() []beyond { return m.leftOut(ends, data, within) })
	for i, v := range ends {
		for _, w := range ends[:i] {
			all := nearest[v].all == w && nearest[w].all == v
			others := nearest[v].others == w && nearest[w].others == v
			if !all && !others {
				continue
			}
			f := FacingEnds{Ends: [2]int32{w, v}}
			f.Way = m.wayBetween(f.Ends, left())
			if some != nil && !some(f) {
				continue
			}
			if m.doubt(&f, data, within); f.Few || f.Chance > chance {
				found = append(found, f)
			}
		}
	}
	return found
}

// Joined is the curve with the way between two ends.
func (m *Mesh) Joined(f FacingEnds) *Mesh {
	joined := &Mesh{Dimension: 1, Notes: m.Notes, Elements: slices.Clone(m.Elements),
		Vertices: &points.Set{Dim: m.Vertices.Dim, Data: slices.Clone(m.Vertices.Data)}}
	last := f.Ends[0]
	for _, x := range f.Way[1 : len(f.Way)-1] {
		next := int32(joined.Vertices.Len())
		joined.Vertices.Data = append(joined.Vertices.Data, x...)
		joined.Elements = append(joined.Elements, last, next)
		last = next
	}
	joined.Elements = append(joined.Elements, last, f.Ends[1])
	return joined
}

// beyond is a datum that a curve leaves out, or that lies nearest to an end.
type beyond struct {
	at, foot []float64
	far      bool
}

// leftOut are data farther off a curve than a distance, or nearest to one of its ends.
func (m *Mesh) leftOut(ends []int32, data *points.Set, within float64) (left []beyond) {
	locator := NewLocator(m)
	for i := range data.Len() {
		_, foot, distance := locator.Nearest(data.At(i))
		if distance > within || slices.ContainsFunc(ends, func(v int32) bool {
			return slices.Equal(foot, m.Vertices.At(int(v)))
		}) {
			left = append(left, beyond{data.At(i), foot, distance > within})
		}
	}
	return left
}

// wayBetween is the way between two ends through data that the curve leaves out, by the least sum of squared steps, so
// that it takes in each that lies between. Of these none makes the straight way longer by more than a half.
func (m *Mesh) wayBetween(ends [2]int32, left []beyond) (way [][]float64) {
	const detour, most = 1.5, 200
	a, b := m.Vertices.At(int(ends[0])), m.Vertices.At(int(ends[1]))
	between := [][]float64{a}
	for _, x := range left {
		if apart(a, x.at)+apart(x.at, b) <= detour*apart(a, b) &&
			(x.far || slices.Equal(x.foot, a) || slices.Equal(x.foot, b)) {
			between = append(between, x.at)
		}
	}
	if between = append(between, b); len(between) > most {
		return [][]float64{a, b}
	}
	for _, k := range leastSquares(between) {
		way = append(way, between[k])
	}
	return way
}

// leastSquares are the points on the way from the first to the last of some whose squared steps have the least sum.
func leastSquares(x [][]float64) (way []int) {
	steps := simple.NewWeightedUndirectedGraph(0, math.Inf(1))
	for i := range x {
		for j := range i {
			steps.SetWeightedEdge(simple.WeightedEdge{F: simple.Node(i), T: simple.Node(j),
				W: points.SquaredDistance(x[i], x[j])})
		}
	}
	nodes, _ := path.DijkstraFrom(simple.Node(0), steps).To(int64(len(x) - 1))
	for _, node := range nodes {
		way = append(way, int(node.ID()))
	}
	return way
}

// doubt finds the chance of the longest step on the way between two ends.
func (m *Mesh) doubt(f *FacingEnds, data *points.Set, within float64) {
	joined := m.Joined(*f)
	first, last := m.Len(), joined.Len()-1
	all := joined.strands()
	feet := joined.orderedFeet(all, data, within)
	s := slices.IndexFunc(all, func(of strand) bool { return slices.Contains(of.elements, first) })
	of := all[s]
	f.Few, f.Chance = of.sparse(len(feet[s]), leastGaps), math.Inf(1)
	k, l := slices.Index(of.elements, first), slices.Index(of.elements, last)
	k, l = min(k, l), max(k, l)
	from, to := of.before[k], of.before[l]+measure(joined.Vertices, joined.Element(of.elements[l]))
	for _, g := range slices.Concat(gapsOn(all, feet, onTheWay()), joined.bridgeGaps(all, feet)) {
		before, after := from < g.to, to > g.from
		if g.strand == s && (before && after || g.around && (before || after)) {
			f.Chance = min(f.Chance, g.Chance)
		}
	}
}

// FacingStrands counts the ends of a curve that point at a strand, straight ahead, and that the data do not show to be
// apart from it: the way there is not longer than those from datum to datum before the end, at most with a chance. The
// chance is that of Gaps, times the number of ends.
func (m *Mesh) FacingStrands(data *points.Set, within, chance float64) (count int) {
	all := m.strands()
	feet := m.orderedFeet(all, data, within)
	ends := float64(len(m.Ends()))
	walks := NewWalks(m)
	for s, of := range all {
		if of.loop {
			continue
		}
		first, last := of.ends(m)
		for _, v := range []int32{first, last} {
			ahead, found := m.ahead(walks, v)
			if !found || len(feet[s]) == 0 {
				continue
			}
			missed := feet[s][0].along
			if v == last {
				missed = of.length - feet[s][len(feet[s])-1].along
			}
			lengths := lengthsFrom(feet[s], v == last)
			p := math.Pow(1+(missed+ahead)/max(floats.Sum(lengths), 1e-300), -float64(len(lengths)))
			if p*ends > chance {
				count++
			}
		}
	}
	return count
}

// ahead is how far the curve is from an end of its own in the direction in which it ends.
func (m *Mesh) ahead(walks *Walks, v int32) (distance float64, found bool) {
	const straight = 0.9 // cosine
	if len(walks.At(v)) != 1 {
		return 0, false
	}
	at, e := m.Vertices.At(int(v)), m.Element(int(walks.At(v)[0]))
	out, to := make([]float64, len(at)), make([]float64, len(at))
	floats.SubTo(out, at, m.Vertices.At(int(e[0]+e[1]-v)))
	distance = math.Inf(1)
	for _, w := range m.Elements {
		floats.SubTo(to, m.Vertices.At(int(w)), at)
		length := floats.Norm(to, 2)
		if length < distance && floats.Dot(out, to) > straight*length*floats.Norm(out, 2) {
			distance, found = length, true
		}
	}
	return distance, found
}
