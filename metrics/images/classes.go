package images

import (
	"context"
	"fmt"
	"maps"
	"math"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/experiment"
	"ebim/framework/output"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/statistics"
	"ebim/metrics/images/classifier"
)

// confident is the probability of its class above which an image counts as one that classifiers are sure of.
const confident = 0.9

// Classes says which classes three small networks, trained on the labeled training images, find in a model's samples,
// and how sure they are, beside what they say of held-out images. Figures are means over the three.
type Classes struct {
	Samples int `yaml:"samples" default:"10000" range:"[1, 1000000]" doc:"most samples, and most held-out images"`
}

// CodeVersion implements experiment.Metric.
func (*Classes) CodeVersion() int { return 1 }

// Needs are the classifiers.
func (*Classes) Needs(s *experiment.Settings) (experiment.Needs, error) {
	err := checkImages(s)
	if err == nil {
		err = checkLabeled(s, "")
	}
	return experiment.Needs{Shared: newClassifiers()}, err
}

// Outputs implements experiment.Metric.
func (*Classes) Outputs() []experiment.Output {
	return []experiment.Output{
		{Name: "confident_share", Role: output.Main, Better: output.Highest, Format: output.Share,
			Meaning: "share of the samples whose likeliest class has a probability above 0.9"},
		{Name: "confidence", Better: output.Highest, Format: output.Share,
			Meaning: "mean probability of the samples' likeliest classes"},
		{Name: "confident_spread", Meaning: "standard deviation of confident_share over the three classifiers"},
		{Name: "held_out_confident_share", Format: output.Share, Meaning: "confident_share of held-out images"},
		{Name: "held_out_confidence", Format: output.Share, Meaning: "confidence of held-out images"},
		{Name: "total_variation", Role: output.Beside, Better: output.Lowest, Format: output.Share,
			Meaning: "total variation distance of the samples' classes, as found, to those of the training images"},
		{Name: "held_out_total_variation", Format: output.Share,
			Meaning: "the same of held-out images: what mistakes and chance add"},
		{Name: "class_*", Format: output.Share, Meaning: "share of the samples whose likeliest class is this one"},
		accuracyOutput,
		{Name: "model_points", Role: output.ModelSize, Format: output.Count, Meaning: "classified samples"},
		outsideOutput,
	}
}

// sortImages returns what a classifier says of images, beside the shares of the classes in the data.
func sortImages(ctx context.Context, c *classifier.Classifiers, k int, rows []float32,
	data []float64) (map[string]float64, error) {
	_, probabilities, err := c.Look(ctx, k, rows)
	if err != nil {
		return nil, err
	}
	sure, confidence, n := 0.0, 0.0, float64(probabilities.Len())
	shares := make([]float64, len(c.Classes))
	for i := range probabilities.Len() {
		p := probabilities.At(i)
		best := classifier.Likeliest(p)
		shares[best]++
		confidence += p[best] / n
		if p[best] > confident {
			sure++
		}
	}
	floats.Scale(1/n, shares)
	found := map[string]float64{"confident_share": sure / n, "confidence": confidence,
		"total_variation": totalVariation(shares, data)}
	for j, share := range shares {
		found[fmt.Sprintf("class_%d", c.Classes[j])] = share
	}
	return found, nil
}

// totalVariation is half the sum of the differences of two distributions.
func totalVariation(a, b []float64) (sum float64) {
	for k, v := range a {
		sum += math.Abs(v-b[k]) / 2
	}
	return sum
}

// classShares are the shares of the classes among labeled images.
func classShares(images *points.Images, classes []int) []float64 {
	shares := make([]float64, len(classes))
	for k, class := range classes {
		shares[k] = float64(images.Where(class).Len()) / float64(images.Len())
	}
	return shares
}

// Measure leaves total_variation out for derived models, whose classes the data do not have.
func (m *Classes) Measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	if s.Samples == nil || s.Images == nil || s.Samples.Len() == 0 {
		return nil, experiment.ErrNotApplicable
	}
	c, err := classifiersOf(ctx, s)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	rng := random.New(s.Seed, "metric/classes", 0)
	samples, outside := sampledImages(s.Samples, m.Samples, rng)
	kept := s.Images.Kept()
	held, data := trueImages(kept, m.Samples, rng), classShares(s.Images.Train, c.Classes)
	found := map[string][]float64{}
	for k := range classifier.Count {
		of, err := sortImages(ctx, c, k, samples, data)
		if err != nil {
			return nil, err
		}
		if s.Derived {
			delete(of, "total_variation")
		}
		if kept.Len() > 0 {
			usual, err := sortImages(ctx, c, k, held, data)
			if err != nil {
				return nil, err
			}
			for _, name := range []string{"confident_share", "confidence", "total_variation"} {
				of["held_out_"+name] = usual[name]
			}
		}
		for name, value := range of {
			found[name] = append(found[name], value)
		}
	}
	values := map[string]float64{"model_points": float64(len(samples) / s.Samples.Dim), outsideOutput.Name: outside,
		"confident_spread": statistics.StandardDeviation(found["confident_share"])}
	maps.Copy(values, accuracyOf(c))
	for name, all := range found {
		values[name] = statistics.Mean(all)
	}
	return &experiment.Measurement{Values: values, Caveats: outsideCaveat(outside)}, nil
}
