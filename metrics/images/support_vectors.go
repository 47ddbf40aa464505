package images

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/experiment"
	"ebim/framework/output"
	"ebim/framework/parallel"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/statistics"
	"ebim/metrics/images/classifier"
)

// SupportVectors is a second referee beside Classes, which shares nothing with networks: support vector machines on
// principal components of the labeled training images say how clearly samples are of one class. Their margin is the
// largest decision value less the second largest.
type SupportVectors struct {
	Samples    int `yaml:"samples" default:"10000" range:"[1, 1000000]" doc:"most samples, and most held-out images"`
	Images     int `yaml:"images" default:"5000" range:"[2, 20000]" doc:"most training images; memory is 4 bytes times their square"`
	Components int `yaml:"components" default:"50" range:"[1, 4096]" doc:"most principal components"`
}

// unclearShare is the share of held-out images whose margin is below that of a clear sample.
const unclearShare = 0.1

// CodeVersion implements experiment.Metric.
func (*SupportVectors) CodeVersion() int { return 1 }

// Needs implements experiment.Metric.
func (*SupportVectors) Needs(s *experiment.Settings) (experiment.Needs, error) {
	err := checkHeldOut(s)
	if err == nil {
		err = checkLabeled(s, "")
	}
	return experiment.Needs{}, err
}

// Outputs implements experiment.Metric.
func (*SupportVectors) Outputs() []experiment.Output {
	return []experiment.Output{
		{Name: "clear_share", Role: output.Main, Better: output.Highest, Format: output.Share,
			Meaning: "share of the samples with a larger margin than a tenth of the held-out images have: 0.9 for a " +
				"perfect model"},
		{Name: "margin", Better: output.Highest, Meaning: "median margin of the samples"},
		{Name: "held_out_margin", Meaning: "median margin of held-out images"},
		{Name: "total_variation", Role: output.Beside, Better: output.Lowest, Format: output.Share,
			Meaning: "total variation distance of the samples' classes, as found, to those of the training images"},
		{Name: "held_out_total_variation", Format: output.Share, Meaning: "the same of held-out images"},
		{Name: "accuracy", Format: output.Share, Meaning: "share of held-out images whose class is found"},
		{Name: "model_points", Role: output.ModelSize, Format: output.Count, Meaning: "judged samples"},
		{Name: "true_points", Role: output.TrueSize, Format: output.Count, Meaning: "judged held-out images"},
		outsideOutput,
	}
}

// Measure leaves total_variation out for derived models, whose classes the data do not have.
func (m *SupportVectors) Measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	if s.Samples == nil || s.Images == nil || s.Samples.Len() == 0 || s.Images.Held.Len() == 0 {
		return nil, experiment.ErrNotApplicable
	}
	judge, err := m.train(ctx, s)
	if err != nil {
		return nil, err
	}
	samples, outside := sampledImages(s.Samples, m.Samples, random.New(s.Seed, "metric/support_vectors", 0))
	found, err := judge.look(ctx, samples)
	if err != nil {
		return nil, err
	}
	held := s.Images.Held.Evenly(m.Samples)
	usual, err := judge.look(ctx, classifier.Rows(held))
	if err != nil {
		return nil, err
	}
	sorted := slices.Sorted(slices.Values(usual.margins))
	limit, clearly := sorted[int(unclearShare*float64(len(sorted)))], 0.0
	for _, margin := range found.margins {
		if margin > limit {
			clearly++
		}
	}
	data := classShares(s.Images.Train, judge.classes)
	values := map[string]float64{"clear_share": clearly / float64(len(found.margins)),
		"margin": statistics.Median(found.margins), "held_out_margin": statistics.Median(usual.margins),
		"held_out_total_variation": totalVariation(judge.shares(usual), data), "accuracy": judge.accuracy(usual, held),
		"model_points": float64(len(found.margins)), "true_points": float64(held.Len()), outsideOutput.Name: outside}
	if !s.Derived {
		values["total_variation"] = totalVariation(judge.shares(found), data)
	}
	return &experiment.Measurement{Values: values, Caveats: outsideCaveat(outside)}, nil
}

// marginJudge says of images which class they are of, by how much.
type marginJudge struct {
	classes  []int // in ascending order
	features extractor
	machines *supportVectorMachines
}

// judged are the class of each of several images, as an index, and its margin.
type judged struct {
	class   []int
	margins []float64
}

// train trains machines of width 1/d, as features [n, d] have variances of mean 1.
func (m *SupportVectors) train(ctx context.Context, s *experiment.Subject) (*marginJudge, error) {
	labeled := s.Images.Train.Evenly(m.Images)
	j := &marginJudge{classes: labeled.Classes()}
	if len(j.classes) < 2 {
		return nil, fmt.Errorf("no support vector machine can be trained: %w", classifier.ErrUnlabeled)
	}
	labeled = labeled.Where(j.classes...)
	var err error
	if j.features, err = principalComponents(labeled, m.Components); err != nil {
		return nil, err
	}
	features, err := j.features(ctx, classifier.Rows(labeled))
	if err != nil {
		return nil, err
	}
	j.machines, err = trainSupportVectors(ctx, features, j.indices(labeled), len(j.classes), 1/float64(features.Dim),
		random.New(s.Seed, "metric/support_vectors/train", 0))
	return j, err
}

// indices are those of images' classes, -1 for a class that no machine knows.
func (j *marginJudge) indices(images *points.Images) []int {
	of := make([]int, images.Len())
	for i := range of {
		class, _ := images.Label(i)
		of[i] = slices.Index(j.classes, class)
	}
	return of
}

// look judges images, given as rows of numbers in [0, 1].
func (j *marginJudge) look(ctx context.Context, rows []float32) (*judged, error) {
	features, err := j.features(ctx, rows)
	if err != nil {
		return nil, err
	}
	found := &judged{}
	decided := j.machines.decide(features)
	for i := range decided.Len() {
		values := decided.At(i)
		best := floats.MaxIdx(values)
		largest := values[best]
		values[best] = math.Inf(-1)
		found.class = append(found.class, best)
		found.margins = append(found.margins, largest-floats.Max(values))
	}
	return found, nil
}

// shares are those of the classes among judged images.
func (j *marginJudge) shares(of *judged) []float64 {
	shares := make([]float64, len(j.classes))
	for _, class := range of.class {
		shares[class] += 1 / float64(len(of.class))
	}
	return shares
}

// accuracy is the share of labeled images whose class was found.
func (j *marginJudge) accuracy(of *judged, images *points.Images) (share float64) {
	for i, class := range j.indices(images) {
		if class == of.class[i] {
			share += 1 / float64(images.Len())
		}
	}
	return share
}

// supportVectorMachines separate each of several classes from the others (Cortes and Vapnik 1995), by
// d(x) = sum_i w_i k(x_i, x) with k(x, y) = exp(-width |x - y|^2) and no bias.
type supportVectorMachines struct {
	width   float64
	trained *points.Set // [n, d]
	weights [][]float64 // of each class, [n]: 0 but at its support vectors
}

// Settings of the dual problem: the bound of its variables, how far the conditions for its solution may be missed, and
// the most passes.
const (
	dualBound     = 10
	dualTolerance = 0.001
	dualPasses    = 1000
)

// trainSupportVectors trains one machine a class on features [n, d], whose classes are 0, ..., classes-1. Its memory
// is 4 n^2 bytes.
func trainSupportVectors(ctx context.Context, features *points.Set, of []int, classes int, width float64,
	rng *rand.Rand) (*supportVectorMachines, error) {
	s := &supportVectorMachines{width: width, trained: features, weights: make([][]float64, classes)}
	kernel, order := s.kernels(features), rng.Perm(features.Len())
	parallel.Each(classes, func(class int) {
		sign := make([]float64, features.Len())
		for i, c := range of {
			sign[i] = -1
			if c == class {
				sign[i] = 1
			}
		}
		s.weights[class] = solveDual(ctx, kernel, sign, order)
	})
	return s, ctx.Err()
}

// solveDual minimizes a^T Q a / 2 - sum a over 0 <= a <= dualBound, Q_ij = s_i s_j k_ij, coordinate by coordinate
// (Hsieh et al. 2008), and returns w_i = a_i s_i. Diagonal elements of k are 1.
func solveDual(ctx context.Context, kernel [][]float32, sign []float64, order []int) []float64 {
	n := len(sign)
	a, w, decision := make([]float64, n), make([]float64, n), make([]float64, n)
	for range dualPasses {
		worst := 0.0
		for _, i := range order {
			gradient := sign[i]*decision[i] - 1
			next := min(dualBound, max(0, a[i]-gradient))
			change := next - a[i]
			if change == 0 {
				continue
			}
			worst = max(worst, math.Abs(change))
			a[i], w[i] = next, next*sign[i]
			for j, k := range kernel[i] {
				decision[j] += change * sign[i] * float64(k)
			}
		}
		if worst < dualTolerance || ctx.Err() != nil {
			break
		}
	}
	return w
}

// kernels are k(x, x_i) of each row x of a set and all training points.
func (s *supportVectorMachines) kernels(set *points.Set) [][]float32 {
	rows := make([][]float32, set.Len())
	parallel.Each(len(rows), func(i int) {
		rows[i] = make([]float32, s.trained.Len())
		for j := range rows[i] {
			d := floats.Distance(set.At(i), s.trained.At(j), 2)
			rows[i][j] = float32(math.Exp(-s.width * d * d))
		}
	})
	return rows
}

// decide returns the decision values [n, classes] of features [n, d].
func (s *supportVectorMachines) decide(features *points.Set) *points.Set {
	values := points.New(features.Len(), len(s.weights))
	for i, row := range s.kernels(features) {
		for class, w := range s.weights {
			for j, k := range row {
				values.At(i)[class] += w[j] * float64(k)
			}
		}
	}
	return values
}
