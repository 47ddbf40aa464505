package track

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ebim/framework/runs/live"
	"ebim/framework/runs/stage"
	"ebim/framework/track/mlflow/mlflowtest"
)

const key = "0123456789abcdef0123"

// world is a folder of runs with one run, that the test computes by hand.
type world struct {
	t      *testing.T
	root   string
	folder string // the run's
	run    Run
	said   []string
	mutex  sync.Mutex
}

func newWorld(t *testing.T) *world {
	w := &world{t: t, root: t.TempDir()}
	w.folder = filepath.Join(w.root, "circle", "ebim", "seed-0-aaaaaaaa")
	w.run = Run{Experiment: "circle", Model: "ebim", Seed: 0, Settings: "aaaaaaaabb", Key: "run", Folders: []string{w.folder + "-other", w.folder},
		Params: map[string]any{"data.size": 100, "model.rate": 0.5, "flag": true, "name": "ebim"},
		Stages: []Stage{{Label: "data", Name: "data", Key: "0000456789abcdef0123"}, {Label: "manifold", Name: "manifold", Key: key, Starts: true}}}
	if err := os.MkdirAll(filepath.Join(w.root, "stages"), 0o755); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *world) write(path, text string) {
	w.t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		w.t.Fatal(err)
	}
}

var records int

// record writes the run's record, each later than the one before.
func (w *world) record(status stage.Status, metrics stage.Metrics) {
	w.t.Helper()
	text, err := json.Marshal(stage.Record{Format: stage.Format, Experiment: "circle", Model: "ebim", Key: w.run.Key, Settings: w.run.Settings, Status: status,
		Started: time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC), Seconds: 3, Metrics: metrics, Notes: []string{"a note"}})
	if err != nil {
		w.t.Fatal(err)
	}
	path := filepath.Join(w.folder, stage.RecordFile)
	w.write(path, string(text))
	records++
	at := time.Unix(int64(1_800_000_000+records), 0)
	if err := os.Chtimes(path, at, at); err != nil {
		w.t.Fatal(err)
	}
	w.write(filepath.Join(w.folder, "config.yaml"), "title: Circle\n")
}

// history is a history with so many steps.
func history(steps int) string {
	var b strings.Builder
	b.WriteString("step,loss,validation\n")
	for step := range steps {
		validation := ""
		if step%7 == 0 {
			validation = fmt.Sprint(step)
		}
		fmt.Fprintf(&b, "%d,%d,%s\n", step, 2*step, validation)
	}
	return b.String()
}

// finish ends the stage manifold.
func (w *world) finish(steps int) {
	w.t.Helper()
	folder := filepath.Join(w.root, "stages", "manifold-"+key)
	if err := os.RemoveAll(folder + live.Suffix); err != nil {
		w.t.Fatal(err)
	}
	w.write(filepath.Join(folder, "history.csv"), history(steps))
	w.write(filepath.Join(folder, stage.TrainingFolder, live.PictureFile("surface", 10)), w.picture())
	w.write(filepath.Join(folder, stage.FinishedFile), "{}")
}

func (w *world) picture() string {
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, 2, 2))); err != nil {
		w.t.Fatal(err)
	}
	return out.String()
}

// live writes the stage's live folder with two starts.
func (w *world) live(steps int) {
	w.t.Helper()
	folder := live.Folder(w.root, "manifold", key)
	w.write(filepath.Join(folder, live.HistoryFile(0)), history(steps))
	w.write(filepath.Join(folder, live.HistoryFile(1)), history(steps/2)+"99") // a line that is not ended
	w.write(filepath.Join(folder, live.PicturesFolder, live.PictureFile("surface", 10)), w.picture())
}

func (w *world) log(line string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.said = append(w.said, line)
}

// follower is one that the test drives, with its only worker.
func (w *world) follower(s Settings) *worker {
	w.t.Helper()
	f := NewFollower(w.root, w.log)
	if err := f.Add(s, w.run); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(f.workers[0].release)
	return f.workers[0]
}

func steps(values []mlflowtest.Value) (found []int) {
	for _, v := range values {
		found = append(found, v.Step)
	}
	return found
}

func upTo(n int) (all []int) {
	for i := range n {
		all = append(all, i)
	}
	return all
}

func number(x float64) *float64 { return &x }
