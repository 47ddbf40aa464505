package docs_test

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"ebim/docs"
)

// site is one page of a text, with others around it.
func site(text string) (docs.Site, docs.Page) {
	page := docs.Page{Name: "reference/made_up", Text: text}
	return docs.Site{Pages: []docs.Page{page, {Name: "tutorial", Text: "# T"}, {Name: "reference", Text: "# R"}},
		Folders: map[string]fs.FS{"experiments": fstest.MapFS{"a.yaml": {Data: []byte("a: 1")},
			"paper/b.yaml": {}}}}, page
}

func rendered(t testing.TB, text string) string {
	t.Helper()
	s, page := site(text)
	body, err := s.HTML(page)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func TestHTML(t *testing.T) {
	for name, test := range map[string]struct{ markdown, want string }{
		"paragraph": {"It's *so* & `<b>`.", "<p>It's <em>so</em> &amp; <code>&lt;b&gt;</code>.</p>\n"},
		"heading": {"# The `a_b`, [c](d.md): it's — 5 %!",
			`<h1 id="the-a_b-c-its--5-">The <code>a_b</code>, c (docs/reference/d.md): it's — 5 %!</h1>` + "\n"},
		"equal headings": {"#### A\n#### A\n#### A 1",
			"<h4 id=\"a\">A</h4>\n<h4 id=\"a-1\">A</h4>\n<h4 id=\"a-1-1\">A 1</h4>\n"},
		"contents": {"# T\n## A\n## B & C",
			"<h1 id=\"t\">T</h1>\n<details class=\"contents\"><summary>Contents</summary>\n<ul>\n<li " +
				"class=\"level-2\"><a href=\"#a\">A</a></li>\n<li class=\"level-2\"><a href=\"#b--c\">B &amp; " +
				"C</a></li>\n</ul>\n</details>\n<h2 id=\"a\">A</h2>\n<h2 id=\"b--c\">B &amp; C</h2>\n"},
		"page": {"[x](../tutorial.md#a) [y](README.md) [z](#w) [l](../README.md)",
			`<p><a href="../../docs/tutorial#a">x</a> <a href="../../docs/reference">y</a> <a href="#w">z</a> <a href="../../docs/">l</a></p>` + "\n"},
		"file": {"[x](../../experiments/a.yaml) [y](../../experiments/paper)",
			`<p><a href="../../experiments/a.yaml">x</a> <a href="../../experiments/paper">y</a></p>` + "\n"},
		"file that is not": {
			"See [the *code*](../../framework/x.go), [framework/x.go](../../framework/x.go), [up](../../../x)",
			"<p>See the <em>code</em> (framework/x.go), framework/x.go, up (../x)</p>\n"},
		"another site": {"[x](https://example.org/a?b=c&d=e) https://example.org",
			`<p><a href="https://example.org/a?b=c&amp;d=e">x</a> <a href="https://example.org">https://example.org</a></p>` + "\n"},
		"picture": {"![it](../pictures/outline.png)",
			`<p><img src="../../docs/pictures/outline.png" alt="it"></p>` + "\n"},
		"picture that is not": {"![it](x.png) ![far](https://example.org/x.png) ![text](../../experiments/a.yaml)",
			"<p>[image: it] [image: far] [image: text]</p>\n"},
		"table": {"| a | b |\n| - | -: |\n| x | 1 |",
			"<div class=\"scroll\"><table>\n<thead>\n<tr>\n<th>a</th>\n<th " +
				"align=\"right\">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>x</td>\n<td " +
				"align=\"right\">1</td>\n</tr>\n</tbody>\n</table></div>\n"},
		"comment": {"<!-- no -->\n\ntext <!-- no --> more", "<p>text  more</p>\n"},
		"formula": {`$J^\top \in \mathbb{R}^{n-m}_+$ and $e^{-E(y_k)}$`,
			`<p><span class="formula" title="J^\top \in \mathbb{R}^{n-m}_+">J<sup>⊤</sup> ∈ ℝ<sup>n−m</sup><sub>+</sub></span> and <span class="formula" title="e^{-E(y_k)}">e<sup>−E(y<sub>k</sub>)</sup></span></p>` + "\n"},
		"accents": {`$x_\tilde{x} <$`,
			"<p><span class=\"formula\" title=\"x_\\tilde{x} &lt;\">x<sub>x\u0303</sub> &lt;</span></p>\n"},
		"displayed": {"so\n$$\nx_1 *a* <b>\n- 2\n$$\nthen",
			"<p>so</p>\n<div class=\"formula\" title=\"x_1 *a* &lt;b&gt;\n- 2\">x<sub>1</sub> *a* &lt;b&gt;\n− " +
				"2</div>\n<p>then</p>\n"},
		"displayed in an item": {"- so\n  $$\n  x\n  $$",
			"<ul>\n<li>so\n<div class=\"formula\" title=\"x\">x</div>\n</li>\n</ul>\n"},
		"unfinished": {"$$\nx", "<div class=\"formula\" title=\"x\">x</div>\n"},
		"dollars":    {"It costs $5 or $6 and `$x$`.", "<p>It costs $5 or $6 and <code>$x$</code>.</p>\n"},
	} {
		if got := rendered(t, test.markdown); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, test.want)
		}
	}
}

var (
	tag    = regexp.MustCompile(`<(/?[a-zA-Z!][^\s>]*)[^>]*>`)
	known  = regexp.MustCompile(`^/?(h[1-6]|p|a|em|strong|code|pre|ul|ol|li|div|span|details|summary|table|thead|tbody|tr|th|td|img|sub|sup|blockquote|hr|br|del)$`)
	leads  = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	styles = regexp.MustCompile(`<[^>"]*(?:"[^"]*"[^>"]*)*\s(?:on\w+|style)=`)
)

// harmless reports what of a page's HTML is not from the marks that HTML writes.
func harmless(t testing.TB, body string) {
	t.Helper()
	for _, match := range tag.FindAllStringSubmatch(body, -1) {
		if !known.MatchString(match[1]) {
			t.Errorf("the element %s in %s", match[0], body)
		}
	}
	for _, match := range leads.FindAllStringSubmatch(body, -1) {
		if scheme, _, ok := strings.Cut(match[1], ":"); ok && !strings.Contains(scheme, "#") && scheme != "https" &&
			scheme != "http" && scheme != "mailto" && !strings.HasPrefix(scheme, "../") {
			t.Errorf("a link to %s in %s", match[1], body)
		}
	}
	if styles.MatchString(body) {
		t.Errorf("a style or a listener in %s", body)
	}
}

const hostile = "# </h1>\n<script>x</script><img src=x onerror=x>\n\n<script>\nalert(1)\n</script>\n\n" +
	"[a](javascript:alert(1)) <javascript:alert(1)> [b](data:text/html,x) [c](//example.org/x)\n" +
	"![p](https://example.org/p.png) ![q](javascript:x) ![r\" onload=\"x](../pictures/outline.png)\n\n" +
	`## A" onclick="x` + "\n## <b>B</b>\n" + `$x" onclick="x <script>$` + "\n\n$$\n</div><script>\n$$\n\n" +
	"| <script> | b |\n| - | - |\n| <img src=x onerror=x> | \"x |\n\n<div " +
	"onclick=x>\n\n`</code><script>`\n\n```\n</pre><script>\n```\n\n" + `<!-- a --><script>x</script>` +
	"\n\n[d]: javascript:x\n[d] [e](vbscript:x) [f](../../experiments/../../../etc/passwd)\n"

// What a page says stays text, whatever it is.
func TestHostilePageStaysText(t *testing.T) {
	body := rendered(t, hostile)
	harmless(t, body)
	for _, text := range []string{"&lt;script&gt;\nalert(1)\n&lt;/script&gt;", "&lt;img src=x onerror=x&gt;",
		"&lt;/pre&gt;&lt;script&gt;", "<p>a "} {
		if !strings.Contains(body, text) {
			t.Errorf("%q is not in\n%s", text, body)
		}
	}
	if strings.Contains(body, "passwd\"") || strings.Contains(body, "\"//example") {
		t.Errorf("a link out of the site: %s", body)
	}
}

// Every page is written without marks of Markdown or TeX that are left over, and has its pictures.
func TestPagesAsHTML(t *testing.T) {
	s := docs.Site{Pages: docs.Written()}
	pictures := 0
	for _, page := range s.Pages {
		body, err := s.HTML(page)
		if err != nil {
			t.Fatal(err)
		}
		harmless(t, body)
		pictures += strings.Count(body, "<img ")
		shown := regexp.MustCompile(`(?s)<pre>.*?</pre>|<code>.*?</code>`).ReplaceAllString(body, "")
		for _, said := range tag.Split(shown, -1) {
			if strings.ContainsAny(said, "$\\") || strings.Contains(said, "](") || strings.Contains(said, "**") {
				t.Errorf("%s has left over: %s", page.Name, said)
			}
		}
	}
	if pictures == 0 {
		t.Error("no page has a picture")
	}
}

// A fuzz target: no text makes HTML fail, or becomes markup of its own.
func FuzzHTML(f *testing.F) {
	for _, seed := range []string{hostile[:150], "$$\nx", "$a$$b$", "- $$\n  x\n- y", "> $$\n> x\ny", "$_^(a_(b$",
		"| a |\n|-|\n|$x|$|", "[a][b]\n\n[b]: c\n[![x](y)](z)"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 200 {
			return
		}
		harmless(t, rendered(t, text))
	})
}
