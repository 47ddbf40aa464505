package network

import (
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"
)

// Ensemble is the mean of several functions of one architecture that start from different parameters. If the functions
// are energies, each fitted by itself (see Each), its density is the normalized geometric mean of theirs, less noisy
// than any of them.
type Ensemble struct {
	Members int     `yaml:"members" default:"3" range:"[1, 1000]" draft:"2" doc:"functions that the mean is taken over"`
	Network Network `yaml:"network" default:"mlp" doc:"architecture of each"`
}

// CheckShape implements Shaped.
func (e *Ensemble) CheckShape(in, out int) error { return checkShape(e.Network, in, out) }

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
func (e *Ensemble) Bind(parameters []*graph.Node) Function {
	return sum{e.Each(parameters), 1 / float64(e.Members)}
}

var (
	_ Network = (*Ensemble)(nil)
	_ Shaped  = (*Ensemble)(nil)
)
