package experiment_test

import (
	"testing"

	"ebim/framework/experiment"
	"ebim/framework/experiment/plan"
)

// What a record has as its settings is known without running it, whatever its seed.
func TestSettingsKeysAreThoseOfRecords(t *testing.T) {
	file := write(t, "circle.yaml", small)
	for _, sets := range [][]string{nil, {"samples=30"}} {
		loaded := loadFile(t, file, sets...)
		results, _ := runAll(t, loaded, plan.Options{Runs: t.TempDir(), Seeds: experiment.Seeds{0, 3}})
		keys, err := plan.SettingsKeys(loaded[0], "")
		if err != nil || len(keys) != len(loaded[0].Models) {
			t.Fatalf("%v, %v", keys, err)
		}
		for _, result := range results {
			if keys[result.Record.Model] != result.Record.Settings {
				t.Errorf("%s, seed %d: %s, but the record has %s", result.Record.Model, result.Record.Seed,
					keys[result.Record.Model], result.Record.Settings)
			}
		}
		for label, key := range keys {
			if other, err := plan.SettingsKeys(loaded[0], "xla:cpu"); err != nil || other[label] == key {
				t.Errorf("%s has the same settings on another backend (%v)", label, err)
			}
			if other, err := plan.SettingsKeys(loadFile(t, file, append(sets, "data.size=77", "title=T")...)[0],
				""); err != nil || other[label] == key {
				t.Errorf("%s has the same settings with other data (%v)", label, err)
			}
			if other, err := plan.SettingsKeys(loadFile(t, file, append(sets, "title=T", "seeds=7")...)[0],
				""); err != nil || other[label] != key {
				t.Errorf("%s has other settings by another title and other seeds (%v)", label, err)
			}
		}
	}
}
