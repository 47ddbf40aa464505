package experiment

import (
	"errors"
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
	c := &checker{document: document}
	if err := stage.CheckExperiment(e.Name); err != nil {
		c.report("", fmt.Errorf("the file's name gives the experiment's: %w", err))
	}
	c.labels("models", e.ModelLabels())
	if e.Models[Truth] != nil {
		c.report("models."+Truth, &config.FieldError{Found: quoted(Truth) + " as a label", Allowed: "any other", Hint: "figures know the data by it"})
	}
	for _, label := range e.ModelLabels() {
		if sourced, ok := e.Models[label].(model.Sourced); ok && e.Data.Source != nil {
			c.report("models."+label, sourced.TakeSource(e.Data.Source))
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
			c.report("models."+label, model.CheckOperands(e.Models, label))
		}
	}
	for _, label := range e.MetricLabels() {
		path := "metrics." + label
		if label == "run" {
			c.report(path, &config.FieldError{Found: `the label "run"`, Allowed: "any other", Hint: "tables know run.seconds as a run's time"})
		}
		if comparing, ok := e.Metrics[label].(Comparing); ok {
			for _, other := range comparing.Others() {
				if e.Models[other] == nil {
					c.report(path, &config.FieldError{Found: "a comparison with the model " + quoted(other),
						Allowed: strings.Join(e.ModelLabels(), ", ")})
				}
			}
		}
	}
	c.selection(e)
	c.metrics(&e.Settings)
	for _, label := range e.ModelLabels() {
		c.trainings(&e.Settings, "models."+label, e.Models[label])
	}
	return c.mistakes
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
		c.report("models."+label, wrong)
	}
}

// trainings refuses trainings, in a model's settings at the given path, that look at validation points of which there are none.
func (c *checker) trainings(s *Settings, path string, settings model.Model) {
	eachTraining(reflect.ValueOf(settings), "", func(field string, training train.Training) {
		if training.ValidateEvery > 0 && s.Data.ValidationShare() == 0 {
			c.report(path, &config.FieldError{Field: field + ".validate_every", Found: "validation without validation points",
				Allowed: "data.validation above 0, or validate_every: 0"})
		}
	})
}

// metrics refuses metrics that the data or the models can't serve.
func (c *checker) metrics(s *Settings) {
	for _, label := range slices.Sorted(maps.Keys(s.Metrics)) {
		if checker, ok := s.Metrics[label].(SettingsChecker); ok {
			c.report("metrics."+label, checker.CheckSettings(s))
		}
	}
}

// read finds what only shows once the data have been read: their dimension, and what it means for all else.
func (c *checker) read(e *Experiment, labels []string, dim int, box points.Box) {
	c.dimension(e, labels, dim)
	if len(box) == dim {
		known := e.Settings
		known.Data.Box = box // which tells the dimension
		c.metrics(&known)
	}
}

// moved refuses models that are moved as standardized points can't be.
func (c *checker) moved(e *Experiment, labels []string, scaling *points.Scaling) {
	for _, label := range labels {
		if moving, ok := e.Models[label].(model.Moving); ok && scaling != nil {
			if _, _, err := moving.Similarity().Over(scaling); err != nil {
				c.report("models."+label, err)
			}
		}
	}
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
		c.report("data.box", &config.FieldError{Found: fmt.Sprintf("%d axes", len(e.Data.Box)),
			Allowed: fmt.Sprintf("%d, one for each coordinate of the data", ambient)})
	}
	traits := model.NewTraits(e.Models, ambient)
	for _, label := range labels {
		err := e.Models[label].CheckDimension(ambient)
		if err != nil && ambient < 2 {
			err = &config.FieldError{Found: "a manifold for data of 1 coordinate",
				Allowed: "data of 2 coordinates or more, since a manifold has fewer dimensions than the data"}
		}
		c.report("models."+label, err)
		if _, err := traits.Of(label); err != nil {
			c.report("models."+label, err)
		}
	}
	c.figures(e, ambient)
}

// checker collects mistakes with their places in the document.
type checker struct {
	document *config.Document
	mistakes config.Mistakes
}

// report takes what a component's check returned: one *config.FieldError, several joined, or a plain error.
func (c *checker) report(path string, err error) {
	var field *config.FieldError
	joined, several := err.(interface{ Unwrap() []error })
	switch {
	case err == nil:
	case several:
		for _, one := range joined.Unwrap() {
			c.report(path, one)
		}
	case errors.As(err, &field):
		if field.Field != "" {
			path += "." + field.Field
		}
		c.mistakes = append(c.mistakes, c.document.Mistake(path, field.Found, field.Allowed, field.Hint))
	default:
		c.mistakes = append(c.mistakes, c.document.Mistake(path, err.Error(), "", ""))
	}
}

// labels refuses labels that differ in case only: they name folders, and some file systems ignore case.
func (c *checker) labels(path string, labels []string) {
	known := map[string]string{}
	for _, label := range labels {
		if other, twice := known[strings.ToLower(label)]; twice {
			c.report(path+"."+label, &config.FieldError{Found: fmt.Sprintf("the label %q beside %q", label, other),
				Allowed: "labels that differ in more than case"})
		}
		known[strings.ToLower(label)] = label
		if err := stage.CheckName(label); err != nil {
			c.report(path+"."+label, err)
		}
	}
}

func quoted(text string) string { return fmt.Sprintf("%q", text) }
