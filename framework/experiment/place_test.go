package experiment_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/registry"
)

// A process that is told a trial's place makes the same runs as the one that searches.
func TestTrialsByTheirPlaces(t *testing.T) {
	o := experiment.Options{Runs: t.TempDir()}
	for _, e := range finishSearch(t, halved("{tpe: {startup: 5, batch: 2}, halving: {least: 1}}"), o) {
		text, err := json.Marshal(e.Place())
		if err != nil {
			t.Fatal(err)
		}
		var place experiment.Place
		if err := json.Unmarshal(text, &place); err != nil {
			t.Fatal(err)
		}
		again, err := experiment.LoadTrial(registry.Standard(), config.Disk, e.File, place)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(keysOf(t, e, o), keysOf(t, again, o)); diff != "" || again.Variant != e.Variant || again.Title != e.Title {
			t.Errorf("%s becomes %s: %s", e.Name, again.Name, diff)
		}
	}
}

// keysOf are the keys of an experiment's runs, by what they are called.
func keysOf(t *testing.T, e *experiment.Experiment, o experiment.Options) map[string]string {
	t.Helper()
	planned, err := experiment.Plan(t.Context(), []*experiment.Experiment{e}, o)
	if err != nil || len(planned) == 0 {
		t.Fatal(len(planned), err)
	}
	keys := map[string]string{}
	for _, one := range planned {
		if !one.Done {
			t.Errorf("%s is not the run that was executed", one.Folder)
		}
		keys[one.Folder] = one.Key
	}
	return keys
}

func TestPlacesOfNoTrial(t *testing.T) {
	file := write(t, "circle.yaml", halved("{halving: {least: 1}}"))
	random := strings.Replace(halved("{halving: {least: 1}}"), "search:", "#", 1)
	point := load(t, halved("{halving: {least: 1}}"))[1].Place().Point
	for name, place := range map[string]experiment.Place{
		"a negative number": {Number: -1, Point: point}, "a number beyond the last": {Number: 9, Point: point}, "a rung beyond the last": {Rung: 3, Point: point},
		"a negative rung": {Rung: -1, Point: point}, "no point": {Number: 1}, "a value beyond the last": {Point: append([]int{99}, point[1:]...)},
		"a negative value": {Point: append([]int{-2}, point[1:]...)},
	} {
		if e, err := experiment.LoadTrial(registry.Standard(), config.Disk, file, place); err == nil {
			t.Errorf("%s: %s", name, e.Name)
		}
	}
	if e, err := experiment.LoadTrial(registry.Standard(), config.Disk, write(t, "circle.yaml", random), experiment.Place{Point: point}); err == nil {
		t.Errorf("a file without a search: %s", e.Name)
	}
	if load(t, random)[0].Place() != nil {
		t.Error("what is no trial has a place")
	}
}
