package docs_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"ebim/docs"
)

func TestPlain(t *testing.T) {
	for _, test := range []struct{ name, markdown, want string }{
		{"heading", "# Title\n\n## Part\nText.", "Title\n=====\n\nPart\n----\n\nText.\n"},
		{"paragraph", "one two three four five six\nseven eight nine ten", "one two three four five six seven eight\nnine ten\n"},
		{"emphasis", "**bold** and *slanted*, `a*b*c` and 2 * 3 * 4", "bold and slanted, `a*b*c` and 2 * 3 * 4\n"},
		{"links", "[a](method.md#x), [b](../x/y.go), [c](#here), [d](https://e.f)", "a (ebim docs method), b (x/y.go), c, d\n(https://e.f)\n"},
		{"picture", "![A sphere](a.png)", "[picture: A sphere]\n"},
		{"list", "- one two three four five six seven eight nine\n  ten\n- eleven\n  - twelve", "- one two three four five six seven\n  eight nine ten\n- eleven\n  - twelve\n"},
		{"numbers", "1. one\n2. two", "1. one\n2. two\n"},
		{"code", "```go\nif x {\n\ty()\n}\n```\nafter", "    if x {\n    \ty()\n    }\n\nafter\n"},
		{"fenced fences", "```\n# no heading\n- no list\n```", "    # no heading\n    - no list\n"},
		{"table", "| a | b |\n| --- | --: |\n| `x\\|y` | 2 |", "a      b\n-----  -\n`x|y`  2\n"},
		{"wide table", "| name | text |\n| --- | --- |\n| n | " + strings.Repeat("word ", 12) + " |",
			"name  text\n----  ----------------------------------\nn     word word word word word word word\n      word word word word word\n"},
		{"comment", "<!-- not\nshown -->\ntext", "text\n"},
		{"formula", `$M = \{x \in \mathbb{R}^n : F(x) = 0\}$ and $\frac{e^{-E(x)}}{\int_M e^{-E(y)}}$`, "M = {x ∈ R^n : F(x) = 0} and\n(e^(-E(x)))/(∫_M e^(-E(y)))\n"},
		{"displayed", "$$\n\\tilde{x} = x + s r, \\quad J^\\top\n$$", "    x~ = x + s r,    J^T\n"},
		{"dollars", "It costs $5 or $6 and `$x$`.", "It costs $5 or $6 and `$x$`.\n"},
	} {
		if got := docs.Plain(test.markdown, "", 40); got != test.want {
			t.Errorf("%s:\n%q\nwant\n%q", test.name, got, test.want)
		}
	}
}

// What is set anew is no wider than asked for, and nothing of a page's words is lost.
func TestPlainPages(t *testing.T) {
	for _, page := range docs.Written() {
		text := docs.Plain(page.Text, "", 80)
		if strings.Contains(text, "\\frac") || strings.Contains(text, "\\mathbb") || strings.Contains(text, "\x02") || strings.Contains(text, "](") {
			t.Errorf("%s keeps marks of Markdown or TeX:\n%s", page.Name, text)
		}
		code := false
		for line := range strings.Lines(text) {
			indented := strings.HasPrefix(line, "    ")
			code = indented
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 80 && !code && strings.Contains(strings.TrimSpace(line), " ") && !strings.Contains(line, "`") {
				t.Errorf("%s: a line of %d columns: %s", page.Name, n, line)
			}
		}
		words := strings.Fields(page.Text)
		if got := len(strings.Fields(text)); got < len(words)/2 {
			t.Errorf("%s has %d words of %d", page.Name, got, len(words))
		}
	}
}

// A fuzz target: no text makes Plain panic or hang.
func FuzzPlain(f *testing.F) {
	for _, seed := range []string{"# a\n- b\n| c |\n$$\nx\n$$", "```\n", "| |\n|", "<!--", "1. \n  2. x", "$\\frac{a}{$", "[a](b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 200 {
			return
		}
		docs.Plain(text, "reference", 40)
	})
}
