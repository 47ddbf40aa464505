package stage

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Format is the version of run folders and their records.
const Format = 1

// Status says how far a run came.
type Status string

// The statuses of a run. A record that says Running after its process has ended belongs to a killed run, which Living tells.
const (
	Done        Status = "done"
	Failed      Status = "failed"
	Interrupted Status = "interrupted"
	Running     Status = "running"
	Killed      Status = "killed" // in no record: see Living
)

// Metrics holds the numbers of each metric by name; nil where a number is not finite or doesn't exist.
type Metrics map[string]map[string]*float64

// SamplesFigures is the name, among a record's metrics, of the figures that tell how a model's samples were drawn.
const SamplesFigures = "samples"

// Record is what is known of one run of a model with a seed: record.json in the run's folder.
type Record struct {
	Format     int               `json:"format"`
	Experiment string            `json:"experiment"`
	Title      string            `json:"title,omitempty"`
	Model      string            `json:"model"`
	Seed       int               `json:"seed"`
	Backend    string            `json:"backend,omitempty"`
	Status     Status            `json:"status"`
	Failure    *Failure          `json:"failure,omitempty"`
	Key        string            `json:"key"`      // hash of the stages' keys
	Settings   string            `json:"settings"` // the same without seeds: equal for runs that differ in the seed alone; see Run.SettingsKey
	Versions   map[string]string `json:"versions,omitempty"`
	Started    time.Time         `json:"started"`
	Data       *Data             `json:"data,omitempty"` // nil in records of earlier versions
	// Overrides are the settings of the command line, path=value, by which the run differs from its experiment's file.
	Overrides []string `json:"overrides,omitempty"`
	// Seconds is what the run's stages cost: the sum of their wall times, also of those computed earlier or by
	// another run.
	Seconds float64       `json:"seconds"`
	Stages  []StageRecord `json:"stages"` // the finished ones
	Metrics Metrics       `json:"metrics,omitempty"`
	// Notes are remarks of stages that are not failures, such as that a zero set is empty.
	Notes []string `json:"notes,omitempty"`
	// Caveats are the notes on the numbers of one metric, by metric.
	Caveats map[string]string `json:"caveats,omitempty"`
	// Failures are those that do not fail the run: of metrics, each measured on its own, and of what only they need.
	Failures []Failure `json:"failures,omitempty"`
	// Pending are the keys of the run's stages that are not among Stages: they are still to be computed, or have failed.
	Pending []string `json:"pending,omitempty"`
	// Process is who executes the run while its status is Running; earlier versions do not tell. See Living.
	Process *Process `json:"process,omitempty"`
	// Files are the slash-separated paths of all that the engine has written into the run's folder; everything else there is
	// the user's, and stays.
	Files []string `json:"files,omitempty"`

	Folder string `json:"-"` // where ReadRecord found it
}

// StageRecord is what a run's record says about one finished stage.
type StageRecord struct {
	Name string `json:"name"`
	Key  string `json:"key"`
	// Seconds of wall time, over all attempts of a stage that went on from checkpoints.
	Seconds float64 `json:"seconds"`
	// PeakMemory is the largest resident set, in bytes, of the whole process while the stage ran: with stages side by
	// side it counts all of them. Memory of an accelerator isn't counted. 0 where the system doesn't tell.
	PeakMemory uint64 `json:"peak_memory_bytes"`
	Reused     bool   `json:"reused"` // finished before this execution came to it
	// Training tells that it trains a part of the run's model; records of earlier versions do not tell.
	Training bool `json:"training,omitempty"`
}

// SettingsFile returns the path of the run's settings, its whole experiment as YAML.
func (r *Record) SettingsFile() string { return filepath.Join(r.Folder, configFile) }

// MetricFailure returns why a metric could not be measured in a finished run; nil where it was measured, or does not apply.
func (r *Record) MetricFailure(metric string) *Failure {
	for i := range r.Failures {
		if r.Failures[i].Metric == metric && metric != "" {
			return &r.Failures[i]
		}
	}
	return nil
}

// PeakMemory returns the largest peak of a run's stages in bytes.
func (r *Record) PeakMemory() uint64 {
	var peak uint64
	for _, stage := range r.Stages {
		peak = max(peak, stage.PeakMemory)
	}
	return peak
}

// maxRecordBytes bounds what is read as a record or as metrics.
const maxRecordBytes = 16 << 20

// ReadRecord reads a record.json. The error says what to do about one that is damaged or of another format.
func ReadRecord(path string) (*Record, error) {
	data, err := readBounded(path)
	if err != nil {
		return nil, err
	}
	return decodeRecord(path, data)
}

// decodeRecord reads the content of the record at a path.
func decodeRecord(path string, data []byte) (*Record, error) {
	record := new(Record)
	damaged := json.Unmarshal(data, record)
	format := record.Format
	if damaged != nil { // of another format, perhaps, whose fields are others
		var versioned struct {
			Format int `json:"format"`
		}
		if err := json.Unmarshal(data, &versioned); err != nil {
			return nil, fmt.Errorf("%s is not a whole run record (%v): %s", path, err, wayOut)
		}
		format = versioned.Format
	}
	if format != Format {
		return nil, fmt.Errorf("%s has format %d, this program reads and writes format %d: %s", path, format, Format, wayOut)
	}
	if damaged != nil {
		return nil, fmt.Errorf("%s is not a run record (%v): %s", path, damaged, wayOut)
	}
	record.Folder = filepath.Dir(path)
	return record, nil
}

const wayOut = "move its folder away, run again with --fresh to replace it, or with --runs to use another folder"

// WriteMetrics writes metrics.json into a stage's folder; its numbers then appear in the run's record. Numbers that are
// not finite are written as null. A metric may come from one stage of a run only.
func WriteMetrics(dir string, metrics map[string]map[string]float64) error {
	finite := Metrics{}
	for name, numbers := range metrics {
		finite[name] = map[string]*float64{}
		for field, number := range numbers {
			finite[name][field] = nil
			if !math.IsNaN(number) && !math.IsInf(number, 0) {
				finite[name][field] = &number
			}
		}
	}
	data, err := json.MarshalIndent(finite, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, metricsFile), append(data, '\n'), 0o644)
}

const metricsFile = "metrics.json"

// readMetrics reads a stage's metrics.json; that there is none is not an error.
func readMetrics(dir string) (Metrics, error) {
	path := filepath.Join(dir, metricsFile)
	data, err := readBounded(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	var metrics Metrics
	if err := decoder.Decode(&metrics); err != nil {
		return nil, fmt.Errorf("%s must map metric names to names to numbers or null: %w", metricsFile, err)
	}
	return metrics, nil
}

// WriteNotes writes notes.txt into a stage's folder; its lines then appear in the run's record.
func WriteNotes(dir string, notes ...string) error {
	return os.WriteFile(filepath.Join(dir, notesFile), []byte(strings.Join(notes, "\n")+"\n"), 0o644)
}

const notesFile = "notes.txt"

// ReadNotes reads a stage's notes.txt; that there is none is not an error.
func ReadNotes(dir string) ([]string, error) {
	data, err := readBounded(filepath.Join(dir, notesFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return strings.FieldsFunc(string(data), func(r rune) bool { return r == '\n' }), err
}

func readBounded(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var data bytes.Buffer
	if info, err := file.Stat(); err == nil { // so that most files are read in one go
		data.Grow(int(min(info.Size(), maxRecordBytes)) + bytes.MinRead)
	}
	if _, err = data.ReadFrom(io.LimitReader(file, maxRecordBytes+1)); err == nil && data.Len() > maxRecordBytes {
		err = fmt.Errorf("%s is longer than %d bytes", path, maxRecordBytes)
	}
	return data.Bytes(), err
}
