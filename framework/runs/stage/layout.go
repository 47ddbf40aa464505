package stage

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"ebim/framework/regular"
)

const configFile = "config.yaml"

// layout is what a run's folder holds beside its record, by slash-separated path.
type layout struct {
	links map[string]source // the stages' files
	texts map[string][]byte
}

// source is a file of a finished stage.
type source struct {
	path string
	fileInfo
}

func (r *runFolder) layout() layout {
	l := layout{links: map[string]source{}, texts: map[string][]byte{configFile: r.run.Config}}
	for _, stage := range r.stages {
		for _, file := range stage.finished.Files {
			from := source{filepath.Join(stage.dir, filepath.FromSlash(file.Path)), file}
			l.links[path.Join(stage.record.Name, file.Path)] = from
			if file.Path == samplesFile { // of the last stage that drew any
				l.links[samplesFile] = from
			}
		}
	}
	maps.Copy(l.texts, r.logs)
	if r.record.Metrics != nil {
		l.texts[metricsFile] = jsonLines(r.record.Metrics)
	}
	return l
}

// files returns the paths of all that the folder holds, with the record.
func (l layout) files() []string {
	all := slices.AppendSeq(slices.Collect(maps.Keys(l.links)), maps.Keys(l.texts))
	all = append(all, recordFile)
	slices.Sort(all)
	return all
}

// build fills a new folder: links to the stages' files, texts and, last, the record.
func (r *runFolder) build(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	l := r.layout()
	for name, from := range l.links {
		if err := r.x.disk.linkOrCopy(from.path, filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			return err
		}
	}
	for name, text := range l.texts {
		if err := r.x.disk.write(filepath.Join(dir, name), text); err != nil {
			return err
		}
	}
	r.record.Files, r.record.Pending, r.record.Process = l.files(), r.pending(), nil
	if r.record.Status == Running {
		r.record.Process = thisProcess()
	}
	return r.x.disk.write(filepath.Join(dir, recordFile), jsonLines(r.record))
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

// current reports whether publish would change nothing of the run's folder but the time and the program's version. Then nothing is
// written, and the record keeps the old ones.
func (r *runFolder) current() bool {
	there, err := r.read()
	if err != nil || r.marked || r.record.Status != Done || !bytes.Equal(outcome(*there), outcome(r.record)) {
		return false
	}
	l := r.layout()
	for name, from := range l.links {
		if !from.is(filepath.Join(r.path, filepath.FromSlash(name))) {
			return false
		}
	}
	for name, text := range l.texts {
		if found, err := os.ReadFile(filepath.Join(r.path, name)); err != nil || !bytes.Equal(found, text) {
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

// is reports whether the file at a path is the stage's own, or a copy of it.
func (s source) is(path string) bool {
	own, err := os.Lstat(s.path)
	if err != nil {
		return false
	}
	found, err := os.Lstat(path)
	if err != nil || found.Mode().Type() != fs.FileMode(0) || found.Size() != s.Bytes {
		return false
	}
	if os.SameFile(own, found) {
		return true
	}
	digest, err := regular.SHA256(path)
	return err == nil && digest == s.SHA256
}

// panicLog returns the file of a run's folder that has the stack of a stage's panic.
func panicLog(stage string) string { return fmt.Sprintf("panic-%s.log", stage) }
