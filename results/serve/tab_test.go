package serve_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"ebim/results/page/pagetest"
)

// browser starts a browser, for minutes.
func browser(t *testing.T) context.Context {
	t.Helper()
	return pagetest.Browser(t, 1000, 900, 4*time.Minute)
}

// tab is a page in the browser.
type tab struct{ *pagetest.Tab }

func open(browser context.Context, t *testing.T, address string) *tab {
	t.Helper()
	return &tab{pagetest.Open(browser, t, address)}
}

func evaluate[T any](b *tab, script string) T {
	b.T.Helper()
	return pagetest.Evaluate[T](b.Tab, script)
}

// until waits until a condition holds in the page.
func (b *tab) until(what, condition string) {
	b.T.Helper()
	for range 750 {
		if evaluate[bool](b, "!!("+condition+")") {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.T.Fatalf("after a quarter of a minute not yet: %s; the page says %.2000s", what,
		evaluate[string](b, "document.body.innerText"))
}

// visit goes to a view, and waits until it has a text.
func (b *tab) visit(view, text string) {
	b.T.Helper()
	evaluate[string](b, fmt.Sprintf("location.hash = %q", view))
	b.says(text)
}

// says waits for a text in what is shown.
func (b *tab) says(text string) {
	b.T.Helper()
	b.until(fmt.Sprintf("%q", text), fmt.Sprintf("document.body.innerText.includes(%q)", text))
}

const button = `[...document.querySelectorAll("section:not([hidden]) button, section:not([hidden]) a")].find((b) => b.textContent.startsWith("NAME"))`

// press clicks a button or a link by what it says.
func (b *tab) press(name string) {
	b.T.Helper()
	script := strings.Replace(button, "NAME", name, 1)
	b.until("a button "+name, script)
	evaluate[chromedp.Void](b, script+".click()")
}

// drag moves the mouse, held, across the nth canvas of a selector.
func (b *tab) drag(selector string, n int, from, to [2]float64) {
	b.T.Helper()
	corner := evaluate[[]float64](b, fmt.Sprintf(`(() => { const c = document.querySelectorAll(%q)[%d]; c.scrollIntoView({ block: "center", behavior: "instant" });
		const r = c.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })()`, selector, n))
	at := func(p [2]float64) (x, y float64) { return corner[0] + p[0]*corner[2], corner[1] + p[1]*corner[3] }
	x, y := at(from)
	u, v := at(to)
	b.Do(chromedp.MouseEvent(chromedp.MousePressed, x, y, pagetest.Held),
		chromedp.MouseEvent(chromedp.MouseMoved, (x+u)/2, (y+v)/2, pagetest.Held),
		chromedp.MouseEvent(chromedp.MouseMoved, u, v, pagetest.Held),
		chromedp.MouseEvent(chromedp.MouseReleased, u, v, pagetest.Held))
}
