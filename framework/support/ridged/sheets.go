package ridged

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/neighbors"
	"ebim/framework/points"
)

// sheets finds surfaces through points of data where several of them meet, by data alone.
type sheets struct {
	data  *points.Set
	tree  *neighbors.Tree
	reach float64 // within which a sheet is fitted
	off   float64 // least distance from which a point is not on a sheet
	alike float64 // least cosine between the tangents of neighbors on a sheet
	stiff float64 // weight against curvatures
}

const (
	stiffest = 1e-3 // of sheets that cross

	mostFitted  = 96 // points that a sheet is fitted to
	leastFitted = 10
	tries       = 40 // planes through a point and two neighbors
	refined     = 4  // best of them
)

// newSheets finds sheets at a noise of the blurred density, through data of a spread across them.
func newSheets(data *points.Set, noise, spread float64) *sheets {
	reach := stripReach * noise
	return &sheets{data: data, tree: neighbors.New(data), reach: reach, off: max(leastOff*reach, spreads*spread),
		alike: math.Cos(mostTurn), stiff: stiffest}
}

// near is the data within reach of a point.
func (s *sheets) near(x []float64) *points.Set {
	all, distances := s.tree.Nearest(x, min(mostFitted, s.data.Len()))
	count, _ := slices.BinarySearch(distances, s.reach)
	return s.data.Select(all[:count])
}

// closeness is the weight of a point by its distance from where a sheet is fitted.
func (s *sheets) closeness(distance float64) float64 {
	width := s.reach / 2
	return math.Exp(-distance * distance / (2 * width * width))
}

// bent fits a sheet around a place to the points near a plane, and then to those near what it has become. The score is
// the number of points on it, by weights.
func (s *sheets) bent(at []float64, plane [][]float64, near *points.Set) (found *sheet, score float64) {
	found = &sheet{at: at, tangents: plane, off: s.off, alike: s.alike}
	close := make([]float64, near.Len())
	for i := range close {
		close[i] = s.closeness(math.Sqrt(points.SquaredDistance(near.At(i), at)))
	}
	for _, share := range []float64{0.2, 0.1, 0, 0} {
		weights := found.distances(near)
		for i, d := range weights {
			d /= max(share*s.reach, s.off)
			weights[i] = close[i] * math.Exp(-d*d/2)
		}
		fit := func() bool { return found.fit(near, weights, s.reach, s.stiff) }
		if !fit() || !found.centered() || !fit() {
			return nil, 0
		}
	}
	for i, d := range found.distances(near) {
		d /= s.off
		score += close[i] * math.Exp(-d*d/2)
	}
	return found, score
}

// through is the sheet through a point with the most data on it, of those by planes through it and two of its
// neighbors: of sheets that meet, that which the point is on.
func (s *sheets) through(x []float64, near *points.Set, rng *rand.Rand) (best *sheet, score float64) {
	return s.best(near, func() ([]float64, [][]float64) {
		a, b := near.At(rng.IntN(near.Len())), near.At(rng.IntN(near.Len()))
		return x, planeOf(x, a, b)
	})
}

// any is the sheet with the most data on it.
func (s *sheets) any(near *points.Set, rng *rand.Rand) (best *sheet, score float64) {
	return s.best(near, func() ([]float64, [][]float64) {
		x, a, b := near.At(rng.IntN(near.Len())), near.At(rng.IntN(near.Len())), near.At(rng.IntN(near.Len()))
		return x, planeOf(x, a, b)
	})
}

func planeOf(x, a, b []float64) [][]float64 {
	u, v := make([]float64, len(x)), make([]float64, len(x))
	floats.SubTo(u, a, x)
	floats.SubTo(v, b, x)
	return orthonormal(u, v)
}

func (s *sheets) best(near *points.Set, draw func() ([]float64, [][]float64)) (best *sheet, score float64) {
	type candidate struct {
		at    []float64
		plane [][]float64
		score float64
	}
	if near.Len() < leastFitted {
		return nil, 0
	}
	var all []candidate
	for range tries {
		at, plane := draw()
		if plane == nil {
			continue
		}
		c, flat, across := candidate{at: at, plane: plane}, sheet{at: at, tangents: plane}, make([]float64, near.Dim)
		for i := range near.Len() {
			u, v := flat.coordinates(near.At(i), across)
			d := floats.Norm(across, 2) / (s.off + (u*u+v*v)/(4*s.reach))
			c.score += s.closeness(math.Hypot(u, v)) * math.Exp(-d*d/2)
		}
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	for _, c := range all[:min(refined, len(all))] {
		if found, got := s.bent(c.at, c.plane, near); found != nil && got > score {
			best, score = found, got
		}
	}
	return best, score
}

// only is the sheet that holds nearly all of the data near a point; nil where there is none.
func (s *sheets) only(x []float64, near *points.Set) *sheet {
	const strange = 0.05 // share of them that may lie off it
	if near.Len() < leastFitted {
		return nil
	}
	c, err := neighbors.LargestComponents(near, points.Range(0, near.Len()), 2)
	if err != nil {
		return nil
	}
	found, _ := s.bent(x, columns(c.Axes, 2), near)
	if found == nil {
		return nil
	}
	off := 0
	for _, d := range found.distances(near) {
		if d > clearly*s.off {
			off++
		}
	}
	if float64(off) > strange*float64(near.Len()) {
		return nil
	}
	return found
}

// clearly is how many times the distance at which points are not on a sheet those are that are on another.
const clearly = 2.5

// encounter is how two sheets meet near a point, and the sine of the angle between them.
type encounter struct {
	kind encounterKind
	sine float64
}

type encounterKind int

const (
	alone   encounterKind = iota // there is one sheet
	ending                       // one ends at the other
	passing                      // each passes through the other
)

const (
	leastAngle  = 0.42 // sine of that between sheets that cross
	leastOthers = 0.15 // share of the points near by that are on another sheet
	mostStrange = 0.4  // share of these that are not on one
	eachSide    = 0.15 // share of a sheet's points on each side of the other
)

// meets looks for a second sheet near a point on a first.
func (s *sheets) meets(first *sheet, near *points.Set, rng *rand.Rand) encounter {
	var off []int
	for i := range near.Len() {
		if first.distance(near.At(i)) > clearly*s.off {
			off = append(off, i)
		}
	}
	if len(off) < leastFitted || float64(len(off)) < leastOthers*float64(near.Len()) {
		return encounter{}
	}
	others := near.Select(off)
	second, _ := s.any(others, rng)
	if second == nil {
		return encounter{}
	}
	on := 0
	for i := range others.Len() {
		if second.distance(others.At(i)) < clearly*s.off {
			on++
		}
	}
	if float64(on) < (1-mostStrange)*float64(len(off)) {
		return encounter{}
	}
	one, sine := s.passes(second, first, near)
	two, _ := s.passes(first, second, near)
	switch {
	case one && two:
		return encounter{passing, sine}
	case one || two:
		return encounter{ending, sine}
	}
	return encounter{}
}

// passes reports whether the data on a sheet lie on both sides of another, at an angle with that sine.
func (s *sheets) passes(a, through *sheet, near *points.Set) (passes bool, sine float64) {
	n := near.Dim
	out := mat.NewDense(n, 2, nil) // tangents of a, across the other's
	for k, t := range a.tangents {
		left := append([]float64(nil), t...)
		for _, along := range through.tangents {
			floats.AddScaled(left, -floats.Dot(along, left), along)
		}
		out.SetCol(k, left)
	}
	var svd mat.SVD
	if !svd.Factorize(out, mat.SVDThin) {
		return false, 0
	}
	if sine = svd.Values(nil)[0]; sine < leastAngle {
		return false, sine
	}
	var axes mat.Dense
	svd.UTo(&axes)
	out1 := mat.Col(nil, 0, &axes)
	above, below, across := 0, 0, make([]float64, n)
	for i := range near.Len() {
		x := near.At(i)
		if a.distance(x) > 2*s.off {
			continue
		}
		through.beside(x, across)
		switch side := floats.Dot(out1, across); {
		case side > 2*s.off:
			above++
		case side < -2*s.off:
			below++
		}
	}
	least := max(3, eachSide*float64(above+below))
	return float64(above) >= least && float64(below) >= least, sine
}
