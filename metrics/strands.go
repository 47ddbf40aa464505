package metrics

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"ebim/framework/mesh"
	"ebim/framework/neighbors"
	"ebim/framework/points"
)

// closeStrands reports whether two strands of a curve, or sheets of a surface, come within a distance of each other,
// though not within so many times as far along it, at some of its vertices; those where they may are left out.
func closeStrands(m *mesh.Mesh, distance, along float64, may func(x []float64) bool) bool {
	const most, looked = 256, 1000
	ways := mesh.NewWays(m)
	tree, step := neighbors.New(m.Vertices), max(1, m.Vertices.Len()/looked)
	for v := 0; v < m.Vertices.Len(); v += step {
		if ways.Isolated(int32(v)) || may != nil && may(m.Vertices.At(v)) {
			continue
		}
		walked := false
		near, apart := tree.Nearest(m.Vertices.At(v), min(most, m.Vertices.Len()))
		for k, w := range near {
			if apart[k] > distance || ways.Isolated(int32(w)) {
				continue
			}
			if !walked {
				ways.From(along*distance, int32(v))
				walked = true
			}
			if !ways.Reaches(int32(w)) {
				return true
			}
		}
	}
	return false
}

// branchesTold reports whether noise, up to a distance, leaves no doubt of how strands of a curve meet: wherever they
// do, two go straight on in two others at an angle; or all go on for some such distances, are one apart there, and data
// show that they come as near as one.
func branchesTold(m *mesh.Mesh, data *points.Set, noise float64) bool {
	const least, most, chance = 3, 5, 0.05
	walks, strands := mesh.NewWalks(m), 0
	for _, v := range m.Branches() {
		strands += len(walks.At(v))
	}
	for _, v := range m.Branches() {
		if crossStraight(walks.Exits(v, noise)) {
			continue
		}
		far, exits := least, walks.Exits(v, least*noise)
		if walks.Exits(v, most*noise) != nil {
			far = most
		}
		if !areApart(exits, noise) ||
			!comeNear(m.Vertices.At(int(v)), exits, data, noise, float64(far), chance/float64(strands)) {
			return false
		}
	}
	return true
}

// comeNear reports whether along straight strands through exits no fewer data lie one to two distances from a place
// than from there on, up to far of them, but for a chance; and whether it would be seen if there were none. Strands
// that end before the place, by more than noise smears, have fewer.
func comeNear(at []float64, exits []mesh.Exit, data *points.Set, noise, far, chance float64) bool {
	ends, near, farther := points.New(0, data.Dim), make([]float64, len(exits)), make([]float64, len(exits))
	for _, e := range exits {
		end := make([]float64, data.Dim)
		floats.SubTo(end, e.At, at)
		floats.Scale(far*noise/floats.Norm(end, 2), end)
		floats.Add(end, at)
		ends.Data = append(ends.Data, end...)
	}
	around := data.Within(at, far*noise)
	for i := range around.Len() {
		strand, squared := mesh.NearestStrand(around.At(i), at, ends)
		switch away := floats.Distance(at, around.At(i), 2); {
		case squared > noise*noise || away < noise:
		case away < 2*noise:
			near[strand]++
		default:
			farther[strand]++
		}
	}
	share := 1 / (far - 1)
	for k := range exits {
		of := distuv.Binomial{N: near[k] + farther[k], P: share}
		if math.Pow(1-share, farther[k]) > chance || of.CDF(near[k]) < chance {
			return false
		}
	}
	return true
}

// crossStraight reports whether of four exits two go straight on in the two others at an angle: strands that bend away
// from each other would turn within the noise.
func crossStraight(exits []mesh.Exit) bool {
	const straight, angle = 0.9, 0.8 // cosines
	across := func(a, b, c, d int) bool {
		return min(exits[a].Onward(exits[b]), exits[c].Onward(exits[d])) > straight &&
			math.Abs(floats.Dot(exits[a].Out, exits[c].Out)) < angle
	}
	return len(exits) == 4 && (across(0, 1, 2, 3) || across(0, 2, 1, 3) || across(0, 3, 1, 2))
}

// areApart reports whether there are exits, and any two of them are at least a distance from each other.
func areApart(exits []mesh.Exit, distance float64) bool {
	for k, a := range exits {
		for _, b := range exits[:k] {
			if floats.Distance(a.At, b.At, 2) < distance {
				return false
			}
		}
	}
	return len(exits) > 0
}

// aroundTips is how many times as far as two points of a curve are apart the way is along it, around the sharpest of
// its corners: the inverse of the sine of half of its angle. These are seen from a radius, and none is sharper than 15
// degrees: strands beside each other are no corner.
func aroundTips(m *mesh.Mesh, radius float64) (most float64) {
	const sharpest, wider = 15, 1.2 // noise may make an angle appear wider
	walks := mesh.NewWalks(m)
	for v := range m.Vertices.Len() {
		if len(walks.At(int32(v))) != 2 {
			continue
		}
		if exits := walks.Exits(int32(v), radius); len(exits) == 2 {
			from := m.Vertices.At(v)
			half := floats.Distance(exits[0].At, exits[1].At, 2) /
				(floats.Distance(exits[0].At, from, 2) + floats.Distance(exits[1].At, from, 2))
			if half > math.Sin(sharpest*math.Pi/360) {
				most = max(most, wider/half)
			}
		}
	}
	return most
}
