package model

import (
	"math/rand/v2"
	"testing"

	"ebim/framework/energy"
	"ebim/framework/network"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/train/traintest"
)

// A step of 50 chains on the learned circle: constrained Langevin dynamics, and transitions with a Metropolis test.
func BenchmarkChainStep(b *testing.B) {
	t := traintest.Task(b, traintest.Circle(1000, 1), square)
	m := vonMises(100, 1)
	if err := m.Manifold.Train(b.Context(), t); err != nil {
		b.Fatal(err)
	}
	f, err := m.Manifold.Load(t.Environment, t.Folder)
	if err != nil {
		b.Fatal(err)
	}
	e := network.Trained{Network: m.Energy.Network, Parameters: m.Energy.Network.Initialize(2, 1,
		random.New(1, "energy/initialize", 0))}
	networks := []network.Trained{e, f}
	const steps = 10
	tested := sampler.MetropolisStep{Steps: steps, StepSize: 0.3, Solver: &sampler.Newton{Iterations: 4},
		Tolerance: 1e-4, ReverseTolerance: 1e-3, Unroll: 1}
	quasi := tested
	quasi.Solver = &sampler.QuasiNewton{Iterations: 8}
	for _, test := range []struct {
		name string
		how  sampler.Constrained
	}{
		{"constrained_langevin", m.Energy.Sampler},
		{"constrained_mala", &sampler.ConstrainedMALA{MetropolisStep: tested}},
		{"constrained_hmc", &sampler.ConstrainedHMC{MetropolisStep: tested, LeapfrogSteps: 5}},
		{"constrained_hmc/quasi_newton", &sampler.ConstrainedHMC{MetropolisStep: quasi, LeapfrogSteps: 5}},
	} {
		b.Run(test.name, func(b *testing.B) {
			state, dimensions := network.StateOf(networks)
			chain, err := sampler.NewChain(t.Engine, energy.Constrained(test.how)(networks), 50, 2, dimensions)
			if err != nil {
				b.Fatal(err)
			}
			x, rng := t.Data.Slice(0, 50).Float32(), rand.New(rand.NewPCG(1, 1))
			for b.Loop() {
				if _, _, err := chain.Run(state, x, rng); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*steps)/1e3, "us/step")
			b.ReportMetric(0, "ns/op")
		})
	}
}
