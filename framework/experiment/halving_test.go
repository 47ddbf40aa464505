package experiment_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/runs/stage"
	"ebim/registry"
)

// halved is the file of sought with another search, and with a model of which nothing is chosen.
func halved(search string) string {
	text := strings.Replace(sought, "search: {tpe: {startup: 3, batch: 2}}", "search: "+search, 1)
	return strings.Replace(text, "\nsamples:", "\n  three: {implicit_manifold: *model}\nsamples:", 1)
}

// made are the trials with the models that each is made for.
func made(trials []*experiment.Experiment) (all []string) {
	for _, e := range trials {
		labels := slices.DeleteFunc(e.ModelLabels(), func(label string) bool { return !e.Makes(label) })
		all = append(all, fmt.Sprint(e.Name, labels, e.Swept))
	}
	return all
}

// TestHalvingGoesOnWithTheSameTrials: whatever was interrupted, and however many stages run side by side, with and without proposed trials.
func TestHalvingGoesOnWithTheSameTrials(t *testing.T) {
	for _, search := range []string{"{halving: {least: 1}}", "{tpe: {startup: 5, batch: 2}, halving: {least: 1}}"} {
		text, o := halved(search), experiment.Options{Runs: t.TempDir(), Jobs: 1}
		first := load(t, text)
		execute(t, first[2:4], o) // the others are interrupted, say
		if more := next(t, first, o); len(more) != 0 {
			t.Fatalf("%s: %q follow trials that have not been run", search, made(more))
		}
		whole := finishSearch(t, text, o)
		again := finishSearch(t, text, o)
		side := finishSearch(t, text, experiment.Options{Runs: t.TempDir(), Jobs: 4})
		for _, other := range [][]*experiment.Experiment{again, side} {
			if diff := cmp.Diff(made(whole), made(other)); diff != "" {
				t.Errorf("%s: %s", search, diff)
			}
		}
		checkRungs(t, whole, o.Runs)
	}
}

// checkRungs counts a halving's trials of nine, by rungs and models, and compares those that went on with what their runs say.
func checkRungs(t *testing.T, trials []*experiment.Experiment, runs string) {
	t.Helper()
	values := map[string]map[string]float64{} // by model and experiment
	for _, record := range records(t, runs) {
		if values[record.Model] == nil {
			values[record.Model] = map[string]float64{}
		}
		if record.Status == stage.Done {
			values[record.Model][record.Experiment] = *record.Metrics["manifold_distance"]["mean"]
		}
	}
	for label, want := range map[string][3]int{"one": {9, 3, 1}, "two": {9, 3, 1}, "three": {0, 0, 1}} {
		var rungs [3][]*experiment.Experiment
		for _, e := range trials {
			if trial, _ := e.Trial(); e.Makes(label) {
				rungs[trial.Rung-1] = append(rungs[trial.Rung-1], e)
			}
		}
		if got := [3]int{len(rungs[0]), len(rungs[1]), len(rungs[2])}; got != want {
			t.Fatalf("%s has %v trials on the rungs, want %v", label, got, want)
		}
		for r := range rungs[:2] {
			worst, on := -1.0, map[int]bool{}
			for _, e := range rungs[r+1] {
				trial, _ := e.Trial()
				on[trial.Number] = true
				for _, before := range rungs[r] {
					if b, _ := before.Trial(); b.Number == trial.Number {
						worst = max(worst, values[label][before.Name])
					}
				}
			}
			for _, e := range rungs[r] {
				if trial, _ := e.Trial(); !on[trial.Number] && values[label][e.Name] < worst {
					t.Errorf("%s, %s has %v and is left behind, one with %v goes on", e.Name, label, values[label][e.Name], worst)
				}
			}
		}
	}
}

// TestShortTrialsAreOrdinaryRuns: their settings are shorter trainings, and their records say so; those on the last rung are the trials of a
// random search, down to the keys of their stages.
func TestShortTrialsAreOrdinaryRuns(t *testing.T) {
	o := experiment.Options{Runs: t.TempDir()}
	trials := finishSearch(t, halved("{halving: {least: 2}}"), o)
	random := load(t, strings.Replace(halved(""), "search: \n", "", 1))
	if e := trials[0]; e.Name != "circle,trial=0,rung=1" || !strings.Contains(string(e.Resolved()), "steps: 2\n") || strings.Contains(string(e.Resolved()), "steps: 5\n") {
		t.Errorf("%s:\n%s", e.Name, e.Resolved())
	}
	alone := load(t, string(trials[0].Resolved())) // what is written out is a run's settings, which can be run again
	if want, got := trials[0].Differences(alone[0], "one"), len(alone); len(want) != 0 || got != 1 {
		t.Errorf("written out and read again: %d experiments, which differ in %q", got, want)
	}
	for _, record := range records(t, o.Runs) {
		if short := strings.Contains(record.Experiment, "rung="); short != slices.ContainsFunc(record.Overrides, func(s string) bool {
			return strings.HasPrefix(s, "models."+record.Model+".manifold.training.steps=")
		}) {
			t.Errorf("%s %s has the overrides %q", record.Experiment, record.Model, record.Overrides)
		}
	}
	last := 0
	for _, e := range trials {
		trial, _ := e.Trial()
		if trial.Short() {
			continue
		}
		last++
		want, err := random[trial.Number].SettingsKeys("")
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.SettingsKeys("")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" || e.Name != random[trial.Number].Name {
			t.Errorf("%s is not the random search's %s: %s", e.Name, random[trial.Number].Name, diff)
		}
	}
	if last == 0 {
		t.Error("no trial is on the last rung")
	}
}

// TestHalvingOfSomeModels: a model alone has the trials that it has beside others, and one without axes is trained once.
func TestHalvingOfSomeModels(t *testing.T) {
	text := halved("{halving: {least: 1}}")
	all := finishSearch(t, text, experiment.Options{Runs: t.TempDir()})
	for label, want := range map[string]int{"one": 13, "three": 1} {
		var names, alone []string
		for _, e := range all {
			if e.Makes(label) {
				names = append(names, e.Name)
			}
		}
		o := experiment.Options{Runs: t.TempDir(), Only: []string{label}}
		finishSearch(t, text, o)
		for _, record := range records(t, o.Runs) {
			alone = append(alone, record.Experiment)
		}
		slices.Sort(names)
		slices.Sort(alone)
		if diff := cmp.Diff(names, alone); diff != "" || len(names) != want {
			t.Errorf("%s, %d trials: %s", label, len(names), diff)
		}
	}
}

func TestHalvingThatCantBe(t *testing.T) {
	for search, said := range map[string]string{
		"{halving: {factor: 4}}": "a halving of 9 trials on 3 rungs by a factor of 4; allowed: 16 trials at least",
		"{halving: {rungs: 1}}":  "search.halving.rungs",
		"{halving: {least: 0}}":  "search.halving.least",
		"{}":                     "tpe: {}, halving: {}, or both",
	} {
		_, err := experiment.Load(registry.Standard(), config.Disk, write(t, "circle.yaml", halved(search)))
		if err == nil || !strings.Contains(err.Error(), said) {
			t.Errorf("%s: %v; want that it says %q", search, err, said)
		}
	}
}

// records are those of all runs below a root.
func records(t *testing.T, root string) (all []stage.Record) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "*", "*", "*", "record.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no records", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var record stage.Record
		if err := json.Unmarshal(text, &record); err != nil {
			t.Fatal(err)
		}
		all = append(all, record)
	}
	return all
}
