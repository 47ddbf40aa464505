package experiment

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg/draw"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/model"
	"ebim/framework/runs/stage"
)

// Figure is a picture of a trained model, or of the data (kind "figure").
type Figure interface {
	// Draw fills the canvas. What can't be drawn of this trained model, such as an empty zero set, is said in the picture.
	Draw(ctx context.Context, s *Subject, c draw.Canvas) error
	// CheckSubject says what is wrong with the figure for a model with these traits (truth: for the data themselves), or nil.
	CheckSubject(n model.Traits, truth bool) error
	// CodeVersion is raised when the figure draws otherwise.
	CodeVersion() int
}

// RecordsFigure is a picture of the records of runs (kind "records_figure"). Its panel stands in a figure file and names
// neither an experiment nor a model.
type RecordsFigure interface {
	// Draw fills the canvas. What the records lack is said in the picture.
	Draw(records []stage.Record, c draw.Canvas) error
	// CodeVersion is raised when the figure draws otherwise.
	CodeVersion() int
}

// OutputFigure is a RecordsFigure that shows an output of a metric.
type OutputFigure interface {
	RecordsFigure
	// Output is the metric's label, a dot and the output's name, as "wasserstein.ratio".
	Output() string
}

// CheckOutput refuses a figure of an output that the metric of that name does not declare, or formerly. Of a label that is no
// metric's name, nothing is known.
func CheckOutput(catalog config.Catalog, f OutputFigure) error {
	label, name, _ := strings.Cut(f.Output(), ".")
	outputs := OutputsOf(catalog)[label]
	if outputs == nil {
		return nil
	}
	if current := outputs.Current(name); current != name {
		return &config.FieldError{Found: quoted(f.Output()), Allowed: label + "." + current + ", its present name"}
	}
	return outputs.Check(label, name)
}

// Layout is a grid of panels of one size.
type Layout struct {
	Title   string  `yaml:"title" default:"''" doc:"title above the panels"`
	Columns int     `yaml:"columns" default:"0" range:"[0, 64]" doc:"panels side by side; up to four when 0"`
	Width   float64 `yaml:"width" default:"8" range:"[2, 50]" unit:"cm" doc:"width of a panel"`
	Height  float64 `yaml:"height" default:"7" range:"[2, 50]" unit:"cm" doc:"height of a panel"`
}

// SheetOf is a grid of panels, read row by row, that draw some kind F of figures.
type SheetOf[F any] struct {
	Layout
	Panels []PanelOf[F] `yaml:"panels" length:"[1, 64]" doc:"what is drawn"`
}

// PanelOf is one picture of a sheet.
type PanelOf[F any] struct {
	Title      string `yaml:"title" default:"''" doc:"title of the panel; the model's label unless given"`
	Experiment string `yaml:"experiment" default:"''" doc:"experiment file of the model; a sweep gives a panel for each of its points. An experiment's own figures leave it out"`
	Model      string `yaml:"model" default:"''" doc:"label of the model, or truth for the data; only a figure of run records leaves it out"`
	Seed       *int   `yaml:"seed" range:"[0, inf)" doc:"seed of the run; the first of the experiment unless given"`
	Figure     F      `yaml:"figure" doc:"kind of picture"`
}

// Sheet is one of an experiment's own figures.
type Sheet = SheetOf[Figure]

// Panel is one picture of an experiment's own figures.
type Panel = PanelOf[Figure]

// sheets refuses panels that name what an experiment's own figures can't show, whatever the data.
func (c *checker) sheets(e *Experiment) {
	e.eachPanel(func(path string, panel *Panel) {
		if panel.Experiment != "" {
			c.report(path+".experiment", &config.FieldError{Found: quoted(panel.Experiment), Allowed: "nothing: an experiment draws its own models",
				Hint: "pictures of several experiments are files of their own, see ebim figure --help"})
		}
		c.report(path+".model", e.CheckLabel(panel.Model))
	})
}

// figures refuses panels whose kind of picture doesn't fit their models, for data in R^ambient.
func (c *checker) figures(e *Experiment, ambient int) {
	e.eachPanel(func(path string, panel *Panel) {
		c.report(path+".figure", e.CheckFigure(panel.Figure, panel.Model, ambient))
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
	return &config.FieldError{Found: quoted(label), Allowed: strings.Join(labels, ", "), Hint: config.DidYouMean(label, labels)}
}

// CheckFigure refuses a figure that does not fit the model of a label, for data in R^ambient.
func (s *Settings) CheckFigure(f Figure, label string, ambient int) error {
	if label == Truth {
		return f.CheckSubject(s.truthNature(ambient), true)
	}
	traits, err := model.TraitsOf(s.Models, label, ambient)
	if err != nil {
		return nil // the model's own mistake is reported with the model, or that there is no such model
	}
	return f.CheckSubject(traits, false)
}

// truthNature is what is known of the data: their manifold's dimension is 0 where it is not known.
func (s *Settings) truthNature(ambient int) model.Traits {
	traits := model.Traits{Ambient: ambient}
	if known, ok := s.Data.Source.(dataset.Manifold); ok {
		_, traits.Dimension = known.Dimensions()
		_, traits.Density = known.(dataset.Distribution)
	}
	return traits
}
