package metrics

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"ebim/framework/chains"
	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/output"
	"ebim/framework/points"
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

// Diagnostics of Markov chains after Vehtari, Gelman, Simpson, Carpenter and Buerkner, "Rank-normalization, folding,
// and localization: an improved R-hat", 2021. All take one quantity at the draws of several chains of equal length, at
// least four draws each, and are NaN for chains that never move.

// RHat is the rank-normalized split R-hat: by how much the spread of all draws exceeds that within half a chain, for
// the quantity's place or its scale, whichever is worse. Chains that have mixed are at 1; above 1.01 they have not.
func RHat(chains [][]float64) float64 {
	halves := split(chains)
	return max(potentialScaleReduction(normalScores(halves)), potentialScaleReduction(normalScores(folded(halves))))
}

// potentialScaleReduction is R-hat (Gelman and Rubin 1992) of chains as they are.
func potentialScaleReduction(chains [][]float64) float64 {
	within, total := variances(chains)
	return math.Sqrt(total / within)
}

// variances are the mean variance within a chain, and the estimate of the whole variance from that and the chains'
// means.
func variances(chains [][]float64) (within, total float64) {
	means := make([]float64, len(chains))
	for i, chain := range chains {
		mean, variance := stat.MeanVariance(chain, nil)
		means[i] = mean
		within += variance / float64(len(chains))
	}
	draws := float64(len(chains[0]))
	return within, (draws-1)/draws*within + stat.Variance(means, nil)
}

// split is the halves of all chains, without the middle draw of an odd number.
func split(chains [][]float64) [][]float64 {
	var halves [][]float64
	for _, chain := range chains {
		half := len(chain) / 2
		halves = append(halves, chain[:half], chain[len(chain)-half:])
	}
	return halves
}

// normalScores replaces each draw by the normal quantile of its rank among all draws; equal ones share a rank.
func normalScores(chains [][]float64) [][]float64 {
	scores := Ranks(slices.Concat(chains...))
	for i, rank := range scores {
		scores[i] = distuv.UnitNormal.Quantile((rank - 0.375) / (float64(len(scores)) + 0.25))
	}
	result := make([][]float64, len(chains))
	for i := range chains { // of its own each: sums of gonum depend on where an array begins
		result[i] = slices.Clone(scores[i*len(chains[0]) : (i+1)*len(chains[0])])
	}
	return result
}

// Ranks returns ranks from 1; equal values share the mean of theirs.
func Ranks(values []float64) []float64 {
	order := points.Range(0, len(values))
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	ranks := make([]float64, len(values))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && values[order[to]] == values[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			ranks[i] = float64(from+to+1) / 2
		}
		from = to
	}
	return ranks
}

// folded is the draws' distances to their median, in which a difference of scales becomes one of places.
func folded(chains [][]float64) [][]float64 {
	middle := quantile(chains, 0.5)
	return mapped(chains, func(v float64) float64 { return math.Abs(v - middle) })
}

func mapped(chains [][]float64, f func(v float64) float64) [][]float64 {
	result := make([][]float64, len(chains))
	for i, chain := range chains {
		result[i] = make([]float64, len(chain))
		for k, v := range chain {
			result[i][k] = f(v)
		}
	}
	return result
}

// quantile of all draws, between two of them in proportion.
func quantile(chains [][]float64, p float64) float64 {
	all := slices.Concat(chains...)
	slices.Sort(all)
	place := p * float64(len(all)-1)
	low := int(place)
	if low+1 == len(all) {
		return all[low]
	}
	return all[low] + (place-float64(low))*(all[low+1]-all[low])
}

// BulkESS is the effective sample size of a quantity's middle: the number of independent draws that would give its
// rank-normalized mean as well as the chains do.
func BulkESS(chains [][]float64) float64 { return effectiveSize(normalScores(split(chains))) }

// TailESS is the effective sample size of a quantity's tails: the smaller of those for the probabilities of being below
// its quantiles of 5 % and of 95 %.
func TailESS(chains [][]float64) float64 {
	smaller := math.Inf(1)
	for _, p := range []float64{0.05, 0.95} {
		bound := quantile(chains, p)
		below := mapped(split(chains), func(v float64) float64 {
			if v <= bound {
				return 1
			}
			return 0
		})
		smaller = min(smaller, effectiveSize(below))
	}
	return smaller
}

// effectiveSize is the number of draws over their autocorrelation time -1 + 2 (P_0 + P_1 + ...), with P_k the sum of
// the autocorrelations at lags 2k and 2k+1 over all chains. They are summed while positive, and held from rising, as
// they must fall for reversible chains (Geyer 1992).
func effectiveSize(chains [][]float64) float64 {
	within, total := variances(chains)
	length, count := len(chains[0]), float64(len(chains)*len(chains[0]))
	centered := make([][]float64, len(chains))
	for i, chain := range chains {
		centered[i] = minusMean(chain)
	}
	correlation := func(lag int) float64 { return 1 - (within-autocovariance(centered, lag))/total }
	sum, last := 0.0, math.Inf(1)
	for lag := 0; lag+1 < length; lag += 2 {
		even := correlation(lag)
		if lag == 0 {
			even = 1
		}
		pair := even + correlation(lag+1)
		if math.IsNaN(pair) {
			return math.NaN()
		}
		if pair <= 0 {
			sum += max(even, 0) / 2 // the first lag left out lowers the variance for chains that swing
			break
		}
		last = min(last, pair)
		sum += last
	}
	// Chains that swing may know a mean better than independent draws, but not without bound.
	return count / max(2*sum-1, 1/math.Log10(count))
}

func minusMean(chain []float64) []float64 {
	mean := 0.0
	for _, v := range chain {
		mean += v / float64(len(chain))
	}
	centered := make([]float64, len(chain))
	for i, v := range chain {
		centered[i] = v - mean
	}
	return centered
}

// autocovariance at a lag is the mean over the chains of sums of products over their length.
func autocovariance(centered [][]float64, lag int) float64 {
	sum := 0.0
	for _, chain := range centered {
		for i := range len(chain) - lag {
			sum += chain[i] * chain[i+lag]
		}
	}
	return sum / float64(len(centered)*len(centered[0]))
}
