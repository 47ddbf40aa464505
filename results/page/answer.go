package page

import (
	"time"

	"ebim/framework/runs/stage"
)

// Statuses beside those of records.
const (
	Corrupt = "corrupt" // the record can't be read
	Killed  = string(stage.Killed)
	Waiting = "waiting" // its next stage has not begun: others are before it
)

// Row is a run in the list of all.
type Row struct {
	// ID is the run's folder below the root, with slashes: experiment/model/seed-N-SETTINGS.
	ID         string `json:"id"`
	Experiment string `json:"experiment"`
	Model      string `json:"model"`
	Seed       int    `json:"seed"`
	// Status is that of the record (done, failed, interrupted, running), or corrupt. Whether one that is running was
	// killed, Live says.
	Status  string     `json:"status"`
	Verdict string     `json:"verdict,omitempty"` // good, doubtful or wrong; empty where nothing judges
	Started *time.Time `json:"started,omitempty"` // nil where it is not known
	Seconds float64    `json:"seconds,omitempty"` // of all stages, also of those that other runs computed
	// Floors is the Wasserstein-1 distance to the truth over its noise floor; nil where it was not measured.
	Floors  *float64 `json:"floors,omitempty"`
	Backend string   `json:"backend,omitempty"`
	// Settings is the beginning of the hash of the settings: runs that differ in their seeds alone have the same.
	Settings  string   `json:"settings,omitempty"`
	Overrides []string `json:"overrides,omitempty"` // of the command line, path=value
	Reason    string   `json:"reason,omitempty"`    // why it failed, or can't be read
}

// Index is the answer to api/runs: all runs, by experiment, model, seed and start.
type Index struct {
	Version string `json:"version"` // changes whenever a run does
	Root    string `json:"root"`    // the folder of runs
	Made    string `json:"made,omitempty"`
	Runs    []Row  `json:"runs"`
}

// LiveIndex is the answer to api/live: the runs whose records say that they are running, by ID.
type LiveIndex struct {
	Version string          `json:"version"` // of the Index
	Runs    map[string]Live `json:"runs"`
}

// Live is what an unfinished run is doing.
type Live struct {
	State  string      `json:"state"` // running, waiting or killed
	Stages []LiveStage `json:"stages,omitempty"`
}

// LiveStage is a stage that is being computed, or was until its process ended.
type LiveStage struct {
	Stage       string              `json:"stage"`
	Key         string              `json:"key"`
	Alive       bool                `json:"alive"`
	Done        int                 `json:"done"`                   // steps
	Total       int                 `json:"total"`                  // 0 where it is not known
	SecondsLeft *float64            `json:"seconds_left,omitempty"` // of this stage
	Started     time.Time           `json:"started"`
	Updated     time.Time           `json:"updated"`
	Host        string              `json:"host,omitempty"`
	Job         string              `json:"job,omitempty"` // of the batch system
	Values      map[string]*float64 `json:"values,omitempty"`
	Problem     string              `json:"problem,omitempty"` // why its progress can't be read
}

// Run is the answer to api/run?id=ID.
type Run struct {
	Row
	Title    string              `json:"title,omitempty"`
	Folder   string              `json:"folder"`
	Versions map[string]string   `json:"versions,omitempty"`
	Numbers  []Number            `json:"numbers,omitempty"`
	Stages   []stage.StageRecord `json:"stages,omitempty"`
	Curves   []Curve             `json:"curves,omitempty"`
	Figures  []Picture           `json:"figures,omitempty"` // of its experiment with its seed, and of all seeds
	Notes    []string            `json:"notes,omitempty"`
	Failures []Failure           `json:"failures,omitempty"`
	Logs     []Log               `json:"logs,omitempty"`
	// Values are the settings that the results depend on, by path; Config is the whole experiment as YAML.
	Values map[string]string `json:"settings_values,omitempty"`
	Config string            `json:"config,omitempty"`
	// Dimension is that of the data's space: 3 has an api/view, others an api/points; 0 where there are no points.
	Dimension int      `json:"dimension,omitempty"`
	Columns   []string `json:"columns,omitempty"` // names of the coordinates
	Live      *Live    `json:"live,omitempty"`
	Problems  []string `json:"problems,omitempty"` // files that can't be read
}

// Number is one that a run has measured.
type Number struct {
	Name    string   `json:"name"`  // such as wasserstein.ratio
	Label   string   `json:"label"` // at the head of a table's column, such as wasserstein / noise floor
	Value   *float64 `json:"value"`
	Error   *float64 `json:"error,omitempty"`  // standard error that its metric knows of it
	Unit    string   `json:"unit,omitempty"`   // such as nats
	Better  string   `json:"better,omitempty"` // lowest or highest
	Meaning string   `json:"meaning,omitempty"`
	Format  string   `json:"format,omitempty"` // see output.Format
	Main    bool     `json:"main,omitempty"`   // what tables show of the metric
	Caveat  string   `json:"caveat,omitempty"`
}

// Curve is a training's history, a file that api/history gives.
type Curve struct {
	Stage string `json:"stage"`
	Start int    `json:"start,omitempty"` // of several starts of a training, counted from 0
	// File names it in api/history?id=ID&file=FILE: STAGE/history.csv in the run's folder, or KEY/history.csv of a
	// stage that is being computed, or whose run is.
	File string `json:"file"`
	Live bool   `json:"live,omitempty"` // it grows
	// Since changes when another computation writes the file from its beginning.
	Since string `json:"since,omitempty"`
}

// History is the answer to api/history?id=ID&file=FILE&from=N.
type History struct {
	From int64 `json:"from"` // byte of the file; 0 where it was begun anew
	Next int64 `json:"next"` // to ask from; there may be more already
	More bool  `json:"more,omitempty"`
	// Text is whole lines of CSV; the first line of the file names the columns, the step first.
	Text string `json:"text"`
}

// Picture is a PNG or SVG file.
type Picture struct {
	Title  string `json:"title"`
	Kind   string `json:"kind,omitempty"`
	Seed   *int   `json:"seed,omitempty"`
	Source string `json:"source"` // an address: file?... or data:...
}

// Failure is why a run, or a metric of it, has no result.
type Failure struct {
	Run    string `json:"run,omitempty"` // model and seed, in an article
	Metric string `json:"metric,omitempty"`
	Where  string `json:"where,omitempty"` // stage and step
	Reason string `json:"reason"`
	Cause  string `json:"cause,omitempty"`
}

// Log is the end of a file that a run left when it failed.
type Log struct {
	Name string `json:"name"`
	Tail string `json:"tail"`
}
