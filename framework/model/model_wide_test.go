package model

import (
	"strings"
	"testing"

	"ebim/framework/energy"
	"ebim/framework/loss"
	"ebim/framework/support"
	"ebim/framework/support/implicit"
)

// On manifolds of a large codimension an energy is trained by contrasts with chains, or refused with what can be done
// instead.
func TestEnergiesOnWideManifolds(t *testing.T) {
	const ambient = support.MostSearched + 2
	good := vonMises(1, 1)
	if err := good.CheckDimension(ambient); err != nil {
		t.Errorf("contrastive divergence: %v", err)
	}
	noise, kernels, chainless, validated := vonMises(1, 1), vonMises(1, 1), vonMises(1, 1), vonMises(1, 1)
	noise.Energy.Loss = &loss.NoiseContrastive{Ratio: 2}
	kernels.Energy.Network, kernels.Energy.Loss, kernels.Energy.Sampler = nil, nil, nil
	chainless.Energy.Loss, chainless.Energy.Sampler = &loss.ScoreMatching{}, nil
	validated.Energy.Training.ValidateEvery = 1
	chosen, chained := vonMises(1, 1), vonMises(1, 1)
	for _, m := range []*EBIM{chosen, chained} {
		m.Annealing, m.Energy.Loss, m.Energy.Sampler = &implicit.Annealing{Steps: 2},
			&loss.NoiseContrastive{Ratio: 2}, nil
	}
	if err := chosen.CheckDimension(ambient); err != nil {
		t.Errorf("noise contrast with diffusion samples: %v", err)
	}
	chained.Sampling.Sampler = energy.ByChains
	for want, m := range map[string]*EBIM{"energy.loss": noise, "sampling.sampler": chained, "energy.network": kernels,
		"energy.sampler": chainless, "energy.training.validate_every": validated} {
		if err := m.CheckDimension(ambient); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is not refused: %v", want, err)
		}
		if err := m.CheckDimension(5); err != nil {
			t.Errorf("%s in R^5: %v", want, err)
		}
	}
}

// Chains start at diffusion samples only where F denoises.
func TestAnnealingOfAnEnergy(t *testing.T) {
	m := vonMises(1, 1)
	plain := m.energySettings()
	m.Annealing = &implicit.Annealing{Steps: 2}
	if err := m.Check(); err == nil || !strings.Contains(err.Error(), "annealing") {
		t.Errorf("annealing without denoising: %v", err)
	}
	m.Manifold.Loss = &loss.Denoising{}
	if err := m.Check(); err != nil {
		t.Errorf("annealing after denoising: %v", err)
	}
	if _, same := m.energySettings().(*annealedEnergy); !same || plain == m.energySettings() {
		t.Error("the energy's stage does not depend on the annealing that its chains start by")
	}
}
