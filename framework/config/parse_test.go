package config

import (
	"fmt"
	"strings"
	"testing"
)

// explosion is nine anchors, each nine times the one before.
func explosion() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [1]\n")
	for i := 1; i <= 9; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ",
			i-1), 9), ", "))
	}
	return b.String()
}

func TestUnreadableTexts(t *testing.T) {
	tests := map[string]struct{ text, want string }{
		"empty":            {"", "a.yaml:1:1: an empty document"},
		"comment alone":    {"# nothing\n", "a.yaml:1:1: an empty document"},
		"null document":    {"---\n", "an empty value"},
		"tab":              {"models:\n  a:\n\tb: 1\n", "a.yaml:3:1: a tab in the indentation; indent with spaces"},
		"not UTF-8":        {"title: x\nbox: é\xff", "a.yaml:2:7: byte 0xff, which is not UTF-8"},
		"UTF-16":           {"\xff\xfet\x00", "a.yaml:1:1: byte 0xff"},
		"bad syntax":       {"title: x\n  models: }{\n", "text that is not YAML"},
		"unclosed":         {"box: [1, 2\n", "text that is not YAML"},
		"star":             {"title: x\nbox: [*pi]\n", "must be quoted"},
		"two documents":    {"title: x\n---\ntitle: y\n", "a.yaml:2:1: a second document after ---"},
		"second is broken": {"title: x\n---\n}\n", "text that is not YAML"},
		"explosion":        {explosion(), "more than 500000 values with all aliases expanded"},
		"alias of itself":  {"box: &a [*a]\n", "a.yaml:1:10: the alias *a inside the value it stands for"},
		"deep": {"box: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000),
			"nested more than 100 deep"},
		"deeper":            {"box: " + strings.Repeat("[", 100_000), "exceeded max depth"},
		"large":             {"title: " + strings.Repeat("x", 11_000_000), "a file of more than 10 MB"},
		"many values":       {"box: [" + strings.Repeat("1,", 600_000) + "1]", "more than 500000 values"},
		"key that is a map": {"{a: 1}: 2\n", "a key that is no name"},
		"key without text":  {"\"\": 2\n", "a key that is no name"},
		"merge of a number": {"<<: 3\n", "number 3 after <<"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, _, err := decodeText(test.text)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("found %.500v, want %s", err, test.want)
			}
		})
	}
}

func TestWindowsText(t *testing.T) {
	e := mustDecode(t, "\ufefftitle: x\r\nmodels:\r\n  plain: {}\r\n")
	if e.Title != "x" {
		t.Errorf("the title is %q", e.Title)
	}
}

// FuzzDecode looks for panics and for settings that do not survive being written and read.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		"models: {double: {manifold: {dimension: 1}}}", "title: 'x'\nseeds: 0-2\nmodels: {plain: {angles: [pi]}}",
		"models: &a {plain: *a}", "extends: a.yaml\nmodels: {a: plain}", "sweep: {title: [a, b]}\nmodels: {a: plain}",
		"models: {a: {plain: {sampler: {exact: {solver: newton}}}}}", "box: [[0, 1]]\n---\n", "a: &a\n  <<: [*a]\n",
		"\t", "? [a]\n: b",
		"models:\n  plain: |\n    text\n", "title: \"\\0\\u2028\"\nmodels: {a: plain}",
	} {
		f.Add(seed, "models.a.sampler.steps=3")
	}
	f.Fuzz(func(t *testing.T, text, set string) {
		// longer ones take Go seconds each to minimize, in which it tries nothing new
		if len(text) > 128 || len(set) > 48 {
			return
		}
		document, err := Parse("a.yaml", []byte(text), set)
		if err != nil {
			return
		}
		variants, err := document.Sweep()
		if err != nil {
			return
		}
		e := new(experiment)
		if variants[0].Document.Decode(testKinds, e) != nil {
			return
		}
		written := resolved(t, e)
		if again := resolved(t, mustDecode(t, written)); again != written {
			t.Errorf("%q becomes\n%s\nand then\n%s", text, written, again)
		}
	})
}
