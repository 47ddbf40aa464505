package experiment

import (
	"io/fs"
	"path"
	"reflect"
	"strings"

	"ebim/framework/config"
	"ebim/framework/train"
)

// validationUnlessGiven is the share of validation points where trainings look at them.
const validationUnlessGiven = 0.1

// giveValidation sets the share of validation points where the file does not.
func (s *Settings) giveValidation() {
	if s.Data.Validation != nil {
		return
	}
	share := 0.0
	for _, settings := range s.Models {
		eachTraining(reflect.ValueOf(settings), "", func(_ string, training train.Training) {
			if training.ValidateEvery > 0 {
				share = min(validationUnlessGiven, (1-s.Data.Holdout)/2)
			}
		})
	}
	s.Data.Validation = &share
}

// Load reads an experiment's file with overrides `path=value`, and gives one experiment for each point of its sweep.
// The error is config.Mistakes with everything that is wrong, down to what the models say of the data's dimension
// where that is known without reading data; a file that can't be read is another error.
func Load(catalog config.Catalog, files fs.FS, name string, sets ...string) ([]*Experiment, error) {
	variants, err := config.Load[Settings](catalog, files, name, sets)
	errs := []error{err}
	var experiments []*Experiment
	for _, variant := range variants {
		e, mistakes, err := declared(catalog, name, sets, variant)
		if err != nil {
			return nil, err
		}
		if len(mistakes) > 0 {
			errs = append(errs, mistakes)
			continue
		}
		experiments = append(experiments, e)
	}
	if err := config.Collect(errs...); err != nil {
		return nil, err
	}
	return experiments, nil
}

// declared is the experiment of a file's variant, unless it has mistakes.
func declared(catalog config.Catalog, name string, sets []string, variant config.Loaded[Settings]) (*Experiment,
	config.Mistakes, error) {
	e := &Experiment{Settings: *variant.Value, Name: runName(name, variant.Name), File: name, Variant: variant.Name,
		Swept:     variant.Swept,
		Overrides: sets, catalog: catalog, document: variant.Document}
	e.giveValidation()
	e.giveShapes(catalog)
	e.Title = strings.TrimSpace(e.Title + " " + variant.Name)
	if mistakes := e.check(variant.Document); len(mistakes) > 0 {
		return nil, mistakes, nil
	}
	var err error
	e.resolved, err = config.Resolve(e.catalog, &e.Settings)
	return e, nil, err
}

func runName(file, variant string) string {
	name := strings.TrimSuffix(path.Base(file), path.Ext(file))
	if variant != "" {
		name += "," + variant
	}
	return name
}
