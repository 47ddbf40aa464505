package metrics

import (
	"fmt"
	"math/rand/v2"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/points"
)

// Reference says which true points a model's samples are compared with, where the true distribution is not known.
type Reference string

// Choices lists the references.
func (Reference) Choices() []config.Choice {
	return []config.Choice{
		{Name: "held_out", Doc: "points kept from training, which needs a holdout"},
		{Name: "validation",
			Doc: "points kept from training to choose settings, also where the distribution is known; needs " +
				"data.validation"},
		{Name: "training",
			Doc: "the training points: comparable with published figures, but flatters models that memorize them"},
	}
}

// reference is the setting that all metrics against true samples share.
type reference struct {
	Reference Reference `yaml:"reference" default:"held_out" doc:"true points to compare with; new ones if the data are synthetic"`
}

// check refuses a comparison with missing points.
func (r reference) check(s *experiment.Settings) error {
	if r.drawn(s.Data.Source) {
		return nil
	}
	return r.Reference.Check(s)
}

// drawn says whether true points are drawn anew, from a known distribution.
func (r reference) drawn(source dataset.Source) bool {
	_, known := source.(dataset.Distribution)
	return known && r.Reference != "validation"
}

// Check refuses points that are missing.
func (r Reference) Check(s *experiment.Settings) error {
	switch {
	case r == "training" || r == "validation" && s.Data.ValidationShare() > 0 || r != "validation" &&
		s.Data.Holdout > 0:
		return nil
	case r == "validation":
		return &config.FieldError{Field: "reference", Found: "validation, with no validation points",
			Allowed: "data.validation above 0, or another reference"}
	}
	return &config.FieldError{Field: "reference", Found: "held_out, with no points held out",
		Allowed: "data.holdout above 0, or reference: training"}
}

// points are those that the reference stands for.
func (r Reference) points(s *experiment.Subject) *points.Set {
	switch r {
	case "training":
		return s.Train
	case "validation":
		return s.Validation
	}
	return s.Held
}

// truth is where a metric's true points come from.
func (r reference) truth(s *experiment.Subject) Truth {
	if r.drawn(s.Source) {
		distribution := s.Source.(dataset.Distribution)
		return Truth{Draw: func(rng *rand.Rand, n int) (*points.Set, error) { return distribution.Sample(rng, n), nil }}
	}
	if r.Reference == "training" {
		return Truth{HeldOut: s.Train}
	}
	return Truth{HeldOut: r.Reference.points(s), Further: s.Train}
}

// atMost is up to n true points: freshly drawn where the distribution is known.
func (t Truth) atMost(rng *rand.Rand, n int) (*points.Set, error) {
	if t.Draw != nil {
		return t.Draw(rng, n)
	}
	if err := (Sample{Points: t.HeldOut}).check(); err != nil {
		return nil, fmt.Errorf("the points to compare with: %w", err)
	}
	return Sample{Points: t.HeldOut}.thinned(rng, n).Points, nil
}

// Truth is where true points come from: from a known distribution, or from the points of a data set.
type Truth struct {
	// Draw returns n independent true points. If it is given, nothing else is needed.
	Draw func(rng *rand.Rand, n int) (*points.Set, error)
	// HeldOut is true points that the model has not been trained on.
	HeldOut *points.Set
	// Further is other true points, independent of HeldOut: the training points. They serve the noise floor only.
	Further *points.Set
}
