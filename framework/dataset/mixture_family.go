package dataset

import (
	"math"
	"slices"
)

var _ Family = (*Mixture)(nil)

// Parameters are the logarithms of the shares, then each component's own parameters.
func (m *Mixture) Parameters() []float64 {
	logs := m.logShares()
	parameters := slices.Clone(logs)
	for _, component := range m.Components {
		parameters = append(parameters, component.Source.(Family).Parameters()...)
	}
	return parameters
}

// With gives the shares, which add up to 1, as weights.
func (m *Mixture) With(parameters []float64) (member Family, inside bool) {
	n := len(m.Components)
	logs, rest := parameters[:n], parameters[n:]
	sum := newLogSum(logs[0])
	for _, log := range logs[1:] {
		sum.add(log)
	}
	mixture, inside := &Mixture{Components: make([]MixtureComponent, n)}, true
	for i, component := range m.Components {
		family := component.Source.(Family)
		own := len(family.Parameters())
		component, within := family.With(rest[:own])
		// A weight is positive, however little is left of it.
		mixture.Components[i] = MixtureComponent{Weight: max(math.Exp(logs[i]-sum.value()), 1e-300), Source: component}
		inside = inside && within
		rest = rest[own:]
	}
	return mixture, inside
}

// Score weighs each component's score by the probability that x is of it.
func (m *Mixture) Score(x []float64, weight float64, gradient []float64) {
	logDensity := m.LogDensity(x)
	if math.IsInf(logDensity, -1) {
		return // x is on no component's manifold
	}
	n := len(m.Components)
	rest := gradient[n:]
	for i, logShare := range m.logShares() {
		family := m.Components[i].Source.(Family)
		own := len(family.Parameters())
		probability := 0.0
		if _, mixture := family.(*Mixture); mixture || distance(family.Nearest(x), x) <= contained {
			probability = math.Exp(logShare + family.LogDensity(x) - logDensity)
			family.Score(x, weight*probability, rest[:own])
		}
		gradient[i] += weight * (probability - math.Exp(logShare))
		rest = rest[own:]
	}
}

// logShares are the logarithms of the components' shares.
func (m *Mixture) logShares() []float64 {
	total := 0.0
	for _, component := range m.Components {
		total += component.Weight
	}
	logs := make([]float64, len(m.Components))
	for i, component := range m.Components {
		logs[i] = math.Log(component.Weight / total)
	}
	return logs
}
