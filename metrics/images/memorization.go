package images

import (
	"context"
	"math"
	"slices"

	"ebim/framework/experiment"
	"ebim/framework/output"
	"ebim/framework/parallel"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/statistics"
)

// Memorization compares how near a model's samples come to training images with how near held-out images do, by the
// Euclidean distance of their pixels in [0, 1].
type Memorization struct {
	Samples int `yaml:"samples" default:"1000" range:"[1, 100000]" doc:"most samples, and most held-out images"`
}

// closeShare is the share of held-out images that are as near to training images as the near ones.
const closeShare = 0.01

// CodeVersion implements experiment.Metric.
func (*Memorization) CodeVersion() int { return 1 }

// Needs implements experiment.Metric.
func (*Memorization) Needs(s *experiment.Settings) (experiment.Needs, error) {
	return experiment.Needs{}, checkHeldOut(s)
}

// Outputs implements experiment.Metric.
func (*Memorization) Outputs() []experiment.Output {
	return []experiment.Output{
		{Name: "ratio", Role: output.Main,
			Meaning: "median distance of samples to their nearest training image, over that of held-out images: " +
				"about 1 for a perfect model, far less where training images are repeated or samples are smooth"},
		{Name: "close_share", Role: output.Beside, Format: output.Share,
			Meaning: "share of samples nearer to a training image than 99 % of the held-out images: about 0.01 for " +
				"a perfect model"},
		{Name: "median", Meaning: "median distance of samples to their nearest training image"},
		{Name: "held_out_median", Meaning: "the same of held-out images"},
		{Name: "model_points", Role: output.ModelSize, Format: output.Count, Meaning: "compared samples"},
		{Name: "true_points", Role: output.TrueSize, Format: output.Count, Meaning: "compared held-out images"},
		outsideOutput,
	}
}

// Measure implements experiment.Metric.
func (m *Memorization) Measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	if s.Derived || s.Samples == nil || s.Images == nil || s.Samples.Len() == 0 || s.Images.Held.Len() == 0 {
		return nil, experiment.ErrNotApplicable
	}
	rng := random.New(s.Seed, "metric/memorization", 0)
	samples, outside := sampledImages(s.Samples, m.Samples, rng)
	held := trueImages(s.Images.Held, m.Samples, rng)
	distances, err := toNearest(ctx, samples, s.Images.Train)
	if err != nil {
		return nil, err
	}
	usual, err := toNearest(ctx, held, s.Images.Train)
	if err != nil {
		return nil, err
	}
	slices.Sort(usual)
	limit, closer := usual[int(closeShare*float64(len(usual)))], 0.0
	for _, d := range distances {
		if d < limit {
			closer++
		}
	}
	values := map[string]float64{"close_share": closer / float64(len(distances)),
		"median": statistics.Median(distances), "held_out_median": statistics.Median(usual),
		"model_points": float64(len(distances)), "true_points": float64(len(usual)), outsideOutput.Name: outside}
	if values["held_out_median"] > 0 { // else more than half of the held-out images are training images
		values["ratio"] = values["median"] / values["held_out_median"]
	}
	return &experiment.Measurement{Values: values, Caveats: outsideCaveat(outside)}, nil
}

// toNearest returns the distance of each row to the nearest of the images, exactly: of those that are too far, which
// most are, some pixels show it.
func toNearest(ctx context.Context, rows []float32, images *points.Images) ([]float64, error) {
	const part, look = 512, 32
	n := images.Shape.Size()
	squares := make([]float64, len(rows)/n)
	for i := range squares {
		squares[i] = math.Inf(1)
	}
	block := make([]float32, part*n)
	for from := 0; from < images.Len(); from += part {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		indices := points.Range(from, min(from+part, images.Len()))
		images.Gather(block, indices, nil)
		parallel.Each(len(squares), func(i int) {
			row := rows[i*n : (i+1)*n]
			for k := range indices {
				other, sum := block[k*n:(k+1)*n], 0.0
				for start := 0; start < n && sum < squares[i]; start += look {
					for j := start; j < min(start+look, n); j++ {
						d := float64(row[j] - other[j])
						sum += d * d
					}
				}
				squares[i] = min(squares[i], sum)
			}
		})
	}
	for i, square := range squares {
		squares[i] = math.Sqrt(square)
	}
	return squares, nil
}
