package stage

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// ownFolders can't be experiments.
var ownFolders = []string{stagesFolder, "locks", "submissions", FiguresFolder}

// checkRuns finds what can't be laid out in folders or computed in order.
func checkRuns(runs []Run) error {
	var problems []error
	seen := map[string]bool{}
	for _, run := range runs {
		where := fmt.Sprintf("run %s/%s/seed-%d", run.Experiment, run.Model, run.Seed)
		for _, err := range []error{CheckExperiment(run.Experiment), CheckName(run.Model)} {
			if err != nil {
				problems = append(problems, fmt.Errorf("%s: %w", where, err))
			}
		}
		if run.Seed < 0 {
			problems = append(problems, fmt.Errorf("%s: a seed is 0 or more", where))
		}
		if seen[strings.ToLower(where)] { // some file systems ignore case
			problems = append(problems, fmt.Errorf("%s: there is more than one (names must differ in more than case)", where))
		}
		seen[strings.ToLower(where)] = true
		if err := checkStages(run.Stages); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", where, err))
		}
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

const maxNameLength = 200

// CheckName refuses a name, such as an experiment's or a model's, that some system does not accept for a folder.
func CheckName(name string) error {
	bad := strings.IndexFunc(name, func(c rune) bool { return unicode.IsControl(c) || strings.ContainsRune(`/\:*?"<>|`, c) })
	switch {
	case name == "", len(name) > maxNameLength:
		return fmt.Errorf("the name %q must have 1 to %d bytes", name, maxNameLength)
	case strings.HasPrefix(name, "."), strings.HasSuffix(name, "."), strings.TrimSpace(name) != name:
		return fmt.Errorf("the name %q must not start or end with a dot or a space, as it names a folder", name)
	case bad >= 0:
		return fmt.Errorf("the name %q must not hold %q, as it names a folder", name, name[bad:bad+1])
	case isDevice(name):
		return fmt.Errorf("the name %q is a device's on some systems, so no folder can have it", name)
	}
	return nil
}

// isDevice reports whether Windows reserves a name for a device, whatever follows a dot.
func isDevice(name string) bool {
	base, _, _ := strings.Cut(strings.ToLower(name), ".")
	if port := strings.TrimPrefix(strings.TrimPrefix(base, "com"), "lpt"); len(base) == 4 && len(port) == 1 {
		return '0' <= port[0] && port[0] <= '9'
	}
	return slices.Contains([]string{"con", "prn", "aux", "nul"}, base)
}

// CheckExperiment refuses what CheckName refuses, and the names of the engine's own folders.
func CheckExperiment(name string) error {
	own := func(folder string) bool { return strings.EqualFold(folder, name) } // some file systems ignore case
	if slices.ContainsFunc(ownFolders, own) {
		return fmt.Errorf("the name %q is one of the engine's own folders: give the experiment another", name)
	}
	return CheckName(name)
}
