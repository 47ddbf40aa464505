package experiment

import (
	"context"

	"gonum.org/v1/plot/vg/draw"

	"ebim/framework/model"
)

// Figure is a picture of a trained model, or of the data (kind "figure").
type Figure interface {
	// Draw fills the canvas. What can't be drawn of this trained model, such as an empty zero set, is said in the
	// picture.
	Draw(ctx context.Context, s *Subject, c draw.Canvas) error
	// CheckSubject says what is wrong with the figure for a model with these traits (truth: for the data themselves),
	// or nil.
	CheckSubject(n model.Traits, truth bool) error
	// CodeVersion is raised when the figure draws otherwise.
	CodeVersion() int
}

// Layout is a grid of panels of one size.
type Layout struct {
	Title   string  `yaml:"title" default:"''" doc:"title above the panels"`
	Columns int     `yaml:"columns" default:"0" range:"[0, 64]" doc:"panels side by side; up to four when 0"`
	Width   float64 `yaml:"width" default:"8" range:"[2, 50]" unit:"cm" doc:"width of a panel"`
	Height  float64 `yaml:"height" default:"7" range:"[2, 50]" unit:"cm" doc:"height of a panel"`
}

// Sheet is a grid of panels, read row by row: one of an experiment's own figures, or a figure file.
type Sheet struct {
	Layout
	Panels []Panel `yaml:"panels" length:"[1, 64]" doc:"what is drawn"`
}

// Panel is one picture of a sheet.
type Panel struct {
	Title      string `yaml:"title" default:"''" doc:"title of the panel; the model's label unless given"`
	Experiment string `yaml:"experiment" default:"''" doc:"experiment file of the model; a sweep gives a panel for each point. An experiment's own figures leave it out"`
	Model      string `yaml:"model" default:"''" doc:"label of the model, or truth for the data"`
	Seed       *int   `yaml:"seed" range:"[0, inf)" doc:"seed of the run; the first of the experiment unless given"`
	Figure     Figure `yaml:"figure" doc:"kind of figure"`
}
