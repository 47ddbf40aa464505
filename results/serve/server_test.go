package serve_test

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ebim/framework/runs/stage"
	"ebim/results/page"
)

func TestRunsAreListedAsTheyAre(t *testing.T) {
	f := newFolder(t)
	at := f.serve()
	if index := decoded[page.Index](t, at+"/api/runs"); len(index.Runs) != 0 || index.Runs == nil {
		t.Errorf("an empty folder has %v", index.Runs)
	}
	f.must(os.RemoveAll(f.root))
	if index := decoded[page.Index](t, f.serve()+"/api/runs"); len(index.Runs) != 0 {
		t.Errorf("no folder has %v", index.Runs)
	}
	f.add(record("circle", "ebim", 10))
	f.add(record("circle", "ebim", 9))
	broken := record("circle", "broken", 0)
	broken.Status, broken.Failure = stage.Failed, &stage.Failure{Stage: "energy", Step: 3, Reason: "the loss is NaN"}
	f.add(broken)
	corrupt := f.add(record("circle", "cut", 1))
	f.write(corrupt+"/record.json", []byte(`{"format": 1,`))
	running := f.running("circle", 20)
	index := decoded[page.Index](t, f.serve()+"/api/runs")
	var said []string
	for _, row := range index.Runs {
		said = append(said, fmt.Sprint(row.Model, " ", row.Seed, " ", row.Status, " ", row.Reason))
	}
	want := []string{"broken 0 failed stage energy, step 3: the loss is NaN", "cut 1 corrupt", "ebim 7 running ",
		"ebim 9 done ", "ebim 10 done "}
	if len(said) != len(want) || !slices.EqualFunc(said, want, strings.HasPrefix) {
		t.Errorf("the runs are %q", said)
	}
	at = f.serve()
	if one := decoded[page.Run](t, at+"/api/run?id="+corrupt); one.Status != page.Corrupt ||
		!strings.Contains(one.Reason, "record.json is damaged") {
		t.Errorf("the corrupt run is %+v", one)
	}
	if status, text, _ := get(t, at+"/api/view?id="+corrupt); status == http.StatusOK {
		t.Errorf("a corrupt run has the view %s", text)
	}
	live := decoded[page.LiveIndex](t, at+"/api/live").Runs
	if l := live[running]; len(live) != 1 || l.State != "running" || l.Stages[0].Done != 20 ||
		l.Stages[0].Total != 1000 || *l.Stages[0].SecondsLeft != 90 || *l.Stages[0].Values["loss"] != 0.5 {
		t.Errorf("what lives is %+v", live)
	}
}

// The server sees what other processes do, and says when there is nothing new.
func TestAnswersFollowTheFolder(t *testing.T) {
	f := newFolder(t)
	id := f.add(record("circle", "ebim", 0))
	var passed atomic.Int64
	begun := time.Now()
	at := f.serveAt(func() time.Time { return begun.Add(time.Duration(passed.Load())) })
	first := decoded[page.Index](t, at+"/api/runs")
	_, _, header := get(t, at+"/api/runs")
	again := func() int {
		request, err := http.NewRequest("GET", at+"/api/runs", nil)
		f.must(err)
		request.Header.Set("If-None-Match", header.Get("ETag"))
		response, err := http.DefaultClient.Do(request)
		f.must(err)
		response.Body.Close()
		return response.StatusCode
	}
	if status := again(); status != http.StatusNotModified {
		t.Errorf("nothing has changed, and the status is %d", status)
	}
	changed := record("circle", "ebim", 0)
	changed.Status, changed.Failure = stage.Failed, &stage.Failure{Stage: "energy", Reason: "gone wrong"}
	f.add(changed)
	passed.Add(int64(600 * time.Millisecond)) // the folder is looked through twice a second
	if status := again(); status != http.StatusOK {
		t.Errorf("a run has changed, and the status is %d", status)
	}
	second := decoded[page.Index](t, at+"/api/runs")
	if second.Version == first.Version || second.Runs[0].Status != "failed" {
		t.Errorf("after a change the runs are %+v", second)
	}
	f.must(os.RemoveAll(filepath.Join(f.root, filepath.FromSlash(id))))
	passed.Add(int64(600 * time.Millisecond))
	if third := decoded[page.Index](t, at+"/api/runs"); len(third.Runs) != 0 || third.Version == second.Version {
		t.Errorf("after it was removed the runs are %+v", third)
	}
	if status, _, _ := get(t, at+"/api/run?id="+id); status != http.StatusNotFound {
		t.Errorf("a run that was removed has status %d", status)
	}
}

func TestRunHasAllThatItsFolderHas(t *testing.T) {
	f := newFolder(t)
	r := record("circle", "ebim", 3)
	r.Caveats, r.Notes = map[string]string{"wasserstein": "draws repeat"}, []string{"noted"}
	r.Failures = []stage.Failure{{Stage: "metric_mass", Metric: "mass", Reason: "no quadrature",
		Cause: "more points help"}}
	r.Files = append(r.Files, "energy/history-2.csv", "panic-energy.log")
	id := f.add(r)
	f.write(id+"/energy/history-2.csv", []byte(history(0, 5)))
	f.write(id+"/panic-energy.log", []byte(strings.Repeat("x", 40<<10)+"\nthe end \x1b[31m"))
	f.json("figures/circle/figures.json", []stage.Picture{{Name: "density", Title: "Densities", Seed: &r.Seed,
		File: "d.png"}, {Name: "other", Seed: new(int), File: "o.png"}, {Name: "bad", File: "../d.png"}})
	f.write("figures/circle/d.png", picture(t))
	f.space(id)
	at := f.serve()
	run := decoded[page.Run](t, at+"/api/run?id="+id)
	if n := run.Numbers; len(n) != 1 || n[0].Name != "wasserstein.value" || !n[0].Main || n[0].Unit != "data units" ||
		n[0].Caveat != "draws repeat" || *n[0].Value != 0.28 {
		t.Errorf("the numbers are %+v", n)
	}
	if c := run.Curves; len(c) != 2 || c[0].File != "energy/history.csv" || c[1].Start != 1 || c[1].Live {
		t.Errorf("the curves are %+v", c)
	}
	if len(run.Logs) != 1 || len(run.Logs[0].Tail) > 17<<10 || !strings.Contains(run.Logs[0].Tail, "the end") ||
		strings.Contains(run.Logs[0].Tail, "\x1b") {
		t.Errorf("%d logs, or another end", len(run.Logs))
	}
	if len(run.Failures) != 1 || run.Failures[0].Metric != "mass" || len(run.Notes) != 1 || run.Dimension != 3 ||
		run.Values["data.size"] != "103" || run.Values["model.rate"] != "0.1" || run.Values["title"] != "" {
		t.Errorf("the run is %+v", run)
	}
	if len(run.Figures) != 1 || run.Figures[0].Title != "Densities" {
		t.Errorf("figures %+v", run.Figures)
	}
	for _, p := range run.Figures {
		if status, data, header := get(t, at+"/"+p.Source); status != 200 || data != string(picture(t)) ||
			header.Get("Content-Type") != "image/png" || !strings.Contains(
			header.Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("%s: %d, %s", p.Source, status, header.Get("Content-Type"))
		}
	}
	view := decoded[map[string]any](t, at+"/api/view?id="+id)
	if models := view["models"].([]any); len(models) != 1 || models[0].(map[string]any)["run"] != id ||
		models[0].(map[string]any)["mesh"] == nil {
		t.Errorf("the view has %d models", len(models))
	}
	if p := decoded[page.Projection](t, at+"/api/points?id="+id); p.Dimension != 3 || p.Data.Count != 300 ||
		len(p.Samples.Values) != 300*4*(p.Axes+p.Coordinates) {
		t.Errorf("the projection is of %d dimensions", p.Dimension)
	}
	articles := decoded[page.Report](t, at+"/api/report?experiment=circle").Articles
	if len(articles) != 1 || articles[0].InSpace[0] != id || len(articles[0].Figures) != 2 ||
		articles[0].Summary.Rows[1].Cells[0].Text != "0.280" {
		t.Errorf("the articles are %+v", articles)
	}
	if status, _, _ := get(t, at+"/api/report?experiment=other"); status != http.StatusNotFound {
		t.Errorf("another experiment: %d", status)
	}
}

// A picture by a link that leads out of the folder of runs is not given.
func TestLinksLeadNowhere(t *testing.T) {
	f := newFolder(t)
	id := f.add(record("circle", "ebim", 0))
	outside := filepath.Join(t.TempDir(), "secret.png")
	f.must(os.WriteFile(outside, picture(t), 0o644))
	if err := os.Symlink(outside, filepath.Join(f.root, filepath.FromSlash(id), "energy", "link.png")); err != nil {
		t.Skip(err)
	}
	if status, _, _ := get(t, f.serve()+"/file?id="+id+"&path=energy/link.png"); status != http.StatusNotFound {
		t.Errorf("the status is %d", status)
	}
}

// Of several starts the second one may make the first steps.
func TestCurvesOfStartsInAnyOrder(t *testing.T) {
	f := newFolder(t)
	id := f.running("circle", 20)
	first := filepath.Join(f.root, "stages", "energy-"+liveKey+".live", "history.csv")
	f.must(os.Rename(first, strings.TrimSuffix(first, ".csv")+"-2.csv"))
	if run := decoded[page.Run](t, f.serve()+"/api/run?id="+id); len(run.Curves) != 1 || run.Curves[0].Start != 1 {
		t.Errorf("the curves are %+v", run.Curves)
	}
}

func TestHistoriesGrow(t *testing.T) {
	f := newFolder(t)
	id := f.running("circle", 20)
	at := f.serve()
	run := decoded[page.Run](t, at+"/api/run?id="+id)
	if len(run.Curves) != 1 || !run.Curves[0].Live || run.Live.State != "running" {
		t.Fatalf("the curves are %+v", run.Curves)
	}
	address := at + "/api/history?id=" + id + "&file=" + run.Curves[0].File + "&from="
	first := decoded[page.History](t, address+"0")
	if first.Text != history(0, 20) {
		t.Errorf("the history is %q", first.Text)
	}
	f.grow(20, 35)
	second := decoded[page.History](t, fmt.Sprint(address, first.Next))
	if second.Text != history(20, 35) || second.From != first.Next {
		t.Errorf("what was added is %q", second.Text)
	}
	f.write("stages/energy-"+liveKey+".live/history.csv", []byte(history(0, 2))) // begun anew
	if third := decoded[page.History](t, fmt.Sprint(address, second.Next)); third.From != 0 ||
		third.Text != history(0, 2) {
		t.Errorf("begun anew it is %+v", third)
	}
	// Its process is killed: the heartbeat stops.
	f.heartbeat(35, time.Now().Add(-time.Hour))
	if l := decoded[page.LiveIndex](t, f.serve()+"/api/live").Runs[id]; l.State != page.Killed || l.Stages[0].Alive {
		t.Errorf("after it was killed it is %+v", l)
	}
	// The stage ends; its run has others to compute, and the record does not have it yet.
	f.must(os.RemoveAll(filepath.Join(f.root, "stages", "energy-"+liveKey+".live")))
	f.write("stages/energy-"+liveKey+"/history.csv", []byte(history(0, 40)))
	at = f.serve()
	run = decoded[page.Run](t, at+"/api/run?id="+id)
	if len(run.Curves) != 1 || run.Curves[0].Live {
		t.Fatalf("after its stage has ended its curves are %+v", run.Curves)
	}
	if h := decoded[page.History](t, at+"/api/history?id="+id+"&file="+run.Curves[0].File); h.Text != history(0, 40) {
		t.Errorf("after its stage has ended its history is %q", h.Text)
	}
	// The stage is gone before the page hears of it.
	file := run.Curves[0].File
	f.must(os.RemoveAll(filepath.Join(f.root, "stages", "energy-"+liveKey)))
	if h := decoded[page.History](t, f.serve()+"/api/history?id="+id+"&from=40&file="+file); h.Text != "" ||
		h.From != 40 || h.Next != 40 {
		t.Errorf("of a stage that is gone the history is %+v", h)
	}
}

// tenThousand is a folder of as many runs.
func tenThousand(t *testing.T) folder {
	t.Helper()
	if testing.Short() {
		t.Skip("ten thousand files")
	}
	f := newFolder(t)
	for e := range 20 {
		for seed := range 500 {
			r := record(fmt.Sprintf("experiment_%d", e), "ebim", seed)
			data, err := json.Marshal(r)
			f.must(err)
			path := filepath.Join(f.root, filepath.FromSlash(idOf(r)))
			f.must(os.MkdirAll(path, 0o755))
			f.must(os.WriteFile(filepath.Join(path, "record.json"), data, 0o644))
		}
	}
	return f
}

// Ten thousand runs fit a small answer, and the page shows them.
func TestTenThousandRuns(t *testing.T) {
	f := tenThousand(t)
	at := f.serve()
	request, err := http.NewRequest("GET", at+"/api/runs", nil)
	f.must(err)
	request.Header.Set("Accept-Encoding", "gzip")
	response, err := http.DefaultTransport.RoundTrip(request)
	f.must(err)
	defer response.Body.Close()
	if response.ContentLength > 400<<10 || response.Header.Get("Content-Encoding") != "gzip" {
		t.Errorf("the list has %d bytes", response.ContentLength)
	}
	unpacked, err := gzip.NewReader(response.Body)
	f.must(err)
	var index page.Index
	f.must(json.NewDecoder(unpacked).Decode(&index))
	if len(index.Runs) != 10_000 {
		t.Errorf("%d runs", len(index.Runs))
	}
	t.Run("in a browser", func(t *testing.T) {
		b := open(browser(t), t, at)
		b.says("10000 runs: 10000 done")
		shown := evaluate[float64](b, `performance.getEntriesByName("shown")[0].startTime`)
		rows := evaluate[int](b, `document.querySelectorAll("#runs tbody tr").length`)
		t.Logf("shown after %.0f ms, %d rows", shown, rows)
		if rows < 50 || rows > 1000 {
			t.Errorf("%d rows are made at once", rows)
		}
		b.visit("#runs/experiment_13%20seed:77", "1 of 10000 runs")
		b.visit("#report/experiment_3", "2.74 ± 0.06")
	})
}
