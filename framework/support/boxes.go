package support

import (
	"math"
	"math/rand/v2"

	"ebim/framework/points"
)

// MostCovered is the largest dimension in which a domain can be covered with uniform points, or with a grid.
const MostCovered = 3

// Diagonal is the length of a box's diagonal.
func Diagonal(box [][2]float64) float64 {
	square := 0.0
	for _, axis := range box {
		square += (axis[1] - axis[0]) * (axis[1] - axis[0])
	}
	return math.Sqrt(square)
}

// LogVolume is the logarithm of a box's volume.
func LogVolume(box [][2]float64) float64 {
	sum := 0.0
	for _, axis := range box {
		sum += math.Log(axis[1] - axis[0])
	}
	return sum
}

// Inside is the points of x that lie in the box.
func Inside(x []float32, box [][2]float64) []float32 {
	dim := len(box)
	kept := make([]float32, 0, len(x))
	for i := 0; i < len(x); i += dim {
		if InBox(x[i:i+dim], box) {
			kept = append(kept, x[i:i+dim]...)
		}
	}
	return kept
}

// InBox tells whether a point lies in a box.
func InBox(point []float32, box [][2]float64) bool {
	for j, v := range point {
		if !(float64(v) >= box[j][0] && float64(v) <= box[j][1]) { // NaN is nowhere
			return false
		}
	}
	return true
}

// UniformPoints are n uniform points of a box.
func UniformPoints(box [][2]float64, n int, rng *rand.Rand) *points.Set {
	set := points.New(n, len(box))
	for i := range n {
		x := set.At(i)
		for j := range x {
			x[j] = box[j][0] + rng.Float64()*(box[j][1]-box[j][0])
		}
	}
	return set
}
