// Package live is what a stage shows of itself while it is computed, in files that other processes read: a folder
//
//	stages/<name>-<key>.live/
//	  progress.json                      how far it is; replaced whole every second, which is its heartbeat
//	  history.csv, history-2.csv, ...    a training's history as it grows, a file for each of its starts
//	  pictures/<kind>-step-<9 digits>.png
//
// that is there while the stage is computed, with one Writer: the process that holds the stage's lease. A killed
// process leaves its folder, in which the heartbeat stops (Progress.Alive); the next computation of the stage replaces
// it.
//
// A Writer never harms its stage: it writes from a goroutine of its own, and what can't be written is tried again
// later. Readers (List, Read) never wait, and take a folder that vanishes while they read it as one that was not there.
package live

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ebim/framework/runs/disk"
	"ebim/framework/runs/history"
)

// Format is the version of live folders.
const Format = 1

// Names within a live folder, and what is added to the name of the stage's own.
const (
	Suffix       = ".live"
	ProgressFile = "progress.json"
)

// Progress is progress.json: how far a stage is, and who computes it.
type Progress struct {
	Format     int    `json:"format"`
	Stage      string `json:"stage"`
	Key        string `json:"key"`
	Experiment string `json:"experiment"` // of the run that computes it; others may wait for it
	Model      string `json:"model"`
	Seed       int    `json:"seed"`
	Host       string `json:"host"`
	PID        int    `json:"pid"`
	// Job is the batch system's name of the job that it is part of, such as 17_3 for task 3 of Slurm's array 17; empty
	// without one.
	Job     string    `json:"job,omitempty"`
	Started time.Time `json:"started"` // by this process
	Updated time.Time `json:"updated"`
	// EverySeconds is how often it is written.
	EverySeconds float64 `json:"every_seconds"`
	Done         int     `json:"done"`  // steps, of all starts together
	Total        int     `json:"total"` // 0 where it is not known
	// SecondsLeft is how long the other steps will take at the speed of those that this process has made; nil where it
	// is not known.
	SecondsLeft *float64 `json:"seconds_left"`
	// Values are the numbers of the last step, such as loss terms; nil where one is not finite.
	Values map[string]*float64 `json:"values"`
}

// leastSilence is how old a heartbeat may be in any case: a machine under load may pause for a while.
const leastSilence = 15 * time.Second

// Alive reports whether the process that writes the progress is still running, as far as is known at a time: its last
// heartbeat is not older than 15 s, or five times its interval.
func (p *Progress) Alive(now time.Time) bool {
	silence := max(leastSilence, time.Duration(5*p.EverySeconds*float64(time.Second)))
	return now.Sub(p.Updated) <= silence
}

// Folder returns the live folder of a stage below a root of runs.
func Folder(root, name, key string) string {
	return filepath.Join(root, "stages", name+"-"+key+Suffix)
}

// History is a history of one of a training's starts.
type History struct {
	File  string // its name in the folder
	Start int    // counted from 0
}

// Stage is a live folder as a reader finds it.
type Stage struct {
	Folder    string
	Key       string // of the stage, as the folder's name has it
	Progress  *Progress
	Histories []History // by start
	// Err says why Progress can't be read; it is nil then.
	Err error
}

// Alive reports whether some process still computes the stage; false where its progress can't be read.
func (s *Stage) Alive(now time.Time) bool { return s.Progress != nil && s.Progress.Alive(now) }

// keyLength is the number of hex digits of a stage's key.
const keyLength = 20

// keyOf returns the key in the name of a live folder; empty for another name.
func keyOf(name string) string {
	base, ok := strings.CutSuffix(name, Suffix)
	at := len(base) - keyLength
	if !ok || at < 2 || base[at-1] != '-' || strings.Trim(base[at:], "0123456789abcdef") != "" {
		return ""
	}
	return base[at:]
}

// Read returns what is in a live folder, and whether it is there at all: one without a progress is not.
func Read(folder string) (s Stage, there bool) {
	s = Stage{Folder: folder, Key: keyOf(filepath.Base(folder))}
	s.Progress, s.Err = readProgress(folder)
	if errors.Is(s.Err, fs.ErrNotExist) {
		return s, false
	}
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return s, false
	}
	if s.Err == nil && err != nil {
		s.Progress, s.Err = nil, err
	}
	s.Histories = histories(entries)
	return s, true
}

// mostProgressBytes bounds what is read as a progress.
const mostProgressBytes = 1 << 20

func readProgress(folder string) (*Progress, error) {
	path := filepath.Join(folder, ProgressFile)
	text, err := disk.Read(path, mostProgressBytes)
	if err != nil {
		return nil, err
	}
	p := new(Progress)
	if err := json.Unmarshal(text, p); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w; the stage replaces it when it is computed again", path, err)
	}
	key := keyOf(filepath.Base(folder))
	switch {
	case p.Format != Format:
		return nil, fmt.Errorf("%s has format %d; this program reads format %d", path, p.Format, Format)
	case p.Key != key || p.Stage+"-"+key+Suffix != filepath.Base(folder):
		return nil, fmt.Errorf("%s is of the stage %q with the key %q, which is not its folder's", path, p.Stage, p.Key)
	case !(p.EverySeconds > 0 && p.EverySeconds <= 3600):
		return nil, fmt.Errorf("%s says that it is written every %v s; more than 0 and at most 3600 are allowed", path,
			p.EverySeconds)
	}
	return p, nil
}

// histories are those among files, by start.
func histories(entries []fs.DirEntry) []History {
	var all []History
	for _, entry := range entries {
		if start := history.Start(entry.Name()); start >= 0 && entry.Type().IsRegular() {
			all = append(all, History{entry.Name(), start})
		}
	}
	slices.SortFunc(all, func(a, b History) int { return a.Start - b.Start })
	return all
}

// finite returns a number as JSON can hold it.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
