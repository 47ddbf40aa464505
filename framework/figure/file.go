package figure

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"ebim/framework/config"
	"ebim/framework/experiment"
)

// Open reads a figure file: a sheet whose panels name experiment files. A panel of an experiment with a sweep becomes one for
// each of its points. The error is config.Mistakes with everything that is wrong in the file and in the experiments.
func Open(catalogue config.Catalogue, files fs.FS, name string, sets ...string) (*Drawing, error) {
	loaded, err := config.Load[experiment.Sheet](catalogue, files, name, sets)
	if err != nil {
		return nil, err
	}
	return read(&fileReader{catalogue: catalogue, files: files, experiments: map[string][]*experiment.Experiment{}}, loaded)
}

// read makes a drawing of what a figure file says.
func read(r *fileReader, loaded []config.Loaded[experiment.Sheet]) (*Drawing, error) {
	if len(loaded) != 1 {
		return nil, config.Mistakes{loaded[0].Document.Mistake("sweep", "a sweep", "one figure a file",
			"a panel of an experiment with a sweep is drawn for each of its points")}
	}
	r.document = loaded[0].Document
	d := &Drawing{Sheet: *loaded[0].Value, document: loaded[0].Document}
	panels := d.Panels
	d.Panels = nil
	for i, panel := range panels {
		if _, ok := panel.Figure.(experiment.RunsFigure); ok {
			if panel.Experiment != "" || panel.Model != "" || panel.Seed != nil {
				r.report(fmt.Sprintf("panels[%d]", i), &config.FieldError{Found: "an experiment, a model or a seed",
					Allowed: "none of them: the figure says itself which runs it shows"})
			}
			if shown, ok := panel.Figure.(experiment.OutputFigure); ok {
				r.report(fmt.Sprintf("panels[%d].figure.metric", i), experiment.CheckOutput(r.catalogue, shown))
			}
			d.Panels, d.Subjects = append(d.Panels, panel), append(d.Subjects, Subject{})
			d.places = append(d.places, fmt.Sprintf("panels[%d]", i))
			continue
		}
		for _, e := range r.load(panel.Experiment, fmt.Sprintf("panels[%d]", i)) {
			r.check(e, &panel, fmt.Sprintf("panels[%d]", i))
			d.add(panel, e, e.Seeds[0], sweepPoint(e))
			d.places = append(d.places, fmt.Sprintf("panels[%d]", i))
		}
	}
	return d, config.Collect(r.errs...)
}

// fileReader loads the experiments of a figure file, each once, and collects mistakes.
type fileReader struct {
	catalogue   config.Catalogue
	files       fs.FS
	document    *config.Document
	experiments map[string][]*experiment.Experiment
	errs        []error
}

func (r *fileReader) load(name, at string) []*experiment.Experiment {
	if name == "" {
		r.report(at+".experiment", &config.FieldError{Found: "a panel without an experiment", Allowed: "an experiment file, as for ebim run"})
		return nil
	}
	if known, ok := r.experiments[name]; ok {
		return known
	}
	loaded, err := experiment.Load(r.catalogue, r.files, name)
	var mistakes config.Mistakes
	if err != nil && !errors.As(err, &mistakes) {
		err = r.document.Mistake(at+".experiment", err.Error(), "an experiment file, as for ebim run", "")
	}
	r.errs = append(r.errs, err)
	r.experiments[name] = loaded
	return loaded
}

// check refuses a panel that can't show the experiment's model, as far as is known before data are read.
func (r *fileReader) check(e *experiment.Experiment, panel *experiment.Panel, at string) {
	r.report(at+".model", e.CheckSubject(panel))
	if ambient, known := e.Ambient(); known {
		r.report(at+".figure", e.CheckPanel(panel, ambient))
	}
}

// report places what a check returned in the file.
func (r *fileReader) report(at string, err error) {
	if err != nil {
		r.errs = append(r.errs, placed(r.document, at, err))
	}
}

func placed(document *config.Document, at string, err error) config.Mistake {
	var field *config.FieldError
	if !errors.As(err, &field) {
		field = &config.FieldError{Found: err.Error()}
	}
	if field.Field != "" {
		at += "." + field.Field
	}
	return document.Mistake(at, field.Found, field.Allowed, field.Hint)
}

// CheckData refuses panels of a figure file whose kind of picture doesn't fit data that had to be read for that; ambient
// reads the dimension of an experiment's data. The error is config.Mistakes, or what ambient returned.
func (d *Drawing) CheckData(ambient func(*experiment.Experiment) (int, error)) error {
	dimensions := map[*experiment.Experiment]int{}
	var errs []error
	for i, s := range d.Subjects {
		if s.Experiment == nil {
			continue
		}
		if _, known := s.Experiment.Ambient(); known {
			continue // checked when the file was opened
		}
		if dimensions[s.Experiment] == 0 {
			dimension, err := ambient(s.Experiment)
			if err != nil {
				return err
			}
			dimensions[s.Experiment] = dimension
		}
		if err := s.Experiment.CheckPanel(&d.Panels[i], dimensions[s.Experiment]); err != nil {
			errs = append(errs, placed(d.document, d.places[i]+".figure", err))
		}
	}
	return config.Collect(errs...)
}

// sweepPoint is an experiment's point of its file's sweep, as a title: "steps = 20"; empty without a sweep.
func sweepPoint(e *experiment.Experiment) string {
	file := strings.TrimSuffix(path.Base(e.File), path.Ext(e.File))
	point, _ := strings.CutPrefix(strings.TrimPrefix(e.Name, file), ",")
	return strings.ReplaceAll(strings.ReplaceAll(point, "=", " = "), ",", ", ")
}
