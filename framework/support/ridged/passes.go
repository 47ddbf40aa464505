package ridged

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

const (
	straight   = 0.9  // cosine of the angle between strands that go on in each other
	sharp      = 0.5  // cosine of the angle by which a corner turns at least
	straighter = 0.15 // by which the cosines of two strands that cross exceed those of two that bend

	cornerReach = 6 // distances within which corners touch, as far as which the blur rounds them off

	cornerChance = 0.01 // of places as empty as one that is not joined, though corners point at it
)

// bentPasses are where two strands come near to each other and bend, though each would go straight on in the other, a
// crossing that the blur makes two bends of, or one would, from a point of which two sides go; or where one has a
// corner whose sides would go straight on to a point of the other, within a distance. How they go on is seen at a
// radius.
func bentPasses(m *mesh.Mesh, radius, touching float64) (found []place) {
	return passes(m, radius, func(at []float64, apart float64, exits [4]mesh.Exit) bool {
		return meet(exits, apart, radius, touching)
	})
}

// touchingCorners are where two strands have corners, whose four sides would go straight on to one point, within a
// distance: a junction of four, of which the blur makes two rounded corners. How they go on is seen at a radius.
func touchingCorners(m *mesh.Mesh, radius, touching float64) (found []place) {
	return passes(m, radius, func(at []float64, apart float64, exits [4]mesh.Exit) bool {
		if turned(exits[0], exits[1]) > sharp || turned(exits[2], exits[3]) > sharp {
			return false
		}
		lines, directions := points.New(0, m.Vertices.Dim), make([][]float64, len(exits))
		for k, e := range exits {
			lines.Data, directions[k] = append(lines.Data, e.At...), e.Out
		}
		to := mesh.Meeting(lines, directions, nil)
		return to != nil && points.SquaredDistance(to, at) < radius*radius &&
			!slices.ContainsFunc(exits[:], func(e mesh.Exit) bool {
				way := make([]float64, len(to))
				floats.SubTo(way, e.At, to)
				along := floats.Dot(way, e.Out)
				return along < 0 || floats.Dot(way, way)-along*along > touching*touching
			})
	})
}

// passes are where two segments come within a radius of each other, the strands do not end or branch within it, and
// meet by how they leave it: two exits of each.
func passes(m *mesh.Mesh, radius float64, meet func(at []float64, apart float64, exits [4]mesh.Exit) bool) (
	found []place) {
	walks := mesh.NewWalks(m)
	eachNear(m, radius, 2*radius, func(i, j int, at []float64, apart, _ float64) {
		if exits, ok := exitsOf(m, walks, at, [2]int{i, j}, radius); ok && meet(at, apart, exits) {
			found = append(found, place{at, slices.Concat(m.Element(i), m.Element(j))})
		}
	})
	return found
}

// exitsOf are where the strands of two segments leave the radius around a place, two of each.
func exitsOf(m *mesh.Mesh, walks *mesh.Walks, at []float64, segments [2]int, radius float64) (
	exits [4]mesh.Exit, ok bool) {
	for k := range exits {
		segment := segments[k/2]
		if exits[k], ok = walks.Exit(at, segment, m.Element(segment)[k%2], radius); !ok {
			return exits, false
		}
	}
	for _, other := range exits[2:] {
		if floats.Equal(exits[0].At, other.At) || floats.Equal(exits[1].At, other.At) {
			return exits, false // both are sides of one bend
		}
	}
	return exits, true
}

// meet reports whether two strands, so far apart at a place, seem to meet there: within half of the radius at any
// angle, beyond it where they fork.
func meet(exits [4]mesh.Exit, apart, radius, touching float64) bool {
	a, b, c, d := exits[0], exits[1], exits[2], exits[3]
	return apart < radius/2 && (swap(a, b, c, d) || pointed(a, b, c, d, sharp, touching) ||
		pointed(c, d, a, b, sharp, touching)) || forked(a, b, c, d, touching)
}

// forked reports whether two strands, from a to b and from c to d, that bend are one that goes straight on and two
// sides that begin at a point of it.
func forked(a, b, c, d mesh.Exit, touching float64) bool {
	own := min(turned(a, b), turned(c, d))
	for _, e := range [][4]mesh.Exit{{a, c, b, d}, {a, d, b, c}, {b, c, a, d}, {b, d, a, c}} {
		if turned(e[0], e[1]) > own+straighter && pointed(e[0], e[1], e[2], e[3], straight, touching) {
			return true
		}
	}
	return false
}

// swap reports whether two strands, from a to b and from c to d, go straight on in each other rather than in
// themselves.
func swap(a, b, c, d mesh.Exit) bool {
	own := min(turned(a, b), turned(c, d))
	for _, other := range [][2]mesh.Exit{{c, d}, {d, c}} {
		if min(a.Onward(other[0]), b.Onward(other[1])) > straight &&
			min(turned(a, other[0]), turned(b, other[1])) > own+straighter {
			return true
		}
	}
	return false
}

// turned is the cosine of the angle by which a strand turns from one exit to another.
func turned(a, b mesh.Exit) float64 { return -floats.Dot(a.Out, b.Out) }

// pointed reports whether the sides of a corner, c and d, would go straight on to a point of the straight strand from a
// to b, within a distance, and turn there by at least the angle whose cosine is bend.
func pointed(a, b, c, d mesh.Exit, bend, touching float64) bool {
	if turned(c, d) > bend || a.Onward(b) < straight {
		return false
	}
	// the nearest points of the lines c.At + s c.Out and d.At + t d.Out
	w := make([]float64, len(c.At))
	floats.SubTo(w, c.At, d.At)
	cosine := floats.Dot(c.Out, d.Out)
	sine := 1 - cosine*cosine
	if sine < 1e-6 {
		return false
	}
	cw, dw := floats.Dot(c.Out, w), floats.Dot(d.Out, w)
	s, t := (cosine*dw-cw)/sine, (dw-cosine*cw)/sine
	x, y := slices.Clone(c.At), slices.Clone(d.At)
	floats.AddScaled(x, s, c.Out)
	floats.AddScaled(y, t, d.Out)
	for _, p := range [][]float64{x, y} {
		if points.SquaredDistance(p, mesh.OnSegment(p, a.At, b.At)) > touching*touching {
			return false
		}
	}
	return s < 0 && t < 0
}
