package metrics

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

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

// smoothed is the distribution of draws, all equally likely, with Gaussian noise on each coordinate. The draws are
// kept in small groups of neighbors, so that most of those that are too far to matter are passed over together.
type smoothed struct {
	draws         *points.Set // in the order of the groups
	starts        []int       // of each group, and the number of draws
	low, high     *points.Set // corners of each group's box
	bounds        []float64   // scratch: squared distances of a point to the boxes
	halfPrecision float64     // 1/(2 s^2)
}

const largestGroup = 32

func newSmoothed(draws *points.Set, noise float64) *smoothed {
	s := &smoothed{low: points.New(0, draws.Dim), high: points.New(0, draws.Dim),
		halfPrecision: 1 / (2 * noise * noise)}
	order := points.Range(0, draws.Len())
	s.group(draws, order, 0)
	s.starts = append(s.starts, draws.Len())
	s.draws = draws.Select(order)
	s.bounds = make([]float64, s.low.Len())
	return s
}

// group orders some of the draws, of which the first is at start, by halving them along the longest edge of their box.
func (s *smoothed) group(draws *points.Set, order []int, start int) {
	low, high := slices.Clone(draws.At(order[0])), slices.Clone(draws.At(order[0]))
	for _, i := range order {
		for j, v := range draws.At(i) {
			low[j], high[j] = min(low[j], v), max(high[j], v)
		}
	}
	if len(order) <= largestGroup {
		s.starts = append(s.starts, start)
		s.low.Data, s.high.Data = append(s.low.Data, low...), append(s.high.Data, high...)
		return
	}
	longest := 0
	for j := range low {
		if high[j]-low[j] > high[longest]-low[longest] {
			longest = j
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(draws.At(a)[longest], draws.At(b)[longest]) })
	middle := len(order) / 2
	s.group(draws, order[:middle], start)
	s.group(draws, order[middle:], start+middle)
}

// negligible is how many nats a term may lie below the largest to be left out of a sum.
const negligible = 30

// logDensity is the logarithm (nats) of the density at z, per volume, finite however far the draws are; and by how
// much it is too low as an estimate for the distribution that the draws come from, to first order. For terms k_i that
// is half the relative variance of their mean, (sum k_i^2 / (sum k_i)^2 - 1/N) / 2.
func (s *smoothed) logDensity(z []float64) (logDensity, bias float64) {
	nearest := 0
	for k := range s.bounds {
		if s.bounds[k] = squaredDistanceToBox(z, s.low.At(k), s.high.At(k)); s.bounds[k] < s.bounds[nearest] {
			nearest = k
		}
	}
	terms := kernelSum{least: math.Inf(1)}
	s.add(&terms, nearest, z)
	for k, bound := range s.bounds {
		if k != nearest && (bound-terms.least)*s.halfPrecision <= negligible {
			s.add(&terms, k, z)
		}
	}
	count := float64(s.draws.Len())
	logDensity = math.Log(terms.sum/count) - terms.least*s.halfPrecision +
		float64(len(z))/2*math.Log(s.halfPrecision/math.Pi)
	return logDensity, (terms.squares/(terms.sum*terms.sum) - 1/count) / 2
}

func squaredDistanceToBox(z, low, high []float64) float64 {
	squared := 0.0
	for j, v := range z {
		d := max(low[j]-v, v-high[j], 0)
		squared += d * d
	}
	return squared
}

// kernelSum is a sum of exp(-(d_i^2 - least)/(2 s^2)) over the distances d_i of draws, and of these terms' squares.
type kernelSum struct {
	least        float64 // the smallest d_i^2 so far
	sum, squares float64
}

// add adds the draws of a group.
func (s *smoothed) add(terms *kernelSum, group int, z []float64) {
	data := s.draws.Data[s.starts[group]*len(z) : s.starts[group+1]*len(z)]
	for len(data) > 0 {
		squared := 0.0
		for j, v := range z {
			d := data[j] - v
			squared += d * d
		}
		data = data[len(z):]
		excess := (squared - terms.least) * s.halfPrecision
		switch {
		case excess > negligible:
		case excess >= 0:
			term := decay(excess)
			terms.sum += term
			terms.squares += term * term
		default:
			shrink := math.Exp(excess)
			*terms = kernelSum{least: squared, sum: 1 + terms.sum*shrink, squares: 1 + terms.squares*shrink*shrink}
		}
	}
}

// decays are exp(-i/decaySteps).
var decays = func() (table [negligible*decaySteps + 1]float64) {
	for i := range table {
		table[i] = math.Exp(-float64(i) / decaySteps)
	}
	return table
}()

const decaySteps = 64

// decay is exp(-x) for x from 0 to negligible, to a relative error of 3e-9: most of a score's time would be spent on
// it else.
func decay(x float64) float64 {
	step := int(x * decaySteps)
	rest := x - float64(step)/decaySteps
	return decays[step] * (1 - rest*(1-rest*(0.5-rest/6)))
}
