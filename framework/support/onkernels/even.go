package onkernels

import (
	"math/rand/v2"

	"ebim/framework/points"
)

// Even is a manifold that is known all over.
type Even interface {
	// DrawEvenly writes a point of the uniform distribution.
	DrawEvenly(to []float64, rng *rand.Rand)
	// LogVolume is the logarithm of the manifold's length, area or volume.
	LogVolume() float64
}

// evenShare of the draws come from all of a known manifold: tails of wide distributions go around circles and spheres,
// to where no step from the data leads. On curves and surfaces kernels come everywhere that matters.
const (
	evenShare  = 0.1
	evenlyFrom = 3 // dimensions on
)

// shareOfEven is the share of the draws that are uniform.
func (a Around) shareOfEven() float64 {
	if a.Even == nil || a.Dimension < evenlyFrom {
		return 0
	}
	return evenShare
}

// drawEvenly makes those of n draws that are uniform.
func (a Around) drawEvenly(n, dim int, rng *rand.Rand) *points.Set {
	even := points.New(0, dim)
	if share := a.shareOfEven(); share > 0 {
		x := make([]float64, dim)
		for range n {
			if rng.Float64() < share {
				a.Even.DrawEvenly(x, rng)
				even.Data = append(even.Data, x...)
			}
		}
	}
	return even
}
