package report_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ebim/results/page/pagetest"
)

// tab is a page in a browser without a window.
type tab struct{ *pagetest.Tab }

// TestInABrowser tries pages in one browser that draws WebGL in software, each in its own tab. It is skipped where no
// browser is installed.
func TestInABrowser(t *testing.T) {
	ctx := pagetest.Browser(t, 700, 800, 2*time.Minute)
	run := func(name string, test func(t *testing.T)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t)
		})
	}
	run("view turns", func(t *testing.T) { viewTurns(open(ctx, t, everything(t).page("sphere"))) })
	run("page follows the reader's scheme", func(t *testing.T) { followsScheme(open(ctx, t, everything(t).page())) })
	run("page fits a phone", func(t *testing.T) { fitsPhone(open(ctx, t, wide(t).page())) })
	run("view outlives its WebGL context", func(t *testing.T) {
		const script = `<script>
			const getContext = HTMLCanvasElement.prototype.getContext;
			HTMLCanvasElement.prototype.getContext = function (kind, options) {
				const context = getContext.call(this, kind, options);
				if (kind === "webgl2") window.gl = context;
				return context;
			};</script></head>`
		outlivesContext(open(ctx, t, strings.Replace(everything(t).page("sphere"), "</head>", script, 1)))
	})
	run("page is made ready for print", func(t *testing.T) { readyForPrint(open(ctx, t, everything(t).page())) })
	run("report has the views of the server", func(t *testing.T) { hasViews(open(ctx, t, everything(t).page())) })
	run("page without WebGL says so", func(t *testing.T) {
		const script = `<script>HTMLCanvasElement.prototype.getContext = () => null;</script></head>`
		saysWithoutWebGL(open(ctx, t, strings.Replace(everything(t).page("sphere"), "</head>", script, 1)))
	})
}

// open shows a page in a new tab of the browser. The test fails if the tab's console says anything.
func open(browser context.Context, t *testing.T, page string) *tab {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	return &tab{pagetest.Open(browser, t, "file://"+filepath.ToSlash(file))}
}

// picture returns what the first view shows, as a data URI.
func (b *tab) picture() string {
	b.T.Helper()
	return b.Picture("canvas", 0)
}

// colors counts those of the first view.
func (b *tab) colors() int {
	b.T.Helper()
	return b.Colors("canvas", 0)
}

func evaluate[T any](b *tab, script string) T {
	b.T.Helper()
	return pagetest.Evaluate[T](b.Tab, script)
}

const button = `[...document.querySelectorAll("button")].find((b) => b.textContent === "NAME")`

// press clicks a button by what it says.
func (b *tab) press(name string) {
	b.T.Helper()
	evaluate[chromedp.Void](b, strings.Replace(button, "NAME", name, 1)+".click()")
}

func (b *tab) pressed(name string) string {
	b.T.Helper()
	return evaluate[string](b, strings.Replace(button, "NAME", name, 1)+`.getAttribute("aria-pressed")`)
}

func viewTurns(b *tab) {
	t := b.T
	b.Do(chromedp.ScrollIntoView(chromedp.CSS("canvas")))
	first := b.picture()
	if n := b.colors(); n < 100 {
		t.Fatalf("the view has %d colors", n)
	}
	expectChange := func(what, before string) string {
		t.Helper()
		after := b.picture()
		if after == before {
			t.Errorf("%s changes nothing", what)
		}
		return after
	}
	corner := evaluate[[]float64](b, `(({ x, y }) => [x, y])(document.querySelector("canvas").getBoundingClientRect())`)
	x, y := corner[0]+200, corner[1]+200
	b.Do(chromedp.MouseEvent(chromedp.MousePressed, x, y, pagetest.Held),
		chromedp.MouseEvent(chromedp.MouseMoved, x+60, y+30, pagetest.Held),
		chromedp.MouseEvent(chromedp.MouseReleased, x+60, y+30, pagetest.Held))
	now := expectChange("dragging", first)
	b.Do(chromedp.Focus(chromedp.CSS("canvas")), chromedp.KeyEvent(kb.ArrowLeft))
	now = expectChange("an arrow key", now)
	b.Do(chromedp.KeyEvent("+"))
	now = expectChange("the plus key", now)
	b.Do(chromedp.MouseEvent(chromedp.MouseWheel, x, y, func(p *input.DispatchMouseEventParams) {
		p.DeltaX,
			p.DeltaY = 1, -200
	}))
	now = expectChange("the wheel", now)
	b.press("Density")
	now = expectChange("Density", now)
	b.press("Data")
	now = expectChange("Data", now)
	if b.pressed("Data") != "false" || b.pressed("Manifold") != "true" {
		t.Error("buttons don't say what is shown")
	}
	b.press("knot")
	now = expectChange("another model", now)
	b.press("points")
	expectChange("a model of points", now)
	if b.pressed("points") != "true" || b.pressed("ebim") != "false" || b.pressed("Samples") != "true" {
		t.Error("buttons don't say which model is shown")
	}
	b.press("ebim")
	b.press("Samples")
	b.press("Density")
	b.press("Data")
	b.press("Reset")
	if b.picture() != first {
		t.Error("what was changed and reset looks otherwise")
	}
}

func followsScheme(b *tab) {
	t := b.T
	b.Do(chromedp.ScrollIntoView(chromedp.CSS("canvas")))
	light := b.picture()
	const colors = `getComputedStyle(document.body).backgroundColor + getComputedStyle(document.body).color`
	before := evaluate[string](b, colors)
	b.Dark("screen")
	if evaluate[string](b, colors) == before {
		t.Error("the page has the same colors in the dark")
	}
	if b.picture() == light {
		t.Error("the view has the same colors in the dark")
	}
}

// wide is everything with a table that no phone has room for.
func wide(t *testing.T) runs {
	r := everything(t)
	wide := record("wide", "a_model_with_a_rather_long_name", 0)
	value := 0.125
	for _, name := range []string{"published_transport", "manifold_distance", "another_long_metric",
		"yet_another_metric"} {
		wide.Metrics[name] = map[string]*float64{"value": &value}
	}
	r.add(wide)
	return r
}

func fitsPhone(b *tab) {
	t := b.T
	b.Do(chromedp.EmulateViewport(375, 800, chromedp.EmulateMobile, chromedp.EmulateScale(2)),
		chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("details").forEach((d) => { d.open = true; })`))
	b.Settle()
	if width := evaluate[int](b, `document.documentElement.scrollWidth`); width > 375 {
		t.Errorf("the page is %d pixels wide on a screen of 375", width)
	}
	const scrolling = `[...document.querySelectorAll(".scroll")].filter((s) => s.scrollWidth > s.clientWidth).length`
	if evaluate[int](b, scrolling) == 0 {
		t.Error("no table is wider than the screen, so nothing is tested")
	}
}

// outlivesContext loses and restores the context that is kept as window.gl.
func outlivesContext(b *tab) {
	b.Do(chromedp.ScrollIntoView(chromedp.CSS("canvas")))
	before := b.picture()
	evaluate[bool](b, `new Promise((done) => {
		const loss = gl.getExtension("WEBGL_lose_context");
		gl.canvas.addEventListener("webglcontextlost", () => setTimeout(() => loss.restoreContext()));
		gl.canvas.addEventListener("webglcontextrestored", () => done(true));
		loss.loseContext();
	})`)
	b.press("knot")
	if b.picture() == before {
		b.T.Error("the view shows nothing new after its context was lost")
	}
	b.press("ebim")
	if b.picture() != before {
		b.T.Error("the view looks otherwise after its context was lost")
	}
}

func readyForPrint(b *tab) {
	b.Dark("print")
	evaluate[bool](b, `dispatchEvent(new Event("beforeprint"))`)
	if n := b.colors(); n < 100 {
		b.T.Errorf("a view that nobody has seen yet has %d colors", n)
	}
	if shown := evaluate[bool](b, `document.querySelector(".controls").checkVisibility()`); shown {
		b.T.Error("buttons are printed")
	}
	if closed := evaluate[int](b, `document.querySelectorAll("details.print:not([open])").length`); closed > 0 {
		b.T.Errorf("%d tables are left out", closed)
	}
	if color := evaluate[string](b, `getComputedStyle(document.body).backgroundColor`); color != "rgb(255, 255, 255)" {
		b.T.Errorf("the paper is %s", color)
	}
}

func saysWithoutWebGL(b *tab) {
	t := b.T
	message := evaluate[string](b,
		`((p) => p.checkVisibility() ? p.textContent : "")(document.querySelector("p.message"))`)
	if !strings.Contains(message, "WebGL") {
		t.Errorf("the message is %q", message)
	}
	if evaluate[int](b, `document.querySelectorAll("table").length`) == 0 {
		t.Error("the tables are missing")
	}
	if evaluate[bool](b, `document.querySelector(".controls").checkVisibility()`) {
		t.Error("there are buttons, and nothing that they change")
	}
}

// hasViews goes through the views whose answers lie in the page.
func hasViews(b *tab) {
	t := b.T
	visit := func(hash, want string) {
		t.Helper()
		text := evaluate[string](b, fmt.Sprintf(`new Promise((done) => {
			location.hash = %q;
			const look = (left) => document.body.innerText.includes(%q) || left === 0 ? done(document.body.innerText) : setTimeout(look, 50, left - 1);
			look(200);
		})`, hash, want))
		if !strings.Contains(text, want) {
			t.Errorf("%s shows no %q but %.1000s", hash, want, text)
		}
	}
	visit("#runs", "8 runs: 5 done, 1 failed, 1 interrupted, 1 running")
	id := func(model string, seed int) string {
		return url.PathEscape(fmt.Sprintf("sphere/%s/seed-%d", model, seed))
	}
	visit("#run/"+id("ebim", 0), "Learned manifold")
	visit("#run/"+id("points", 1), "the loss is NaN")
	visit("#compare/"+id("ebim", 0)+"&"+id("ebim", 1), "In space")
	if views := evaluate[int](b, `document.querySelectorAll("#compare .view canvas").length`); views != 2 {
		t.Errorf("%d views are compared", views)
	}
	if curves := evaluate[int](b, `document.querySelectorAll("#compare .chart").length`); curves != 1 {
		t.Errorf("%d charts of curves", curves)
	}
	if figures := evaluate[string](b, `document.querySelector("#compare .picture img").src`); !strings.HasPrefix(figures, "data:image/png") {
		t.Errorf("the figure is %.50q", figures)
	}
	visit("#report", "0.255 ± 0.005")
	if shown := evaluate[bool](b, `document.querySelector("#compare").checkVisibility()`); shown {
		t.Error("two views are shown at once")
	}
	b.Do(chromedp.ScrollIntoView(chromedp.CSS("canvas")))
	first := b.picture()
	b.press("seed 1")
	if b.pressed("seed 1") != "true" || b.pressed("ebim") != "true" || b.picture() == first {
		t.Error("another seed looks alike, or the buttons don't say that it is shown")
	}
	b.press("knot") // which has no second seed
	if b.pressed("seed 0") != "true" || b.pressed("seed 1") != "false" {
		t.Error("a model without the seed does not show its first")
	}
}
