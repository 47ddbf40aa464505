package statistics

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// PoissonTail is the probability that a Poisson variable is at least k.
func PoissonTail(k int, mean float64) float64 {
	if k <= 0 {
		return 1
	}
	return mathext.GammaIncReg(float64(k), mean)
}

// MedianChi is about the median of a chi distribution with so many degrees of freedom, at least 1, as of the distance
// of points to a manifold from which they deviate by 1 in each of as many normals (Wilson and Hilferty 1931).
func MedianChi(freedom int) float64 {
	k := float64(max(freedom, 1))
	return math.Sqrt(k * math.Pow(1-2/(9*k), 3))
}
