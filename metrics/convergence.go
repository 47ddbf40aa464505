package metrics

import (
	"context"
	"fmt"
	"maps"
	"math"

	"ebim/framework/chains"
	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/output"
	"ebim/framework/random"
)

// Convergence is whether a model's Markov chains agree with each other, in any dimension and without a mesh: the
// rank-normalized split R-hat and the effective sample sizes of each coordinate and of the energy. Unlike Mixing it
// can't detect chains that agree on a wrong distribution, such as that of Langevin dynamics with a large step.
type Convergence struct {
	Chains int `yaml:"chains" default:"16" range:"[2, 10000]" doc:"chains side by side"`
	Draws  int `yaml:"draws" default:"1000" range:"[8, 1000000]" doc:"draws of each chain, after sampling.steps steps"`
}

// Chains have mixed, for Vehtari et al. (2021), if R-hat is at most 1.01, and both effective sample sizes are at least
// 400, below which R-hat itself is not reliable.
const (
	largestRHat   = 1.01
	smallestChain = 400
)

// acceptanceError is how far the mean acceptance after a warm-up may be from its target. Where returns to the manifold
// fail, which count ten times, the warm-up settles for shorter steps and a higher acceptance.
const acceptanceError = 0.1

// CodeVersion implements experiment.Metric.
func (*Convergence) CodeVersion() int { return 2 }

// Needs refuses experiments in which no model has a density, and so none has chains.
func (*Convergence) Needs(s *experiment.Settings) (experiment.Needs, error) {
	return experiment.Needs{}, checkAny(s, func(traits model.Traits) error {
		if traits.Density {
			return nil
		}
		return &config.FieldError{Found: "no model with a density, and so none with chains",
			Allowed: "an experiment with an ebim, ebm or pushforward"}
	})
}

// Outputs implements experiment.Metric.
func (*Convergence) Outputs() []experiment.Output {
	return append([]experiment.Output{
		{Name: output.Value, Role: output.Main, Better: output.Lowest,
			Meaning: "largest rank-normalized split R-hat of a coordinate or the energy, 1 for chains that have mixed"},
		{Name: "ess_bulk", Better: output.Highest, Formerly: []string{"bulk_size"},
			Meaning: "smallest effective sample size of their middle"},
		{Name: "ess_tail", Better: output.Highest, Formerly: []string{"tail_size"},
			Meaning: "smallest effective sample size of their tails"},
		{Name: "mixed", Better: output.Highest, Format: output.YesNo, Doubt: "the Markov chains of %s have not mixed",
			Meaning: "whether R-hat is at most 1.01 and both effective sample sizes are at least 400"},
		{Name: "draws", Format: output.Count, Meaning: "draws of all chains"},
	}, experiment.ChainOutputs()...)
}

// Measure looks at the coordinates of the space where the chains run, and at the energy.
func (c *Convergence) Measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	density := s.Trained.Energy()
	if density == nil {
		return nil, experiment.ErrNotApplicable
	}
	trace, energies, err := density.Trace(ctx, random.New(s.Seed, "metric/convergence", 0), c.Chains, c.Draws)
	if err != nil {
		return nil, supported(err)
	}
	figures := map[string]float64{"value": math.Inf(-1), "ess_bulk": math.Inf(1), "ess_tail": math.Inf(1)}
	for _, quantity := range quantities(trace, energies) {
		figures["value"] = max(figures["value"], RHat(quantity))
		figures["ess_bulk"] = min(figures["ess_bulk"], BulkESS(quantity))
		figures["ess_tail"] = min(figures["ess_tail"], TailESS(quantity))
	}
	figures["mixed"] = indicator(figures["value"] <= largestRHat && figures["ess_bulk"] >= smallestChain &&
		figures["ess_tail"] >= smallestChain)
	figures["draws"] = float64(c.Chains * c.Draws)
	maps.Copy(figures, output.Rename(experiment.ChainOutputs(), trace.Figures))
	return &experiment.Measurement{Values: figures, Caveats: c.caveats(figures)}, nil
}

// caveats say that chains have not mixed, and that their warm-up missed its target.
func (*Convergence) caveats(figures map[string]float64) []string {
	var notes []string
	if figures["mixed"] != 1 {
		notes = append(notes,
			fmt.Sprintf(
				"the Markov chains have not mixed: R-hat %.3g (at most %v), %.0f effective draws in the middle and "+
					"%.0f in the tails (at least %v)",
				figures["value"], largestRHat, figures["ess_bulk"], figures["ess_tail"], smallestChain))
	}
	target, tuned := figures["target_acceptance_rate"]
	if acceptance := figures["acceptance_rate"]; tuned && math.Abs(acceptance-target) > acceptanceError {
		notes = append(notes,
			fmt.Sprintf(
				"the chains' warm-up did not reach its target acceptance of %.2f: it is %.2f at a step size of "+
					"%.3g, where %.1f %% of the transitions fail",
				target, acceptance, figures["step_size"], 100*(figures["failed"]+figures["non_reversible"])))
	}
	return notes
}

// quantities are each coordinate and the energy at the draws of all chains.
func quantities(t *chains.Trace, energies [][]float64) [][][]float64 {
	all := [][][]float64{energies}
	for j := range t.Points[0].Dim {
		values := make([][]float64, len(t.Points))
		for i, trajectory := range t.Points {
			values[i] = make([]float64, trajectory.Len())
			for k := range values[i] {
				values[i][k] = trajectory.At(k)[j]
			}
		}
		all = append(all, values)
	}
	return all
}
