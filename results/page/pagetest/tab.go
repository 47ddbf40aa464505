// Package pagetest helps to try pages in a browser without a window.
package pagetest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Browser starts a browser that draws WebGL in software, with windows of a size in pixels, and ends it after the test
// or the limit. The test is skipped where no browser is installed.
func Browser(t *testing.T, width, height int, limit time.Duration) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(installed(t)),
		chromedp.WindowSize(width, height),
		chromedp.Flag("use-gl", "angle"), chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
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

// installed returns the browser's path.
func installed(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
		"headless-shell"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no Chromium or Chrome is installed, so the page is not tried in a browser")
	return ""
}

// Tab is a page in a browser. What can't be done ends the test.
type Tab struct {
	T   *testing.T
	ctx context.Context

	mutex    sync.Mutex
	messages []string // of the page's console
}

// oftener has a page look for what is new ten times a second, and not once.
const oftener = `{
	const wait = window.setTimeout;
	window.setTimeout = (f, time, ...rest) => wait(f, time === 1000 ? 100 : time, ...rest);
}`

// Open shows a page, which has a footer, in a new tab. The test fails if the tab's console says anything.
func Open(browser context.Context, t *testing.T, address string) *Tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	b := &Tab{T: t, ctx: ctx}
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
	_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
		Source: oftener})
	if err != nil {
		t.Fatal(err)
	}
	b.Do(chromedp.Navigate(address), chromedp.WaitReady(chromedp.CSS("footer")))
	t.Cleanup(func() {
		b.mutex.Lock()
		defer b.mutex.Unlock()
		for _, message := range b.messages {
			t.Errorf("the browser's console says: %s", message)
		}
	})
	return b
}

// Do does actions one after the other.
func (b *Tab) Do(actions ...chromedp.Action[chromedp.Void]) {
	b.T.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.T.Fatal(err)
	}
}

// Evaluate returns what a script gives; promises are awaited.
func Evaluate[T any](b *Tab, script string) T {
	b.T.Helper()
	value, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		b.T.Fatalf("%s: %v", script, err)
	}
	return value
}

// Settle waits until what was asked of the page is drawn. Views are drawn once the page is told that they are in
// sight, which on a busy machine comes some pictures later: after it this observer is told, too.
func (b *Tab) Settle() {
	b.T.Helper()
	Evaluate[bool](b, `new Promise((done) => {
		const observer = new IntersectionObserver(() => {
			observer.disconnect();
			requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(true))));
		});
		observer.observe(document.body);
	})`)
}

// Picture returns what the nth canvas of a selector shows, as a data URI.
func (b *Tab) Picture(selector string, n int) string {
	b.T.Helper()
	b.Settle()
	return Evaluate[string](b, fmt.Sprintf("document.querySelectorAll(%q)[%d].toDataURL()", selector, n))
}

// Colors counts those of the nth canvas of a selector.
func (b *Tab) Colors(selector string, n int) int {
	b.T.Helper()
	b.Settle()
	return Evaluate[int](b, fmt.Sprintf(`(() => {
		const canvas = document.querySelectorAll(%q)[%d];
		return new Set(new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size;
	})()`, selector, n))
}

// Dark switches to the dark scheme, on the screen or on another medium.
func (b *Tab) Dark(medium string) {
	b.T.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: medium,
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}})
	if err != nil {
		b.T.Fatal(err)
	}
}

// Held says that a mouse event's left button is down.
func Held(p *input.DispatchMouseEventParams) { p.Button, p.Buttons = input.MouseButtonLeft, 1 }
