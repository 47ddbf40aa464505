package ridged

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/filament"
	"ebim/framework/mesh"
	"ebim/framework/neighbors"
	"ebim/framework/points"
	"ebim/framework/statistics"
)

const (
	filamentChance = 1e-5 // of a row of data off the curve, as background, that becomes a strand
	mostFilaments  = 20
	filamentShare  = 0.25 // of the spacing of the data, within which they are in a row
	// An end goes on over a length from datum to datum that is as likely as this among those behind it.
	onwardChance = 0.01
	onward       = 0.9 // cosine of the angle between an end and the way ahead
	apartFrom    = 1.5 // times what is off a curve, which half of a row is at least
	bend         = 3   // distances off the curve that data of a strand may be beside it
	wider        = 0.2 // slope of the lines between which data lie ahead of an end
	// Lengths from datum to datum that are looked at.
	leastBehind, fewBehind, mostBehind = 4, 10, 30
	mostOnward                         = 5 // mean lengths ahead that few show
)

// thin is how far from a curve strands are looked for that are too thin for the ridge.
func (r *ridge) thin(m *mesh.Mesh, by following) thin {
	radius := max(filament.Radius(medianDistance(m, r.env.Data), r.env.Data.Dim-1), filamentShare*r.spacing())
	return thin{data: r.env.Data, by: by, radius: radius, off: max(radius, by.off, r.spacing())}
}

// thin is how strands are looked for that are too thin for a ridge.
type thin struct {
	data   *points.Set
	by     following
	radius float64 // within which data lie in a row
	off    float64 // distance from which on data are off the curve

	strands []*points.Set // that were added
}

// beside reports whether a point is near a strand that was added: a straight one may leave out data of a bend.
func (t thin) beside(x []float64) bool {
	for _, s := range t.strands {
		for k := 1; k < s.Len(); k++ {
			if floats.Distance(x, mesh.OnSegment(x, s.At(k-1), s.At(k)), 2) < bend*t.off {
				return true
			}
		}
	}
	return false
}

// added is a curve with strands through data off it that lie in a row, and ends that go on through data ahead of them,
// to strands there.
func (t thin) added(m *mesh.Mesh, rng *rand.Rand) (*mesh.Mesh, error) {
	for _, e := range t.ends(m) {
		t.extend(m, e)
	}
	for range mostFilaments {
		strand, err := t.find(m, rng)
		if err != nil {
			return nil, err
		}
		if strand == nil {
			break
		}
		m, t.strands = withStrand(m, strand), append(t.strands, strand)
	}
	ends := t.ends(m)
	for _, e := range ends {
		if len(mesh.NewWalks(m).At(e.vertex)) == 1 { // else another has been led there
			t.reach(m, e, ends)
		}
	}
	return m, nil
}

// ends are those of a curve, in the direction from where the strand is two radii away.
func (t thin) ends(m *mesh.Mesh) []end {
	all := openEnds(m)
	for k, e := range all {
		at, v := m.Vertices.At(int(e.vertex)), e.vertex
		strand, _ := strandFrom(m, e.vertex)
		for _, i := range strand {
			v = other(m.Element(i), v)
			if apart := floats.Distance(at, m.Vertices.At(int(v)), 2); apart > 0 {
				floats.SubTo(all[k].out, at, m.Vertices.At(int(v)))
				floats.Scale(1/apart, all[k].out)
				if apart >= 2*t.radius {
					break
				}
			}
		}
	}
	return all
}

// find is a strand through data off a curve that lie in a row, by its points; nil for none. Where the curve lies
// between them, it is that of the longest stretch without it.
func (t thin) find(m *mesh.Mesh, rng *rand.Rand) (*points.Set, error) {
	locator, distances, far := mesh.NewLocator(m), make([]float64, t.data.Len()), []int(nil)
	for i := range distances {
		if _, _, distances[i] = locator.Nearest(t.data.At(i)); distances[i] > t.off &&
			!t.beside(t.data.At(i)) {
			far = append(far, i)
		}
	}
	row := filament.Find(m, t.data, far, t.radius, rng)
	for row.Chance < filamentChance && !t.apart(row.Members, distances) {
		far = slices.DeleteFunc(far, func(i int) bool { return slices.Contains(row.Members, i) })
		row = filament.Find(m, t.data, far, t.radius, rng)
	}
	if row.Chance >= filamentChance {
		return nil, nil
	}
	var longest, run []int // in row.Members
	for k, i := range row.Members {
		if k > 0 && t.passes(locator, t.data.At(row.Members[k-1]), t.data.At(i)) {
			run = nil
		}
		if run = append(run, k); len(run) > len(longest) {
			longest = run
		}
	}
	switch {
	case len(longest) < leastBehind:
		return nil, nil
	case row.Arc == nil:
		return straightened(t.data.Select(row.Members[longest[0] : longest[len(longest)-1]+1]))
	case row.Closed && len(longest) == len(row.Members) &&
		!t.passes(locator, t.data.At(row.Members[len(row.Members)-1]), t.data.At(row.Members[0])):
		longest = append(longest, 0)
	}
	return row.Arc.Select(longest), nil
}

// apart reports whether a row is off the curve for good, and not where many of the data are just within what counts as
// on it, as those of a bend are that the ridge cuts.
func (t thin) apart(row []int, distances []float64) bool {
	of := make([]float64, len(row))
	for k, i := range row {
		of[k] = distances[i]
	}
	return statistics.Median(of) > apartFrom*t.off
}

// passes reports whether a curve is near the line between two points.
func (t thin) passes(curve *mesh.Locator, a, b []float64) bool {
	steps, x := int(math.Ceil(floats.Distance(a, b, 2)/t.radius)), make([]float64, len(a))
	for k := 1; k < steps; k++ {
		share := float64(k) / float64(steps)
		floats.AddScaledTo(x, a, share, b)
		floats.AddScaled(x, -share, a)
		if _, _, distance := curve.Nearest(x); distance < t.radius {
			return true
		}
	}
	return false
}

// straightened is where the first and the last of points in order lie along their main direction.
func straightened(row *points.Set) (*points.Set, error) {
	c, err := neighbors.LargestComponents(row, points.Range(0, row.Len()), 1)
	if err != nil {
		return nil, err
	}
	main, line := mat.Col(nil, 0, c.Axes), points.New(0, row.Dim)
	for _, i := range []int{0, row.Len() - 1} {
		at, away := slices.Clone(c.Mean), make([]float64, row.Dim)
		floats.SubTo(away, row.At(i), c.Mean)
		floats.AddScaled(at, floats.Dot(away, main), main)
		line.Data = append(line.Data, at...)
	}
	return line, nil
}

// withStrand adds a line of points, closed where the last is the first.
func withStrand(m *mesh.Mesh, line *points.Set) *mesh.Mesh {
	count, last := int32(m.Vertices.Len()), int32(line.Len()-1)
	added := &mesh.Mesh{Dimension: 1, Notes: m.Notes, Elements: slices.Clone(m.Elements),
		Vertices: &points.Set{Dim: line.Dim, Data: slices.Concat(m.Vertices.Data, line.Data)}}
	for k := range last {
		added.Elements = append(added.Elements, count+k, count+k+1)
	}
	if slices.Equal(line.At(0), line.At(int(last))) {
		added.Vertices.Data = added.Vertices.Data[:int(count+last)*line.Dim]
		added.Elements[len(added.Elements)-1] = count
	}
	return added
}

// extend leads an end on through data off the curve that lie ahead, none farther from the next than is likely.
func (t thin) extend(m *mesh.Mesh, e end) {
	at, locator := m.Vertices.At(int(e.vertex)), mesh.NewLocator(m)
	tail, middle, away := []float64{0}, make([]float64, len(at)), make([]float64, len(at))
	for i := range t.data.Len() {
		floats.SubTo(away, t.data.At(i), at)
		along, apart := floats.Dot(away, e.out), floats.Norm(away, 2)
		if along <= 0 || math.Sqrt(apart*apart-along*along) > t.radius+wider*along {
			continue
		}
		if _, foot, distance := locator.Nearest(t.data.At(i)); distance > t.radius || floats.Equal(foot, at) {
			tail = append(tail, along)
			floats.AddScaled(middle, 1/apart, away)
		}
	}
	slices.Sort(tail)
	behind, last := t.behind(m, e), 0.0
	for k := range len(tail) - 1 {
		if behind.chance(tail[k+1]-tail[k]) < onwardChance {
			break
		}
		last = tail[k+1]
	}
	if last <= t.off {
		return
	}
	to := slices.Clone(at)
	floats.AddScaled(to, last/floats.Norm(middle, 2), middle)
	m.Vertices = &points.Set{Dim: len(at), Data: slices.Concat(m.Vertices.Data, to)}
	m.Elements = append(m.Elements, e.vertex, int32(m.Vertices.Len()-1))
}

// reach leads an end to the nearest strand ahead of it if data lie on the way there, none farther from the next than
// is likely.
func (t thin) reach(m *mesh.Mesh, e end, ends []end) {
	at := m.Vertices.At(int(e.vertex))
	element, to := t.strandAhead(m, e)
	if element < 0 {
		return
	}
	behind := t.behind(m, e)
	longest, before := 0.0, -behind.missed
	for _, along := range append(ahead(t.data, at, to, t.radius), floats.Distance(at, to, 2)) {
		longest, before = max(longest, along-before), along
	}
	few := behind.count < fewBehind && longest > mostOnward*behind.length/behind.count // can't tell longer ones
	if few || behind.chance(longest) < onwardChance {
		return
	}
	for _, v := range m.Element(element) {
		if slices.ContainsFunc(ends, func(other end) bool { return other.vertex == v }) {
			m.Elements = append(m.Elements, e.vertex, v)
			return
		}
	}
	middle := int32(m.Vertices.Len())
	m.Vertices = &points.Set{Dim: len(at), Data: slices.Concat(m.Vertices.Data, to)}
	cut := m.Element(element)
	m.Elements = append(m.Elements, middle, cut[1], e.vertex, middle)
	cut[1] = middle
}

// strandAhead is the nearest place of a curve ahead of an end, and the segment that it is on, not the end's own; -1
// where there is none.
func (t thin) strandAhead(m *mesh.Mesh, e end) (element int, to []float64) {
	element = -1
	nearest, x := math.Inf(1), make([]float64, m.Vertices.Dim)
	for i, length := range m.Measures() {
		if slices.Contains(m.Element(i), e.vertex) {
			continue
		}
		a, b := m.Vertices.At(int(m.Element(i)[0])), m.Vertices.At(int(m.Element(i)[1]))
		steps := max(2, math.Ceil(2*length/t.radius))
		for k := 1.0; k < steps; k++ {
			floats.ScaleTo(x, 1-k/steps, a)
			floats.AddScaled(x, k/steps, b)
			if cosine, apart := e.toward(m.Vertices, x); cosine > onward && apart < nearest {
				element, nearest, to = i, apart, slices.Clone(x)
			}
		}
	}
	return element, to
}

// row is how many lengths from datum to datum there are in a row, their sum, and that from the last of them to the end.
type row struct{ count, length, missed float64 }

// behind is the row before an end.
func (t thin) behind(m *mesh.Mesh, e end) row {
	feet, _ := feetOf(m, t.data, t.by)
	strand, lengths := strandFrom(m, e.vertex)
	all := along(m, e.vertex, strand, lengths, feet)
	if all = all[:min(len(all), mostBehind)]; len(all) == 0 {
		return row{}
	}
	return row{float64(len(all) - 1), all[len(all)-1].along - all[0].along, all[0].along}
}

// chance is that of a length from datum to datum that is as long as one, if they are as dense as in the row (see
// mesh.Gaps); 0 where these are too few.
func (r row) chance(length float64) float64 {
	if r.count < leastBehind {
		return 0
	}
	return math.Pow(1+length/r.length, -r.count)
}

// ahead is how far along the straight way between two points data lie within a radius of it, ascending.
func ahead(data *points.Set, from, to []float64, radius float64) (all []float64) {
	way, x := make([]float64, data.Dim), make([]float64, data.Dim)
	floats.SubTo(way, to, from)
	length := floats.Norm(way, 2)
	for i := range data.Len() {
		floats.SubTo(x, data.At(i), from)
		along := floats.Dot(x, way) / length
		if along > 0 && along < length && floats.Dot(x, x)-along*along <= radius*radius {
			all = append(all, along)
		}
	}
	slices.Sort(all)
	return all
}
