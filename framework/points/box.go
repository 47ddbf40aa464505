package points

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Box is an axis-parallel box: [low, high] along each axis.
type Box [][2]float64

// Cube is the box [low, high]^n.
func Cube(n int, low, high float64) Box {
	return slices.Repeat(Box{{low, high}}, n)
}

// Around is the smallest box around a non-empty set.
func Around(set *Set) Box {
	box := make(Box, set.Dim)
	for axis := range box {
		box[axis][0], box[axis][1] = set.Range(axis)
	}
	return box
}

// Range is the least and the largest value of one column of a non-empty set.
func (s *Set) Range(axis int) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for i := range s.Len() {
		value := s.At(i)[axis]
		low, high = min(low, value), max(high, value)
	}
	return low, high
}

// Hull is the smallest box around all.
func Hull(boxes []Box) Box { return combined(boxes, math.Min, math.Max) }

// Common is the box that lies in all. An axis ends before it begins where they have nothing in common.
func Common(boxes []Box) Box { return combined(boxes, math.Max, math.Min) }

func combined(boxes []Box, lower, upper func(a, b float64) float64) Box {
	whole := slices.Clone(boxes[0])
	for _, box := range boxes[1:] {
		for j, axis := range box {
			whole[j] = [2]float64{lower(whole[j][0], axis[0]), upper(whole[j][1], axis[1])}
		}
	}
	return whole
}

// Padded is the box with a margin at both ends of each axis, given its index and length.
func (b Box) Padded(margin func(axis int, length float64) float64) Box {
	padded := make(Box, len(b))
	for j, side := range b {
		pad := margin(j, side[1]-side[0])
		padded[j] = [2]float64{side[0] - pad, side[1] + pad}
	}
	return padded
}

// Union is the least box that holds two.
func (b Box) Union(other Box) Box {
	both := slices.Clone(b)
	for j, axis := range other {
		both[j] = [2]float64{min(b[j][0], axis[0]), max(b[j][1], axis[1])}
	}
	return both
}

// Diagonal is the length of the diagonal.
func (b Box) Diagonal() float64 {
	square := 0.0
	for _, axis := range b {
		square += (axis[1] - axis[0]) * (axis[1] - axis[0])
	}
	return math.Sqrt(square)
}

// LogVolume is the logarithm of the volume.
func (b Box) LogVolume() float64 {
	sum := 0.0
	for _, axis := range b {
		sum += math.Log(axis[1] - axis[0])
	}
	return sum
}

// Contains reports whether a point lies in the box; NaN lies nowhere.
func (b Box) Contains(point []float32) bool {
	for j, v := range point {
		if !(float64(v) >= b[j][0] && float64(v) <= b[j][1]) {
			return false
		}
	}
	return true
}

// Inside is the points of the rows x that lie in the box.
func (b Box) Inside(x []float32) []float32 {
	kept := make([]float32, 0, len(x))
	for i := 0; i < len(x); i += len(b) {
		if point := x[i : i+len(b)]; b.Contains(point) {
			kept = append(kept, point...)
		}
	}
	return kept
}

// Clamp moves those of the rows x that left the box to its boundary.
func (b Box) Clamp(x []float32) {
	for i := range x {
		axis := b[i%len(b)]
		x[i] = min(max(x[i], float32(axis[0])), float32(axis[1]))
	}
}

// Clip moves the points of a set outside of the box to the nearest point of it.
func (b Box) Clip(set *Set) {
	for i, v := range set.Data {
		axis := b[i%len(b)]
		set.Data[i] = min(max(v, axis[0]), axis[1])
	}
}

// Uniform is n uniform points.
func (b Box) Uniform(n int, rng *rand.Rand) *Set {
	set := New(n, len(b))
	for i := range n {
		x := set.At(i)
		for j := range x {
			x[j] = b[j][0] + rng.Float64()*(b[j][1]-b[j][0])
		}
	}
	return set
}

// Draw fills one point with a uniform one.
func (b Box) Draw(point []float32, rng *rand.Rand) {
	for j := range point {
		point[j] = float32(b[j][0] + rng.Float64()*(b[j][1]-b[j][0]))
	}
}
