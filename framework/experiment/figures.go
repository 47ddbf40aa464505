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
)

// Figure is a picture of one subject (kind "figure").
type Figure interface {
	// Draw fills the canvas. What can't be drawn of this trained model, such as an empty zero set, is said in the picture.
	Draw(ctx context.Context, s *Subject, c draw.Canvas) error
	// CheckSubject says what is wrong with the figure for a model of that nature (truth: for the data themselves), or nil.
	CheckSubject(n model.Nature, truth bool) error
	// CodeVersion is raised when the figure draws otherwise.
	CodeVersion() int
}

// RunsFigure is a figure of run records, Subject.Records, instead of one model. Its panel stands in a figure file and names
// neither an experiment nor a model.
type RunsFigure interface {
	Figure
	OfRuns()
}

// OutputFigure is a RunsFigure that shows an output of a metric.
type OutputFigure interface {
	RunsFigure
	// Output is the metric's label, a dot and the output's name, as "wasserstein.ratio".
	Output() string
}

// CheckOutput refuses a figure of an output that the metric of that name does not declare, or formerly. Of a label that is no
// metric's name, nothing is known.
func CheckOutput(catalogue config.Catalogue, f OutputFigure) error {
	label, name, _ := strings.Cut(f.Output(), ".")
	outputs := OutputsOf(catalogue)[label]
	if outputs == nil {
		return nil
	}
	if current := outputs.Current(name); current != name {
		return &config.FieldError{Found: quoted(f.Output()), Allowed: label + "." + current + ", its present name"}
	}
	return outputs.Check(label, name)
}

// Sheet is a grid of panels, read row by row.
type Sheet struct {
	Title   string  `yaml:"title" default:"''" doc:"title above the panels"`
	Columns int     `yaml:"columns" default:"0" range:"[0, 64]" doc:"panels side by side; up to four when 0"`
	Width   float64 `yaml:"width" default:"8" range:"[2, 50]" unit:"cm" doc:"width of a panel"`
	Height  float64 `yaml:"height" default:"7" range:"[2, 50]" unit:"cm" doc:"height of a panel"`
	Panels  []Panel `yaml:"panels" length:"[1, 64]" doc:"what is drawn"`
}

// Panel is one picture of a sheet.
type Panel struct {
	Title      string `yaml:"title" default:"''" doc:"title of the panel; the model's label unless given"`
	Experiment string `yaml:"experiment" default:"''" doc:"experiment file of the model; a sweep gives a panel for each of its points. An experiment's own figures leave it out"`
	Model      string `yaml:"model" default:"''" doc:"label of the model, or truth for the data; only a figure of run records leaves it out"`
	Seed       *int   `yaml:"seed" range:"[0, inf)" doc:"seed of the run; the first of the experiment unless given"`
	Figure     Figure `yaml:"figure" doc:"kind of picture"`
}

// sheets refuses panels that name what an experiment's own figures can't show, whatever the data.
func (c *checker) sheets(e *Experiment) {
	e.eachPanel(func(path string, panel *Panel) {
		if panel.Experiment != "" {
			c.report(path+".experiment", &config.FieldError{Found: quoted(panel.Experiment), Allowed: "nothing: an experiment draws its own models",
				Hint: "pictures of several experiments are files of their own, see ebim figure --help"})
		}
		c.report(path+".model", e.CheckSubject(panel))
	})
}

// figures refuses panels whose kind of picture doesn't fit their models, for data in R^ambient.
func (c *checker) figures(e *Experiment, ambient int) {
	e.eachPanel(func(path string, panel *Panel) { c.report(path+".figure", e.CheckPanel(panel, ambient)) })
}

func (s *Settings) eachPanel(do func(path string, panel *Panel)) {
	for _, label := range slices.Sorted(maps.Keys(s.Figures)) {
		for i := range s.Figures[label].Panels {
			do(fmt.Sprintf("figures.%s.panels[%d]", label, i), &s.Figures[label].Panels[i])
		}
	}
}

// CheckSubject refuses a panel of a model that the experiment does not have.
func (s *Settings) CheckSubject(panel *Panel) error {
	if panel.Model == Truth || s.Models[panel.Model] != nil {
		return nil
	}
	labels := append(slices.Sorted(maps.Keys(s.Models)), Truth)
	return &config.FieldError{Found: quoted(panel.Model), Allowed: strings.Join(labels, ", "), Hint: didYouMean(panel.Model, labels)}
}

// CheckPanel refuses a panel whose kind of picture does not fit its model, for data in R^ambient.
func (s *Settings) CheckPanel(panel *Panel, ambient int) error {
	if panel.Model == Truth {
		return panel.Figure.CheckSubject(s.truthNature(ambient), true)
	}
	nature, err := model.NatureOf(s.Models, panel.Model, ambient)
	if err != nil {
		return nil // the model's own mistake is reported with the model, or that there is no such model
	}
	return panel.Figure.CheckSubject(nature, false)
}

// truthNature is what is known of the data: their manifold's dimension is 0 where it is not known.
func (s *Settings) truthNature(ambient int) model.Nature {
	nature := model.Nature{Ambient: ambient}
	if known, ok := s.Data.Source.(dataset.Manifold); ok {
		_, nature.Dimension = known.Dimensions()
		_, nature.Density = known.(dataset.Distribution)
	}
	return nature
}
