package points

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Set is a list of points in R^Dim, stored row by row: point i is Data[i*Dim : (i+1)*Dim].
type Set struct {
	Dim  int
	Data []float64
}

// New returns a set of n points at the origin of R^dim.
func New(n, dim int) *Set {
	return &Set{Dim: dim, Data: make([]float64, n*dim)}
}

// FromRows copies rows of equal length into a set.
func FromRows(rows [][]float64) (*Set, error) {
	if len(rows) == 0 {
		return nil, fmt.Errorf("points: no rows")
	}
	set := New(len(rows), len(rows[0]))
	for i, row := range rows {
		if len(row) != set.Dim {
			return nil, fmt.Errorf("points: row %d has %d columns, row 0 has %d", i, len(row), set.Dim)
		}
		copy(set.At(i), row)
	}
	return set, nil
}

// Len returns the number of points.
func (s *Set) Len() int {
	if s.Dim == 0 {
		return 0
	}
	return len(s.Data) / s.Dim
}

// At returns point i, a view into the set's storage.
func (s *Set) At(i int) []float64 { return s.Data[i*s.Dim : (i+1)*s.Dim : (i+1)*s.Dim] }

// Slice returns the view of points from (inclusive) to (exclusive).
func (s *Set) Slice(from, to int) *Set {
	return &Set{Dim: s.Dim, Data: s.Data[from*s.Dim : to*s.Dim : to*s.Dim]}
}

// Range returns the indices from (inclusive) to (exclusive).
func Range(from, to int) []int {
	indices := make([]int, max(0, to-from))
	for k := range indices {
		indices[k] = from + k
	}
	return indices
}

// EvenlySpaced returns count of the indices below n, evenly spaced in ascending order; all of them where there are no
// more.
func EvenlySpaced(n, count int) []int {
	indices := make([]int, min(n, count))
	for k := range indices {
		indices[k] = int(int64(k) * int64(n) / int64(len(indices)))
	}
	return indices
}

// Evenly returns count of the points, evenly spaced in their order; the set itself where there are no more.
func (s *Set) Evenly(count int) *Set {
	if count >= s.Len() {
		return s
	}
	return s.Select(EvenlySpaced(s.Len(), count))
}

// Select copies the points at the given indices, in their order.
func (s *Set) Select(indices []int) *Set {
	chosen := New(len(indices), s.Dim)
	for k, i := range indices {
		copy(chosen.At(k), s.At(i))
	}
	return chosen
}

// Within returns the points nearer to a place than a radius.
func (s *Set) Within(at []float64, radius float64) *Set {
	near := New(0, s.Dim)
	for i := range s.Len() {
		if SquaredDistance(s.At(i), at) < radius*radius {
			near.Data = append(near.Data, s.At(i)...)
		}
	}
	return near
}

// AtMost returns the set itself, or a number of its points drawn without replacement where it has more: only then are
// there draws.
func (s *Set) AtMost(most int, rng *rand.Rand) *Set {
	if s.Len() <= most {
		return s
	}
	return s.Select(rng.Perm(s.Len())[:most])
}

// FirstEqual returns for each point the index of the first that equals it in every coordinate, its own if there is
// none before.
func (s *Set) FirstEqual() []int { return newIndex(s).first }

// In says of each point whether one of the others, which may be many more, equals it in every coordinate.
func (s *Set) In(others *Set) []bool {
	own, found := newIndex(s), make([]bool, s.Len())
	for i := range others.Len() {
		if k := *own.slot(others.At(i)); k != 0 {
			found[k-1] = true
		}
	}
	in := make([]bool, s.Len())
	for i, first := range own.first {
		in[i] = found[first]
	}
	return in
}

// index finds points by their coordinates.
type index struct {
	set   *Set
	first []int   // of each point, that which equals it
	slots []int32 // of a hash table with open addressing: indices of first points, from 1; 0 for none
}

func newIndex(s *Set) *index {
	x := &index{s, make([]int, s.Len()), make([]int32, 1<<bits.Len(uint(2*s.Len())))}
	for i := range x.first {
		slot := x.slot(s.At(i))
		if *slot == 0 {
			*slot = int32(i + 1)
		}
		x.first[i] = int(*slot) - 1
	}
	return x
}

// slot is that of the first point that equals one in every coordinate, or the empty one where that would be.
func (x *index) slot(point []float64) *int32 {
	mask := uint64(len(x.slots) - 1)
	place := hash(point) & mask
	for x.slots[place] != 0 && !equal(x.set.At(int(x.slots[place])-1), point) {
		place = (place + 1) & mask
	}
	return &x.slots[place]
}

// hash mixes the bits of coordinates (splitmix64: Steele, Lea, Flood 2014).
func hash(point []float64) (h uint64) {
	for _, v := range point {
		h += math.Float64bits(v+0) + 0x9e3779b97f4a7c15 // -0 becomes 0
		h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>27) * 0x94d049bb133111eb
		h ^= h >> 31
	}
	return h
}

// equal says whether coordinates have the same bits, but for the sign of 0.
func equal(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(v, w float64) bool { return math.Float64bits(v+0) == math.Float64bits(w+0) })
}

// Distinct returns the number of points that differ in some coordinate from all before them.
func (s *Set) Distinct() int {
	firsts, _ := s.Places()
	return len(firsts)
}

// Places returns the indices of the points that equal none before them, and for each point which of these it equals.
func (s *Set) Places() (firsts, of []int) {
	of = s.FirstEqual()
	for i, first := range of {
		if first == i {
			of[i], firsts = len(firsts), append(firsts, i)
		} else {
			of[i] = of[first]
		}
	}
	return firsts, of
}

// Different returns the points that equal none before them.
func (s *Set) Different() *Set {
	firsts, _ := s.Places()
	return s.Select(firsts)
}

// Mean returns the points' mean, 0 of none.
func (s *Set) Mean() []float64 {
	mean := make([]float64, s.Dim)
	for i := range s.Len() {
		for j, v := range s.At(i) {
			mean[j] += v / float64(s.Len())
		}
	}
	return mean
}

// Scale returns the root of the points' mean squared distance to their mean, per coordinate: 0 where they all are one,
// NaN of none.
func (s *Set) Scale() float64 {
	mean, square := s.Mean(), 0.0
	for i := range s.Len() {
		for j, v := range s.At(i) {
			square += (v - mean[j]) * (v - mean[j])
		}
	}
	return math.Sqrt(square / float64(len(s.Data)))
}

// Float32 returns the set's storage in single precision, as graphs take it.
func (s *Set) Float32() []float32 {
	flat := make([]float32, len(s.Data))
	for i, v := range s.Data {
		flat[i] = float32(v)
	}
	return flat
}

// FromFloat32 returns the set of points in R^dim with the given single-precision storage.
func FromFloat32(flat []float32, dim int) *Set {
	set := &Set{Dim: dim, Data: make([]float64, len(flat))}
	for i, v := range flat {
		set.Data[i] = float64(v)
	}
	return set
}

// AllFinite reports whether none of the numbers is NaN or infinite.
func AllFinite[T float32 | float64](values []T) bool {
	return !slices.ContainsFunc(values, func(v T) bool { return v-v != 0 })
}

// SquaredDistance of two points.
func SquaredDistance(a, b []float64) float64 {
	sum := 0.0
	for j := range a {
		sum += (a[j] - b[j]) * (a[j] - b[j])
	}
	return sum
}
