package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"ebim/experiments"
	"ebim/framework/config"
	"ebim/framework/experiment"
)

// Load reads experiments from files; a pattern can stand for several.
func (p *Program) Load(names, sets []string) ([]*experiment.Experiment, error) {
	return p.loadFrom(experiments.Files, names, sets)
}

// LoadAny is load where a dash may stand for the standard input.
func (p *Program) LoadAny(names, sets []string) ([]*experiment.Experiment, error) {
	files := experiments.Files
	if at := slices.Index(names, "-"); at >= 0 {
		var err error
		if files, err = p.readInput(); err != nil {
			return nil, Failed(err)
		}
		names = slices.Replace(slices.Clone(names), at, at+1, standardInput)
	}
	return p.loadFrom(files, names, sets)
}

func (p *Program) loadFrom(system fs.FS, names, sets []string) ([]*experiment.Experiment, error) {
	files, err := Expanded(names, experiments.Names())
	if err != nil {
		return nil, err
	}
	var all []*experiment.Experiment
	var errs []error
	for _, file := range files {
		loaded, err := experiment.Load(p.Registry, system, filepath.ToSlash(filepath.Clean(file)), sets...)
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%w; %s", err, meant(file))
		}
		all = append(all, loaded...)
		errs = append(errs, err)
	}
	return all, config.Collect(errs...)
}

// Only is the one experiment that a file stands for; a sweep stands for several.
func Only(loaded []*experiment.Experiment) (*experiment.Experiment, error) {
	e := loaded[0]
	if len(loaded) == 1 {
		return e, nil
	}
	chosen := "--set sweep=null"
	for _, swept := range e.Swept {
		chosen += " --set " + swept.Path + "=" + swept.Value
	}
	return nil, fmt.Errorf("%s stands for %d experiments, the points of its sweep; choose one by its settings, the "+
		"first, %s, by %s", e.File, len(loaded), e.Variant, chosen)
}
