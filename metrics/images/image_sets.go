package images

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"

	"ebim/metrics"

	"ebim/framework/experiment"
	"ebim/framework/output"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/statistics"
)

// farOutside is how far a number of a sampled image lies outside [0, 1] before it counts as one.
const farOutside = 0.5

// outsideOutput is that of all metrics of sampled images.
var outsideOutput = experiment.Output{Name: "outside_share", Better: output.Lowest, Format: output.Share,
	Meaning: "share of the samples with a number more than 0.5 outside [0, 1]; all are clipped to it"}

// sampledImages are at most n of a model's samples, in an order of their own, as rows of numbers that are clipped to
// [0, 1], and the share of them that are far outside. NaN becomes 0.
func sampledImages(samples *points.Set, n int, rng *rand.Rand) (rows []float32, outside float64) {
	chosen := samples.Select(rng.Perm(samples.Len())[:min(n, samples.Len())])
	rows = make([]float32, len(chosen.Data))
	for i := range chosen.Len() {
		far := false
		for j, v := range chosen.At(i) {
			far = far || !(math.Abs(v-0.5) <= 0.5+farOutside)
			if v = min(1, max(0, v)); math.IsNaN(v) {
				v = 0
			}
			rows[i*chosen.Dim+j] = float32(v)
		}
		if far {
			outside++
		}
	}
	return rows, outside / float64(max(1, chosen.Len()))
}

// outsideCaveat says that samples have been clipped by much; nothing if few are.
func outsideCaveat(share float64) []string {
	if share <= 0.01 {
		return nil
	}
	return []string{
		fmt.Sprintf("a share of %.3g of the samples lies far outside the images' range [0, 1] and was clipped to it",
			share)}
}

// trueImages are at most n images, drawn without replacement.
func trueImages(images *points.Images, n int, rng *rand.Rand) []float32 {
	rows := make([]float32, min(n, images.Len())*images.Shape.Size())
	images.Gather(rows, rng.Perm(images.Len())[:min(n, images.Len())], rng)
	return rows
}

// imagesOf are those of a reference, and two sets whose distance is a noise floor: of kept and of training images or,
// where none were kept, of training images alone.
func imagesOf(r metrics.Reference, s *experiment.Subject) (reference, floor, others *points.Images) {
	switch r {
	case "held_out":
		return s.Images.Held, s.Images.Held, s.Images.Train
	case "validation":
		return s.Images.Validation, s.Images.Validation, s.Images.Train
	}
	train := s.Images.Train
	if kept := s.Images.Kept(); kept.Len() > 0 {
		return train, train, kept
	}
	var parts [2][]int
	for i := range train.Len() {
		parts[i%2] = append(parts[i%2], i)
	}
	return train, train.Select(parts[0]), train.Select(parts[1])
}

// imageSets are features of a model's samples and of the true images that they are compared with.
type imageSets struct {
	samples, reference, floor *points.Set
	others                    []*points.Set // one or more, whose comparison with floor is noise
}

// imageComparison is what metrics share that compare features of sampled images with those of true ones.
type imageComparison struct {
	imageFeatures
	Reference metrics.Reference `yaml:"reference" default:"held_out" doc:"images to compare with"`
}

// compare gives the sets by each of the features, of at most count images, to a function, and means and spreads over
// them of the figures that it returns. Up to further sets of others come after the first.
func (c *imageComparison) compare(ctx context.Context, s *experiment.Subject, name string, count, further int,
	figures func(imageSets) (map[string]float64, error)) (*experiment.Measurement, error) {
	if s.Derived || s.Samples == nil || s.Images == nil || s.Samples.Len() == 0 {
		return nil, experiment.ErrNotApplicable
	}
	rows, outside := c.rows(s, name, count, further)
	extractors, values, free, err := c.extractors(ctx, s)
	if err != nil {
		return nil, err
	}
	defer free()
	found := map[string][]float64{}
	for _, extract := range extractors {
		sets := make([]*points.Set, len(rows))
		for i, images := range rows {
			if images == nil {
				sets[i] = sets[i-1]
			} else if sets[i], err = extract(ctx, images); err != nil {
				return nil, err
			}
		}
		one, err := figures(imageSets{sets[0], sets[1], sets[2], sets[3:]})
		if err != nil {
			return nil, err
		}
		for name, value := range one {
			found[name] = append(found[name], value)
		}
	}
	result := map[string]float64{"model_points": float64(len(rows[0]) / s.Samples.Dim),
		"true_points": float64(len(rows[1]) / s.Samples.Dim), outsideOutput.Name: outside}
	maps.Copy(result, values)
	for name, all := range found {
		result[name] = statistics.Mean(all)
		if (name == output.Value || name == "coverage") && len(all) > 1 {
			result["classifier_spread"] = statistics.StandardDeviation(all)
		}
	}
	return &experiment.Measurement{Values: result, Caveats: outsideCaveat(outside)}, nil
}

// rows are the images of imageSets, in the order of its fields, nil for those of a floor that is the reference, and the
// share of the samples that are far outside. Further sets of others have no image in common.
func (c *imageComparison) rows(s *experiment.Subject, name string, count, further int) (rows [][]float32,
	outside float64) {
	rng := random.New(s.Seed, "metric/"+name, 0)
	reference, floor, others := imagesOf(c.Reference, s)
	rows = make([][]float32, 3)
	rows[0], outside = sampledImages(s.Samples, count, rng)
	rows[1] = trueImages(reference, count, rng)
	if floor != reference {
		rows[2] = trueImages(floor, count, rng)
	}
	n := len(rows[0]) / s.Samples.Dim
	rows = append(rows, trueImages(others, n, rng))
	rng = random.New(s.Seed, "metric/"+name+"/further", 0)
	order := rng.Perm(others.Len())
	for ; further > 0 && len(order) >= n; further-- {
		rows = append(rows, make([]float32, n*others.Shape.Size()))
		others.Gather(rows[len(rows)-1], order[:n], rng)
		order = order[n:]
	}
	return rows, outside
}

func (c *imageComparison) Needs(s *experiment.Settings) (experiment.Needs, error) {
	needs, err := c.imageFeatures.Needs(s)
	if err == nil {
		err = c.Reference.Check(s)
	}
	return needs, err
}

var spreadOutput = experiment.Output{Name: "classifier_spread",
	Meaning: "standard deviation of the main figure over the three classifiers (of classifiers only)"}

// imageOutputs are those of every comparison of images, beside its own.
var imageOutputs = []experiment.Output{spreadOutput, accuracyOutput,
	{Name: "model_points", Role: output.ModelSize, Format: output.Count, Meaning: "compared samples"},
	{Name: "true_points", Role: output.TrueSize, Format: output.Count, Meaning: "compared true images"},
	outsideOutput}
