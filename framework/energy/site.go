package energy

import (
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/random"
	"ebim/framework/support"
	"ebim/framework/train"
)

// feeder gives some of a loss's inputs.
type feeder struct {
	inputs     [][]int
	statistics []string
	memory     train.Memory  // nil: none
	drawing    train.Drawing // what makes the loss's input of the first of inputs, on the engine; nil: the feed
	// take hands the inputs to the loss.
	take func(in *loss.EnergyInputs, inputs []*graph.Node)
	// feed fills the inputs of a step.
	feed func(step int, parameters backend.State, inputs []backend.Array) (statistics []float64, err error)
}

// site is what objectives are made of: a task, the network that it trains, and where.
type site struct {
	train.Task
	name   string
	energy network.Trained
	batch  int
	steps  int
	domain support.Domain
}

// stream is the random numbers of a step.
func (p *site) stream(purpose string, step int) *rand.Rand {
	return random.New(p.Seed, p.name+"/"+purpose, step)
}

// facts are what a loss may know of a domain.
func facts(d support.Domain) loss.Support {
	return loss.Support{Manifold: d.Dimension() < d.Ambient(), Dimension: d.Dimension(), Ambient: d.Ambient()}
}
