package serve_test

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ebim/framework/points"
	"ebim/framework/runs/stage"
)

// TestInABrowser tries the page in one browser, each part in its own tab.
func TestInABrowser(t *testing.T) {
	ctx := browser(t)
	run := func(name string, test func(b *tab, f folder)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFolder(t)
			test(open(ctx, t, f.serve()), f)
		})
	}
	run("runs are listed, filtered and opened by keys", listed)
	run("curves grow while a run trains", grows)
	run("runs are compared", compared)
	run("points of many dimensions are projected", projected)
	run("numbers become tables", tabulated)
	run("hostile texts stay texts", stayTexts)
	run("every view fits a phone", fitsPhone)
	run("the page is dark for who wants it so", darkens)
	run("a training is seen", trainingIsSeen)
}

func listed(b *tab, f folder) {
	b.says("There are no runs in")
	for seed := range 3 {
		f.add(record("circle", "ebim", seed))
	}
	corrupt := f.add(record("sphere", "cut", 1))
	f.write(corrupt+"/record.json", []byte(`{"format": 1,`))
	b.says("4 runs: 1 corrupt, 3 done") // without being asked
	b.Do(chromedp.KeyEvent("/"))
	if id := evaluate[string](b, `document.activeElement.id`); id != "filter" {
		b.T.Errorf("/ leads to %q", id)
	}
	// a key of DevTools is typed even where its default is prevented
	b.Do(chromedp.KeyEvent(kb.Backspace), chromedp.KeyEvent("cir seed:1"))
	b.says("1 of 4 runs")
	b.Do(chromedp.KeyEvent(kb.Escape))
	b.Do(chromedp.KeyEvent("j"), chromedp.KeyEvent("x"))
	b.says("1 run selected")
	b.Do(chromedp.KeyEvent(kb.Enter))
	b.says("ebim, seed 1")
	b.says("wasserstein [data units]")
	b.Do(chromedp.KeyEvent("g"), chromedp.KeyEvent("r"))
	b.says("4 runs: 1 corrupt, 3 done")
	b.Do(chromedp.KeyEvent("?"))
	b.says("next, previous row")
	b.Do(chromedp.KeyEvent(kb.Escape))
	b.visit("#run/"+url.PathEscape(corrupt), "record.json is damaged")
	b.visit("#runs", "4 runs")
	b.press("Run")
	first := func() string {
		return evaluate[string](b, `document.querySelector("#runs tbody tr").dataset.key`)
	}
	up := first()
	if b.press("Run"); first() == up || first() != corrupt {
		b.T.Errorf("sorted by run the first are %s and %s", up, first())
	}
}

const lossChart = `[...document.querySelectorAll("#run .chart")].find((c) => c.querySelector("figcaption").textContent === "loss")?.querySelector("canvas")`

func grows(b *tab, f folder) {
	id := f.running("circle", 20)
	b.says("energy 20 of 1000, 1 min 30 s left")
	b.visit("#run/"+url.PathEscape(id), "energy 20 of 1000")
	b.until("a curve", lossChart)
	last := func() string { return evaluate[string](b, lossChart+`.getAttribute("aria-label")`) }
	before, drawn := last(), b.Picture("#run .chart canvas", 0)
	f.grow(20, 200)
	f.heartbeat(200, time.Now())
	b.says("energy 200 of 1000")
	b.until("a longer curve", fmt.Sprintf(`%s.getAttribute("aria-label") !== %q`, lossChart, before))
	if !strings.Contains(last(), "0.0069") { // exp(-199/40)
		b.T.Errorf("the curve is %q", last())
	}
	if b.Picture("#run .chart canvas", 0) == drawn {
		b.T.Error("the chart looks as before")
	}
	// The chart answers its reader.
	log := b.Picture("#run .chart canvas", 0) // as it spans a factor of 144
	b.Do(chromedp.KeyEvent("l"), chromedp.KeyEvent("l"))
	linear := b.Picture("#run .chart canvas", 0)
	b.drag("#run .chart canvas", 0, [2]float64{0.4, 0.5}, [2]float64{0.6, 0.5})
	zoomed := b.Picture("#run .chart canvas", 0)
	if linear == log || linear == zoomed {
		b.T.Error("a logarithmic scale, or a part of it, looks as before")
	}
	b.until("what is pointed at",
		`[...document.querySelectorAll("#run .tip")].some((t) => !t.hidden && t.textContent.includes("step"))`)
	// The run ends.
	done := record("circle", "ebim", 7)
	done.Started = time.Now().Add(-time.Hour)
	f.add(done) // first, as a page that asks for a curve in between is told that there is none
	f.must(os.RemoveAll(filepath.Join(f.root, "stages", "energy-"+liveKey+".live")))
	b.says("wasserstein [data units]")
	// exp(-49/40)
	b.until("the whole curve", fmt.Sprintf(`%s && %s.getAttribute("aria-label").includes("0.2938")`,
		lossChart, lossChart))
}

func compared(b *tab, f folder) {
	var ids []string
	for seed := range 2 {
		id := f.add(record("sphere", "ebim", seed))
		f.space(id)
		ids = append(ids, url.PathEscape(id))
	}
	f.json("figures/sphere/figures.json", []stage.Picture{{Name: "density", Title: "Densities", Seed: new(int),
		File: "d.png"}, {Name: "all", Title: "Together", File: "d.png"}})
	f.write("figures/sphere/d.png", picture(b.T))
	b.visit("#compare/"+strings.Join(ids, "&"), "Compare 2 runs")
	b.says("data.size")
	b.says("In space")
	if text := evaluate[string](b, `document.querySelector("#compare .grid").textContent`); !strings.Contains(text,
		"100") || !strings.Contains(text, "101") || strings.Contains(text, "rate") {
		b.T.Errorf("the settings that differ are %q", text)
	}
	if n := evaluate[int](b, `document.querySelectorAll("#compare .picture img").length`); n != 2 {
		b.T.Errorf("%d figures", n)
	}
	b.until("two views", `document.querySelectorAll("#compare .view canvas").length === 2`)
	b.drag("#compare .view canvas", 0, [2]float64{0.5, 0.5}, [2]float64{0.5, 0.5})
	if n := b.Colors("#compare .view canvas", 1); n < 30 {
		b.T.Errorf("the second view has %d colors", n)
	}
	before := b.Picture("#compare .view canvas", 1)
	b.drag("#compare .view canvas", 0, [2]float64{0.4, 0.5}, [2]float64{0.7, 0.6})
	if b.Picture("#compare .view canvas", 1) == before {
		b.T.Error("the second view does not turn with the first")
	}
	series := func() int {
		return evaluate[int](b, `document.querySelectorAll("#compare .series button[aria-pressed=true]").length`)
	}
	if series() != 2 || b.Colors("#compare .chart canvas", 0) < 5 {
		b.T.Error("the curves are not over each other")
	}
	evaluate[chromedp.Void](b, `document.querySelector("#compare .series button").click()`)
	if series() != 1 {
		b.T.Error("a run can't be hidden")
	}
	evaluate[chromedp.Void](b, `window.left = 0;
		const unobserve = IntersectionObserver.prototype.unobserve;
		IntersectionObserver.prototype.unobserve = function (element) { window.left += element.matches(".view canvas"); unobserve.call(this, element); };`)
	b.visit("#compare", "To the runs")
	if left := evaluate[int](b, `window.left`); left != 2 {
		b.T.Errorf("%d views in space are given up with the comparison", left)
	}
}

func projected(b *tab, f folder) {
	id := f.add(record("sphere_in_four", "ebim", 0))
	set := points.New(200, 4)
	for i := range set.Len() {
		for j := range 4 {
			set.At(i)[j] = float64((i*(j+3)*7919)%101) / float64(10*(j+1))
		}
	}
	f.npy(id+"/data/train.npy", set)
	f.npy(id+"/samples.npy", set)
	b.visit("#run/"+url.PathEscape(id), "Samples and data")
	b.until("points", `document.querySelector("#run canvas.scatter").width > 10`)
	before := b.Picture("#run canvas.scatter", 0)
	b.press("Data")
	if b.Picture("#run canvas.scatter", 0) == before {
		b.T.Error("without the data it looks as before")
	}
	b.press("Pairs of coordinates")
	b.until("six pairs", `document.querySelectorAll("#run canvas.pair").length === 6`)
	evaluate[chromedp.Void](b, `document.querySelectorAll("#run canvas.pair")[3].click()`)
	if text := evaluate[string](b,
		`document.querySelectorAll("#run .projection select")[0].selectedOptions[0].textContent`); !strings.HasPrefix(text, "x") {
		b.T.Errorf("a pair of coordinates leads to %q", text)
	}
}

func tabulated(b *tab, f folder) {
	for seed := range 4 {
		r := record("circle", "ebim", seed)
		verdict := float64(seed % 3)
		r.Metrics["trust"] = map[string]*float64{"verdict": &verdict}
		f.add(r)
	}
	b.says("4 runs")
	b.visit("#report/circle", "wasserstein [data units]")
	// The mean of 0.25, ..., 0.28 is 0.265, with the standard error 0.01 sqrt(5/12) = 0.00645.
	b.says("0.265 ± 0.006")
	b.says("✓ 1 of 4 good ? 1 of 4 doubtful ✗ 2 of 4 wrong")
	f.add(record("circle", "other", 40))
	b.says("other") // without being asked
	b.visit("#runs", "? doubtful")
}

func stayTexts(b *tab, f folder) {
	const attack = `</title></script><script>window.hacked=1</script><img src=x onerror="window.hacked=1">'"&amp;`
	const model = `m<img src=x onerror=window.hacked=1>`
	r := record("circle", model, 0)
	value := 1.0
	r.Title, r.Backend, r.Notes, r.Overrides, r.Versions = attack, attack, []string{attack},
		[]string{"metrics." + attack}, map[string]string{attack: attack}
	r.Metrics, r.Caveats = stage.Metrics{attack: {attack: &value}}, map[string]string{attack: attack}
	r.Failures, r.Files = []stage.Failure{{Stage: attack, Metric: attack, Reason: attack, Cause: attack}},
		append(r.Files, "panic-x.log")
	id := f.add(r)
	f.write(id+"/panic-x.log", []byte(attack))
	f.write(id+"/config.yaml", []byte("data: {\"<img src=x onerror=window.hacked=1>\": \"<b>\"}\n"))
	f.write(id+"/energy/history.csv", []byte("step,<img src=x onerror=window.hacked=1>\n0,1\n1,2\n"))
	f.json("figures/circle/figures.json", []stage.Picture{{Name: attack, Title: attack, File: "d.png"}})
	f.write("figures/circle/d.png", []byte("no picture"))
	other := f.add(record("circle", "ebim", 1))
	f.write(other+"/record.json", []byte(attack))
	b.visit("#runs", model)
	b.visit("#run/"+url.PathEscape(id), "window.hacked")
	b.says("Figures")
	b.visit("#compare/"+url.PathEscape(id)+"&"+url.PathEscape(other), "Compare 2 runs")
	b.visit("#report/circle", "window.hacked")
	b.Settle()
	if evaluate[bool](b,
		`window.hacked !== undefined || document.querySelector('img[src="x"], body b script') !== null`) {
		b.T.Error("a text of a record became a part of the page")
	}
}

func fitsPhone(b *tab, f folder) {
	id := f.add(record("an_experiment_with_a_rather_long_name,data.size=1000", "a_model_with_a_rather_long_name", 0))
	f.space(id)
	running := f.running("circle", 20)
	b.says("2 runs")
	b.Do(chromedp.EmulateViewport(375, 800, chromedp.EmulateMobile, chromedp.EmulateScale(2)))
	for view, text := range map[string]string{"#runs": "2 runs",
		"#run/" + url.PathEscape(id):                                     "wasserstein [data units]",
		"#run/" + url.PathEscape(running):                                "energy 20 of 1000",
		"#compare/" + url.PathEscape(id) + "&" + url.PathEscape(running): "Compare 2 runs",
		"#report/circle":                                                 "1 running"} {
		b.visit(view, text)
		b.Settle()
		if width := evaluate[int](b, `document.documentElement.scrollWidth`); width > 375 {
			b.T.Errorf("%s is %d pixels wide on a screen of 375", view, width)
		}
	}
}

func darkens(b *tab, f folder) {
	id := f.add(record("circle", "ebim", 0))
	f.json("figures/circle/figures.json", []stage.Picture{{Name: "density", Title: "Densities", File: "d.png"}})
	f.write("figures/circle/d.png", picture(b.T))
	b.visit("#run/"+url.PathEscape(id), "Figures")
	b.until("a curve", lossChart)
	light := b.Picture("#run .chart canvas", 0)
	const colors = `getComputedStyle(document.body).backgroundColor + getComputedStyle(document.querySelector("#run .card")).backgroundColor`
	before := evaluate[string](b, colors)
	b.Dark("screen")
	if evaluate[string](b, colors) == before || b.Picture("#run .chart canvas", 0) == light {
		b.T.Error("the page, its figures or its curves look alike in the dark")
	}
}
