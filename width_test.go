package main

import (
	"go/scanner"
	"go/token"
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
var mostColumns = map[string]int{".go": 120, ".md": 100, ".yaml": 100, ".yml": 100}

// mostUnbroken bounds lines of Go with a raw string, such as a tag, which can't be broken.
const mostUnbroken = 260

var (
	generatedGo   = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)
	generatedPage = regexp.MustCompile("(?m)^<!-- Written by .* -->$")
	// unbroken are lines of Markdown that can't be wrapped: tables, pictures, and a word, a link or code alone.
	unbroken = regexp.MustCompile("^\\s*(\\||!\\[|[-*]? *\\[[^\\]]*\\]\\(\\S+\\)\\W*$|\\S+$|\\W*`[^`]*`\\W*$)")
)

// written reports whether the program writes a file: pages of the reference, and tables of results.
func written(file, text string) bool {
	switch path.Ext(file) {
	case ".go":
		return generatedGo.MatchString(text)
	case ".md":
		byHand := []string{"README.md", "benchmarks.md"}
		return generatedPage.MatchString(text) || file == "docs/third-party.md" ||
			strings.HasPrefix(file, "results/") && !slices.Contains(byHand, path.Base(file))
	}
	return false
}

// wideLines gives the lines of a text, from 1, that have more columns than allowed, with a tab as four. Of Markdown
// neither code blocks nor what can't be wrapped counts; lines of Go with a raw string may have more.
func wideLines(text, extension string, most int, give func(line, columns int)) {
	markdown, code := extension == ".md", false
	var raw map[int]bool
	if extension == ".go" {
		raw = rawStrings(text)
	}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.ReplaceAll(strings.TrimRight(line, "\r\n"), "\t", "    ")
		if markdown && strings.HasPrefix(strings.TrimSpace(line), "```") {
			code = !code
		}
		columns := utf8.RuneCountInString(line)
		directive := strings.HasPrefix(line, "//go:") // which is one line
		if columns <= most || directive ||
			markdown && (code || unbroken.MatchString(line)) || raw[n] && columns <= mostUnbroken {
			continue
		}
		give(n, columns)
	}
}

// rawStrings are the lines of a Go file that hold a part of a raw string.
func rawStrings(text string) map[int]bool {
	lines := map[int]bool{}
	set := token.NewFileSet()
	file := set.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, []byte(text), nil, 0)
	for {
		at, kind, literal := s.Scan()
		if kind == token.EOF {
			return lines
		}
		if kind == token.STRING && literal[0] == '`' {
			for i := range strings.Count(literal, "\n") + 1 {
				lines[file.Line(at)+i] = true
			}
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
		wideLines(string(content), path.Ext(file), most, func(line, columns int) {
			t.Errorf("%s:%d has %d columns; %d is the most: shorten it, or break it", file, line, columns, most)
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 1000 {
		t.Errorf("only %d files were looked at", seen)
	}
}

func TestWideLinesAreFound(t *testing.T) {
	for _, test := range []struct {
		text, extension string
		want            []int
	}{
		{"1 345\n1 3456\n", ".md", []int{2}},
		{"\t1\n\t1 ", ".yaml", []int{2}},
		{"é2345\r\n", ".md", nil},
		{"| a b c |\n![a b](c)\n123456789", ".md", nil},
		{"```\na b c d\n```\na b c d\n", ".md", []int{4}},
		{"- [a b c](d)\nsee [a](b) there\n", ".md", []int{2}},
		{"x := `\nwider\n` + \"12\"\n// wide\n", ".go", []int{4}},
		{"x = `" + strings.Repeat("y", mostUnbroken) + "`", ".go", []int{1}},
	} {
		var found []int
		wideLines(test.text, test.extension, 5, func(line, _ int) { found = append(found, line) })
		if !slices.Equal(found, test.want) {
			t.Errorf("%q: lines %v, want %v", test.text, found, test.want)
		}
	}
}
