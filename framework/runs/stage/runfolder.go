package stage

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ebim/framework/regular"
	"ebim/framework/runs/disk"
	"ebim/framework/runs/shutdown"
)

// runFolder collects what a run's folder will hold, and writes it.
type runFolder struct {
	fileSystem
	run    *Run
	root   string // of all runs
	path   string
	record Record
	stages []known
	logs   map[string][]byte  // file name -> text
	marked bool               // a computation of the run has begun
	lost   map[*Stage]Failure // optional stages that failed, or need one that did
}

// known is a finished stage as a run sees it.
type known struct {
	record   StageRecord
	dir      string
	finished *finished
}

// read returns the record in the run's folder.
func (r *runFolder) read() (*Record, error) { return ReadRecord(filepath.Join(r.path, RecordFile)) }

// finished reports whether the run is recorded as done with the same stages.
func (r *runFolder) finished() bool {
	there, err := r.read()
	return err == nil && there.Key == r.record.Key && there.Status == Done
}

// add takes a finished stage into the run, as the run has it.
func (r *runFolder) add(s *Stage, stage known) error {
	stage.record.Name, stage.record.Training = s.label(), s.Training
	r.stages = append(r.stages, stage)
	r.record.Stages = append(r.record.Stages, stage.record)
	r.record.Seconds += stage.record.Seconds
	metrics, err := readMetrics(stage.dir)
	if err != nil {
		return err
	}
	notes, err := ReadNotes(stage.dir)
	if err != nil {
		return err
	}
	r.record.Notes = append(r.record.Notes, notes...)
	for metric, numbers := range metrics {
		if r.record.Metrics[metric] != nil {
			return errors.New("two stages measure " + metric)
		}
		if r.record.Metrics == nil {
			r.record.Metrics = Metrics{}
		}
		r.record.Metrics[metric] = s.renamed(numbers)
		if len(notes) > 0 { // those of a stage that measures are about its numbers
			if r.record.Caveats == nil {
				r.record.Caveats, r.record.Findings = map[string]string{}, map[string][]string{}
			}
			r.record.Caveats[metric], r.record.Findings[metric] = strings.Join(notes, "; "), notes
		}
	}
	return nil
}

// lacks reports whether a stage needs one that failed; if so, the run is completed without it.
func (r *runFolder) lacks(stage *Stage) bool {
	for _, input := range stage.Inputs {
		if failure, lost := r.lost[input]; lost {
			r.lose(stage, failure)
			return true
		}
	}
	return false
}

// lose records that an optional stage is missing.
func (r *runFolder) lose(stage *Stage, failure Failure) {
	r.lost[stage] = failure
	// not each stage on the way
	if failure.Metric = stage.Metric; failure.Metric != "" || failure.Stage == stage.label() {
		r.record.Failures = append(r.record.Failures, failure)
	}
}

// fail records why a stage has no result, which ends the run unless the stage is optional.
func (r *runFolder) fail(stage *Stage, err error) {
	failure := asFailure(stage.label(), err)
	if panicking, ok := errors.AsType[*panicked](err); ok {
		name := "panic-" + stage.label() + ".log"
		r.logs[name] = append([]byte(panicking.Error()+"\n\n"), panicking.stack...)
		failure.Cause = "the stack is in " + filepath.Join(r.path, name)
	}
	if stage.optional() {
		r.lose(stage, failure)
		return
	}
	r.record.Status, r.record.Failure = Failed, &failure
}

// source is a file of a finished stage.
type source struct {
	path string
	fileInfo
}

// contents are what the folder holds beside its record, by slash-separated path: links to the stages' files, and texts.
func (r *runFolder) contents() (links map[string]source, texts map[string][]byte) {
	links, texts = map[string]source{}, maps.Clone(r.logs)
	texts[configFile] = r.run.Config
	for _, stage := range r.stages {
		for _, file := range stage.finished.Files {
			from := source{filepath.Join(stage.dir, filepath.FromSlash(file.Path)), file}
			links[path.Join(stage.record.Name, file.Path)] = from
			if file.Path == samplesFile { // of the last stage that drew any
				links[samplesFile] = from
			}
		}
	}
	if r.record.Metrics != nil {
		texts[metricsFile] = jsonLines(r.record.Metrics)
	}
	return links, texts
}

// publish brings the run's folder up to date, file by file. Meanwhile its record says that the run is running, and
// lists all of the program's files; it is written again last. A run that has not finished does not replace a finished
// one with the same key, be it another process's.
func (r *runFolder) publish() error {
	defer shutdown.Hold()()
	err := r.update()
	if errors.Is(err, os.ErrNotExist) { // another process has computed a stage anew, with other files
		for i := range r.stages {
			if found, err := readFinished(r.stages[i].dir); err == nil {
				r.stages[i].finished = found
			}
		}
		err = r.update()
	}
	return err
}

func (r *runFolder) update() error {
	unfinished := r.record.Status == Running || r.record.Status == Interrupted
	if unfinished && r.finished() {
		return nil
	}
	if err := os.MkdirAll(r.path, 0o777); err != nil {
		return err
	}
	links, texts := r.contents()
	now := ownedOf(RecordFile)
	for name := range links {
		now[name] = true
	}
	for name := range texts {
		now[name] = true
	}
	own := r.owned(maps.Clone(links), texts)
	for name := range now {
		if err := own.makeWay(r.path, name); err != nil {
			return err
		}
	}
	maps.Copy(own, now)
	r.record.Pending = r.pending()
	begun := r.record
	begun.Status, begun.Process, begun.Files = Running, thisProcess(), slices.Sorted(maps.Keys(own))
	if err := r.writeRecord(begun); err != nil {
		return err
	}
	folders := map[string]bool{r.path: true}
	for name, from := range links {
		to := filepath.Join(r.path, filepath.FromSlash(name))
		folders[filepath.Dir(to)] = true
		if err := r.place(from, to); err != nil {
			return err
		}
	}
	for name, text := range texts {
		if err := r.write(filepath.Join(r.path, name), text); err != nil {
			return err
		}
	}
	err := own.drop(r.path, now)
	for folder := range folders {
		err = errors.Join(err, disk.Flush(folder))
	}
	if err != nil {
		return err
	}
	r.record.Files, r.record.Process = slices.Sorted(maps.Keys(now)), nil
	if r.record.Status == Running {
		r.record.Process = thisProcess()
	}
	return r.writeRecord(r.record)
}

// owned returns which files in the folder the program has written: those that its record lists or, where that can't be
// read, those that are what it would write, or what a stage has.
func (r *runFolder) owned(links map[string]source, texts map[string][]byte) owned {
	own := ownedOf(RecordFile)
	if there, err := r.read(); err == nil && there.Files != nil {
		maps.Copy(own, ownedOf(there.Files...))
		return own
	}
	for _, stage := range r.run.Stages {
		folder := stageFolder(r.root, stage.Name, stage.Key())
		known, err := readFinished(folder)
		if err != nil {
			continue
		}
		for _, file := range known.Files {
			links[path.Join(stage.label(), file.Path)] = source{filepath.Join(folder, filepath.FromSlash(file.Path)),
				file}
		}
	}
	for name, from := range links {
		if from.is(filepath.Join(r.path, filepath.FromSlash(name))) {
			own[name] = true
		}
	}
	for name, text := range texts {
		if r.holds(name, text) {
			own[name] = true
		}
	}
	return own
}

// holds reports whether a file of the folder has a text.
func (r *runFolder) holds(name string, text []byte) bool {
	found, err := disk.Read(filepath.Join(r.path, name), maxRecordBytes)
	return err == nil && bytes.Equal(found, text)
}

func (r *runFolder) writeRecord(record Record) error {
	return r.write(filepath.Join(r.path, RecordFile), jsonLines(record))
}

// place makes to the same file as a stage's, or a copy where links aren't possible.
func (r *runFolder) place(from source, to string) error {
	own, err := os.Stat(from.path)
	if err != nil {
		return err
	}
	if found, err := os.Lstat(to); err == nil && os.SameFile(own, found) {
		return nil
	}
	linked := filepath.Join(filepath.Dir(to), fmt.Sprint(disk.Writing, rand.Uint64()))
	if r.link(from.path, linked) == nil {
		return os.Rename(linked, to)
	}
	if from.is(to) {
		return nil
	}
	return disk.WriteFile(to, func(w io.Writer) error {
		file, err := regular.Open(from.path)
		if err != nil {
			return err
		}
		defer file.Close()
		_, err = io.Copy(w, file)
		return err
	})
}

// is reports whether the file at a path is the stage's own, or a copy of it.
func (s source) is(path string) bool {
	own, err := os.Lstat(s.path)
	if err != nil {
		return false
	}
	found, err := os.Lstat(path)
	if err != nil || found.Mode().Type() != 0 || found.Size() != s.Bytes {
		return false
	}
	if os.SameFile(own, found) {
		return true
	}
	digest, err := regular.SHA256(path)
	return err == nil && digest == s.SHA256
}

// pending returns the keys of the stages that the run lacks.
func (r *runFolder) pending() []string {
	var keys []string
	for _, stage := range r.run.Stages {
		key := stage.Key()
		if !slices.ContainsFunc(r.record.Stages, func(s StageRecord) bool { return s.Key == key }) {
			keys = append(keys, key)
		}
	}
	return keys
}

// current reports whether publish would change nothing of the run's folder but the time and the program's version. Then
// nothing is written, and the record keeps the old ones.
func (r *runFolder) current() bool {
	there, err := r.read()
	if err != nil || r.marked || r.record.Status != Done || !bytes.Equal(outcome(*there), outcome(r.record)) {
		return false
	}
	links, texts := r.contents()
	for name, from := range links {
		if !from.is(filepath.Join(r.path, filepath.FromSlash(name))) {
			return false
		}
	}
	for name, text := range texts {
		if !r.holds(name, text) {
			return false
		}
	}
	r.record.Started, r.record.Versions, r.record.Files = there.Started, there.Versions, there.Files
	return true
}

// outcome returns the parts of a record that make it worth writing again when they change.
func outcome(record Record) []byte {
	record.Versions, record.Files, record.Pending, record.Process, record.Started = nil, nil, nil, nil, time.Time{}
	record.Stages = slices.Clone(record.Stages)
	for i := range record.Stages {
		record.Stages[i].Reused = true
	}
	return jsonLines(record)
}
