package ridged

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/statistics"
)

// gapChance is how often a curve or surface that goes on is cut where no data happen to lie.
const gapChance = 1e-3

// joinJunctions makes one vertex of each place where strands of a curve meet or cross, or two corners where data show
// that two strands turn there. Within a radius of it, where the blurred density bends them toward each other, they are
// led straight to it; of bends in which data follow them they are not. Corners that are apart may touch in the blur, so
// that data must lie where they would.
func joinJunctions(m *mesh.Mesh, data *points.Set, radius, touching float64) {
	rng := rand.New(rand.NewPCG(0, uint64(m.Len()))) // of its own, so that later draws don't depend on junctions
	joined := func(changed *mesh.Mesh, junction int32) bool {
		if emptyAt(changed, junction, data, gapChance, rng) {
			partJunction(m, changed, junction, data)
		}
		return true
	}
	joinPlaces(m, append(branches(m), crossings(m, touching)...), radius, joined)
	noise := max(medianDistance(m, data)/statistics.MedianChi(data.Dim-1), touching)
	joinPlaces(m, bentPasses(m, radius, touching), radius, func(changed *mesh.Mesh, junction int32) bool {
		near := around(changed, junction, data)
		return meanSquare(changed, near) <= mostWorse*max(meanSquare(m, near), noise*noise) && joined(changed, junction)
	})
	wide := max(radius, cornerReach*touching)
	joinPlaces(m, touchingCorners(m, wide, touching), wide, func(changed *mesh.Mesh, junction int32) bool {
		return !emptyAt(changed, junction, data, cornerChance, rng)
	})
}

// emptyAt reports whether data show that strands do not go on to a junction, but for a chance.
func emptyAt(m *mesh.Mesh, junction int32, data *points.Set, chance float64, rng *rand.Rand) bool {
	return len(m.Voids([]int32{junction}, data, chance, rng)) > 0
}

// mostWorse is how many times as far from the data, in squares, a junction's straight strands may be as the curve was.
const mostWorse = 3

// around are the data near a junction, as far as its strands are straight.
func around(m *mesh.Mesh, junction int32, data *points.Set) *points.Set {
	at, reach := m.Vertices.At(int(junction)), 0.0
	for _, v := range neighborsOf(m, junction) {
		reach = max(reach, points.SquaredDistance(at, m.Vertices.At(int(v))))
	}
	return data.Within(at, math.Sqrt(reach))
}

// joinPlaces makes one vertex of those that lie together, where the curve is accepted that has it.
func joinPlaces(m *mesh.Mesh, places []place, radius float64, accept func(changed *mesh.Mesh, junction int32) bool) {
	for len(places) > 0 {
		group := []place{places[0]}
		places = places[1:]
		for k := 0; k < len(group); k++ {
			places = slices.DeleteFunc(places, func(other place) bool {
				near := points.SquaredDistance(group[k].at, other.at) < radius*radius
				if near {
					group = append(group, other)
				}
				return near
			})
		}
		changed := &mesh.Mesh{Dimension: 1, Vertices: m.Vertices, Elements: slices.Clone(m.Elements)}
		if accept(changed, joinJunction(changed, group, radius)) {
			m.Vertices, m.Elements = changed.Vertices, changed.Elements
		}
	}
}

// place is where strands meet, and vertices of theirs there.
type place struct {
	at       []float64
	vertices []int32
}

func branches(m *mesh.Mesh) (found []place) {
	for _, v := range m.Branches() {
		found = append(found, place{m.Vertices.At(int(v)), []int32{v}})
	}
	return found
}

// crossings are where segments pass within a distance of each other at an angle, and not in a bend.
func crossings(m *mesh.Mesh, distance float64) (found []place) {
	const mostAlike = 0.9 // cosine of their angle
	const bend = 4        // distances along the curve
	eachNear(m, distance, bend*distance, func(i, j int, at []float64, _, alike float64) {
		if alike < mostAlike {
			found = append(found, place{at, slices.Concat(m.Element(i), m.Element(j))})
		}
	})
	return found
}

// eachNear calls do with any two segments of a curve that are nearer to each other than a distance, but not joined by a
// way along the curve of at most a length: with the middle between them, their distance, and the cosine of their angle.
func eachNear(m *mesh.Mesh, distance, length float64, do func(i, j int, at []float64, apart, alike float64)) {
	lengths, ways := m.Measures(), mesh.NewWays(m)
	for i := range m.Len() {
		a, walked := m.Element(i), false
		for j := range i {
			b := m.Element(j)
			if far := lengths[i] + lengths[j] + distance; points.SquaredDistance(m.Vertices.At(int(a[0])),
				m.Vertices.At(int(b[0]))) > far*far || slices.Contains(a, b[0]) || slices.Contains(a, b[1]) {
				continue
			}
			at, apart, alike := nearestOfSegments(m, a, b)
			if !(apart < distance) {
				continue
			}
			if !walked {
				ways.From(length, a...)
				walked = true
			}
			if !ways.Reaches(b[0]) && !ways.Reaches(b[1]) {
				do(i, j, at, apart, alike)
			}
		}
	}
}

// nearestOfSegments is the middle between the nearest points of two segments, their distance, and the cosine of their
// angle: at inner points of both, or at an end of one.
func nearestOfSegments(m *mesh.Mesh, a, b []int32) (middle []float64, apart, alike float64) {
	at := func(v int32) []float64 { return m.Vertices.At(int(v)) }
	u, v, w := make([]float64, m.Vertices.Dim), make([]float64, m.Vertices.Dim), make([]float64, m.Vertices.Dim)
	floats.SubTo(u, at(a[1]), at(a[0]))
	floats.SubTo(v, at(b[1]), at(b[0]))
	floats.SubTo(w, at(a[0]), at(b[0]))
	uu, uv, vv := floats.Dot(u, u), floats.Dot(u, v), floats.Dot(v, v)
	alike = math.Abs(uv) / math.Sqrt(max(uu*vv, 1e-300))
	best := math.Inf(1)
	take := func(x, y []float64) {
		if d := points.SquaredDistance(x, y); d < best {
			best, middle = d, make([]float64, len(x))
			floats.AddTo(middle, x, y)
			floats.Scale(0.5, middle)
		}
	}
	if area := uu*vv - uv*uv; area > 1e-9*uu*vv {
		s := (uv*floats.Dot(v, w) - vv*floats.Dot(u, w)) / area
		t := (uu*floats.Dot(v, w) - uv*floats.Dot(u, w)) / area
		if s > 0 && s < 1 && t > 0 && t < 1 {
			x, y := slices.Clone(at(a[0])), slices.Clone(at(b[0]))
			floats.AddScaled(x, s, u)
			floats.AddScaled(y, t, v)
			take(x, y)
		}
	}
	for k := range 2 {
		take(at(a[k]), mesh.OnSegment(at(a[k]), at(b[0]), at(b[1])))
		take(at(b[k]), mesh.OnSegment(at(b[k]), at(a[0]), at(a[1])))
	}
	return middle, math.Sqrt(best), alike
}

// joinJunction leads the strands at places to one vertex, the last one.
func joinJunction(m *mesh.Mesh, group []place, radius float64) (junction int32) {
	middle, inside := make([]float64, m.Vertices.Dim), map[int32]bool{}
	for _, p := range group {
		floats.AddScaled(middle, 1/float64(len(group)), p.at)
	}
	reach := 0.0
	for _, p := range group {
		reach = max(reach, math.Sqrt(points.SquaredDistance(middle, p.at)))
		for _, v := range p.vertices {
			inside[v] = true
		}
	}
	reach += radius
	grown(m, inside, func(v int32) bool { return points.SquaredDistance(m.Vertices.At(int(v)), middle) < reach*reach })
	cut, elements := []int32(nil), []int32(nil)
	for i := range m.Len() {
		e := m.Element(i)
		switch in, out := inside[e[0]], inside[e[1]]; {
		case in && !out:
			cut = append(cut, e[1])
		case out && !in:
			cut = append(cut, e[0])
		case !in:
			elements = append(elements, e...)
		}
	}
	m.Elements = elements
	outward, lines, directions := outwards(m, cut), points.New(0, m.Vertices.Dim), [][]float64(nil)
	for _, v := range cut {
		lines.Data, directions = append(lines.Data, m.Vertices.At(int(v))...), append(directions, outward[v])
	}
	if at := mesh.Meeting(lines, directions, nil); at != nil && points.SquaredDistance(at, middle) < reach*reach {
		middle = at
	}
	m.Vertices = &points.Set{Dim: m.Vertices.Dim, Data: append(slices.Clone(m.Vertices.Data), middle...)}
	junction = int32(m.Vertices.Len() - 1)
	for _, v := range cut {
		m.Elements = append(m.Elements, v, junction)
	}
	return junction
}

// grown adds vertices to some: those along the curve as long as they are within bounds, and strands that end there.
func grown(m *mesh.Mesh, inside map[int32]bool, within func(v int32) bool) {
	for _, v := range m.Ends() {
		if within(v) {
			inside[v] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range m.Len() {
			e := m.Element(i)
			for k, v := range e {
				if other := e[1-k]; inside[v] && !inside[other] && within(other) {
					inside[other], changed = true, true
				}
			}
		}
	}
}

// outwards are the unit directions in which strands go on from vertices.
func outwards(m *mesh.Mesh, vertices []int32) map[int32][]float64 {
	found := map[int32][]float64{}
	for i := range m.Len() {
		e := m.Element(i)
		for k, v := range e {
			if !slices.Contains(vertices, v) {
				continue
			}
			away := make([]float64, m.Vertices.Dim)
			floats.SubTo(away, m.Vertices.At(int(e[1-k])), m.Vertices.At(int(v)))
			if length := floats.Norm(away, 2); length > 0 {
				floats.Scale(1/length, away)
				found[v] = away
			}
		}
	}
	return found
}
