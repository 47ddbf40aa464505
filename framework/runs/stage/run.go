package stage

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Run is one model of an experiment with one seed.
type Run struct {
	Experiment, Title, Model string
	Seed                     int
	Backend                  string
	Stages                   []*Stage // each after its inputs, each name once
	Config                   []byte   // resolved settings, kept as config.yaml
	Data                     *Data    // for the record; nil where nothing is known
	Overrides                []string // for the record
	Ended                    func()   // called once it has; nil for nothing
}

// Key returns the hash of the keys of the run's stages, as its record has it.
func (r *Run) Key() string {
	var keys []string
	for _, stage := range r.Stages {
		keys = append(keys, stage.Key())
	}
	return combine(keys)
}

// SettingsKey returns the hash of the run's settings without the seed, as its record has it.
func (r *Run) SettingsKey() string {
	var keys []string
	for _, stage := range r.Stages {
		keys = append(keys, stage.settingsKey())
	}
	return combine(keys)
}

// shownDigits is how many digits of its settings' hash a run's folder has in its name.
const shownDigits = 8

// folderName returns the name of a run's folder with the given number of digits of its settings' hash.
func folderName(seed int, settings string, digits int) string {
	return fmt.Sprintf("seed-%d-%s", seed, settings[:min(digits, len(settings))])
}

// formerName returns the name that earlier programs gave to the folders of a seed, whatever the settings.
func formerName(seed int) string { return fmt.Sprintf("seed-%d", seed) }

// Folder returns where a run is recorded below a root: each settings have a folder of their own. All digits of their
// hash are in its name where others have taken the first ones; a run that an earlier program has recorded stays where
// it is.
func (r *Run) Folder(root string) string {
	parent, settings := filepath.Join(root, r.Experiment, r.Model), r.SettingsKey()
	place := filepath.Join(parent, folderName(r.Seed, settings, shownDigits))
	record := recordIn(place)
	if record != nil && record.Settings != settings {
		return filepath.Join(parent, folderName(r.Seed, settings, keyLength))
	}
	former := filepath.Join(parent, formerName(r.Seed))
	if old := recordIn(former); record == nil && old != nil && old.Settings == settings {
		return former
	}
	return place
}

// places are the names that the folder of a run may have.
func places(seed int, settings string) []string {
	return []string{folderName(seed, settings, shownDigits), folderName(seed, settings, keyLength), formerName(seed)}
}

// InPlace reports whether the record is in the folder of its run, or in the one where earlier programs kept it.
func (r *Record) InPlace() bool {
	elements := strings.Split(filepath.ToSlash(r.Folder), "/")
	n := len(elements)
	return n >= 3 && elements[n-3] == r.Experiment && elements[n-2] == r.Model && slices.Contains(places(r.Seed,
		r.Settings), elements[n-1])
}

// recordIn returns the record in a folder; nil where none can be read.
func recordIn(folder string) *Record {
	record, err := ReadRecord(filepath.Join(folder, RecordFile))
	if err != nil {
		return nil
	}
	return record
}

// Recorded returns the record of a run with the same stages, or nil where there is none.
func Recorded(root string, run *Run) *Record {
	if record := recordIn(run.Folder(root)); record != nil && record.Key == run.Key() {
		return record
	}
	return nil
}

// checkRuns finds what can't be laid out in folders or computed in order.
func checkRuns(runs []Run) error {
	var problems []error
	seen := map[string]bool{}
	for _, run := range runs {
		where := fmt.Sprintf("run %s/%s/seed-%d", run.Experiment, run.Model, run.Seed)
		for _, err := range []error{CheckExperiment(run.Experiment), CheckName(run.Model), checkStages(run.Stages)} {
			if err != nil {
				problems = append(problems, fmt.Errorf("%s: %w", where, err))
			}
		}
		if run.Seed < 0 {
			problems = append(problems, fmt.Errorf("%s: a seed is 0 or more", where))
		}
		if seen[strings.ToLower(where)] { // some file systems ignore case
			problems = append(problems, fmt.Errorf("%s: there is more than one (names must differ in more than case)",
				where))
		}
		seen[strings.ToLower(where)] = true
	}
	return errors.Join(problems...)
}

// checkStages demands unique names and inputs that come first; with that there are no cycles.
func checkStages(stages []*Stage) error {
	before := map[*Stage]bool{}
	names := map[string]bool{}
	for _, stage := range stages {
		if err := errors.Join(CheckName(stage.Name), CheckName(stage.label())); err != nil {
			return err
		}
		if names[stage.label()] {
			return fmt.Errorf("two stages are called %s", stage.label())
		}
		if stage.Run == nil {
			return fmt.Errorf("stage %s has nothing to run", stage.Name)
		}
		for _, input := range stage.Inputs {
			if !before[input] {
				return fmt.Errorf("stage %s needs stage %s, which must come before it", stage.Name, input.Name)
			}
		}
		names[stage.label()], before[stage] = true, true
	}
	return nil
}
