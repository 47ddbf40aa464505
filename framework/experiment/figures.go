package experiment

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/model"
)

// sheets refuses panels that name what an experiment's own figures can't show, whatever the data.
func (c *checker) sheets(e *Experiment) {
	e.eachPanel(func(path string, panel *Panel) {
		if panel.Experiment != "" {
			c.Add(path+".experiment", &config.FieldError{Found: quoted(panel.Experiment),
				Allowed: "nothing: an experiment draws its own models",
				Hint:    "figures of several experiments are files of their own, see ebim figure --help"})
		}
		c.Add(path+".model", e.CheckLabel(panel.Model))
	})
}

// figures refuses panels whose kind of picture doesn't fit their models, for data in R^ambient.
func (c *checker) figures(e *Experiment, ambient int) {
	e.eachPanel(func(path string, panel *Panel) {
		c.Add(path+".figure", e.CheckFigure(panel.Figure, panel.Model, ambient))
	})
}

func (s *Settings) eachPanel(do func(path string, panel *Panel)) {
	for _, label := range slices.Sorted(maps.Keys(s.Figures)) {
		for i := range s.Figures[label].Panels {
			do(fmt.Sprintf("figures.%s.panels[%d]", label, i), &s.Figures[label].Panels[i])
		}
	}
}

// CheckLabel refuses the label of a model that the experiment does not have; Truth is one.
func (s *Settings) CheckLabel(label string) error {
	if label == Truth || s.Models[label] != nil {
		return nil
	}
	labels := append(slices.Sorted(maps.Keys(s.Models)), Truth)
	return &config.FieldError{Found: quoted(label), Allowed: strings.Join(labels, ", "),
		Hint: config.DidYouMean(label, labels)}
}

// CheckFigure refuses a figure that does not fit the model of a label, for data in R^ambient.
func (s *Settings) CheckFigure(f Figure, label string, ambient int) error {
	if label == Truth {
		return f.CheckSubject(s.TruthTraits(ambient), true)
	}
	traits, err := model.TraitsOf(s.Models, label, ambient)
	if err != nil {
		return nil // the model's own mistake is reported with the model, or that there is no such model
	}
	return f.CheckSubject(traits, false)
}

// TruthTraits returns what is known of the data: their manifold's dimension is 0 where it is not known.
func (s *Settings) TruthTraits(ambient int) model.Traits {
	traits := model.Traits{Ambient: ambient}
	if known, ok := s.Data.Source.(dataset.Manifold); ok {
		_, traits.Dimension = known.Dimensions()
		_, traits.Density = known.(dataset.Distribution)
	}
	return traits
}
