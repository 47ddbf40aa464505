package report_test

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"ebim/framework/runs/stage"
	"ebim/results/report"
)

// element is a node of a page.
type element struct {
	name     string
	attr     map[string]string
	children []*element
	text     string // all text below it
}

// parse reads a page as XML with HTML's empty elements, which demands that all else is nested rightly. Styles and
// scripts are left out, as their text is not markup.
func parse(t *testing.T, page string) *element {
	t.Helper()
	page = regexp.MustCompile(`(?s)(<(?:script|style)[^>]*>).*?(</(?:script|style)>)`).ReplaceAllString(page, "$1$2")
	decoder := xml.NewDecoder(strings.NewReader(strings.TrimPrefix(page, "<!DOCTYPE html>")))
	decoder.Strict, decoder.AutoClose, decoder.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	open := []*element{{}}
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return open[0]
		}
		if err != nil {
			t.Fatalf("the page is not well formed: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attr: map[string]string{}}
			for _, a := range token.Attr {
				e.attr[a.Name.Local] = a.Value
			}
			open[len(open)-1].children = append(open[len(open)-1].children, e)
			open = append(open, e)
		case xml.EndElement:
			if last := open[len(open)-1]; last.name != token.Name.Local {
				t.Fatalf("<%s> is closed by </%s>", last.name, token.Name.Local)
			}
			open = open[:len(open)-1]
		case xml.CharData:
			for _, e := range open {
				e.text += string(token)
			}
		}
	}
}

// all lists the elements of a name below e, in order.
func (e *element) all(name string) []*element {
	var found []*element
	for _, child := range e.children {
		if child.name == name {
			found = append(found, child)
		}
		found = append(found, child.all(name)...)
	}
	return found
}

func TestPageIsWholeAndNeedsNothingElse(t *testing.T) {
	page := everything(t).page()
	root := parse(t, page)
	ids := map[string]bool{}
	var walk func(e *element)
	walk = func(e *element) {
		if id := e.attr["id"]; id != "" {
			if ids[id] {
				t.Errorf("the id %q is there twice", id)
			}
			ids[id] = true
		}
		for _, name := range []string{"src", "href"} {
			if to := e.attr[name]; to != "" && !strings.HasPrefix(to, "data:") && !strings.HasPrefix(to, "#") {
				t.Errorf("<%s> needs %q", e.name, to)
			}
		}
		for _, child := range e.children {
			walk(child)
		}
	}
	walk(root)
	for _, link := range root.all("a") {
		// a view of the script
		if target := strings.TrimPrefix(link.attr["href"], "#"); !ids[target] && !strings.HasPrefix(target, "runs/") {
			t.Errorf("the link %q leads nowhere", link.attr["href"])
		}
	}
	if strings.Contains(page, "http://") || strings.Contains(page, "https://") || strings.Contains(page, "ZgotmplZ") {
		t.Error("the page has an address, or a value that the template refused")
	}
	for _, table := range root.all("table") {
		columns := len(table.all("thead")[0].all("th")) + len(table.all("thead")[0].all("td"))
		for _, row := range table.all("tbody")[0].all("tr") {
			if n := len(row.children); n != columns {
				t.Errorf("a row has %d cells, the head %d: %s", n, columns, row.text)
			}
		}
	}
}

func TestPageSaysWhatRunsSay(t *testing.T) {
	r := everything(t)
	root := parse(t, r.page())
	if n := len(root.all("nav")); n != 1 {
		t.Errorf("%d tables of contents", n)
	}
	articles := root.all("article")
	if len(articles) != 2 || !strings.Contains(articles[0].text, "Title of circle") {
		t.Fatalf("%d experiments", len(articles))
	}
	for _, want := range []string{"What it shows.", "wasserstein [data units]", "0.255 ± 0.005", "0.250 (1/2 seeds)",
		"seed 1: failed in energy, step 31: the loss is NaN", "wasserstein.points",
		"stage energy, step 31: the loss is NaN", "the learning rate may be too high", "4 done, 1 failed",
		"the zero set has 2 components", "ebim, seed 0", "samples: 2000", "Densities, seed 0",
		"Settings of all runs", "The runs"} {
		if !strings.Contains(articles[1].text, want) {
			t.Errorf("%q is not in the page", want)
		}
	}
	for _, want := range []string{`"seconds":70.04`, `"peak_memory_bytes":52000000`, `"go":"go1"`, `"value":0.26`,
		`"started":"2026-01-02T03:04:05Z"`} {
		if !strings.Contains(r.page(), want) {
			t.Errorf("%s is not among the answers about runs", want)
		}
	}
	for _, want := range []string{"1 done, 1 interrupted, 1 running", "interrupted", "not finished"} {
		if !strings.Contains(articles[0].text, want) {
			t.Errorf("%q is not in the page", want)
		}
	}
	if !strings.Contains(root.text, "3 February 2026") {
		t.Error("the page has no date")
	}
	picture := base64.StdEncoding.EncodeToString(picture(t))
	images := root.all("img")
	if len(images) != 1 || images[0].attr["src"] != "data:image/png;base64,"+picture ||
		images[0].attr["width"] != "640" {
		t.Errorf("%d pictures, or another picture", len(images))
	}
	if views := root.all("canvas"); len(views) != 1 {
		t.Errorf("%d views", len(views))
	}
	single := parse(t, r.page("circle"))
	if len(single.all("nav")) != 0 || len(single.all("canvas")) != 0 || single.all("h1")[0].text != "Title of circle" {
		t.Error("a report of one experiment without a view has contents, a view or another title")
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
	root := parse(t, r.page())
	if n := len(root.all("script")); n != 5 { // what is shown, geometry, palette, answers and the script itself
		t.Errorf("%d scripts", n)
	}
	if n := len(root.all("img")); n != 1 {
		t.Errorf("%d pictures", n)
	}
	if got := root.all("title")[0].text; got != attack {
		t.Errorf("the title is %q", got)
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
	root := parse(t, page.String())
	if len(root.all("article")) != 2 || !strings.Contains(root.text, "record.json is damaged") {
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
		len(parse(t, page.String()).all("article")) != 1 {
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
	if n := len(parse(t, page.String()).all("article")); n != 2 || strings.Contains(page.String(), "Secret") {
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
	text := parse(t, r.page()).text
	for _, want := range []string{"†", "wasserstein, in 1 of 1 runs: seed 0: draws repeat", "seed 0: --set samples=9",
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
		root := parse(t, r.page("sphere"))
		problems := ""
		for _, section := range root.all("section") {
			if section.attr["class"] == "problems" {
				problems += section.text
			}
		}
		file := name[strings.LastIndex(name, "/")+1:]
		if !strings.Contains(problems, file) {
			t.Errorf("%s is damaged, and the page says %q", name, problems)
		}
		if len(root.all("canvas")) != 1 {
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
		root := parse(t, r.page())
		if shown := len(root.all("img")) == 1; shown != c.shown ||
			strings.Contains(root.text, "is not shown") == shown {
			t.Errorf("%s: shown is %v", name, shown)
		}
	}
	r := newRuns(t)
	r.add(record("circle", "ebim", 0))
	r.write("figures/circle/figures.json", []byte("{"))
	if !strings.Contains(parse(t, r.page()).text, "figures.json is damaged") {
		t.Error("a damaged index is not mentioned")
	}
}

func TestSweepsAreInOrderAndNamedWhole(t *testing.T) {
	r := newRuns(t)
	for _, name := range []string{"steps,n=10", "steps,n=3", "steps,n=1", "steppes"} {
		r.add(record(name, "ebim", 0))
	}
	var titles []string
	for _, heading := range parse(t, r.page("steps", "steps,n=3", "steppes")).all("h2")[1:] {
		titles = append(titles, strings.TrimPrefix(heading.text, "Title of "))
	}
	if got := strings.Join(titles, " "); got != "steps,n=1 steps,n=3 steps,n=10 steppes" {
		t.Errorf("the experiments are %q", got)
	}
}

func TestFiguresWithoutATitleOfTheirOwnShowTheirName(t *testing.T) {
	r := newRuns(t)
	r.add(record("circle", "ebim", 0))
	r.json("figures/circle/figures.json", []map[string]any{{"name": "density", "title": "Title of circle", "seed": 3,
		"file": "a.png"}})
	r.write("figures/circle/a.png", picture(t))
	if captions := parse(t, r.page()).all("figcaption"); len(captions) != 1 || captions[0].text != "density, seed 3" {
		t.Errorf("%d captions, or another caption", len(captions))
	}
}
