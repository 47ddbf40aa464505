package stage

import (
	"bytes"
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
)

// Format is the version of run folders and their records.
const Format = 1

// Files of a run's folder and of a finished stage's. RecordFile and FinishedFile are written last.
const (
	RecordFile   = "record.json"
	FinishedFile = "stage.json"
	configFile   = "config.yaml"
	samplesFile  = "samples.npy"
	metricsFile  = "metrics.json"
	notesFile    = "notes.txt"
)

// Status says how far a run came.
type Status string

// The statuses of a run. A record that says Running after its process has ended belongs to a killed run; see Living.
const (
	Done        Status = "done"
	Failed      Status = "failed"
	Interrupted Status = "interrupted"
	Running     Status = "running"
	Killed      Status = "killed" // in no record: see Living
)

// Metrics holds the numbers of each metric by name; nil where a number is not finite or doesn't exist.
type Metrics map[string]map[string]*float64

// SamplesFigures is the name, among a record's metrics, of the numbers on how a model's samples were drawn.
const SamplesFigures = "samples"

// Record is what is known of one run of a model with a seed: record.json in the run's folder.
type Record struct {
	Format     int      `json:"format"`
	Experiment string   `json:"experiment"`
	Title      string   `json:"title,omitempty"`
	Model      string   `json:"model"`
	Seed       int      `json:"seed"`
	Backend    string   `json:"backend,omitempty"`
	Status     Status   `json:"status"`
	Failure    *Failure `json:"failure,omitempty"`
	Key        string   `json:"key"` // hash of the stages' keys
	// the same without seeds: equal for runs that differ in the seed alone; see Run.SettingsKey
	Settings string            `json:"settings"`
	Versions map[string]string `json:"versions,omitempty"`
	Started  time.Time         `json:"started"`
	Data     *Data             `json:"data,omitempty"` // nil in records of earlier versions
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
	// Findings are the caveats one by one; records of earlier versions have none.
	Findings map[string][]string `json:"findings,omitempty"`
	// Failures are those that do not fail the run: of metrics, each measured on its own, and of what only they need.
	Failures []Failure `json:"failures,omitempty"`
	// Pending are the keys of the run's stages that are not among Stages: they are still to be computed, or have
	// failed.
	Pending []string `json:"pending,omitempty"`
	// Process is who executes the run while its status is Running; earlier versions do not say. See Living.
	Process *Process `json:"process,omitempty"`
	// Files are the slash-separated paths of all that the engine has written into the run's folder; everything else
	// there is the user's, and stays.
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
	// side it counts all of them. Memory of an accelerator isn't counted. 0 where the system doesn't say.
	PeakMemory uint64 `json:"peak_memory_bytes"`
	Reused     bool   `json:"reused"` // finished before this execution came to it
	// Training says that it trains a part of the run's model; records of earlier versions do not say.
	Training bool `json:"training,omitempty"`
}

// SettingsFile returns the path of the run's settings, its whole experiment as YAML.
func (r *Record) SettingsFile() string { return filepath.Join(r.Folder, configFile) }

// MetricFailure returns why a metric could not be measured in a finished run; nil where it was measured, or does not
// apply.
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

// errFormat says that another version of the program has written a record.
var errFormat = errors.New("replace it with --fresh, move its folder away, or choose another folder with --runs")

// ReadRecord reads a record.json. The error says what to do about one that is damaged or of another format.
func ReadRecord(path string) (*Record, error) {
	data, err := disk.Read(path, maxRecordBytes)
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
		if json.Unmarshal(data, &versioned) == nil {
			format = versioned.Format
		} else {
			format = Format
		}
	}
	if format != Format {
		return nil, fmt.Errorf("%s has format %d, this program reads and writes format %d: %w", path, format, Format,
			errFormat)
	}
	if damaged != nil {
		return nil, fmt.Errorf("%s is damaged (%v); running its experiment again repairs it", path, damaged)
	}
	record.Folder = filepath.Dir(path)
	return record, nil
}

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
	return os.WriteFile(filepath.Join(dir, metricsFile), jsonLines(finite), 0o666)
}

// readMetrics reads a stage's metrics.json; that there is none is not an error.
func readMetrics(dir string) (Metrics, error) {
	path := filepath.Join(dir, metricsFile)
	data, err := disk.Read(path, maxRecordBytes)
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
	return os.WriteFile(filepath.Join(dir, notesFile), []byte(strings.Join(notes, "\n")+"\n"), 0o666)
}

// ReadNotes reads a stage's notes.txt; that there is none is not an error.
func ReadNotes(dir string) ([]string, error) {
	data, err := disk.Read(filepath.Join(dir, notesFile), maxRecordBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return strings.FieldsFunc(string(data), func(r rune) bool { return r == '\n' }), err
}

// jsonLines formats values that always can be: records and metrics hold no NaN, channel or function.
func jsonLines(value any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// Process is a process that executes runs.
type Process struct {
	Host string `json:"host"`
	PID  int    `json:"pid"`
}

func thisProcess() *Process {
	host, _ := os.Hostname()
	return &Process{Host: host, PID: os.Getpid()}
}

// Draws says how the data of an experiment's seeds belong together, which decides how their results may be compared.
type Draws string

// How seeds get their data.
const (
	NewData  Draws = "new"   // every seed draws its own points from a distribution
	Splits   Draws = "split" // every seed divides one data set anew, so that seeds share points
	SameData Draws = "same"  // every seed has the same training points and no others
)

// Data says what a run was trained on.
type Data struct {
	Draws      Draws `json:"draws,omitempty"` // empty where it isn't known
	Training   int   `json:"training"`        // points
	Validation int   `json:"validation"`      // points that settings are chosen and trainings ended by
	HeldOut    int   `json:"held_out"`        // points for metrics alone
}

// TestShare returns the number of a split's test points over that of its training points. Test points are the held-out
// ones, or the validation points where none are held out. It is 0 where nothing is known or held out.
func (d *Data) TestShare() float64 {
	switch {
	case d == nil || d.Training == 0:
		return 0
	case d.HeldOut > 0:
		return float64(d.HeldOut) / float64(d.Training)
	}
	return float64(d.Validation) / float64(d.Training)
}

// verdicts are the words of numbers from 0.
var verdicts = []string{"wrong", "doubtful", "good"}

// VerdictOf is the word of a verdict's number.
func VerdictOf(number float64) string { return verdicts[min(max(int(number), 0), len(verdicts)-1)] }

// Verdict is the least verdict that the metrics of a finished run give, as a word; empty without one.
func (r *Record) Verdict() string {
	least := len(verdicts)
	for _, numbers := range r.Metrics {
		if number := numbers["verdict"]; number != nil && r.Status == Done {
			least = min(least, slices.Index(verdicts, VerdictOf(*number)))
		}
	}
	return append(slices.Clone(verdicts), "")[least]
}
