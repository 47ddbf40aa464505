package energy

import (
	"math/rand/v2"

	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/random"
	"ebim/framework/support"
	"ebim/framework/train"
)

// feeder gives some of the loss's inputs.
type feeder = train.Feeder[loss.EnergyInputs]

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
