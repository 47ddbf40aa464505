package report_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"html"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"ebim/framework/runs/stage"
	"ebim/results/report"
)

// said is an answer as text.
func said(t *testing.T, answer any) string {
	t.Helper()
	text, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestPageNeedsNothingElse(t *testing.T) {
	text := everything(t).page()
	if needs := regexp.MustCompile(`(src|href)="([^"d#]|d[^a])|https?://|ZgotmplZ`).FindString(text); needs != "" {
		t.Errorf("the page has an address, or a value that the template refused: %s", needs)
	}
}

func TestPageSaysWhatRunsSay(t *testing.T) {
	r := everything(t)
	f := frozen(t, r.page())
	articles := f.Report.Articles
	if len(articles) != 2 || articles[0].Title != "Title of circle" {
		t.Fatalf("%d experiments", len(articles))
	}
	text := said(t, articles[1])
	for _, want := range []string{"What it shows.", "wasserstein [data units]", "0.255 ± 0.005", "0.250 (1/2 seeds)",
		"seed 1: failed in energy, step 31: the loss is NaN", "wasserstein.points", "stage energy, step 31",
		"the learning rate may be too high", "1 done, 1 failed", "the zero set has 2 components", "ebim, seed 0",
		"samples: 2000", `"title":"Densities"`, "all runs"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
	for _, want := range []string{`"seconds":70.04`, `"peak_memory_bytes":52000000`, `"go":"go1"`, `"value":0.26`,
		`"started":"2026-01-02T03:04:05Z"`, "3 February 2026"} {
		if !strings.Contains(said(t, f), want) {
			t.Errorf("%s is not among the answers", want)
		}
	}
	for _, want := range []string{"1 done, 1 interrupted, 1 running", `"reason":"interrupted"`} {
		if !strings.Contains(said(t, articles[0]), want) {
			t.Errorf("%q is not in the article", want)
		}
	}
	picture := base64.StdEncoding.EncodeToString(picture(t))
	if figures := articles[1].Figures; len(figures) != 1 || figures[0].Source != "data:image/png;base64,"+picture {
		t.Errorf("%d pictures, or another picture", len(figures))
	}
	if len(f.Views) != 1 || len(f.Views[0].Models) != 4 || len(articles[1].InSpace) != 4 {
		t.Errorf("%d views", len(f.Views))
	}
	if single := r.page("circle"); !strings.Contains(single, "<title>Title of circle</title>") ||
		len(frozen(t, single).Views) != 0 {
		t.Error("a report of one experiment without a view has a view or another title")
	}
}

// A caveat is said in the table's footnote, and not among the notes again.
func TestCaveatsAreSaidOnce(t *testing.T) {
	r := newRuns(t)
	doubtful := record("sphere", "ebim", 0)
	doubtful.Caveats, doubtful.Notes = map[string]string{"wasserstein": "draws repeat"},
		[]string{"draws repeat", "the box is small"}
	r.add(doubtful)
	a := r.report().Articles[0]
	if len(a.Notes) != 1 || a.Notes[0].Text != "the box is small" || len(a.Summary.Notes) != 1 {
		t.Errorf("notes %v, footnotes %q", a.Notes, a.Summary.Notes)
	}
}

func TestPageEscapesWhatItShows(t *testing.T) {
	const attack = `</title></pre></script><script>alert("x")</script><img src=x onerror=alert(1)>'"&amp;`
	r := newRuns(t)
	bad := record("sphere", "model&'<b>", 0)
	bad.Title, bad.Backend, bad.Notes, bad.Versions = attack, attack, []string{attack},
		map[string]string{attack: attack}
	value := 1.0
	bad.Metrics = stage.Metrics{attack: {attack: &value}}
	folder := r.addInSpace(bad, 2)
	r.write(folder+"/config.yaml", []byte("description: |\n  "+attack+"\n"))
	failed := record("sphere", "ebim", 0)
	failed.Title, failed.Status, failed.Failure = attack, stage.Failed,
		&stage.Failure{Stage: attack, Reason: attack, Cause: attack}
	r.add(failed)
	r.json("figures/sphere/figures.json", []map[string]any{{"name": attack, "title": attack, "file": "a.png"},
		{"name": attack, "file": attack}})
	r.write("figures/sphere/a.png", picture(t))
	text := r.page()
	if n := strings.Count(text, "<script"); n != 4 { // what is shown, palette, answers and the script itself
		t.Errorf("%d scripts", n)
	}
	if strings.Contains(text, "<img") || strings.Contains(text, "</pre>") {
		t.Error("a text became a part of the page")
	}
	title, _, _ := strings.Cut(text[strings.Index(text, "<title>")+7:], "</title>")
	if html.UnescapeString(title) != attack {
		t.Errorf("the title is %q", title)
	}
}

func TestWriteRefuses(t *testing.T) {
	r := everything(t)
	for name, c := range map[string]struct {
		options report.Options
		want    []string
	}{
		"unknown": {report.Options{Runs: r.root, Experiments: []string{"sphera", "nothing"}},
			[]string{"sphera", "did you mean sphere", `"nothing"`, "circle, sphere"}},
		"no folder":  {report.Options{Runs: r.root + "/missing"}, []string{"missing", "ebim run"}},
		"no runs":    {report.Options{Runs: t.TempDir()}, []string{"no runs"}},
		"not folder": {report.Options{Runs: r.root + "/sphere/ebim/seed-0/record.json"}, []string{"not a folder"}},
	} {
		var page bytes.Buffer
		err := report.Write(&page, c.options)
		if err == nil || page.Len() > 0 || errors.Is(err, report.ErrIncomplete) {
			t.Errorf("%s: %v and %d bytes", name, err, page.Len())
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q is not in %q", name, want, err)
			}
		}
	}
	if err := report.Write(full{}, report.Options{Runs: r.root}); !errors.Is(err, errFull) {
		t.Errorf("writing to a full disk gave %v", err)
	}
}

type full struct{}

var errFull = errors.New("no space")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestDamagedRecordsLeaveTheRest(t *testing.T) {
	r := everything(t)
	r.write("sphere/ebim/seed-1/record.json", []byte(`{"format": 1,`))
	var page bytes.Buffer
	err := report.Write(&page, report.Options{Runs: r.root})
	if !errors.Is(err, report.ErrIncomplete) || !strings.Contains(err.Error(), "record.json") {
		t.Errorf("the error is %v", err)
	}
	f := frozen(t, page.String())
	if len(f.Report.Articles) != 2 || !strings.Contains(f.Report.Problems[0], "record.json is damaged") {
		t.Error("the page lacks an experiment or the damage")
	}
}

// A record that says it is of another experiment must not lead the page to that one's files, or out of the runs.
func TestForgedRecordsLeadNowhere(t *testing.T) {
	r := newRuns(t)
	r.add(record("sphere", "ebim", 0))
	r.write("secret/m/seed-0/config.yaml", []byte("description: Secret.\n"))
	forged := record("../secret", "m", 0)
	r.json("runs/sphere/ebim/seed-0/record.json", forged)
	r.json("runs/circle/ebim/seed-0/record.json", record("circle", "ebim", 0))
	var page bytes.Buffer
	err := report.Write(&page, report.Options{Runs: filepath.Join(r.root, "runs")})
	if !errors.Is(err, report.ErrIncomplete) || strings.Contains(page.String(), "Secret.") ||
		len(frozen(t, page.String()).Report.Articles) != 1 {
		t.Errorf("the error is %v, and the page has the other's description: %v", err,
			strings.Contains(page.String(), "Secret."))
	}
}

// Names of other settings hold words of records.
func TestOtherSettingsLeadNowhere(t *testing.T) {
	r := newRuns(t)
	r.add(record("sphere", "ebim", 0))
	forged := record("sphere", "ebim", 0)
	forged.Backend = "cpu"
	forged.Settings, forged.Overrides, forged.Started = "0123456789abcdef0123", []string{"x/../../secret/a=b"},
		forged.Started.Add(-time.Hour)
	r.json("sphere/ebim/seed-0-01234567/record.json", forged)
	r.write("secret/a=b]/figures.json", []byte(`[{"name": "n", "title": "Secret", "file": "n.png"}]`))
	r.write("secret/a=b]/n.png", picture(t))
	var page bytes.Buffer
	r.must(report.Write(&page, report.Options{Runs: r.root, Every: true}))
	if n := len(frozen(t, page.String()).Report.Articles); n != 2 || strings.Contains(page.String(), "Secret") {
		t.Errorf("%d experiments; the page has another's figure: %v", n, strings.Contains(page.String(), "Secret"))
	}
}

func TestPageMarksWhatIsToBeSaidAgainstNumbers(t *testing.T) {
	r := newRuns(t)
	doubtful := record("sphere", "ebim", 0)
	doubtful.Caveats = map[string]string{"wasserstein": "draws repeat"}
	doubtful.Overrides = []string{"samples=9"}
	compared := 2000.0
	doubtful.Metrics["wasserstein"]["model_points"], doubtful.Metrics["wasserstein"]["true_points"] =
		&compared, &compared
	r.add(doubtful)
	text := said(t, r.report())
	for _, want := range []string{`"caveat":true`, "wasserstein, in 1 of 1 runs: seed 0: draws repeat", "seed 0: --set samples=9",
		"that wasserstein compares: 2000 and 2000."} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in the page", want)
		}
	}
}

func TestDamagedFilesAreMentioned(t *testing.T) {
	damage := map[string]string{
		"sphere/ebim/seed-0/mesh/mesh.ply":   "ply\nnothing",
		"sphere/ebim/seed-0/samples.npy":     "not numpy",
		"sphere/ebim/seed-0/data/train.npy":  "",
		"sphere/knot/seed-0/data/box.json":   `[[1, -1], [0, 1], [0, 1]]`,
		"sphere/points/seed-0/data/box.json": `{`,
		"sphere/ebim/seed-0/config.yaml":     "a: [",
		"figures/sphere/density-seed-0.png":  "\x89PNG",
	}
	for name, text := range damage {
		r := everything(t)
		r.write(name, []byte(text))
		f := frozen(t, r.page("sphere"))
		file := name[strings.LastIndex(name, "/")+1:]
		if problems := said(t, f.Report.Articles[0].Problems); !strings.Contains(problems, file) {
			t.Errorf("%s is damaged, and the page says %s", name, problems)
		}
		if len(f.Views) != 1 {
			t.Errorf("%s: damage of one file costs the view", name)
		}
	}
}

func TestFiguresAreChecked(t *testing.T) {
	cut := picture(t)
	for name, c := range map[string]struct {
		file, data string
		shown      bool
	}{
		"drawing":   {"a.svg", `<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>`, true},
		"no svg":    {"a.svg", `<html></html>`, false},
		"cut svg":   {"a.svg", `<svg><path`, false},
		"cut png":   {"a.png", string(cut[:len(cut)/2]), false},
		"other":     {"a.gif", "GIF89a", false},
		"elsewhere": {"../a.png", string(cut), false},
		"absent":    {"", "", false},
	} {
		r := newRuns(t)
		r.add(record("circle", "ebim", 0))
		r.json("figures/circle/figures.json", []map[string]any{{"name": "density", "file": c.file}})
		if c.file != "" {
			r.write("figures/circle/"+c.file, []byte(c.data))
		}
		a := r.report().Articles[0]
		if shown := len(a.Figures) == 1; shown != c.shown ||
			strings.Contains(said(t, a.Problems), "is not shown") == shown {
			t.Errorf("%s: shown is %v", name, shown)
		}
	}
	r := newRuns(t)
	r.add(record("circle", "ebim", 0))
	r.write("figures/circle/figures.json", []byte("{"))
	if !strings.Contains(said(t, r.report()), "figures.json is damaged") {
		t.Error("a damaged index is not mentioned")
	}
}

func TestSweepsAreNamedWhole(t *testing.T) {
	r := newRuns(t)
	for _, name := range []string{"steps,n=1", "steps,n=3", "steppes", "other"} {
		r.add(record(name, "ebim", 0))
	}
	var names []string
	for _, a := range r.report("steps", "steps,n=3", "steppes").Articles {
		names = append(names, a.Name)
	}
	if got := strings.Join(names, " "); got != "steps,n=1 steps,n=3 steppes" {
		t.Errorf("the experiments are %q", got)
	}
}

func TestFiguresWithoutATitleOfTheirOwnShowTheirName(t *testing.T) {
	r := newRuns(t)
	r.add(record("circle", "ebim", 0))
	r.json("figures/circle/figures.json", []map[string]any{{"name": "density", "title": "Title of circle", "seed": 3,
		"file": "a.png"}})
	r.write("figures/circle/a.png", picture(t))
	if f := r.report().Articles[0].Figures; len(f) != 1 || f[0].Title != "density" || *f[0].Seed != 3 {
		t.Errorf("the figures are %+v", f)
	}
}
