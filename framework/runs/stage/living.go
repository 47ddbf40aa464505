package stage

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"ebim/framework/runs/live"
)

// Process is a process that executes runs.
type Process struct {
	Host string `json:"host"`
	PID  int    `json:"pid"`
}

func thisProcess() *Process {
	host, _ := os.Hostname()
	return &Process{Host: host, PID: os.Getpid()}
}

// Living tells which of the runs below a root are being executed, and which have been killed.
type Living struct {
	Stages []live.Stage // those that have a live folder, dead or alive

	now       time.Time
	keys      map[string]bool // of stages that are being computed
	processes map[Process]bool
	folders   map[string][]string // what there is of stages, by key
}

// LookForLiving returns what lives below a root at a time.
func LookForLiving(root string, now time.Time) (*Living, error) {
	l := &Living{now: now, keys: map[string]bool{}, processes: map[Process]bool{}, folders: map[string][]string{}}
	entries, err := os.ReadDir(filepath.Join(root, stagesFolder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, entry := range entries {
		if parts := ofStage.FindStringSubmatch(entry.Name()); parts != nil {
			l.folders[parts[2]] = append(l.folders[parts[2]], filepath.Join(root, stagesFolder, entry.Name()))
		}
	}
	if l.Stages, err = live.List(root); err != nil {
		return nil, err
	}
	for _, s := range l.Stages {
		if s.Alive(now) {
			l.keys[s.Key] = true
			l.processes[Process{Host: s.Progress.Host, PID: s.Progress.PID}] = true
		}
	}
	return l, nil
}

// afterStage is how long a process may be between two stages: it flushes and hashes files then.
const afterStage = 15 * time.Second

// Status returns the status of a run, Killed for one that its record calls Running though no process computes it. Records of earlier
// versions, which do not name their process, stay Running.
func (l *Living) Status(r *Record) Status {
	if r.Status != Running || r.Process == nil || l.processes[*r.Process] || l.now.Sub(r.Started) < afterStage ||
		slices.ContainsFunc(r.Pending, func(key string) bool { return l.keys[key] || l.changed(key) }) {
		return r.Status
	}
	return Killed
}

// changed reports whether something of a stage has just been written, but for its live folder: a killed one is no sign of life.
func (l *Living) changed(key string) bool {
	return slices.ContainsFunc(l.folders[key], func(folder string) bool {
		info, err := os.Lstat(folder)
		return err == nil && filepath.Ext(folder) != live.Suffix && l.now.Sub(info.ModTime()) < afterStage
	})
}
