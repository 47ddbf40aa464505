package command

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ebim/experiments"
	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/output"
	"ebim/framework/stage"
	"ebim/registry"
	"ebim/results"
)

// Records are held against the files that tables and choices show them as.

// fileSettings are experiments by the names of their runs.
type fileSettings struct {
	registry *registry.Registry
	loaded   map[string]*experiment.Experiment
	found    map[string]bool                   // base names that were looked for
	kept     map[string]*experiment.Experiment // by the text of a run's config.yaml; nil where it can't be read
	folder   string                            // of a table file, beside which experiments may lie; empty for none
}

func (p *Program) fileSettings(loaded []*experiment.Experiment, folder string) *fileSettings {
	s := &fileSettings{registry: p.Registry, loaded: map[string]*experiment.Experiment{}, found: map[string]bool{}, kept: map[string]*experiment.Experiment{}, folder: folder}
	for _, e := range loaded {
		s.loaded[e.Name] = e
	}
	return s
}

// of is the experiment that a record's name stands for: that of a file beside the table's, or of a shipped one. nil for none.
func (s *fileSettings) of(name string) *experiment.Experiment {
	base, _, _ := strings.Cut(name, ",")
	if s.loaded[name] == nil && !s.found[base] {
		s.found[base] = true
		for _, file := range append(s.first(base), experiments.Names()...) {
			if path.Base(file) != base+".yaml" {
				continue
			}
			if _, err := fs.Stat(experiments.Files, file); err != nil {
				continue
			}
			loaded, err := experiment.Load(s.registry, experiments.Files, file)
			if err != nil {
				continue // a file of another kind, or one that is being written
			}
			for _, e := range loaded {
				s.loaded[e.Name] = e
			}
			break
		}
	}
	return s.loaded[name]
}

// declared are the outputs of the registry's metrics, and of those of the experiments that are known.
func (s *fileSettings) declared() *results.Declared {
	return &results.Declared{ByType: experiment.OutputsOf(s.registry), OfExperiment: func(name string) map[string]output.List {
		base, _, _ := strings.Cut(name, ",")
		e := s.of(name)
		for _, variant := range slices.Sorted(maps.Keys(s.loaded)) {
			if e == nil && strings.Contains(name, results.Wildcard) && strings.HasPrefix(variant, base+",") {
				e = s.loaded[variant]
			}
		}
		if e == nil {
			return nil
		}
		return e.Outputs()
	}}
}

// first is where an experiment is looked for before the shipped ones.
func (s *fileSettings) first(base string) []string {
	if s.folder == "" {
		return nil
	}
	return []string{path.Join(s.folder, base+".yaml")}
}

// judge implements results.Judge. Of a record without its settings, or of no known file, only the overrides are known.
func (s *fileSettings) judge(record *stage.Record, metric string) string {
	whole := s.of(record.Experiment)
	kept := filepath.Join(record.Folder, "config.yaml")
	text, err := os.ReadFile(kept)
	if whole == nil || record.Folder == "" || err != nil {
		return results.Overridden(record, metric)
	}
	label, _, _ := strings.Cut(metric, ".")
	differing := slices.DeleteFunc(s.differences(whole, record.Model, kept, string(text)), func(path string) bool {
		own, ok := strings.CutPrefix(path, "metrics.")
		return ok && own != label
	})
	return strings.Join(differing, ", ")
}

// differences are those of a run's settings, as a file in its folder keeps them, from its experiment's.
func (s *fileSettings) differences(whole *experiment.Experiment, model, file, text string) []string {
	if text == string(whole.Resolved()) {
		return nil
	}
	kept, known := s.kept[text]
	if !known {
		// Decoded anew, so that settings which are newer than the run have their defaults.
		loaded, err := experiment.Load(s.registry, config.Disk, filepath.ToSlash(file))
		if err == nil && len(loaded) == 1 {
			kept = loaded[0]
		}
		s.kept[text] = kept
	}
	if kept == nil {
		return []string{"settings of another version"}
	}
	return whole.Differences(kept, model)
}
