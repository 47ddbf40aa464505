package serve_test

import (
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ebim/docs"
	"ebim/results/serve"
)

const madeUp = "# Made up\n\n## A table\n\n| a | number |\n| --- | --: |\n" +
	"| `x_of_a_rather_long_name_that_does_not_break_anywhere_at_all` | 1 |\n\n" +
	"## A picture\n\n![points](pictures/outline.png)\n\n" +
	"$F: \\mathbb{R}^n \\to \\mathbb{R}$, and [a file](../experiments/a.yaml), [the second](second.md#part), " +
	"[code](../framework/x.go)\n\n" +
	"<script>window.hacked=1</script><img src=x " +
	"onerror=\"window.hacked=1\">\n\n<script>\nwindow.hacked=1\n</script>\n\n[a](javascript:window.hacked=1)\n\n```\n" +
	"a line of code that is far wider than a phone ever was, and wider than that\n```\n"

// documented is a handler with two made-up pages, and a file.
func (f folder) documented() http.Handler {
	f.t.Helper()
	site := docs.Site{Pages: []docs.Page{{Name: "made_up", About: "one", Text: madeUp},
		{Name: "second", About: "two", Text: "# Second\n\n## Part\n\n" + strings.Repeat("Words.\n\n", 200)}},
		Folders: map[string]fs.FS{"experiments": fstest.MapFS{"a.yaml": {Data: []byte("a: <b>")}, "more/b.yaml": {}}}}
	shown := &serve.Documents{Files: site}
	for _, p := range site.Pages {
		shown.Pages = append(shown.Pages, serve.Document{Name: p.Name, Title: p.Title(), About: p.About,
			Body: func() (template.HTML, error) {
				body, err := site.HTML(p)
				return template.HTML(body), err
			}})
	}
	h, err := serve.Handler(serve.Options{Runs: f.root, Version: "v1", Documents: shown})
	f.must(err)
	return h
}

func TestDocumentsAreGuarded(t *testing.T) {
	f := newFolder(t)
	open := f.documented()
	const here = "127.0.0.1:8686"
	for _, target := range []string{"/docs/", "/docs/made_up", "/docs/pictures/outline.png", "/experiments/a.yaml",
		"/experiments/more", "/documents.css", "/documents.js"} {
		w := ask(open, "GET", target, here)
		if policy := w.Header().Get("Content-Security-Policy"); w.Code != http.StatusOK ||
			!strings.HasPrefix(policy, "default-src 'none'") || w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %d with the policy %q", target, w.Code, policy)
		}
		if tag := w.Header().Get("ETag"); ask(open, "GET", target, here, "If-None-Match",
			tag).Code != http.StatusNotModified {
			t.Errorf("%s is given again to who has it", target)
		}
		if w := ask(open, "GET", target, "evil.example"); w.Code != http.StatusForbidden {
			t.Errorf("%s under another name: %d", target, w.Code)
		}
	}
	for _, target := range []string{"/docs/none", "/docs/made_up/", "/docs/made_up.md", "/docs/..%2fdocs.go",
		"/docs/docs.go", "/experiments/..%2f..%2fgo.mod", "/experiments/none.yaml", "/docs/%00"} {
		if w := ask(open, "GET", target, here); w.Code != http.StatusNotFound ||
			strings.Contains(w.Body.String(), "package docs") {
			t.Errorf("%s: %d", target, w.Code)
		}
	}
	if w := ask(open, "GET", "/experiments/a.yaml", here); w.Header().Get(
		"Content-Type") != "text/plain; charset=utf-8" || w.Body.String() != "a: <b>" {
		t.Errorf("a file of settings is given as %q", w.Header().Get("Content-Type"))
	}
	// Without documents no address of theirs is there, and nothing leads to it.
	without := f.handler()
	if w := ask(without, "GET", "/docs/", here); w.Code != http.StatusNotFound {
		t.Errorf("without documents: %d", w.Code)
	}
	if strings.Contains(ask(without, "GET", "/", here).Body.String(), `href="docs/"`) ||
		!strings.Contains(ask(open, "GET", "/", here).Body.String(), `href="docs/"`) {
		t.Error("the page of runs leads to documents where there are none, or not where there are")
	}
}

// arrives waits until another page is there, whole: it has an element, and a title.
func (b *tab) arrives(selector, title string) {
	b.T.Helper()
	b.Do(chromedp.WaitReady(chromedp.CSS(selector)))
	b.until(title, fmt.Sprintf("document.title === %q && document.readyState === 'complete'", title))
}

func TestDocumentsInABrowser(t *testing.T) {
	s := httptest.NewServer(newFolder(t).documented())
	t.Cleanup(s.Close)
	b := open(browser(t), t, s.URL)
	b.says("There are no runs in")
	b.Do(chromedp.KeyEvent("g"), chromedp.KeyEvent("d"))
	b.arrives(".pages a", "Documents · ebim")
	b.Do(chromedp.Click(chromedp.CSS(".pages a")))
	b.arrives("#made-up", "Made up · ebim")
	b.until("the picture", `document.querySelector("img").naturalWidth > 100`)
	b.Settle()
	if evaluate[bool](b,
		`window.hacked !== undefined || document.querySelectorAll("img, main script").length !== 1 || !document.body.innerText.includes("window.hacked=1")`) {
		b.T.Error("a text of the page became a part of it, or is not shown")
	}
	if sides := evaluate[string](b,
		`[...document.querySelectorAll("td")].map((cell) => getComputedStyle(cell).textAlign).join()`); !strings.HasSuffix(sides, "right") || strings.HasPrefix(sides, "right") {
		b.T.Errorf("the table's cells are aligned %s", sides)
	}
	if raised := evaluate[string](b,
		`document.querySelector(".formula sup").textContent + document.querySelector(".formula").textContent`); raised != "nF: ℝn → ℝ" {
		b.T.Errorf("the formula is %q", raised)
	}
	light := evaluate[string](b, `getComputedStyle(document.body).backgroundColor`)
	b.Dark("screen")
	if evaluate[string](b, `getComputedStyle(document.body).backgroundColor`) == light {
		b.T.Error("the document is as bright in the dark")
	}
	b.Dark("print")
	if evaluate[string](b, `getComputedStyle(document.body).backgroundColor`) != light ||
		evaluate[bool](b,
			`document.querySelector(".bar").offsetHeight > 0 || document.querySelector(".turn").offsetHeight > 0`) {
		b.T.Error("a document is printed dark, or with what leads elsewhere")
	}
	b.Dark("screen")
	b.Do(chromedp.EmulateViewport(375, 800, chromedp.EmulateMobile, chromedp.EmulateScale(2), chromedp.EmulateTouch))
	b.Settle()
	if width := evaluate[int](b, `document.documentElement.scrollWidth`); width > 375 {
		b.T.Errorf("the document is %d pixels wide on a screen of 375", width)
	}
	if evaluate[bool](b, `document.querySelector(".bar").offsetHeight > 60`) {
		b.T.Error("what leads elsewhere takes more than a line of a phone")
	}
	b.Do(chromedp.KeyEvent("?"))
	b.until("the keys", `document.querySelector("dialog").open`)
	b.Do(chromedp.KeyEvent(kb.Escape))
	b.until("the page again", `!document.querySelector("dialog").open`)
	evaluate[chromedp.Void](b,
		`[...document.querySelectorAll("a")].find((a) => a.textContent === "the second").click()`)
	b.arrives("#part:target", "Second · ebim")
	b.Do(chromedp.KeyEvent("p"))
	b.arrives("#made-up", "Made up · ebim")
	b.Do(chromedp.KeyEvent("g"), chromedp.KeyEvent("r"))
	b.arrives("#runs", "Runs · ebim")
	b.says("There are no runs in")
}
