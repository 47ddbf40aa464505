package metrics

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// randomDirection is uniform on the unit sphere of R^dim.
func randomDirection(rng *rand.Rand, dim int) []float64 {
	direction := make([]float64, dim)
	for {
		squared := 0.0
		for axis := range direction {
			direction[axis] = rng.NormFloat64()
			squared += direction[axis] * direction[axis]
		}
		if squared > 0 {
			for axis := range direction {
				direction[axis] /= math.Sqrt(squared)
			}
			return direction
		}
	}
}

// massPoint is mass at a place on a line.
type massPoint struct{ at, mass float64 }

// slicer projects one sample time and again.
type slicer struct {
	sample    Sample
	shares    []float64
	projected []massPoint
}

func newSlicer(s Sample) *slicer {
	return &slicer{sample: s, shares: s.shares(), projected: make([]massPoint, s.Points.Len())}
}

// project is the sample along a direction, in ascending order; valid until the next call.
func (s *slicer) project(direction []float64) []massPoint {
	for i, share := range s.shares {
		at := 0.0
		for axis, value := range s.sample.Points.At(i) {
			at += value * direction[axis]
		}
		s.projected[i] = massPoint{at, share}
	}
	slices.SortFunc(s.projected, func(a, b massPoint) int { return cmp.Compare(a.at, b.at) })
	return s.projected
}

// quantileDistance is the Wasserstein-1 distance on a line: both in ascending order, mass goes to mass of the same
// rank.
func quantileDistance(a, b []massPoint) float64 {
	distance := 0.0
	i, j := 0, 0
	left, right := a[0].mass, b[0].mass
	for {
		moved := min(left, right)
		distance += moved * math.Abs(a[i].at-b[j].at)
		if left <= right {
			right -= moved
			if i++; i == len(a) {
				return distance
			}
			left = a[i].mass
		} else {
			left -= moved
			if j++; j == len(b) {
				return distance
			}
			right = b[j].mass
		}
	}
}
