package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// Bounds on the columns of a line, by how a file's name ends.
var mostColumns = map[string]int{".md": 100, ".yaml": 100, ".yml": 100}

var (
	generatedGo   = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)
	generatedPage = regexp.MustCompile("(?m)^<!-- Written by .* -->$")
	// unbroken are lines of Markdown that can't be wrapped: tables, pictures, and a word, a link or code alone.
	unbroken = regexp.MustCompile("^\\s*(\\||!\\[|[-*]? *\\[[^\\]]*\\]\\(\\S+\\)\\W*$|\\S+$|\\W*`[^`]*`\\W*$)")
)

// written reports whether the program writes a file: pages of the reference, and tables of results.
func written(file, text string) bool {
	return path.Ext(file) == ".go" && generatedGo.MatchString(text) ||
		path.Ext(file) == ".md" && (generatedPage.MatchString(text) || file == "docs/third-party.md" ||
			strings.HasPrefix(file, "results/") && !slices.Contains([]string{"README.md", "benchmarks.md"}, path.Base(file)))
}

// wideLines gives the lines of a text, from 1, that have more columns than allowed, with a tab as four. Of Markdown
// neither code blocks nor what can't be wrapped counts.
func wideLines(text string, most int, markdown bool, give func(line, columns int)) {
	code := false
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.ReplaceAll(strings.TrimRight(line, "\r\n"), "\t", "    ")
		if fence := strings.HasPrefix(strings.TrimSpace(line), "```"); markdown && fence {
			code = !code
		}
		if columns := utf8.RuneCountInString(line); columns > most && !(markdown && (code || unbroken.MatchString(line))) {
			give(n, columns)
		}
	}
}

func TestLinesFitTheirColumns(t *testing.T) {
	seen := 0
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		file := filepath.ToSlash(name)
		if err == nil && entry.IsDir() && (file == "results/runs" || file == ".git") {
			return fs.SkipDir
		}
		most := mostColumns[path.Ext(file)]
		if err != nil || entry.IsDir() || most == 0 {
			return err
		}
		content, err := os.ReadFile(name)
		if err != nil || written(file, string(content)) {
			return err
		}
		seen++
		wideLines(string(content), most, path.Ext(file) == ".md", func(line, columns int) {
			t.Errorf("%s:%d has %d columns; %d is the most: shorten it, or break it", file, line, columns, most)
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 100 {
		t.Errorf("only %d files were looked at", seen)
	}
}

func TestWideLinesAreFound(t *testing.T) {
	for text, want := range map[string][]int{
		"1 345\n1 3456\n":                  {2},
		"\t1\n\t1 ":                        {2},
		"é2345\r\n":                        nil,
		"| a b c |\n![a b](c)\n123456789":  nil,
		"```\na b c d\n```\na b c d\n":     {4},
		"- [a b c](d)\nsee [a](b) there\n": {2},
	} {
		var found []int
		wideLines(text, 5, true, func(line, _ int) { found = append(found, line) })
		if !slices.Equal(found, want) {
			t.Errorf("%q: lines %v, want %v", text, found, want)
		}
	}
}
