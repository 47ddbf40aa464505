package figure

import (
	"slices"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/model"
)

// Drawing is a grid of panels that know what they show.
type Drawing struct {
	experiment.Layout
	Panels   []Panel
	document *config.Document // of a figure file
}

// Panel is one part of a drawing.
type Panel struct {
	Title  string
	Figure experiment.Figure
	Shown  Shown
	place  string // in a figure file
}

// Shown is what a panel shows: a model of an experiment, or experiment.Truth, with a seed.
type Shown struct {
	Experiment *experiment.Experiment
	Label      string
	Seed       int
}

// Of returns a drawing of an experiment's own sheet, whose panels show the given seed unless they name one.
func Of(e *experiment.Experiment, sheet experiment.Sheet, seed int) *Drawing {
	d := &Drawing{Layout: sheet.Layout}
	for _, panel := range sheet.Panels {
		add(d, panel, e, seed, "", "")
	}
	return d
}

// add appends a panel; point is that of a sweep, for its title.
func add(d *Drawing, panel experiment.Panel, e *experiment.Experiment, seed int, point, place string) {
	if panel.Seed != nil {
		seed = *panel.Seed
	}
	switch {
	case panel.Title != "" && point != "":
		panel.Title += ", " + point
	case point != "":
		panel.Title = point
	case panel.Title == "":
		panel.Title = panel.Model
	}
	d.Panels = append(d.Panels, Panel{Title: panel.Title, Figure: panel.Figure, Shown: Shown{e, panel.Model, seed},
		place: place})
}

// Runs returns what has to be run before a drawing can be drawn, as few calls of experiment.Run as can be.
func (d *Drawing) Runs() []Needs {
	var needs, together []Needs
	for _, panel := range d.Panels {
		s := panel.Shown
		if s.Label == experiment.Truth {
			continue
		}
		i := slices.IndexFunc(needs, func(n Needs) bool { return n.Experiments[0] == s.Experiment })
		if i < 0 {
			i = len(needs)
			needs = append(needs, Needs{Experiments: []*experiment.Experiment{s.Experiment}})
		}
		if !slices.Contains(needs[i].Labels, s.Label) {
			needs[i].Labels = append(needs[i].Labels, s.Label)
		}
		if !slices.Contains(needs[i].Seeds, s.Seed) {
			needs[i].Seeds = append(needs[i].Seeds, s.Seed)
		}
	}
	for _, need := range needs {
		i := slices.IndexFunc(together, func(n Needs) bool {
			return slices.Equal(n.Labels, need.Labels) && slices.Equal(n.Seeds, need.Seeds)
		})
		if i < 0 {
			together = append(together, need)
			continue
		}
		together[i].Experiments = append(together[i].Experiments, need.Experiments...)
	}
	return together
}

// Needs are models of experiments, with seeds.
type Needs struct {
	Experiments []*experiment.Experiment
	Labels      []string
	Seeds       experiment.Seeds
}

// Overview returns the figures of an experiment that declares none, for data in R^ambient: densities of the data and
// of every model, or their images, and the trainings.
func Overview(e *experiment.Experiment, ambient int) map[string]experiment.Sheet {
	density := experiment.Sheet{Layout: experiment.Layout{Title: e.Title, Width: 8, Height: 7}}
	training := experiment.Sheet{Layout: experiment.Layout{Title: e.Title, Columns: 1, Width: 18, Height: 8}}
	var picture experiment.Figure
	switch {
	case ambient == 2:
		picture = &Density2D{}
	case ambient > 2:
		picture = &Density3D{View: DefaultView()}
	}
	name := "density"
	if _, ok := e.Data.Source.(dataset.ImageSource); ok {
		name, picture = "images", &Images{Show: "samples", Rows: 8, Columns: 8}
	}
	for _, label := range append([]string{experiment.Truth}, e.ModelLabels()...) {
		title := ""
		// no truth of them is known
		if _, synthetic := e.Data.Source.(dataset.Distribution); label == experiment.Truth && !synthetic {
			title = "data"
		}
		fits := func(f experiment.Figure) (experiment.Panel, bool) {
			return experiment.Panel{Title: title, Model: label, Figure: f}, e.CheckFigure(f, label, ambient) == nil
		}
		if picture != nil {
			if panel, ok := fits(picture); ok {
				density.Panels = append(density.Panels, panel)
			}
		}
		if m, ok := e.Models[label].(model.Trainable); ok &&
			slices.ContainsFunc(m.Parts(), func(p model.Part) bool { return !p.Fitted }) {
			if panel, ok := fits(&TrainingCurves{}); ok {
				training.Panels = append(training.Panels, panel)
			}
		}
	}
	sheets := map[string]experiment.Sheet{}
	for label, sheet := range map[string]experiment.Sheet{name: density, "training": training} {
		if len(sheet.Panels) > 0 {
			sheets[label] = sheet
		}
	}
	return sheets
}
