package experiment

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/runs/stage"
	"ebim/framework/train"
)

// check finds what only shows when the parts meet: names that can't be folders, dimensions that don't fit, and metrics
// that the data or the models can't serve.
func (e *Experiment) check(document *config.Document) config.Mistakes {
	c := &checker{config.Report{Document: document}}
	if err := stage.CheckExperiment(e.Name); err != nil {
		c.Add("", fmt.Errorf("the file's name gives the experiment's: %w", err))
	}
	c.labels("models", e.ModelLabels())
	if e.Models[Truth] != nil {
		c.Add("models."+Truth, &config.FieldError{Found: quoted(Truth) + " as a label", Allowed: "any other",
			Hint: "figures know the data by it"})
	}
	for _, label := range e.ModelLabels() {
		if sourced, ok := e.Models[label].(model.Sourced); ok && e.Data.Source != nil {
			c.Add("models."+label, sourced.TakeSource(e.Data.Source))
		}
	}
	c.classes(e)
	c.labels("metrics", e.MetricLabels())
	c.labels("figures", slices.Sorted(maps.Keys(e.Figures)))
	c.sheets(e)
	if ambient, known := e.Ambient(); known {
		c.dimension(e, e.ModelLabels(), ambient)
	} else {
		for _, label := range e.ModelLabels() {
			c.Add("models."+label, model.CheckOperands(e.Models, label))
		}
	}
	for _, label := range e.MetricLabels() {
		path := "metrics." + label
		if label == "run" {
			c.Add(path, &config.FieldError{Found: `the label "run"`, Allowed: "any other",
				Hint: "tables know run.seconds as a run's time"})
		}
	}
	c.selection(e)
	c.strata(e)
	c.metrics(&e.Settings)
	for _, label := range e.ModelLabels() {
		c.trainings(&e.Settings, "models."+label, e.Models[label])
	}
	return c.Mistakes
}

// classes refuses models of some classes of data that have none.
func (c *checker) classes(e *Experiment) {
	for _, label := range e.ModelLabels() {
		selective, ok := e.Models[label].(model.Selective)
		if !ok || len(selective.TrainedOn()) == 0 || e.Data.Source == nil {
			continue
		}
		wrong := &config.FieldError{Field: "classes", Allowed: "none, or images of several classes with their labels"}
		if images, ok := e.Data.Source.(dataset.ImageSource); !ok {
			wrong.Found = "classes of data that are no images"
		} else if wrong.Found = images.OneClass(); wrong.Found == "" {
			continue
		}
		c.Add("models."+label, wrong)
	}
}

// strata refuses models of a stratum of data that are not divided into any.
func (c *checker) strata(e *Experiment) {
	for _, label := range e.ModelLabels() {
		stratified, ok := e.Models[label].(model.Stratified)
		if !ok || stratified.Stratum() == 0 || e.Data.Source == nil {
			continue
		}
		wrong := &config.FieldError{Field: "points", Allowed: "all points (leave it out), or points of a file"}
		if _, images := e.Data.Source.(dataset.ImageSource); images {
			wrong.Found = "a stratum of images"
		} else if _, known := e.Data.Source.(dataset.Distribution); known {
			wrong.Found = "a stratum of a known distribution, which is measured as a whole"
		} else {
			continue
		}
		c.Add("models."+label, wrong)
	}
}

// trainings refuses trainings, in a model's settings at the given path, that look at validation points where
// there are none.
func (c *checker) trainings(s *Settings, path string, settings model.Model) {
	eachTraining(reflect.ValueOf(settings), "", func(field string, training train.Training) {
		if training.ValidateEvery > 0 && s.Data.ValidationShare() == 0 {
			c.Add(path, &config.FieldError{Field: field + ".validate_every",
				Found:   "validation without validation points",
				Allowed: "data.validation above 0, or validate_every: 0"})
		}
	})
}

// metrics refuses metrics that the data or the models can't serve.
func (c *checker) metrics(s *Settings) {
	for _, label := range slices.Sorted(maps.Keys(s.Metrics)) {
		path := "metrics." + label
		needs, err := s.Metrics[label].Needs(s)
		c.Add(path, err)
		for _, other := range needs.Others {
			if s.Models[other] == nil {
				c.Add(path, &config.FieldError{Found: "a comparison with the model " + quoted(other),
					Allowed: strings.Join(slices.Sorted(maps.Keys(s.Models)), ", ")})
			}
		}
	}
}

// CheckRead finds what only shows once the data have been read: their dimension and box, and how networks see them.
func (e *Experiment) CheckRead(labels []string, dim int, box points.Box, scaling *points.Scaling) config.Mistakes {
	c := &checker{config.Report{Document: e.document}}
	c.dimension(e, labels, dim)
	if len(box) == dim {
		known := e.Settings
		known.Data.Box = box // its length is the dimension
		c.metrics(&known)
	}
	for _, label := range labels {
		if moving, ok := e.Models[label].(model.Moving); ok && scaling != nil {
			if _, _, err := moving.Similarity().Over(scaling); err != nil {
				c.Add("models."+label, err)
			}
		}
	}
	return c.Mistakes
}

// Ambient is the data's dimension, where it is known before the data are read.
func (s *Settings) Ambient() (int, bool) {
	if pictures, ok := s.Data.Source.(dataset.ImageSource); ok {
		return pictures.Shape().Size(), true
	}
	if known, ok := s.Data.Source.(interface {
		Dimensions() (ambient, manifold int)
	}); ok {
		ambient, _ := known.Dimensions()
		return ambient, true
	}
	return len(s.Data.Box), s.Data.Box != nil
}

// AllTraits are what is known of the models whose operands fit, by label, for data in R^ambient.
func (s *Settings) AllTraits(ambient int) map[string]model.Traits {
	all, found := map[string]model.Traits{}, model.NewTraits(s.Models, ambient)
	for label := range s.Models {
		if traits, err := found.Of(label); err == nil {
			all[label] = traits
		}
	}
	return all
}

// dimension refuses a box and models that don't fit data of the given dimension.
func (c *checker) dimension(e *Experiment, labels []string, ambient int) {
	if e.Data.Box != nil && len(e.Data.Box) != ambient {
		c.Add("data.box", &config.FieldError{Found: fmt.Sprintf("%d axes", len(e.Data.Box)),
			Allowed: fmt.Sprintf("%d, one for each coordinate of the data", ambient)})
	}
	traits := model.NewTraits(e.Models, ambient)
	for _, label := range labels {
		err := e.Models[label].CheckDimension(ambient)
		if err != nil && ambient < 2 {
			err = &config.FieldError{Found: "a manifold for data of 1 coordinate",
				Allowed: "data of 2 coordinates or more, since a manifold has fewer dimensions than the data"}
		}
		c.Add("models."+label, err)
		if _, err := traits.Of(label); err != nil {
			c.Add("models."+label, err)
		}
	}
	c.figures(e, ambient)
}

// checker collects the mistakes of an experiment.
type checker struct{ config.Report }

// labels refuses labels that differ in case only: they name folders, and some file systems ignore case.
func (c *checker) labels(path string, labels []string) {
	known := map[string]string{}
	for _, label := range labels {
		if other, twice := known[strings.ToLower(label)]; twice {
			c.Add(path+"."+label, &config.FieldError{Found: fmt.Sprintf("the label %q beside %q", label, other),
				Allowed: "labels that differ in more than case"})
		}
		known[strings.ToLower(label)] = label
		if err := stage.CheckName(label); err != nil {
			c.Add(path+"."+label, err)
		}
	}
}

func quoted(text string) string { return fmt.Sprintf("%q", text) }
