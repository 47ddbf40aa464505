package filament

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"

	"ebim/framework/points"
)

// way is a straight line or an arc of a circle.
type way struct {
	length, wide float64 // its own, and the distance of those of its points that are farthest apart
	around       float64 // length of the circle; +Inf for a line

	off   func(x []float64) float64 // squared distance of a point from the line or circle
	along func(x []float64) float64 // how far along it the point is: below 0 or above its length, beyond its ends
	place func(along float64) []float64
}

func lineOf(from, to []float64) way {
	out := make([]float64, len(from))
	floats.SubTo(out, to, from)
	length := floats.Norm(out, 2)
	floats.Scale(1/length, out)
	along := func(x []float64) (total float64) {
		for j, v := range x {
			total += (v - from[j]) * out[j]
		}
		return total
	}
	off := func(x []float64) float64 {
		squared, along := 0.0, along(x)
		for j, v := range x {
			squared += (v - from[j]) * (v - from[j])
		}
		return squared - along*along
	}
	place := func(along float64) []float64 {
		return floats.AddScaledTo(make([]float64, len(from)), from, along, out)
	}
	return way{length, length, math.Inf(1), off, along, place}
}

// arcOf is the arc from one point through a second to a third; not ok where that bends by no more than a distance.
func arcOf(from, through, to []float64, bend float64) (arc way, ok bool) {
	chord := lineOf(from, to)
	if along := chord.along(through); chord.off(through) <= bend*bend && along > 0 && along < chord.length {
		return way{}, false
	}
	// In the plane of the three, the first is at 0, the second at (a, 0), and the third at (p, q), q > 0.
	u, v, third := make([]float64, len(from)), make([]float64, len(from)), make([]float64, len(from))
	floats.SubTo(u, through, from)
	a := floats.Norm(u, 2)
	floats.Scale(1/a, u)
	floats.SubTo(third, to, from)
	copy(v, third)
	without(v, [][]float64{u})
	p, q := floats.Dot(third, u), floats.Dot(third, v)
	if !(q > 0) {
		return way{}, false
	}
	x, y := a/2, (p*p+q*q-a*p)/(2*q)
	center, radius, start := slices.Clone(from), math.Hypot(x, y), math.Atan2(-y, -x)
	floats.AddScaled(center, x, u)
	floats.AddScaled(center, y, v)
	angle, wide := after(math.Atan2(q-y, p-x)-start), 2*radius
	if angle < math.Pi {
		wide = chord.length
	}
	inPlane := func(at []float64) (x, y, squared float64) {
		for j, w := range at {
			w -= center[j]
			x += w * u[j]
			y += w * v[j]
			squared += w * w
		}
		return x, y, squared
	}
	off := func(at []float64) float64 {
		x, y, squared := inPlane(at)
		return squared + radius*radius - 2*radius*math.Hypot(x, y)
	}
	along := func(at []float64) float64 {
		x, y, _ := inPlane(at)
		return radius * after(math.Atan2(y, x)-start)
	}
	place := func(along float64) []float64 {
		sine, cosine := math.Sincos(start + along/radius)
		at := floats.AddScaledTo(make([]float64, len(from)), center, radius*cosine, u)
		floats.AddScaled(at, radius*sine, v)
		return at
	}
	return way{angle * radius, wide, 2 * math.Pi * radius, off, along, place}, true
}

// after is an angle from 0 to 2 pi, which is 0 where it is just below either.
func after(angle float64) float64 {
	if angle = math.Mod(angle, 2*math.Pi); angle < 0 {
		angle += 2 * math.Pi
	}
	if angle > 2*math.Pi-rounding {
		return 0
	}
	return angle
}

const rounding = 1e-9 // as a share of a way, or an angle

// within are the points between the way's ends within a radius of it.
func (w way) within(x *points.Set, radius float64) (inside []int) {
	for i := range x.Len() {
		if !(w.off(x.At(i)) <= radius*radius) {
			continue
		}
		if along := w.along(x.At(i)); along > rounding*w.length && along < (1-rounding)*w.length {
			inside = append(inside, i)
		}
	}
	return inside
}

// alone reports whether within a radius there are more of some points than a clump as wide as the row is long has, or
// others that are spread evenly around it, in so many directions across it. Where some are, the chance is that of one
// of a number of lines.
func (w way) alone(x *points.Set, count, across int, radius, lines float64) bool {
	c := min(w.wide/2/radius, mostAround)
	if c < leastAround {
		return false
	}
	beside := len(w.within(x, c*radius)) - count
	share := math.Pow(4/math.Pi/c, float64(across))
	chance := mathext.RegIncBeta(float64(count), float64(beside)+1, share)
	return beside == 0 && chance < aloneChance || lines*chance < clumpChance
}

// even reports whether no way from one point to the next is unlikely long, nor longer than what an arc leaves of its
// circle: the arc between others of these points has less of it.
func (w way) even(x *points.Set, of []int) bool {
	before, longest := 0.0, 0.0
	for _, i := range w.inOrder(x, slices.Clone(of)) {
		along := w.along(x.At(i))
		longest, before = max(longest, along-before), along
	}
	longest = max(longest, w.length-before)
	return longest <= w.around-w.length && emptyChance(longest/w.length, len(of)) >= unevenness
}

// closed reports whether the way is an arc that so many points are on, and that misses no more of its circle than
// points all around one often do.
func (w way) closed(count int) bool {
	return w.length > w.around/2 && emptyChance(1-w.length/w.around, count) >= closedChance
}

// emptyChance is that of so large a share of a line without one of k points on it, at most: one of their k+1 ways is
// longer than a share g with probability (k+1)(1-g)^k.
func emptyChance(share float64, count int) float64 {
	k := float64(count)
	return (k + 1) * math.Pow(1-share, k)
}

// inOrder sorts points by where along the line they lie.
func (w way) inOrder(x *points.Set, of []int) []int {
	slices.SortFunc(of, func(i, j int) int {
		return cmp.Or(cmp.Compare(w.along(x.At(i)), w.along(x.At(j))), cmp.Compare(i, j))
	})
	return of
}
