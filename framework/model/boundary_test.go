package model

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Points lie on faces, each face as often as its share of the boundary's area says: for sides 1, 2 and 4 the pairs have
// 8, 4 and 2 of 14 parts. Bounds are five standard deviations of the frequencies.
func TestBoundaryPointsAreUniform(t *testing.T) {
	box := [][2]float64{{0, 1}, {-1, 1}, {3, 7}}
	const n = 20000
	rows := make([]float32, 3*n)
	boundaryPoints(rows, box, rand.New(rand.NewPCG(3, 1)))
	counts := map[[2]int]int{}
	mean := [3]float64{}
	for i := range n {
		point := rows[3*i : 3*i+3]
		for axis, v := range point {
			if float64(v) < box[axis][0] || float64(v) > box[axis][1] {
				t.Fatalf("%v is outside", point)
			}
			mean[axis] += (float64(v) - box[axis][0]) / (box[axis][1] - box[axis][0]) / n
			for side := range 2 {
				if float64(v) == box[axis][side] {
					counts[[2]int{axis, side}]++
				}
			}
		}
	}
	for axis, parts := range []float64{8, 4, 2} {
		for side := range 2 {
			p := parts / 28
			if got := float64(counts[[2]int{axis, side}]) / n; math.Abs(got-p) > 5*math.Sqrt(p*(1-p)/n) {
				t.Errorf("face %d of axis %d has a share of %v, want %v", side, axis, got, p)
			}
		}
		if math.Abs(mean[axis]-0.5) > 5*math.Sqrt(0.25/n) {
			t.Errorf("axis %d has its mean at %v of its length, want 1/2", axis, mean[axis])
		}
	}
}
