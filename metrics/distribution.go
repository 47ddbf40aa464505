package metrics

import (
	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/points"
)

// comparableDistribution is the distribution of the data, where it is known and has a density with respect to a
// measure of the same dimension as the model's: densities of different dimension can't be compared.
func comparableDistribution(s *experiment.Subject) (dataset.Distribution, bool) {
	distribution, known := s.Source.(dataset.Distribution)
	if !known {
		return nil, false
	}
	_, dimension := distribution.Dimensions()
	return distribution, dimension == s.Traits.Dimension
}

// logDensities are a distribution's, at points of its manifold.
func logDensities(distribution dataset.Distribution, x *points.Set) []float64 {
	logs := make([]float64, x.Len())
	for i := range logs {
		logs[i] = distribution.LogDensity(x.At(i))
	}
	return logs
}
