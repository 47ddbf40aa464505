package stage

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"slices"
	"strings"

	"ebim/framework/runs/live"
	"ebim/framework/runs/progress"
)

// Stage is one step of a run with everything its result depends on.
type Stage struct {
	Name string // such as "manifold"; the stage's folder in a run
	// Alias stands for Name in a run that has another stage of that name, such as another model's. It is in no key: the
	// settings must say which of two inputs with one name plays which part.
	Alias    string
	Version  int    // of the stage's code: raised when the same settings give another result
	Settings []byte // resolved settings as canonical YAML
	Seed     uint64 // 0 for a stage that draws nothing
	Backend  string // such as "cpu" or "xla:cpu"; empty for a stage that doesn't use one
	Inputs   []*Stage
	// Metric is what the stage measures, by its label; empty for another stage. It is in no key.
	Metric string
	// Rename gives the numbers that it measures their present names, which an earlier version may have kept under
	// others; nil where there were none. It is in no key.
	Rename func(name string) string
	// Training says that it trains a part of the run's model. It is in no key.
	Training bool
	// Optional means that a run can do without the stage, as without a metric: its failure stops only the stages that
	// need it. It is in no key.
	Optional bool
	// Run computes the stage. It stops soon after ctx is canceled, leaving checkpoints, and returns ctx's error then.
	// A computation that can't go on returns a Failure. A panic becomes a Failure as well.
	Run func(ctx context.Context, w *Work) error
}

// Work is what a stage's Run is given.
type Work struct {
	// Dir is an empty temporary folder. What is written there is the stage's result: it is renamed into place once Run
	// has returned nil (so its path must not be kept), and every file is linked into the run's folder. Files
	// metrics.json and notes.txt there (see WriteMetrics, WriteNotes) flow into the run's record; samples.npy into the
	// run's folder.
	Dir string
	// Checkpoints is a folder that outlives an interrupted, failed or killed stage, for Run to go on from. It is empty
	// at a first start and after --fresh, and deleted once the stage is finished: what must stay goes to Dir.
	Checkpoints string
	// Input gives the folder of a finished input by its alias or name, to be read only. It panics for a stage that
	// isn't among the Inputs.
	Input func(name string) string
	// Progress is shown to the user; Run calls its Step after each step of work.
	Progress progress.Task
	// Live takes what others may watch meanwhile, beside the Progress: a training's history. It may be nil, and takes
	// nothing then.
	Live *live.Writer
	// Slot waits for one of Engine.Jobs further slots, for work that can be done side by side; the caller calls leave.
	Slot func(context.Context) (leave func(), err error)
}

// optional reports whether a run can do without the stage.
func (s *Stage) optional() bool { return s.Optional || s.Metric != "" }

// renamed returns the stage's numbers under their present names.
func (s *Stage) renamed(numbers map[string]*float64) map[string]*float64 {
	if s.Rename == nil {
		return numbers
	}
	renamed := make(map[string]*float64, len(numbers))
	for name, number := range numbers {
		renamed[s.Rename(name)] = number
	}
	return renamed
}

// label returns what a run calls the stage.
func (s *Stage) label() string {
	if s.Alias != "" {
		return s.Alias
	}
	return s.Name
}

// keyLength is the number of hex digits of a key: 80 bits.
const keyLength = 20

// Key returns a hash of everything the stage's result depends on: name, version, settings, seed, backend and the keys
// of its inputs, whatever their order. Stages with equal keys are the same stage.
func (s *Stage) Key() string { return s.hash(true, map[*Stage]string{}) }

// settingsKey returns the key of a stage without the seeds: it is the same for a run's other seeds.
func (s *Stage) settingsKey() string { return s.hash(false, map[*Stage]string{}) }

func (s *Stage) hash(seeds bool, known map[*Stage]string) string {
	if key, ok := known[s]; ok {
		return key
	}
	h := sha256.New()
	writeText(h, "ebim stage, format 1") // another format never meets the folders of this one
	writeText(h, s.Name)
	writeNumber(h, uint64(s.Version))
	writeText(h, string(s.Settings))
	if seeds {
		writeNumber(h, s.Seed)
	}
	writeText(h, s.Backend)
	inputs := slices.Clone(s.Inputs)
	slices.SortFunc(inputs, func(a, b *Stage) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.hash(seeds, known), b.hash(seeds, known)))
	})
	for _, input := range inputs {
		writeText(h, input.hash(seeds, known))
	}
	key := hex.EncodeToString(h.Sum(nil))[:keyLength]
	known[s] = key
	return key
}

// combine hashes keys, in order, into one.
func combine(keys []string) string {
	h := sha256.New()
	for _, key := range keys {
		writeText(h, key)
	}
	return hex.EncodeToString(h.Sum(nil))[:keyLength]
}

// writeText writes the length before the bytes, so that no two lists of texts are written alike.
func writeText(h hash.Hash, text string) {
	writeNumber(h, uint64(len(text)))
	h.Write([]byte(text))
}

func writeNumber(h hash.Hash, number uint64) {
	h.Write(binary.BigEndian.AppendUint64(nil, number))
}
