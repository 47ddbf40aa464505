package ridged

import (
	"slices"

	"ebim/framework/neighbors"
	"ebim/framework/parallel"
	"ebim/framework/points"
	"ebim/framework/random"
)

const (
	liftedPoints = 6   // for each of the data
	liftedSpread = 0.5 // of the spacing of the data
)

// lift replaces points of the ridge in a strip by points of the sheets there: around each of the data, on the sheet
// through it.
func (s *strip) lift(p *Projected, noise, finer float64, seed uint64) *Projected {
	var outside []int
	for i := range p.Points.Len() {
		if !s.holds(p.Points.At(i)) {
			outside = append(outside, i)
		}
	}
	q := p.choose(outside)
	q.sheets = make([]*sheet, len(outside))
	for i, f := range s.sheetsThrough(seed) {
		if f == nil {
			continue
		}
		x := s.sheets.data.At(i)
		spread := liftedSpread * s.spacing
		rng, near, across := random.New(seed, "ridge/lift", i), s.sheets.near(x), make([]float64, len(x))
		atU, atV := f.coordinates(x, across)
		for k := range s.lifted(finer) {
			u, v := atU, atV
			if k > 0 {
				u, v = u+spread*rng.NormFloat64(), v+spread*rng.NormFloat64()
			}
			pull := s.sheets.pull(f, u, v, near, edgeNoise*noise)
			at, tangents := f.point(u, v)
			if pull >= edge || tangents == nil {
				continue
			}
			q.Points.Data = append(q.Points.Data, at...)
			q.Frames = append(q.Frames, Frame{Noise: edgeNoise * noise, Tangents: tangents})
			q.Residual, q.Pull, q.sheets = append(q.Residual, 0), append(q.Pull, pull), append(q.sheets, f)
		}
	}
	return q
}

// lifted is how many points of the sheets are taken for each of the data.
func (s *strip) lifted(finer float64) int {
	if s.everywhere { // as many as a cloud has
		return max(1, cloudSize(2, s.sheets.data.Len(), finer)/s.sheets.data.Len())
	}
	return int(liftedPoints * finer)
}

// sheetsThrough are those of the data in the strip; nil for others. Near a crossing both sheets are near: of those
// found there, the sheet that most of the data near by have too is taken.
func (s *strip) sheetsThrough(seed uint64) []*sheet {
	data := s.sheets.data
	own, chosen := make([]*sheet, data.Len()), make([]*sheet, data.Len())
	parallel.Each(data.Len(), func(i int) {
		if x := data.At(i); s.holds(x) {
			near := s.sheets.near(x)
			if s.everywhere {
				if own[i] = s.sheets.only(x, near); own[i] != nil {
					return
				}
			}
			own[i], _ = s.sheets.through(x, near, random.New(seed, "ridge/sheets", i))
		}
	})
	around := func(i int) []int {
		all, distances := s.sheets.tree.Nearest(data.At(i), min(mostFitted, data.Len()))
		count, _ := slices.BinarySearch(distances, s.sheets.reach/2)
		return slices.DeleteFunc(all[:count], func(j int) bool { return own[j] == nil })
	}
	support := supports(own, around)
	parallel.Each(data.Len(), func(i int) {
		if own[i] == nil {
			return
		}
		best := leastSupport
		for _, j := range around(i) {
			if support[j] > best && own[j].distance(data.At(i)) < 2*s.sheets.off {
				chosen[i], best = own[j], support[j]
			}
		}
		if chosen[i] != nil && chosen[i] != own[i] {
			chosen[i] = s.sheets.moved(chosen[i], data.At(i))
		}
	})
	return chosen
}

// leastSupport is how many of the data near by must have a sheet too.
const leastSupport = 4

// supports are how many of the points around each have its sheet.
func supports(own []*sheet, around func(i int) []int) []int {
	support := make([]int, len(own))
	parallel.Each(len(own), func(i int) {
		if own[i] == nil {
			return
		}
		for _, j := range around(i) {
			if own[i].follows(own[i].at, own[j].at, own[j].tangents) &&
				own[j].follows(own[j].at, own[i].at, own[i].tangents) {
				support[i]++
			}
		}
	})
	return support
}

// moved is a sheet fitted anew around a point of it.
func (s *sheets) moved(f *sheet, x []float64) *sheet {
	u, v := f.coordinates(x, make([]float64, len(x)))
	at, tangents := f.point(u, v)
	if tangents == nil {
		return f
	}
	if found, _ := s.bent(at, tangents, s.near(x)); found != nil {
		return found
	}
	return f
}

// onSheet reports whether points i of p and j of q may be neighbors: on one sheet, as far as is known.
func (p *Projected) onSheet(i int, q *Projected, j int) bool {
	if p.sheets == nil {
		return true
	}
	x, y := p.Points.At(i), q.Points.At(j)
	if s := p.sheets[i]; s != nil && !s.follows(x, y, q.Frames[j].Tangents) {
		return false
	}
	s := q.sheets[j]
	return s == nil || s.follows(y, x, p.Frames[i].Tangents)
}

// lifted reports whether point i is on a sheet of a strip.
func (p *Projected) lifted(i int) bool { return p.sheets != nil && p.sheets[i] != nil }

// nearestOnSheet is, for each point of p, the nearest of q on its sheet; -1 for none.
func nearestOnSheet(p, q *Projected) []int {
	const looked = 12
	tree, nearest := neighbors.New(q.Points), make([]int, p.Points.Len())
	parallel.Each(len(nearest), func(i int) {
		most := 1
		if p.sheets != nil {
			most = min(looked, q.Points.Len())
		}
		near, _ := tree.Nearest(p.Points.At(i), most)
		nearest[i] = -1
		for _, j := range near {
			if p.onSheet(i, q, j) {
				nearest[i] = j
				return
			}
		}
	})
	return nearest
}

// follow takes the points of sheets to where they were moved, on their sheets, if that is no farther than a distance.
func (s *strip) follow(p *Projected, moved *points.Set, most float64) {
	parallel.Each(p.Points.Len(), func(i int) {
		if !p.lifted(i) {
			return
		}
		near := s.sheets.near(moved.At(i))
		found, _ := s.sheets.bent(moved.At(i), p.Frames[i].Tangents, near)
		if found == nil {
			return
		}
		x, tangents := found.point(0, 0)
		if tangents == nil || points.SquaredDistance(x, p.Points.At(i)) > most*most {
			return
		}
		copy(p.Points.At(i), x)
		p.Frames[i].Tangents, p.sheets[i] = tangents, found
		p.Pull[i] = s.sheets.pull(found, 0, 0, near, p.Frames[i].Noise)
	})
}
