package sampler_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/backend"
	"ebim/framework/backends"
	"ebim/framework/backends/backendstest"
	"ebim/framework/config"
	"ebim/framework/sampler"
)

// Chains that are loops go where those go whose steps are written out, and report the same; also where the step size
// is adapted every other step and where it is frozen.
func TestChainsOnEnginesWithLoops(t *testing.T) {
	const batch = 11
	system := sampler.System{Energy: along(0.5, 0.2, -1), Constraint: ring.Formula}
	hamiltonian := config.Default[sampler.ConstrainedHMC]()
	hamiltonian.Solver = config.Default[sampler.Newton]()
	hamiltonian.Steps, hamiltonian.Unroll, hamiltonian.StepSize, hamiltonian.Warmup = 5, 2, 0.3, 20
	for name, test := range map[string]struct {
		process sampler.Process
		dim     int
	}{
		"langevin": {free(&sampler.Langevin{LangevinStep: sampler.LangevinStep{Steps: 7, Noise: 0.3,
			Clamp: number(1), Unroll: 3}}, slope(quadratic)), 2},
		"constrained": {on(constrained(0.2, 7, &sampler.Newton{Iterations: 4}), system), 3},
		"hamiltonian": {on(hamiltonian, system), 3},
	} {
		for _, info := range backends.List() {
			if info.Name == backend.Default || info.Name == backend.Reference || info.Name == "xla:cuda" {
				continue
			}
			t.Run(name+" "+info.Name, func(t *testing.T) {
				loops := backendstest.Open(t, info.Name)
				looped, err := sampler.NewChain(loops, test.process, batch, test.dim, nil)
				if err != nil {
					t.Fatal(err)
				}
				written := chain(t, test.process, batch, test.dim)
				start := float32s(draws(ring, rand.New(rand.NewPCG(9, 2)), batch).Data)[:batch*test.dim]
				for round := range 3 {
					want, reported := run(t, written, start, rand.New(rand.NewPCG(9, 3)))
					got, gotTold := run(t, looped, start, rand.New(rand.NewPCG(9, 3)))
					for i := range want {
						if math.Abs(float64(got[i]-want[i])) > 2e-3 {
							t.Fatalf("round %d: coordinate %d is %v, want %v", round, i, got[i], want[i])
						}
					}
					for i := range reported {
						if math.Abs(gotTold[i]-reported[i]) > 2e-3 {
							t.Fatalf("round %d: %s is %v, want %v", round, written.Columns[i], gotTold[i], reported[i])
						}
					}
					if round == 1 {
						written.Freeze()
						looped.Freeze()
					}
				}
			})
		}
	}
}
