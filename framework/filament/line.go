package filament

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"

	"ebim/framework/points"
)

// line is the straight line from a point in a unit direction.
type line struct {
	from, out []float64
	length    float64
}

func lineOf(from, to []float64) line {
	l := line{from: from, out: make([]float64, len(from))}
	floats.SubTo(l.out, to, from)
	l.length = floats.Norm(l.out, 2)
	floats.Scale(1/l.length, l.out)
	return l
}

// at is how far along the line a point lies, and the square of how far off it.
func (l line) at(x []float64) (along, squared float64) {
	for j, v := range x {
		along += (v - l.from[j]) * l.out[j]
		squared += (v - l.from[j]) * (v - l.from[j])
	}
	return along, squared - along*along
}

// within are the points between the line's ends within a radius of it.
func (l line) within(x *points.Set, radius float64) (inside []int) {
	const rounding = 1e-9
	for i := range x.Len() {
		along, squared := l.at(x.At(i))
		if along > rounding*l.length && along < (1-rounding)*l.length && squared <= radius*radius {
			inside = append(inside, i)
		}
	}
	return inside
}

// alone reports whether within a radius there are more of some points than a clump as wide as the row is long has, or
// others that are spread evenly around it. Where some are, the chance is that of one of a number of lines.
func (l line) alone(x *points.Set, count int, radius, lines float64) bool {
	c := min(l.length/2/radius, mostAround)
	if c < leastAround {
		return false
	}
	beside := len(l.within(x, c*radius)) - count
	share := math.Pow(4/math.Pi/c, float64(min(x.Dim-1, 2)))
	chance := mathext.RegIncBeta(float64(count), float64(beside)+1, share)
	return beside == 0 && chance < aloneChance || lines*chance < clumpChance
}

// even reports whether no way from one point to the next is unlikely long: one of k+1 ways is longer than a share g of
// the line with probability (k+1)(1-g)^k at most.
func (l line) even(x *points.Set, of []int) bool {
	before, longest := 0.0, 0.0
	for _, i := range l.inOrder(x, slices.Clone(of)) {
		along, _ := l.at(x.At(i))
		longest, before = max(longest, along-before), along
	}
	k, share := float64(len(of)), max(longest, l.length-before)/l.length
	return (k+1)*math.Pow(1-share, k) >= unevenness
}

// inOrder sorts points by where along the line they lie.
func (l line) inOrder(x *points.Set, of []int) []int {
	slices.SortFunc(of, func(i, j int) int {
		a, _ := l.at(x.At(i))
		b, _ := l.at(x.At(j))
		return cmp.Or(cmp.Compare(a, b), cmp.Compare(i, j))
	})
	return of
}
