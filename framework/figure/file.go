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

// Open reads a figure file: a sheet whose panels name experiment files. A panel of an experiment with a sweep becomes
// one for each of its points. The error is config.Mistakes with everything that is wrong in the file and in the
// experiments.
func Open(catalog config.Catalog, files fs.FS, name string, sets ...string) (*Drawing, error) {
	return open(&fileReader{catalog: catalog, files: files, experiments: map[string][]*experiment.Experiment{},
		sets: sets}, name)
}

func open(r *fileReader, name string) (*Drawing, error) {
	loaded, err := config.Load[experiment.Sheet](r.catalog, r.files, name, nil)
	if err != nil {
		return nil, err
	}
	r.document = loaded[0].Document
	if len(loaded) != 1 {
		return nil, config.Mistakes{r.document.Mistake("sweep", "a sweep", "one figure a file",
			"a panel of an experiment with a sweep is drawn for each of its points")}
	}
	sheet := loaded[0].Value
	d := &Drawing{Layout: sheet.Layout, document: r.document}
	for i, panel := range sheet.Panels {
		r.panel(d, panel, fmt.Sprintf("panels[%d]", i))
	}
	return d, config.Collect(r.errs...)
}

// panel appends a panel of the file, one for each point of its experiment's sweep.
func (r *fileReader) panel(d *Drawing, panel experiment.Panel, at string) {
	for _, e := range r.load(panel.Experiment, at) {
		r.report(at+".model", e.CheckLabel(panel.Model))
		if ambient, known := e.Ambient(); known { // else it is checked once the data have been read
			r.report(at+".figure", e.CheckFigure(panel.Figure, panel.Model, ambient))
		}
		add(d, panel, e, e.Seeds[0], sweepPoint(e), at)
	}
}

// fileReader loads the experiments of a figure file, each once, and collects mistakes.
type fileReader struct {
	catalog     config.Catalog
	files       fs.FS
	document    *config.Document
	experiments map[string][]*experiment.Experiment
	sets        []string // settings of the experiments, other than their files'
	errs        []error
}

func (r *fileReader) load(name, at string) []*experiment.Experiment {
	if name == "" {
		r.report(at+".experiment", &config.FieldError{Found: "a panel without an experiment",
			Allowed: "an experiment file, as for ebim run"})
		return nil
	}
	if known, ok := r.experiments[name]; ok {
		return known
	}
	loaded, err := experiment.Load(r.catalog, r.files, name, r.sets...)
	var mistakes config.Mistakes
	if err != nil && !errors.As(err, &mistakes) {
		err = r.document.Mistake(at+".experiment", err.Error(), "an experiment file, as for ebim run", "")
	}
	r.errs = append(r.errs, err)
	r.experiments[name] = loaded
	return loaded
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

// checkData refuses panels of a figure file whose figure doesn't fit data that had to be read for that;
// ambient reads the dimension of an experiment's data. The error is config.Mistakes, or what ambient returned.
func (d *Drawing) checkData(ambient func(*experiment.Experiment) (int, error)) error {
	dimensions := map[*experiment.Experiment]int{}
	var errs []error
	for _, panel := range d.Panels {
		e := panel.Shown.Experiment
		if _, known := e.Ambient(); known {
			continue // checked when the file was opened
		}
		if dimensions[e] == 0 {
			dimension, err := ambient(e)
			if err != nil {
				return err
			}
			dimensions[e] = dimension
		}
		if err := e.CheckFigure(panel.Figure, panel.Shown.Label, dimensions[e]); err != nil {
			errs = append(errs, placed(d.document, panel.place+".figure", err))
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
