package mesh

import (
	"cmp"
	"math"
	"slices"

	"ebim/framework/neighbors"
	"ebim/framework/points"
)

// Exchange is two gaps of a curve, of different strands or far along one, whose sides lie nearer to each other than
// across: the curve may as well go from one strand to the other there.
type Exchange struct {
	Gaps [2]Gap
	// Likelier is the logarithm of how much likelier it is that no data lie on the two ways between the strands than on
	// the two gaps, where data are spread at random as densely as beside the gaps.
	Likelier float64

	across  float64 // length of the two ways between the strands
	crossed bool    // from the start of one to the end of the other
}

// leastPart is how many data a part of a strand holds, at least, that would be cut off as a loop of its own.
const leastPart = 14

// Exchanges are those that are likelier by more than a logarithm, the likeliest first, none with a gap of another. Data
// farther off the curve than a distance do not count.
func (m *Mesh) Exchanges(data *points.Set, within, least float64) (found []Exchange) {
	strands := m.strands()
	gaps := slices.DeleteFunc(gapsOn(strands, m.orderedFeet(strands, data, within), atRandom()),
		func(g Gap) bool { return !(g.Missing > 1) })
	middles := points.New(len(gaps), m.Vertices.Dim)
	for i, g := range gaps {
		for j := range middles.Dim {
			middles.At(i)[j] = (g.From[j] + g.To[j]) / 2
		}
	}
	tree := neighbors.New(middles)
	for i, g := range gaps {
		// The middles are no farther from each other than half of both ways.
		near, distances := tree.Nearest(middles.At(i), min(len(gaps), nearGaps))
		for k, j := range near {
			if other := gaps[j]; distances[k] <= g.Length && other.Length <= g.Length && i != j && g.apart(other) {
				if e := exchangeOf(g, other); e.Likelier > least {
					found = append(found, e)
				}
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Exchange) int { return cmp.Compare(b.Likelier, a.Likelier) })
	var taken []Exchange
	for _, e := range found {
		if !slices.ContainsFunc(taken, func(t Exchange) bool {
			return slices.ContainsFunc(t.Gaps[:], func(g Gap) bool { return g.same(e.Gaps[0]) || g.same(e.Gaps[1]) })
		}) {
			taken = append(taken, e)
		}
	}
	return taken
}

// nearGaps are how many are looked at around each.
const nearGaps = 32

func (g Gap) same(as Gap) bool { return g.strand == as.strand && g.from == as.from }

// apart reports whether gaps are of different strands, or so far along one that parts between them are seen.
func (g Gap) apart(from Gap) bool {
	if g.strand != from.strand {
		return true
	}
	between := max(from.from-g.to, g.from-from.to)
	if g.around || from.around {
		between = math.Abs(from.from-g.from) - max(g.Length, from.Length)
	}
	rest := g.turn - between - g.Length - from.Length
	density := (g.Missing + from.Missing) / (g.Length + from.Length)
	return min(between, rest)*density > leastPart
}

// Apart is how far the strands are from each other there, in the mean.
func (e Exchange) Apart() float64 { return e.across / 2 }

func exchangeOf(a, b Gap) Exchange {
	e := Exchange{Gaps: [2]Gap{a, b}}
	straight, crossed := apart(a.From, b.From)+apart(a.To, b.To), apart(a.From, b.To)+apart(a.To, b.From)
	e.crossed, e.across = crossed < straight, min(straight, crossed)
	density := (a.Missing + b.Missing) / (a.Length + b.Length)
	e.Likelier = a.Missing + b.Missing - density*e.across
	return e
}

// Exchanged is the curve that goes from strand to strand there.
func (m *Mesh) Exchanged(exchanges []Exchange) *Mesh {
	var gaps []Gap
	for _, e := range exchanges {
		gaps = append(gaps, e.Gaps[:]...)
	}
	cut := m.WithoutGaps(gaps)
	for _, e := range exchanges {
		a, b := e.Gaps[0], e.Gaps[1]
		if e.crossed {
			b.From, b.To = b.To, b.From
		}
		for _, way := range [2][2][]float64{{a.From, b.From}, {a.To, b.To}} {
			from, to := cut.vertexAt(way[0]), cut.vertexAt(way[1])
			cut.Elements = append(cut.Elements, from, to)
		}
	}
	return cut
}

// vertexAt is the vertex nearest to a point.
func (m *Mesh) vertexAt(x []float64) int32 {
	best, nearest := 0, math.Inf(1)
	for v := range m.Vertices.Len() {
		if d := points.SquaredDistance(m.Vertices.At(v), x); d < nearest {
			best, nearest = v, d
		}
	}
	return int32(best)
}
