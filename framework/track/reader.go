package track

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ebim/framework/runs/live"
	"ebim/framework/runs/stage"
)

// Run is a run to be followed.
type Run struct {
	Experiment, Model string
	Seed              int
	Settings          string         // hash of its settings, which runs that differ in the seed alone share
	Params            map[string]any // its settings by path: float64, int, bool or string
	Folders           []string       // in one of which its record is
	Key               string         // that the record has
	Stages            []Stage
}

// Stage is a stage of a run.
type Stage struct {
	Label     string // the run's name for it
	Name, Key string
	Starts    bool // it trains several times, and keeps the best
}

// scalar is one value of a curve.
type scalar struct {
	series string // such as manifold/rank
	step   int
	value  float64
	at     time.Time
}

// picture is a PNG that was drawn during a training.
type picture struct {
	series string
	step   int
	path   string
}

// reader finds what is new of a run.
type reader struct {
	root     string
	run      *Run
	stages   []*stageReader
	record   *stage.Record // nil before the run's first computation
	recorded time.Time     // when the record was written
}

func newReader(root string, run *Run) *reader {
	r := &reader{root: root, run: run}
	for _, s := range run.Stages {
		r.stages = append(r.stages, newStageReader(root, s))
	}
	return r
}

// refresh reads the run's record if it has changed, and reports whether it has.
func (r *reader) refresh() bool {
	folders := r.run.Folders
	if r.record != nil {
		folders = []string{r.record.Folder}
	}
	for _, folder := range folders {
		path := filepath.Join(folder, stage.RecordFile)
		info, err := os.Stat(path)
		if err != nil || info.ModTime().Equal(r.recorded) {
			continue
		}
		record, err := stage.ReadRecord(path)
		if err != nil || record.Key != r.run.Key {
			continue
		}
		r.record, r.recorded = record, info.ModTime()
		return true
	}
	return false
}

// next returns some of what is new; nothing where there is nothing yet.
func (r *reader) next(now time.Time) (scalars []scalar, pictures []picture) {
	const enough = 10_000
	for _, s := range r.stages {
		if s.done {
			continue
		}
		more, drawn := s.next(now)
		scalars, pictures = append(scalars, more...), append(pictures, drawn...)
		if len(scalars) > enough {
			break
		}
	}
	return scalars, pictures
}

// numbers are what the run's record has measured, as curves of one step.
func numbers(record *stage.Record, now time.Time) []scalar {
	all := []scalar{{series: "run/seconds", value: record.Seconds, at: now}}
	for metric, values := range record.Metrics {
		for name, value := range values {
			if value != nil {
				all = append(all, scalar{series: "metrics/" + metric + "." + name, value: *value, at: now})
			}
		}
	}
	slices.SortFunc(all, func(a, b scalar) int { return strings.Compare(a.series, b.series) })
	return all
}

// stageReader reads a stage's live folder while there is one, and what the stage leaves.
type stageReader struct {
	Stage
	live, finished string // folders
	tails          map[string]*curve
	seen           map[string]bool // pictures
	done           bool            // all is read of the finished stage
}

func newStageReader(root string, s Stage) *stageReader {
	folder := live.Folder(root, s.Name, s.Key)
	return &stageReader{Stage: s, live: folder, finished: strings.TrimSuffix(folder, live.Suffix), tails: map[string]*curve{}, seen: map[string]bool{}}
}

// next returns some of what is new. A live folder that vanishes meanwhile is one that was not there.
func (s *stageReader) next(now time.Time) (scalars []scalar, pictures []picture) {
	if watched, there := live.Read(s.live); there {
		for _, history := range watched.Histories {
			prefix := s.Label + "/"
			if s.Starts {
				prefix += fmt.Sprintf("start-%d/", history.Start+1)
			}
			found, _ := s.curve(filepath.Join(s.live, history.File), prefix).next(now, false)
			scalars = append(scalars, found...)
		}
		return scalars, s.pictures(filepath.Join(s.live, live.PicturesFolder), watched.Pictures)
	}
	if _, err := os.Stat(filepath.Join(s.finished, stage.FinishedFile)); err != nil {
		return nil, nil
	}
	scalars, more := s.curve(filepath.Join(s.finished, live.HistoryFile(0)), s.Label+"/").next(now, true)
	training := filepath.Join(s.finished, stage.TrainingFolder)
	s.done = !more
	return scalars, s.pictures(training, live.Pictures(training))
}

func (s *stageReader) curve(path, prefix string) *curve {
	if s.tails[path] == nil {
		s.tails[path] = &curve{tail: &live.Tail{Path: path}, prefix: prefix}
	}
	return s.tails[path]
}

// pictures are those that have not been seen. They are the same in the live folder and in that of the finished stage.
func (s *stageReader) pictures(folder string, all []live.Picture) (fresh []picture) {
	for _, one := range all {
		if !s.seen[one.File] {
			s.seen[one.File] = true
			fresh = append(fresh, picture{s.Label + "/" + one.Kind, one.Step, filepath.Join(folder, one.File)})
		}
	}
	return fresh
}

// curve reads a history.
type curve struct {
	tail   *live.Tail
	prefix string
	left   []float64 // the last row, while it is not among those that are shown
}

// next returns the values that have been added since the last call, of as many steps as a plot can show; more says that there may be
// more at once. Of a finished history the last step is always shown.
func (c *curve) next(now time.Time, finished bool) (scalars []scalar, more bool) {
	rows, more, restarted, err := c.tail.Next()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false
	}
	if err != nil { // of another computation, perhaps: from the beginning, the next time
		c.tail, c.left = &live.Tail{Path: c.tail.Path}, nil
		return nil, false
	}
	if restarted {
		c.left = nil
	}
	columns := c.tail.Columns()
	for _, row := range rows {
		if c.left = row; c.shown(columns, row) {
			scalars, c.left = append(scalars, c.values(columns, row, now)...), nil
		}
	}
	if finished && !more && c.left != nil {
		scalars, c.left = append(scalars, c.values(columns, c.left, now)...), nil
	}
	return scalars, more
}

// validationColumn is the name of the column that has a value in few rows, of which each is shown.
const validationColumn = "validation"

// shown reports whether a row is: all of the first 1000 steps, then every tenth up to 10,000, every hundredth up to 100,000, and so on, and
// those with a value on the validation points. It depends on the row alone, so that runs that go on show the same steps.
func (c *curve) shown(columns []string, row []float64) bool {
	if i := slices.Index(columns, validationColumn); i >= 0 && !math.IsNaN(row[1+i]) {
		return true
	}
	every := 1
	for step := int(row[0]); step >= 1000*every; {
		every *= 10
	}
	return int(row[0])%every == 0
}

// values are a row's, without those that are not finite.
func (c *curve) values(columns []string, row []float64, now time.Time) []scalar {
	var all []scalar
	for i, column := range columns {
		if v := row[1+i]; !math.IsNaN(v) && !math.IsInf(v, 0) {
			all = append(all, scalar{c.prefix + column, int(row[0]), v, now})
		}
	}
	return all
}
