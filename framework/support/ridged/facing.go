package ridged

import (
	"cmp"
	"slices"

	"ebim/framework/mesh"
)

// joinChance is that of a step as long as the longest between two ends, above which they are joined. Steps between
// fewToJoin data or fewer do not show whether a curve goes on or ends.
const (
	joinChance = 0.2
	fewToJoin  = 100
)

// Two ends point at each other if the cosines of their directions with the way between them are above eachAhead, and
// one points at the corner that the other has come to if its is above oneAhead, and the other does not turn back.
const eachAhead, oneAhead, turnedBack = 0.3, 0.8, -0.7

// joinFacing joins ends that face each other where a curve is sparse, by a way through the data between them no step of
// which is longer than is likely beside it. In a background nothing is joined, as a way may lead through it.
func (t thin) joinFacing(m *mesh.Mesh) *mesh.Mesh {
	if t.data.Distinct() <= fewToJoin {
		return m
	}
	joined := m
	for {
		ends := t.ends(joined)
		facing := joined.Facing(t.data, t.off, joinChance, func(f mesh.FacingEnds) bool {
			return pointing(joined, ends, f)
		})
		facing = slices.DeleteFunc(facing, func(f mesh.FacingEnds) bool { return f.Few })
		switch {
		case len(facing) == 0 && inBackground(joined, t.data, t.by):
			return m
		case len(facing) == 0:
			return joined
		}
		f := slices.MaxFunc(facing, func(a, b mesh.FacingEnds) int { return cmp.Compare(a.Chance, b.Chance) })
		f.Way = simplified(f.Way, t.radius)
		joined = joined.Joined(f)
	}
}

// pointing reports whether two ends of some point at each other, or one of them at the other's corner.
func pointing(m *mesh.Mesh, ends []end, f mesh.FacingEnds) bool {
	next, cosines := [2][]float64{f.Way[1], f.Way[len(f.Way)-2]}, [2]float64{}
	for _, e := range ends {
		if k := slices.Index(f.Ends[:], e.vertex); k >= 0 {
			cosines[k], _ = e.toward(m.Vertices, next[k])
		}
	}
	low, high := min(cosines[0], cosines[1]), max(cosines[0], cosines[1])
	return low > eachAhead || high > oneAhead && low > turnedBack
}
