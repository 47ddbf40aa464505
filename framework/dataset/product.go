package dataset

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/points"
)

// Product is the distribution of independent points of its factors, side by side as the coordinates of one point: on
// the product of their manifolds, such as a torus in R^4 of two circles.
type Product struct {
	Factors []Source `yaml:"factors" length:"[1, 1000]" doc:"synthetic data sets, which may be equal"`
}

var _ Family = (*Product)(nil)

// Check refuses factors without a known distribution.
func (p *Product) Check() error {
	var mistakes []error
	for i, factor := range p.Factors {
		mistakes = append(mistakes, checkKnown(fmt.Sprintf("factors[%d]", i), factor))
	}
	return errors.Join(mistakes...)
}

// CodeVersion implements Versioned: it is raised with that of any factor.
func (p *Product) CodeVersion() int {
	version := 1
	for _, factor := range p.Factors {
		version += CodeVersion(factor) - 1
	}
	return version
}

// Load draws size points, DefaultSize if size is 0.
func (p *Product) Load(_ Env, rng *rand.Rand, size int) (*points.Set, error) {
	return draw(p, rng, size)
}

// Dimensions are the sums of the factors'.
func (p *Product) Dimensions() (ambient, manifold int) {
	for _, factor := range p.Factors {
		n, m := factor.(Distribution).Dimensions()
		ambient, manifold = ambient+n, manifold+m
	}
	return ambient, manifold
}

// Sample draws n independent points.
func (p *Product) Sample(rng *rand.Rand, n int) *points.Set {
	ambient, _ := p.Dimensions()
	set, from := points.New(n, ambient), 0
	for _, factor := range p.Factors {
		drawn := factor.(Distribution).Sample(rng, n)
		for i := range n {
			copy(set.At(i)[from:], drawn.At(i))
		}
		from += drawn.Dim
	}
	return set
}

// each calls visit with every factor and its coordinates of x.
func (p *Product) each(x []float64, visit func(factor Distribution, x []float64)) {
	for _, factor := range p.Factors {
		distribution := factor.(Distribution)
		n, _ := distribution.Dimensions()
		visit(distribution, x[:n:n])
		x = x[n:]
	}
}

// LogDensity adds up the factors'.
func (p *Product) LogDensity(x []float64) float64 {
	sum := 0.0
	p.each(x, func(factor Distribution, x []float64) { sum += factor.LogDensity(x) })
	return sum
}

// Nearest is that of each factor.
func (p *Product) Nearest(x []float64) []float64 {
	var nearest []float64
	p.each(x, func(factor Distribution, x []float64) { nearest = append(nearest, factor.Nearest(x)...) })
	return nearest
}

// Evenly gives n points: those of each factor's evenly spaced points that a Kronecker lattice says, with shares in
// proportion to the product of theirs.
func (p *Product) Evenly(n int) (*points.Set, []float64) {
	n = max(n, 1)
	ambient, _ := p.Dimensions()
	generators := kronecker(len(p.Factors) - 1)
	set, shares, from, whole := points.New(n, ambient), equalShares(n, 1), 0, 1.0
	for k, factor := range p.Factors {
		even, share := factor.(Distribution).Evenly(n)
		whole *= measure(factor.(Distribution))
		for i := range n {
			turn := (float64(i) + 0.5) / float64(n)
			if k > 0 {
				_, turn = math.Modf((float64(i) + 0.5) * generators[k-1])
			}
			j := min(int(turn*float64(even.Len())), even.Len()-1)
			copy(set.At(i)[from:], even.At(j))
			shares[i] *= share[j]
		}
		from += even.Dim
	}
	floats.Scale(whole/total(shares), shares)
	return set, shares
}

// Topology is that of the product: a component for each choice of the factors' components, whose Euler characteristic
// is the product of theirs. It is unknown if a factor's is.
func (p *Product) Topology() (Topology, bool) {
	whole := Topology{Components: 1, EulerCharacteristics: []int{1}}
	for _, factor := range p.Factors {
		topology, known := factor.(Distribution).Topology()
		if !known {
			return Topology{}, false
		}
		if len(p.Factors) == 1 {
			return topology, true
		}
		eulers := topology.EulerCharacteristics
		if topology.Dimension == 1 {
			eulers = make([]int, topology.Components)
		}
		var products []int
		for _, a := range whole.EulerCharacteristics {
			for _, b := range eulers {
				products = append(products, a*b)
			}
		}
		whole = Topology{Dimension: whole.Dimension + topology.Dimension, Components: len(products),
			EulerCharacteristics: products}
	}
	slices.SortFunc(whole.EulerCharacteristics, func(a, b int) int { return b - a })
	return whole, true
}

// Parameters are those of all factors.
func (p *Product) Parameters() []float64 {
	var parameters []float64
	for _, factor := range p.Factors {
		parameters = append(parameters, factor.(Family).Parameters()...)
	}
	return parameters
}

// With is the product of the factors' members.
func (p *Product) With(parameters []float64) (member Family, inside bool) {
	product, inside := &Product{Factors: make([]Source, len(p.Factors))}, true
	for i, factor := range p.Factors {
		own := len(factor.(Family).Parameters())
		changed, within := Member(factor.(Family), parameters[:own])
		product.Factors[i], inside, parameters = changed, inside && within, parameters[own:]
	}
	return product, inside
}

// Score adds each factor's to its part of the gradient.
func (p *Product) Score(x []float64, weight float64, gradient []float64) {
	p.each(x, func(factor Distribution, x []float64) {
		own := len(factor.(Family).Parameters())
		factor.(Family).Score(x, weight, gradient[:own])
		gradient = gradient[own:]
	})
}
