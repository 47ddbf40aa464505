package metrics

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/output"
	"ebim/framework/points"
	"ebim/framework/random"
)

// NoisyLikelihood is the mean of log q_s(x + e) over true points x and noise e from N(0, s^2 I), where q_s is the
// convolution of the model's distribution q and N(0, s^2 I). Unlike MeanLikelihood it compares models on different
// manifolds, of different dimensions, and of the whole space: all q_s are densities per volume, and a manifold that
// misses the data pays for it.
//
// The noise on the true points makes it a strictly proper score. With noise their distribution is p_s, so the mean is
//
//	E log q_s(x + e) = -H(p_s) - KL(p_s || q_s),
//
// largest where q_s = p_s, and only there. Then q = p: the Gaussian factor of both characteristic functions has no
// zero. Without noise on the points, narrower distributions than p would win: of uniform distributions on circles one
// that is too small, by about s^2/(2 r) for the radius r.
//
// Differences small beside s hardly show: a manifold of the right shape a distance d off scores about d^2/(2 s^2) less.
//
// q_s(z) is estimated by the mean of N(z; y_i, s^2 I) over independent draws y_i of the model, which needs no density.
// The logarithm of a mean is too low on average, to first order by half the mean's relative variance: by about 1/(2 k)
// nats, where k draws lie below the kernel at z. The truth's score has this bias too, and the gap little of it where
// both distributions are spread alike.
type NoisyLikelihood struct {
	Noise   float64 `yaml:"noise" default:"0.1" range:"(0, inf)" doc:"standard deviation of the noise, in the data's units, or standardized ones"`
	Repeats int     `yaml:"repeats" default:"4" range:"[1, 10000]" doc:"draws of the noise for each true point"`
	Points  int     `yaml:"points" default:"2000" range:"[1, 1000000]" doc:"most true points"`
	Samples int     `yaml:"samples" default:"20000" range:"[1, 10000000]" doc:"draws that stand for the model"`
	reference
}

// CodeVersion implements experiment.Metric.
func (*NoisyLikelihood) CodeVersion() int { return 2 }

// Needs are the truth's scores at the noisy points of a seed, where the distribution of the data is known.
func (n *NoisyLikelihood) Needs(s *experiment.Settings) (needs experiment.Needs, err error) {
	if _, known := s.Data.Source.(dataset.Distribution); known {
		needs.Shared = &truthScores{*n}
	}
	return needs, n.check(s)
}

// Outputs implements experiment.Metric.
func (*NoisyLikelihood) Outputs() []experiment.Output {
	return append(scoreOutputs("mean log density of true points with noise"), []experiment.Output{
		{Name: "bias", Unit: "nats",
			Meaning: "estimate of how far the finite number of draws lowers the value, which is not taken out"},
		{Name: "points", Format: output.Count, Meaning: "true points"},
		{Name: "draws", Format: output.Count, Meaning: "draws that stand for the model"},
		distinctOutput,
	}...)
}

// Measure estimates the mean log density. Its standard error leaves out the chance of the draws, and the bias is too
// small where few draws are near. All models of a seed, and the truth, are measured at the same noisy points.
func (n *NoisyLikelihood) Measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	if s.Derived {
		return nil, experiment.ErrNotApplicable
	}
	s, by := s.Standardized()
	noisy, err := n.noisy(s)
	if err != nil {
		return nil, err
	}
	draws, _, err := s.Trained.Sample(ctx, random.New(s.Seed, "metric/noisy_likelihood/draws", 0), n.Samples)
	if err != nil {
		return nil, supported(err)
	}
	values, bias, err := n.scores(ctx, draws, noisy)
	if err != nil {
		return nil, fmt.Errorf("draws of the model (first) and true points with noise (second): %w", err)
	}
	if by != nil { // a density in the data's units all the same
		floats.AddConst(-by.LogVolume(), values)
	}
	figures := map[string]float64{distinctShare: shareOfDistinct(draws), "bias": bias, "points": float64(len(values)),
		"draws": float64(draws.Len())}
	figures["value"], figures["standard_error"] = MeanAndError(values)
	if distribution, known := s.Source.(dataset.Distribution); known {
		truths := s.Shared["scores"]
		if len(truths) != len(values) {
			if truths, err = n.truths(ctx, distribution, s.Seed, noisy); err != nil {
				return nil, err
			}
		}
		addTruth(figures, truths, values)
	}
	return &experiment.Measurement{Values: figures, Caveats: repeatedDraws(figures)}, nil
}

// noisy is each of the true points Repeats times, with noise: [points Repeats, dim].
func (n *NoisyLikelihood) noisy(s *experiment.Subject) (*points.Set, error) {
	rng := random.New(s.Seed, "metric/noisy_likelihood", 0)
	x, err := n.truth(s).atMost(rng, n.Points)
	if err != nil {
		return nil, err
	}
	noisy := points.New(x.Len()*n.Repeats, x.Dim)
	for i := range noisy.Len() {
		for j, v := range x.At(i / n.Repeats) {
			noisy.At(i)[j] = v + n.Noise*rng.NormFloat64()
		}
	}
	return noisy, nil
}

// truths are the scores of the distribution's own draws.
func (n *NoisyLikelihood) truths(ctx context.Context, distribution dataset.Distribution, seed uint64,
	noisy *points.Set) ([]float64, error) {
	truths, _, err := n.scores(ctx, distribution.Sample(random.New(seed, "metric/noisy_likelihood/truth", 0),
		n.Samples), noisy)
	if err != nil {
		return nil, fmt.Errorf("draws of the distribution (first) and true points with noise (second): %w", err)
	}
	return truths, nil
}

// scores are the mean log densities over the repeats of each true point, and the mean bias of all.
func (n *NoisyLikelihood) scores(ctx context.Context, draws, noisy *points.Set) (values []float64,
	bias float64, err error) {
	if err := CheckPair(Sample{Points: draws}, Sample{Points: noisy}); err != nil {
		return nil, 0, err
	}
	distribution := newSmoothed(draws, n.Noise)
	values = make([]float64, noisy.Len()/n.Repeats)
	for i := range noisy.Len() {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		logDensity, low := distribution.logDensity(noisy.At(i))
		if err := CheckFinite(logDensity); err != nil {
			return nil, 0, err
		}
		values[i/n.Repeats] += logDensity / float64(n.Repeats)
		bias += low / float64(noisy.Len())
	}
	return values, bias, nil
}

// truthScores are the scores of the truth as a part of the metric that models share.
type truthScores struct{ NoisyLikelihood }

func (*truthScores) Name() string { return "truth_scores" }

// OfDistribution implements experiment.Shared: each seed has its own noisy points.
func (*truthScores) OfDistribution() bool { return false }

func (t *truthScores) Compute(ctx context.Context, truth *experiment.Subject) (map[string][]float64, error) {
	noisy, err := t.noisy(truth)
	if err != nil {
		return nil, err
	}
	scores, err := t.truths(ctx, truth.Source.(dataset.Distribution), truth.Seed, noisy)
	return map[string][]float64{"scores": scores}, err
}
