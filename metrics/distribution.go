package metrics

import (
	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/points"
)

// comparableLaw is the law of the data, where it is known and has a density with respect to a measure of the same dimension
// as the model's: densities of different dimension can't be compared.
func comparableLaw(s *experiment.Subject) (dataset.Distribution, bool) {
	law, known := s.Source.(dataset.Distribution)
	if !known {
		return nil, false
	}
	_, dimension := law.Dimensions()
	return law, dimension == s.Nature.Dimension
}

// logDensities are a law's, at points of its manifold.
func logDensities(law dataset.Distribution, x *points.Set) []float64 {
	logs := make([]float64, x.Len())
	for i := range logs {
		logs[i] = law.LogDensity(x.At(i))
	}
	return logs
}
