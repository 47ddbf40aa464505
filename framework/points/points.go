package points

import (
	"encoding/binary"
	"fmt"
	"math"
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

// Select copies the points at the given indices, in their order.
func (s *Set) Select(indices []int) *Set {
	chosen := New(len(indices), s.Dim)
	for k, i := range indices {
		copy(chosen.At(k), s.At(i))
	}
	return chosen
}

// FirstEqual returns for each point the index of the first that equals it in every coordinate, its own if there is
// none before.
func (s *Set) FirstEqual() []int {
	first, seen := make([]int, s.Len()), make(map[string]int, s.Len())
	var key []byte
	for i := range first {
		key = equalKey(key, s.At(i))
		known, again := seen[string(key)]
		if !again {
			known = i
			seen[string(key)] = i
		}
		first[i] = known
	}
	return first
}

// In says of each point whether one of the others, which may be many more, equals it in every coordinate.
func (s *Set) In(others *Set) []bool {
	found := make(map[string]bool, s.Len())
	var key []byte
	for i := range s.Len() {
		key = equalKey(key, s.At(i))
		found[string(key)] = false
	}
	for i := range others.Len() {
		key = equalKey(key, others.At(i))
		if _, wanted := found[string(key)]; wanted {
			found[string(key)] = true
		}
	}
	in := make([]bool, s.Len())
	for i := range in {
		key = equalKey(key, s.At(i))
		in[i] = found[string(key)]
	}
	return in
}

// equalKey is the same for points that are equal in every coordinate, and for no others; it is written into key.
func equalKey(key []byte, x []float64) []byte {
	key = key[:0]
	for _, v := range x {
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(v+0)) // -0 becomes 0
	}
	return key
}

// Distinct returns the number of points that differ in some coordinate from all before them.
func (s *Set) Distinct() int {
	count := 0
	for i, first := range s.FirstEqual() {
		if first == i {
			count++
		}
	}
	return count
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
func AllFinite(values []float32) bool {
	for _, v := range values {
		if x := float64(v); math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

// SquaredDistance of two points.
func SquaredDistance(a, b []float64) float64 {
	sum := 0.0
	for j := range a {
		sum += (a[j] - b[j]) * (a[j] - b[j])
	}
	return sum
}
