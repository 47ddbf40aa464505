package serve_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// browser starts a browser without a window that draws WebGL in software. Tests are skipped where none is installed.
func browser(t *testing.T) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless-shell"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("no Chromium or Chrome is installed, so the page is not tried in a browser")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.WindowSize(1000, 900),
		chromedp.Flag("use-gl", "angle"), chromedp.Flag("use-angle", "swiftshader"), chromedp.Flag("enable-unsafe-swiftshader", true))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// tab is a page in the browser.
type tab struct {
	t   *testing.T
	ctx context.Context

	mutex    sync.Mutex
	messages []string // of the page's console
}

// open shows a page in a new tab. The test fails if the tab's console says anything.
func open(browser context.Context, t *testing.T, address string) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	b := &tab{t: t, ctx: ctx}
	messages := chromedp.Console(ctx)
	go func() {
		for message, err := range messages {
			if err != nil {
				return
			}
			b.mutex.Lock()
			b.messages = append(b.messages, message.Text)
			b.mutex.Unlock()
		}
	}()
	b.do(chromedp.Navigate(address), chromedp.WaitReady(chromedp.CSS("footer")))
	t.Cleanup(func() {
		b.mutex.Lock()
		defer b.mutex.Unlock()
		for _, message := range b.messages {
			t.Errorf("the browser's console says: %s", message)
		}
	})
	return b
}

func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// evaluate returns what a script gives; promises are awaited.
func evaluate[T any](b *tab, script string) T {
	b.t.Helper()
	value, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v", script, err)
	}
	return value
}

// until waits until a condition holds in the page.
func (b *tab) until(what, condition string) {
	b.t.Helper()
	for range 150 {
		if evaluate[bool](b, "!!("+condition+")") {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	b.t.Fatalf("after a quarter of a minute not yet: %s; the page says %.2000s", what, evaluate[string](b, "document.body.innerText"))
}

// visit goes to a view, and waits until it has a text.
func (b *tab) visit(view, text string) {
	b.t.Helper()
	evaluate[string](b, fmt.Sprintf("location.hash = %q", view))
	b.says(text)
}

// says waits for a text in what is shown.
func (b *tab) says(text string) {
	b.t.Helper()
	b.until(fmt.Sprintf("%q", text), fmt.Sprintf("document.body.innerText.includes(%q)", text))
}

// settle waits until what was asked of the page is drawn. Views are drawn once the page is told that they are in sight, which on
// a busy machine comes some pictures later: after it this observer is told, too.
func (b *tab) settle() {
	b.t.Helper()
	evaluate[bool](b, `new Promise((done) => {
		const observer = new IntersectionObserver(() => {
			observer.disconnect();
			requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(true))));
		});
		observer.observe(document.body);
	})`)
}

// picture returns what the nth canvas of a selector shows, as a data URI.
func (b *tab) picture(selector string, n int) string {
	b.t.Helper()
	b.settle()
	return evaluate[string](b, fmt.Sprintf("document.querySelectorAll(%q)[%d].toDataURL()", selector, n))
}

// colors counts those of the nth canvas of a selector.
func (b *tab) colors(selector string, n int) int {
	b.t.Helper()
	b.settle()
	return evaluate[int](b, fmt.Sprintf(`(() => {
		const canvas = document.querySelectorAll(%q)[%d];
		return new Set(new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size;
	})()`, selector, n))
}

const button = `[...document.querySelectorAll("section:not([hidden]) button, section:not([hidden]) a")].find((b) => b.textContent.startsWith("NAME"))`

// press clicks a button or a link by what it says.
func (b *tab) press(name string) {
	b.t.Helper()
	script := strings.Replace(button, "NAME", name, 1)
	b.until("a button "+name, script)
	evaluate[chromedp.Void](b, script+".click()")
}

// dark switches to the dark scheme.
func (b *tab) dark() {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "screen",
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}})
	if err != nil {
		b.t.Fatal(err)
	}
}

func held(p *input.DispatchMouseEventParams) { p.Button, p.Buttons = input.MouseButtonLeft, 1 }

// drag moves the mouse, held, across the nth canvas of a selector.
func (b *tab) drag(selector string, n int, from, to [2]float64) {
	b.t.Helper()
	corner := evaluate[[]float64](b, fmt.Sprintf(`(() => { const c = document.querySelectorAll(%q)[%d]; c.scrollIntoView({ block: "center", behavior: "instant" });
		const r = c.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })()`, selector, n))
	at := func(p [2]float64) (x, y float64) { return corner[0] + p[0]*corner[2], corner[1] + p[1]*corner[3] }
	x, y := at(from)
	u, v := at(to)
	b.do(chromedp.MouseEvent(chromedp.MousePressed, x, y, held), chromedp.MouseEvent(chromedp.MouseMoved, (x+u)/2, (y+v)/2, held),
		chromedp.MouseEvent(chromedp.MouseMoved, u, v, held), chromedp.MouseEvent(chromedp.MouseReleased, u, v, held))
}
