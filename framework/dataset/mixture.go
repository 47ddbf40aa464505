package dataset

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/config"
	"ebim/framework/points"
	"ebim/framework/random"
)

// Mixture draws each point from one of its components, chosen with probability proportional to its weight. The
// components' manifolds must be of the same dimension, in the same space; they are the same (two distributions on one
// sphere) or apart (two circles), in any grouping.
type Mixture struct {
	Components []MixtureComponent `yaml:"components" length:"[1, 1000]" doc:"what is mixed: a weight and a synthetic data set each"`
}

// MixtureComponent is one part of a Mixture.
type MixtureComponent struct {
	Weight float64 `yaml:"weight" default:"1" range:"(0, inf)" doc:"how often this component is drawn, relative to the others"`
	Source Source  `yaml:"source" doc:"a synthetic data set"`
}

var _ Family = (*Mixture)(nil)

// contained is the distance within which a point counts as lying on a component's manifold.
const contained = 1e-6

// Check refuses components without a known distribution and components of different dimensions.
func (m *Mixture) Check() error {
	var mistakes []error
	var first Distribution
	for i, component := range m.Components {
		field := fmt.Sprintf("components[%d].source", i)
		if err := checkKnown(field, component.Source); err != nil {
			mistakes = append(mistakes, err)
			continue
		}
		distribution := component.Source.(Distribution)
		first = cmp.Or(first, distribution)
		ambient, manifold := distribution.Dimensions()
		if wantAmbient, wantManifold := first.Dimensions(); ambient != wantAmbient || manifold != wantManifold {
			mistakes = append(mistakes, &config.FieldError{
				Field:   field,
				Found:   fmt.Sprintf("a manifold of dimension %d in %d dimensions", manifold, ambient),
				Allowed: fmt.Sprintf("the first component's dimensions, %d in %d", wantManifold, wantAmbient),
			})
		}
	}
	return errors.Join(mistakes...)
}

// CodeVersion implements Versioned: it is raised with that of any component.
func (m *Mixture) CodeVersion() int {
	version := 1
	for _, component := range m.Components {
		version += CodeVersion(component.Source) - 1
	}
	return version
}

// part is a component's distribution with its share of the whole.
type part struct {
	distribution Distribution
	share        float64
}

// weight is the sum of the components'.
func (m *Mixture) weight() (total float64) {
	for _, component := range m.Components {
		total += component.Weight
	}
	return total
}

// parts lists the components' distributions, those of nested mixtures one by one. The shares add up to 1.
func (m *Mixture) parts() []part {
	total := m.weight()
	var parts []part
	for _, component := range m.Components {
		share := component.Weight / total
		if nested, isMixture := component.Source.(*Mixture); isMixture {
			for _, inner := range nested.parts() {
				parts = append(parts, part{inner.distribution, share * inner.share})
			}
			continue
		}
		parts = append(parts, part{component.Source.(Distribution), share})
	}
	return parts
}

// Load draws size points, DefaultSize if size is 0.
func (m *Mixture) Load(_ Env, rng *rand.Rand, size int) (*points.Set, error) {
	return draw(m, rng, size)
}

// Dimensions are those of the first component.
func (m *Mixture) Dimensions() (ambient, manifold int) {
	return m.Components[0].Source.(Distribution).Dimensions()
}

// Sample draws n independent points.
func (m *Mixture) Sample(rng *rand.Rand, n int) *points.Set {
	parts := m.parts()
	var weights random.Weights
	for _, part := range parts {
		weights.Add(part.share)
	}
	chosen := make([][]int, len(parts)) // the rows that each part fills
	for row := range n {
		i := weights.Draw(rng)
		chosen[i] = append(chosen[i], row)
	}
	ambient, _ := m.Dimensions()
	set := points.New(n, ambient)
	for i, rows := range chosen {
		drawn := parts[i].distribution.Sample(rng, len(rows))
		for k, row := range rows {
			copy(set.At(row), drawn.At(k))
		}
	}
	return set
}

// LogDensity adds the weighted densities of the components whose manifold contains x, within 1e-6; minus infinity if
// there are none.
func (m *Mixture) LogDensity(x []float64) float64 {
	sum := newLogSum(math.Inf(-1))
	sum.scaled = 0
	for _, part := range m.parts() {
		if distance(part.distribution.Nearest(x), x) <= contained {
			sum.add(math.Log(part.share) + part.distribution.LogDensity(x))
		}
	}
	return sum.value()
}

// Evenly shares the points out among the distinct manifolds by their measure.
func (m *Mixture) Evenly(n int) (*points.Set, []float64) {
	manifolds := m.manifolds()
	measures, total := make([]float64, len(manifolds)), 0.0
	for i, manifold := range manifolds {
		measures[i] = measure(manifold)
		total += measures[i]
	}
	ambient, _ := m.Dimensions()
	set, shares := points.New(0, ambient), []float64{}
	for i, manifold := range manifolds {
		count := max(1, int(math.Round(float64(n)*measures[i]/total)))
		evenly, share := manifold.Evenly(count)
		set.Data = append(set.Data, evenly.Data...)
		shares = append(shares, share...)
	}
	return set, shares
}

// Nearest is the closest of the components' nearest points.
func (m *Mixture) Nearest(x []float64) []float64 {
	var nearest []float64
	for _, part := range m.parts() {
		if candidate := part.distribution.Nearest(x); nearest == nil || distance(x, candidate) < distance(x, nearest) {
			nearest = candidate
		}
	}
	return nearest
}

// Topology is that of the disjoint union of the distinct manifolds; unknown if two of them meet.
func (m *Mixture) Topology() (Topology, bool) {
	for _, part := range m.parts() { // before manifolds are compared, which takes longer
		if _, known := part.distribution.Topology(); !known {
			return Topology{}, false
		}
	}
	var union Topology
	manifolds := m.manifolds()
	for i, manifold := range manifolds {
		topology, _ := manifold.Topology()
		for _, other := range manifolds[:i] {
			if meet(manifold, other) {
				return Topology{}, false
			}
		}
		if i == 0 {
			union = topology
		} else {
			union = union.Union(topology)
		}
	}
	return union, true
}

// manifolds lists the components' manifolds, each once.
func (m *Mixture) manifolds() []Manifold {
	var distinct []Manifold
	for _, part := range m.parts() {
		known := false
		for _, manifold := range distinct {
			known = known || same(manifold, part.distribution)
		}
		if !known {
			distinct = append(distinct, part.distribution)
		}
	}
	return distinct
}

func measure(m Manifold) float64 {
	_, shares := m.Evenly(1)
	return total(shares)
}

// probes is the number of points by which two manifolds are compared.
const probes = 200

// same says whether each manifold contains the other's evenly spaced points.
func same(a, b Manifold) bool { return contains(a, b) && contains(b, a) }

func contains(a, b Manifold) bool {
	set, _ := b.Evenly(probes)
	for i := range set.Len() {
		if x := set.At(i); distance(a.Nearest(x), x) > contained {
			return false
		}
	}
	return true
}

// meet says whether two manifolds come within a thousandth: it projects points from one to the other and back, which
// converges to where they are closest.
func meet(a, b Manifold) bool {
	set, _ := a.Evenly(probes)
	for i := range set.Len() {
		x := set.At(i)
		y := b.Nearest(x)
		apart := distance(x, y)
		for range 100 {
			x = a.Nearest(y)
			y = b.Nearest(x)
			before := apart
			if apart = distance(x, y); before-apart < 1e-6 { // what is left of the steps gains less than 1e-4
				break
			}
		}
		if apart < 1e-3 {
			return true
		}
	}
	return false
}

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
		component, within := Member(family, rest[:own])
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
	total := m.weight()
	logs := make([]float64, len(m.Components))
	for i, component := range m.Components {
		logs[i] = math.Log(component.Weight / total)
	}
	return logs
}
