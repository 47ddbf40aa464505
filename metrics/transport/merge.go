package transport

import "ebim/framework/points"

// merged is a set's points with those that are equal made one: the simplex takes many pivots without gain among points
// that are the same.
type merged struct {
	mass    []int64           // of each point; the first of equal points has the mass of all, the others have none
	first   []int32           // the first point that is equal to each
	members map[int32][]share // by the first point, where there are several
}

// share is a point's own mass.
type share struct {
	point int32
	mass  int64
}

func mergeEqual(set *points.Set, mass []int64) merged {
	m := merged{mass: make([]int64, len(mass)), first: make([]int32, len(mass)), members: map[int32][]share{}}
	for i, known := range set.FirstEqual() {
		first := int32(known)
		m.first[i] = first
		m.mass[first] += mass[i]
		m.members[first] = append(m.members[first], share{int32(i), mass[i]})
	}
	for first, members := range m.members {
		if len(members) == 1 {
			delete(m.members, first)
		}
	}
	return m
}

// moved is an integer mass that goes from one point to another.
type moved struct {
	from, to int32
	mass     int64
}

// split shares flows between the points that were made one, in their order; end gives the end of a flow at which they
// are. It adds at most one flow for each point that was merged into another.
func (m merged) split(plan []moved, end func(*moved) *int32) []moved {
	if len(m.members) == 0 {
		return plan
	}
	left := make(map[int32][]share, len(m.members))
	for first, members := range m.members {
		left[first] = append([]share(nil), members...)
	}
	var out []moved
	for _, f := range plan {
		members := left[*end(&f)]
		if members == nil {
			out = append(out, f)
			continue
		}
		first := *end(&f)
		for rest := f.mass; rest > 0; {
			part := f
			part.mass = min(rest, members[0].mass)
			*end(&part) = members[0].point
			if part.mass > 0 {
				out = append(out, part)
			}
			rest -= part.mass
			if members[0].mass -= part.mass; members[0].mass == 0 && len(members) > 1 {
				members = members[1:]
			}
		}
		left[first] = members
	}
	return out
}
