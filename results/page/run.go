package page

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"ebim/framework/output"
	"ebim/framework/plaintext"
	"ebim/framework/runs/history"
	"ebim/framework/runs/stage"
	"ebim/results"
)

// Known is what is known of runs beside their records.
type Known struct {
	// Declared is what is known of metrics' outputs; nil for nothing.
	Declared *results.Declared
	// Unmeasured are settings at the top level that no result depends on.
	Unmeasured []string
}

// newRun gathers what the page shows of a run. Pending are the stages that its record lacks.
func newRun(record *stage.Record, pending []pendingStage, known Known) *Run {
	r := &Run{Row: RowOf(record), Title: record.Title, Folder: record.Folder, Versions: record.Versions,
		Stages: record.Stages, Notes: results.Notes(record), Failures: failuresOf(record),
		Columns: results.Columns(record)}
	for _, n := range known.Declared.Numbers(record) {
		o := n.Output
		r.Numbers = append(r.Numbers, Number{n.Name(), o.In(n.Metric), n.Value, n.Error, o.Unit, string(o.Better),
			o.Meaning, string(o.Format), o.Role == output.Main || o.Role == output.Beside, n.Caveat})
	}
	r.addFiles(record)
	for _, one := range pending {
		r.addPending(one)
	}
	var err error
	if r.Values, err = results.Settings(record, known.Unmeasured); err != nil {
		r.problem(err)
	}
	text, err := ReadSmall(record.SettingsFile())
	if err == nil {
		r.Config = string(text)
	}
	r.Dimension = dimensionOf(record.Folder)
	return r
}

func (r *Run) problem(err error) { r.Problems = append(r.Problems, err.Error()) }

// failuresOf says why a run, or metrics of it, have no result.
func failuresOf(record *stage.Record) []Failure {
	var all []Failure
	found := slices.Clone(record.Failures)
	if record.Failure != nil {
		found = append(found, *record.Failure)
	}
	for _, f := range found {
		where := "stage " + f.Stage
		if f.Step > 0 {
			where += fmt.Sprintf(", step %d", f.Step)
		}
		all = append(all, Failure{Metric: f.Metric, Where: where, Reason: f.Reason, Cause: f.Cause})
	}
	switch {
	case record.Status == stage.Interrupted:
		all = append(all, Failure{Reason: "interrupted", Cause: "the same command continues from there"})
	case record.Status == stage.Failed && record.Failure == nil:
		all = append(all, Failure{Reason: "failed; its record gives no reason"})
	}
	return all
}

// addFiles adds what the record lists of its stages' files.
func (r *Run) addFiles(record *stage.Record) {
	for _, s := range record.Stages {
		for start := range record.Files {
			file := path.Join(s.Name, history.File(start))
			if !slices.Contains(record.Files, file) {
				break
			}
			if _, err := os.Stat(filepath.Join(record.Folder, filepath.FromSlash(file))); err != nil {
				r.problem(err)
				continue
			}
			r.Curves = append(r.Curves, Curve{Stage: s.Name, Start: start, File: file})
		}
	}
	for _, file := range record.Files {
		if path.Ext(file) == ".log" && !strings.Contains(file, "/") {
			if log, err := tail(record.Folder, file); err == nil {
				r.Logs = append(r.Logs, log)
			} else {
				r.problem(err)
			}
		}
	}
}

// addPending adds the histories of a stage that the record does not have yet.
func (r *Run) addPending(one pendingStage) {
	if one.live == nil {
		for start := 0; ; start++ {
			name := history.File(start)
			if _, err := os.Stat(filepath.Join(one.folder, name)); err != nil {
				break
			}
			r.Curves = append(r.Curves, Curve{Stage: one.name, Start: start, File: one.key + "/" + name})
		}
		return
	}
	since := ""
	if p := one.live.Progress; p != nil {
		since = p.Started.UTC().Format(time.RFC3339Nano)
	}
	for _, history := range one.live.Histories {
		r.Curves = append(r.Curves, Curve{Stage: one.name, Start: history.Start, File: one.key + "/" + history.File,
			Live: true, Since: since})
	}
}

// fileAddress is where the server has a file of a run: file?id=ID&path=PATH.
func fileAddress(id, file string) string {
	return "file?" + url.Values{"id": {id}, "path": {file}}.Encode()
}

// addFigures adds those that show the run.
func (r *Run) addFigures(root string, record *stage.Record) {
	figures, problems := figuresOf(root, record, served)
	for _, err := range problems {
		r.problem(err)
	}
	r.Figures = slices.DeleteFunc(figures, func(p Picture) bool { return p.Seed != nil && *p.Seed != record.Seed })
}

// mostLog bounds what is shown of a log, in bytes.
const mostLog = 16 << 10

func tail(folder, name string) (Log, error) {
	if !filepath.IsLocal(name) {
		return Log{}, fmt.Errorf("%q is not a file of the run", name)
	}
	whole := filepath.Join(folder, name)
	info, err := os.Stat(whole) // before it is opened, as opening a pipe waits
	if err != nil || !info.Mode().IsRegular() {
		return Log{}, errors.Join(err, fmt.Errorf("%s is not a file", name))
	}
	file, err := os.Open(whole)
	if err != nil {
		return Log{}, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.NewSectionReader(file, max(0, info.Size()-mostLog), mostLog))
	return Log{name, plaintext.Lines(string(text))}, err
}

// dimensionOf is that of a run's data, as the box that its models cover has it, or else its samples; 0 where there are
// neither.
func dimensionOf(folder string) int {
	box, err := readBox(filepath.Join(folder, boxFile))
	if err == nil && len(box) > 0 {
		return len(box)
	}
	for _, name := range []string{samplesFile, trainFile} {
		if set, err := readPoints(filepath.Join(folder, name), 1); err == nil {
			return set.Dim
		} else if !errors.Is(err, fs.ErrNotExist) {
			return 0
		}
	}
	return 0
}

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
