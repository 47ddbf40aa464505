package network

import (
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
)

// Ensemble is the mean of several functions of one architecture that start from different parameters. If the functions
// are energies, each fitted by itself (see Each), its density is the normalized geometric mean of theirs, less noisy
// than any of them.
type Ensemble struct {
	Members int     `yaml:"members" default:"3" range:"[1, 1000]" draft:"2" doc:"functions that the mean is taken over"`
	Network Network `yaml:"network" default:"mlp" doc:"architecture of each"`
}

// CheckShape implements Shaped.
func (e *Ensemble) CheckShape(in, out int) error {
	if shaped, ok := e.Network.(Shaped); ok {
		return shaped.CheckShape(in, out)
	}
	return nil
}

// Initialize draws the members one after the other.
func (e *Ensemble) Initialize(in, out int, rng *rand.Rand) []Parameter {
	var parameters []Parameter
	for k := range e.Members {
		for _, p := range e.Network.Initialize(in, out, rng) {
			p.Name = fmt.Sprintf("member_%d/%s", k, p.Name)
			parameters = append(parameters, p)
		}
	}
	return parameters
}

// Each returns the members by themselves, for a loss that fits each of them.
func (e *Ensemble) Each(parameters []*graph.Node) []Function {
	members, width := make([]Function, e.Members), len(parameters)/e.Members
	for k := range members {
		members[k] = e.Network.Bind(parameters[k*width : (k+1)*width])
	}
	return members
}

// Bind implements Network.
func (e *Ensemble) Bind(parameters []*graph.Node) Function { return mean(e.Each(parameters)) }

// mean is the mean of functions.
type mean []Function

func (m mean) of(term func(k int) *graph.Node) *graph.Node {
	sum := term(0)
	for k := 1; k < len(m); k++ {
		sum = graph.Add(sum, term(k))
	}
	return graph.MulScalar(sum, 1/float64(len(m)))
}

func (m mean) Apply(x *graph.Node) *graph.Node {
	return m.of(func(k int) *graph.Node { return m[k].Apply(x) })
}

func (m mean) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	values, derivatives := make([]*graph.Node, len(m)), make([]autodiff.Linear, len(m))
	for k, f := range m {
		values[k], derivatives[k] = f.Linearize(x)
	}
	return m.of(func(k int) *graph.Node { return values[k] }), autodiff.Linear{
		JVP: func(tangent *graph.Node) *graph.Node {
			return m.of(func(k int) *graph.Node { return derivatives[k].JVP(tangent) })
		},
		VJP: func(cotangent *graph.Node) *graph.Node {
			return m.of(func(k int) *graph.Node { return derivatives[k].VJP(cotangent) })
		},
	}
}

var (
	_ Network = (*Ensemble)(nil)
	_ Shaped  = (*Ensemble)(nil)
)
