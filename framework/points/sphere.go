package points

import "math"

// LogUnitSphere is the logarithm of the length, area, ... of the unit sphere in R^n: 2 pi^(n/2) / gamma(n/2).
func LogUnitSphere(n int) float64 {
	half := float64(n) / 2
	gamma, _ := math.Lgamma(half)
	return math.Ln2 + half*math.Log(math.Pi) - gamma
}
