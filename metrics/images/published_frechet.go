package images

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"ebim/framework/experiment"
	"ebim/framework/output"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/statistics"
)

// PublishedFrechet is the Frechet distance as the released code evaluates it for the paper's Table 2: of draws with
// replacement from the training's replay buffer to training images. It shows how the training's chains went, not what
// the model draws; Frechet shows that.
type PublishedFrechet struct {
	imageFeatures
	Samples int `yaml:"samples" default:"50000" range:"[4, 1000000]" doc:"draws with replacement from the buffer"`
	Images  int `yaml:"images" default:"60000" range:"[4, 1000000]" doc:"most training images"`
}

// CodeVersion implements experiment.Metric.
func (*PublishedFrechet) CodeVersion() int { return 1 }

// Outputs implements experiment.Metric.
func (m *PublishedFrechet) Outputs() []experiment.Output {
	return []experiment.Output{
		{Name: output.Value, Role: output.Main, Better: output.Lowest, Heading: m.heading("FID"),
			Meaning: "squared Frechet distance of draws from the replay buffer to training images"},
		spreadOutput,
		{Name: "buffer_points", Format: output.Count, Meaning: "images in the replay buffer"},
		{Name: "model_points", Role: output.ModelSize, Format: output.Count, Meaning: "draws, with replacement"},
		{Name: "true_points", Role: output.TrueSize, Format: output.Count, Meaning: "compared training images"},
		accuracyOutput, outsideOutput}
}

// Measure implements experiment.Metric.
func (m *PublishedFrechet) Measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	if s.Derived || s.Images == nil || s.Trained == nil || s.Trained.Replay == nil {
		return nil, experiment.ErrNotApplicable
	}
	kept, err := s.Trained.Replay(ctx)
	if errors.Is(err, errors.ErrUnsupported) {
		return nil, experiment.ErrNotApplicable
	}
	if err != nil {
		return nil, err
	}
	rng := random.New(s.Seed, "metric/published_frechet", 0)
	buffer, outside := sampledImages(kept, kept.Len(), rng)
	truth := trueImages(s.Images.Train, m.Images, rng)
	draws := make([]int, m.Samples)
	for i := range draws {
		draws[i] = rng.IntN(kept.Len())
	}
	extractors, values, free, err := m.extractors(ctx, s)
	if err != nil {
		return nil, err
	}
	defer free()
	result := map[string]float64{"buffer_points": float64(kept.Len()), "model_points": float64(m.Samples),
		"true_points": float64(len(truth) / kept.Dim), outsideOutput.Name: outside}
	maps.Copy(result, values)
	var distances []float64
	for _, extract := range extractors {
		var sets [2]*points.Set
		for k, rows := range [][]float32{buffer, truth} {
			if sets[k], err = extract(ctx, rows); err != nil {
				return nil, err
			}
		}
		distance, err := FrechetDistance(sets[0].Select(draws), sets[1])
		if err != nil {
			return nil, fmt.Errorf("draws from the buffer (first) and training images (second): %w", err)
		}
		distances = append(distances, distance)
	}
	result[output.Value] = statistics.Mean(distances)
	if len(distances) > 1 {
		result["classifier_spread"] = statistics.StandardDeviation(distances)
	}
	return &experiment.Measurement{Values: result, Caveats: outsideCaveat(outside)}, nil
}
