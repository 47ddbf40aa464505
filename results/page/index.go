package page

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ebim/framework/runs/stage"
)

// ID returns what a run is called in addresses: its folder below the root of runs, as experiment/model/seed-N-SETTINGS.
func ID(folder string) string {
	model := filepath.Dir(folder)
	return path.Join(filepath.Base(filepath.Dir(model)), filepath.Base(model), filepath.Base(folder))
}

// isID reports whether a text has the form of a run's ID, which leads to a folder that can hold a run.
func isID(id string) bool {
	parts := strings.Split(id, "/")
	return len(parts) == 3 && path.Clean(id) == id && stage.CheckExperiment(parts[0]) == nil &&
		!strings.HasPrefix(parts[1], ".") && strings.HasPrefix(parts[2], "seed-") &&
		filepath.IsLocal(filepath.FromSlash(id))
}

// RowOf returns a run's line in the list of all.
func RowOf(r *stage.Record) Row {
	row := Row{ID: ID(r.Folder), Experiment: r.Experiment, Model: r.Model, Seed: r.Seed, Status: string(r.Status),
		Verdict: r.Verdict(), Floors: floorsOf(r), Seconds: r.Seconds,
		Backend: r.Backend, Settings: r.Settings[:min(8, len(r.Settings))], Overrides: r.Overrides}
	if !r.Started.IsZero() {
		row.Started = &r.Started
	}
	switch {
	case r.Status == stage.Failed && r.Failure != nil:
		row.Reason = r.Failure.Error()
	case r.Status == stage.Failed:
		row.Reason = "its record gives no reason"
	case len(r.Failures) == 1:
		row.Reason = "1 metric failed"
	case len(r.Failures) > 1:
		row.Reason = fmt.Sprintf("%d metrics failed", len(r.Failures))
	}
	return row
}

// floorsOf is a run's distance to the truth in noise floors, of the first metric that has both.
func floorsOf(r *stage.Record) *float64 {
	for _, label := range slices.Sorted(maps.Keys(r.Metrics)) {
		numbers := r.Metrics[label]
		if ratio := numbers["ratio"]; ratio != nil && numbers["noise_floor"] != nil {
			return ratio
		}
	}
	return nil
}

// corruptRow is the line of a run whose record can't be read, by its folder's name.
func corruptRow(folder string, err error) Row {
	id := ID(folder)
	row := Row{ID: id, Status: Corrupt, Reason: err.Error()}
	if parts := strings.Split(id, "/"); len(parts) == 3 {
		row.Experiment, row.Model = parts[0], parts[1]
		seed, _, _ := strings.Cut(strings.TrimPrefix(parts[2], "seed-"), "-")
		row.Seed, _ = strconv.Atoi(seed) // another name is no seed
	}
	return row
}
