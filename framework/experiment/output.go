package experiment

import (
	"slices"

	"ebim/framework/output"
)

// Output is what is known of one of a metric's numbers before it is measured.
type Output = output.Output

// ChainOutputs are the statistics of Markov chains: means over all transitions after a warm-up. Which of them there
// are hangs on the sampler.
func ChainOutputs() []Output {
	return []Output{
		{Name: "chain_steps", Format: output.Count, Meaning: "steps of each chain before its first draw"},
		{Name: "acceptance_rate", Format: output.Share, Formerly: []string{"acceptance"},
			Meaning: "mean probability with which a proposal was accepted; of rejection sampling, the share that " +
				"was kept"},
		{Name: "target_acceptance_rate", Format: output.Share, Formerly: []string{"target_acceptance"},
			Meaning: "acceptance rate that the warm-up was to reach"},
		{Name: "step_size", Meaning: "step size that the warm-up found, or that was set"},
		{Name: "failed", Better: output.Lowest, Format: output.Share,
			Meaning: "share of transitions that stayed because a return to the manifold was not found"},
		{Name: "non_reversible", Better: output.Lowest, Format: output.Share,
			Meaning: "share of transitions that stayed because their returns could not be reversed"},
		{Name: "residual", Better: output.Lowest, Meaning: "mean |F| of the points that returned to the manifold"},
		{Name: "unsolved", Better: output.Lowest, Format: output.Share,
			Meaning: "share of steps whose return to the manifold was not found"},
		{Name: "long_returns", Better: output.Lowest, Format: output.Share,
			Meaning: "share of steps whose return to the manifold was too long"},
		{Name: "clamped", Better: output.Lowest, Format: output.Share,
			Meaning: "share of the gradient's coordinates that were clamped"},
		{Name: "products", Better: output.Lowest,
			Meaning: "mean number of products with J J^T that a chain took in a step"},
		{Name: "linear_residual", Better: output.Lowest,
			Meaning: "mean residual of the systems with J J^T that a step solved, relative to their right sides"},
	}
}

// SamplesOutputs are those of the record's "samples": how the model's samples were drawn, which depends on the model
// and its sampler. A mixture has those of its models, behind their labels and a dot.
func SamplesOutputs() []Output {
	outputs := append([]Output{
		{Name: "draws", Format: output.Count, Meaning: "points that were drawn"},
		{Name: "distinct", Better: output.Highest, Format: output.Count,
			Meaning: "points that differ from all drawn before"},
		{Name: "proposals", Format: output.Count, Meaning: "points that were proposed"},
		{Name: "exceeded", Better: output.Lowest, Format: output.Share,
			Meaning: "share of proposals whose density exceeded the bound of the rejection"},
		{Name: "excess", Better: output.Lowest, Format: output.Share,
			Meaning: "upper bound on the total variation error of the samples"},
		{Name: "effective_sample_size", Better: output.Highest,
			Meaning: "independent draws that the weights of the proposals are worth"},
	}, ChainOutputs()...)
	for _, o := range outputs[2:] {
		o.Name, o.Formerly = "*."+o.Name, slices.Clone(o.Formerly)
		for i, former := range o.Formerly {
			o.Formerly[i] = "*." + former
		}
		outputs = append(outputs, o)
	}
	return outputs
}

// LeastDistinct is the share of a model's draws that must differ from all others before them. Where fewer do, runs and
// metrics note that the draws are not independent.
const LeastDistinct = 0.95
