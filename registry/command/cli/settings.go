package cli

import (
	"fmt"
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
	"ebim/framework/experiment/plan"
	"ebim/framework/output"
	"ebim/framework/runs/stage"
	"ebim/registry"
	"ebim/results"
)

// Records are held against the files that tables and choices show them as.

// FileSettings are experiments by the names of their runs. It implements results.Origin.
type FileSettings struct {
	registry *registry.Registry
	Loaded   map[string]*experiment.Experiment
	found    map[string]bool                   // base names that were looked for
	kept     map[string]*experiment.Experiment // by the text of a run's config.yaml; nil where it can't be read
	keys     map[string]map[string]string      // of models' settings, by experiment and backend; nil if unknown
	folder   string                            // of a table file, beside which experiments may lie; empty for none
	sets     []string                          // settings other than the files'
	took     bool                              // some file takes these
	refused  []error                           // by files that don't
}

// FileSettings are those of files, by which runs are recognized.
func (p *Program) FileSettings(loaded []*experiment.Experiment, folder string, sets []string) *FileSettings {
	s := &FileSettings{registry: p.Registry, Loaded: map[string]*experiment.Experiment{}, found: map[string]bool{},
		kept: map[string]*experiment.Experiment{}, keys: map[string]map[string]string{}, folder: folder, sets: sets}
	for _, e := range loaded {
		s.Loaded[e.Name], s.found[baseOf(e.Name)], s.took = e, true, true
	}
	return s
}

// baseOf is the name of an experiment's file, without the point of its sweep.
func baseOf(name string) string {
	base, _, _ := strings.Cut(name, ",")
	return base
}

// Of is the experiment that a record's name stands for: that of a file beside the table's, or of a shipped one. nil
// for none.
func (s *FileSettings) Of(name string) *experiment.Experiment {
	base := baseOf(name)
	if s.Loaded[name] != nil || s.found[base] {
		return s.Loaded[name]
	}
	s.found[base] = true
	files := experiments.Names()
	if s.folder != "" {
		files = append([]string{path.Join(s.folder, base+".yaml")}, files...)
	}
	for _, file := range files {
		if path.Base(file) != base+".yaml" {
			continue
		}
		if _, err := fs.Stat(experiments.Files, file); err != nil {
			continue
		}
		if loaded, err := s.load(file); err == nil { // else of another kind, or being written
			for _, e := range loaded {
				s.Loaded[e.Name] = e
			}
			break
		}
	}
	return s.Loaded[name]
}

// ofPattern is Of, but a wildcard may stand for the points of a sweep: they have one file, so the first is taken.
func (s *FileSettings) ofPattern(name string) *experiment.Experiment {
	if e := s.Of(name); e != nil || !strings.Contains(name, results.Wildcard) {
		return e
	}
	for _, variant := range slices.Sorted(maps.Keys(s.Loaded)) {
		if strings.HasPrefix(variant, baseOf(name)+",") {
			return s.Loaded[variant]
		}
	}
	return nil
}

// load reads an experiment with the settings of the command line; one that does not take them, as it is.
func (s *FileSettings) load(file string) ([]*experiment.Experiment, error) {
	loaded, err := experiment.Load(s.registry, experiments.Files, file, s.sets...)
	if err == nil || len(s.sets) == 0 {
		s.took = s.took || err == nil
		return loaded, err
	}
	loaded, plain := experiment.Load(s.registry, experiments.Files, file)
	if plain == nil {
		s.refused = append(s.refused, err)
	}
	return loaded, plain
}

// Fitted says, once the files are known, which of them don't take the settings of the command line; an error where
// none does.
func (s *FileSettings) Fitted() (notes []string, err error) {
	if len(s.refused) > 0 && !s.took {
		return nil, s.refused[0]
	}
	for _, err := range s.refused {
		notes = append(notes,
			fmt.Sprintf("shown with the settings of its file, as it does not take those of --set: %v", err))
	}
	return notes, nil
}

// FittedTo is fitted for the experiments of a table.
func (s *FileSettings) FittedTo(spec *results.Spec) (notes []string, err error) {
	for _, row := range spec.Rows {
		s.Of(row.Experiment)
	}
	for _, column := range spec.Columns {
		s.Of(column.Experiment)
	}
	return s.Fitted()
}

// Arrange makes a table one of the files' records, which it returns.
func (s *FileSettings) Arrange(spec *results.Spec, records []stage.Record) []stage.Record {
	picked := results.Pick(spec.Of(records), s)
	spec.Among(picked, s)
	spec.Footnotes = append(spec.Footnotes, picked.Notes...)
	return picked.Records
}

// Command implements results.Origin.
func (s *FileSettings) Command(name string) string {
	e := s.ofPattern(name)
	if e == nil {
		return ""
	}
	command := "ebim run " + results.Quoted(e.File)
	for _, set := range e.Overrides {
		command += " --set " + results.Quoted(set)
	}
	return command
}

// Own implements results.Origin. Where the settings' hash is unknown, as without the data files, the settings are
// compared.
func (s *FileSettings) Own(record *stage.Record) bool {
	e := s.Of(record.Experiment)
	if e == nil {
		return false
	}
	if keys := s.keysOf(e, record.Backend); keys != nil {
		return keys[record.Model] == record.Settings
	}
	return s.Differs(record) == ""
}

func (s *FileSettings) keysOf(e *experiment.Experiment, backend string) map[string]string {
	which := e.Name + " " + backend
	keys, known := s.keys[which]
	if !known {
		keys, _ = plan.SettingsKeys(e, backend)
		s.keys[which] = keys
	}
	return keys
}

// Declared are the outputs of the registry's metrics, and of those of the experiments that are known.
func (s *FileSettings) Declared() *results.Declared {
	outputs := map[*experiment.Experiment]map[string]output.List{} // which are asked for of each run
	return &results.Declared{ByType: experiment.OutputsOf(s.registry),
		OfExperiment: func(name string) map[string]output.List {
			e := s.ofPattern(name)
			if e != nil && outputs[e] == nil {
				outputs[e] = e.Outputs()
			}
			return outputs[e]
		}}
}

// Differs implements results.Origin. Of a record without its settings only the overrides are known.
func (s *FileSettings) Differs(record *stage.Record) string {
	whole := s.Of(record.Experiment)
	kept := record.SettingsFile()
	text, err := os.ReadFile(kept)
	if whole == nil || record.Folder == "" || err != nil {
		return strings.Join(record.Overrides, ", ")
	}
	return strings.Join(s.differences(whole, record.Model, kept, string(text)), ", ")
}

// differences are those of a run's settings, as a file in its folder keeps them, from its experiment's.
func (s *FileSettings) differences(whole *experiment.Experiment, model, file, text string) []string {
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
	found := whole.Differences(kept, model)
	for _, side := range []struct {
		says      string
		has, asks *experiment.Experiment
	}{{"without", kept, whole}, {"with", whole, kept}} {
		for _, label := range side.asks.MetricLabels() {
			if side.has.Metrics[label] == nil {
				found = append(found, side.says+" metrics."+label)
			}
		}
	}
	return found
}
