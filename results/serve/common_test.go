package serve_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ebim/framework/mesh"
	"ebim/framework/output"
	"ebim/framework/points"
	"ebim/framework/runs/live"
	"ebim/framework/runs/stage"
	"ebim/results"
	"ebim/results/page"
	"ebim/results/serve"
)

// folder is a folder of runs made by a test.
type folder struct {
	t    *testing.T
	root string
}

func newFolder(t *testing.T) folder { return folder{t, t.TempDir()} }

func (f folder) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

// write writes a file below the root, whole.
func (f folder) write(name string, data []byte) {
	f.t.Helper()
	path := filepath.Join(f.root, filepath.FromSlash(name))
	f.must(os.MkdirAll(filepath.Dir(path), 0o755))
	f.must(os.WriteFile(path+".new", data, 0o644))
	f.must(os.Rename(path+".new", path))
}

func (f folder) json(name string, value any) {
	f.t.Helper()
	data, err := json.Marshal(value)
	f.must(err)
	f.write(name, data)
}

// record makes a finished run's record.
func record(experiment, model string, seed int) stage.Record {
	value := 0.25 + float64(seed)/100
	return stage.Record{Format: stage.Format, Experiment: experiment, Title: "Title of " + experiment, Model: model,
		Seed: seed, Backend: "cpu", Status: stage.Done,
		Settings: "0123456789abcdef0123", Started: time.Date(2026, 1, 2, 3, 4, seed%60, 0, time.UTC), Seconds: 75,
		Stages:  []stage.StageRecord{{Name: "energy", Key: "00112233445566778899", Seconds: 70, PeakMemory: 41e6}},
		Metrics: stage.Metrics{"wasserstein": {"value": &value}}, Files: []string{"config.yaml", "energy/history.csv"}}
}

func idOf(r stage.Record) string {
	return fmt.Sprintf("%s/%s/seed-%d-%s", r.Experiment, r.Model, r.Seed, r.Settings[:8])
}

// add writes a run's record, settings and history.
func (f folder) add(r stage.Record) (id string) {
	f.t.Helper()
	id = idOf(r)
	f.json(id+"/record.json", r)
	f.write(id+"/config.yaml", fmt.Appendf(nil, "title: T\nseeds: [%d]\ndata: {size: %d}\nmodels: {%q: {rate: 0.1}}\n",
		r.Seed, 100+r.Seed, r.Model))
	f.write(id+"/energy/history.csv", []byte(history(0, 50)))
	return id
}

// history is the text of rows, with the header where they begin at 0.
func history(from, to int) string {
	var text strings.Builder
	if from == 0 {
		text.WriteString("step,loss,validation\n")
	}
	for i := from; i < to; i++ {
		fmt.Fprintf(&text, "%d,%g,", i, math.Exp(-float64(i)/40))
		if i%10 == 0 {
			fmt.Fprintf(&text, "%g", 1+math.Exp(-float64(i)/40))
		}
		text.WriteByte('\n')
	}
	return text.String()
}

const liveKey = "aabbccddeeff00112233"

// running adds a run that is being trained: its record, and a live folder.
func (f folder) running(experiment string, steps int) (id string) {
	f.t.Helper()
	r := record(experiment, "ebim", 7)
	r.Status, r.Stages, r.Metrics, r.Pending, r.Files = stage.Running, nil, nil, []string{liveKey}, nil
	r.Process, r.Started = &stage.Process{Host: "h", PID: 1}, time.Now().Add(-time.Hour)
	id = f.add(r)
	f.write("stages/energy-"+liveKey+".live/history.csv", []byte(history(0, steps)))
	f.heartbeat(steps, time.Now())
	return id
}

// heartbeat writes a progress of the live folder.
func (f folder) heartbeat(steps int, now time.Time) {
	f.t.Helper()
	left, loss := 90.0, 0.5
	f.json("stages/energy-"+liveKey+".live/progress.json", live.Progress{Format: live.Format, Stage: "energy",
		Key: liveKey, Experiment: "e", Model: "ebim", Seed: 7, Host: "h", PID: 1,
		Started: now.Add(-time.Minute), Updated: now, EverySeconds: 1, Done: steps, Total: 1000, SecondsLeft: &left,
		Values: map[string]*float64{"loss": &loss}})
}

func (f folder) grow(from, to int) {
	f.t.Helper()
	file, err := os.OpenFile(filepath.Join(f.root, "stages/energy-"+liveKey+".live/history.csv"),
		os.O_APPEND|os.O_WRONLY, 0)
	f.must(err)
	defer file.Close()
	_, err = file.WriteString(history(from, to))
	f.must(err)
}

// space adds data, samples and a surface in space to a run.
func (f folder) space(id string) {
	f.t.Helper()
	f.json(id+"/data/box.json", [][2]float64{{-1.2, 1.2}, {-1.2, 1.2}, {-1.2, 1.2}})
	set := points.New(300, 3)
	for i := range set.Len() {
		z := 2*(float64(i)+0.5)/300 - 1
		s, c := math.Sincos(2.4 * float64(i))
		copy(set.At(i), []float64{c * math.Sqrt(1-z*z), s * math.Sqrt(1-z*z), z})
	}
	f.npy(id+"/data/train.npy", set)
	f.npy(id+"/samples.npy", set)
	const n = 24
	m := &mesh.Mesh{Dimension: 2, Vertices: points.New(n*n, 3),
		Values: map[string][]float64{mesh.LogDensity: make([]float64, n*n)}}
	for i := range n {
		for j := range n {
			x, y := 2*float64(i)/(n-1)-1, 2*float64(j)/(n-1)-1
			copy(m.Vertices.At(i*n+j), []float64{x, y, 0.5 * x * y})
			m.Values[mesh.LogDensity][i*n+j] = x
			if i > 0 && j > 0 {
				a, b, c, d := int32((i-1)*n+j-1), int32((i-1)*n+j), int32(i*n+j-1), int32(i*n+j)
				m.Elements = append(m.Elements, a, c, d, a, d, b)
			}
		}
	}
	var encoded bytes.Buffer
	f.must(mesh.WritePLY(&encoded, m))
	f.write(id+"/mesh/mesh.ply", encoded.Bytes())
}

func (f folder) npy(name string, set *points.Set) {
	f.t.Helper()
	var encoded bytes.Buffer
	f.must(points.WriteNPY(&encoded, set))
	f.write(name, encoded.Bytes())
}

func picture(t *testing.T) []byte {
	t.Helper()
	var encoded bytes.Buffer
	if err := png.Encode(&encoded, image.NewGray(image.Rect(0, 0, 64, 48))); err != nil {
		t.Fatal(err)
	}
	return encoded.Bytes()
}

var declared = map[string]output.List{"wasserstein": {{Name: "value", Role: output.Main, Unit: "data units",
	Better: output.Lowest}}}

func (f folder) handler(now func() time.Time) http.Handler {
	f.t.Helper()
	h, err := serve.Handler(serve.Options{Runs: f.root, Version: "v1", Now: now,
		Known: page.Known{Declared: &results.Declared{ByType: declared}, Unmeasured: []string{"title", "seeds"}}})
	f.must(err)
	return h
}

// serve starts a server of the folder and returns its address.
func (f folder) serve() string { return f.serveAt(nil) }

// serveAt is serve by a clock.
func (f folder) serveAt(now func() time.Time) string {
	f.t.Helper()
	s := httptest.NewServer(f.handler(now))
	f.t.Cleanup(s.Close)
	return s.URL
}

// get returns an answer as text.
func get(t *testing.T, address string) (status int, text string, header http.Header) {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body), response.Header
}

// decoded returns an answer that must be there.
func decoded[T any](t *testing.T, address string) T {
	t.Helper()
	var value T
	status, text, _ := get(t, address)
	if status != http.StatusOK {
		t.Fatalf("%s: %d %s", address, status, text)
	}
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	return value
}
