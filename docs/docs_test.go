package docs_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ebim/docs"
)

// documents are the Markdown files of the repository, from its root.
func documents(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := fs.WalkDir(os.DirFS(".."), ".", func(file string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.IsDir() && (strings.HasPrefix(entry.Name(), ".") && file != "." ||
			file == "results/runs" || entry.Name() == "testdata") {
			return fs.SkipDir
		}
		if err != nil || entry.IsDir() || path.Ext(file) != ".md" {
			return err
		}
		text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(file)))
		found[file] = string(text)
		return err
	})
	if err != nil || len(found) < 30 {
		t.Fatalf("only %d documents: %v", len(found), err)
	}
	return found
}

var (
	fenced  = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	code    = regexp.MustCompile("`[^`\n]+`")
	link    = regexp.MustCompile(`\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#{1,6} +(.*)$`)
	unslug  = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// anchors are what a document's headings are linked by, as GitHub makes them.
func anchors(text string) map[string]bool {
	all := map[string]bool{}
	for _, match := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		title := link.ReplaceAllStringFunc(match[1], func(s string) string { return s[1:strings.Index(s, "]")] })
		slug := strings.ReplaceAll(unslug.ReplaceAllString(strings.ToLower(strings.TrimSpace(title)), ""), " ", "-")
		name := slug
		for n := 1; all[name]; n++ {
			name = fmt.Sprintf("%s-%d", slug, n)
		}
		all[name] = true
	}
	return all
}

// Links between documents, and to files and headings, lead somewhere.
func TestLinks(t *testing.T) {
	all := documents(t)
	links := 0
	for file, text := range all {
		for _, match := range link.FindAllStringSubmatch(code.ReplaceAllString(fenced.ReplaceAllString(text, ""),
			"code"), -1) {
			if strings.Contains(match[1], "://") {
				continue
			}
			links++
			target, anchor, anchored := strings.Cut(match[1], "#")
			to := path.Join(path.Dir(file), target)
			if target == "" {
				to = file
			}
			if _, err := os.Stat(filepath.Join("..", filepath.FromSlash(to))); err != nil {
				t.Errorf("%s links to %s, which is not there", file, match[1])
				continue
			}
			if anchored && !anchors(all[to])[anchor] {
				t.Errorf("%s links to %s, whose heading is not there", file, match[1])
			}
		}
	}
	if links < 100 {
		t.Errorf("only %d links were looked at", links)
	}
}

// Every page is linked from the list of pages, and none is left out of the program.
func TestPagesAreListed(t *testing.T) {
	index, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for _, page := range docs.Written() {
		listed = append(listed, page.Name+".md")
		if !strings.Contains(string(index), "]("+page.File()+")") {
			t.Errorf("docs/README.md does not link to %s", page.File())
		}
		if !strings.HasPrefix(page.Text, "# ") || len(page.Text) < 1000 {
			t.Errorf("page %s has no title, or only %d bytes", page.Name, len(page.Text))
		}
	}
	there, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range there {
		if file != "README.md" && file != "third-party.md" && !slices.Contains(listed, file) {
			t.Errorf("docs/%s is not among the pages", file)
		}
	}
}

// Names of Go that documents have in code, such as `loss.Denoising`, are declared in a package of that name.
func TestNamedGoIsThere(t *testing.T) {
	declared := map[string]bool{}
	err := filepath.WalkDir("..", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(file) != ".go" {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name := regexp.MustCompile(`(?m)^package (\w+)`).FindSubmatch(text)
		if name == nil {
			return errors.New(file + " has no package")
		}
		for _, match := range regexp.MustCompile(`(?m)^(?:func|type|const|var|\t)[ ]?([A-Z]\w*)`).FindAllSubmatch(text, -1) {
			declared[string(name[1])+"."+string(match[1])] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	outside := []string{"backends", "errors", "figures", "graph", "numpy"}
	seen := 0
	for file, text := range documents(t) {
		if file == "CHANGELOG.md" { // which tells of what is no more
			continue
		}
		for _, match := range regexp.MustCompile("`([a-z]+)\\.([A-Z]\\w*)(?:\\.\\w+)?`").FindAllStringSubmatch(
			fenced.ReplaceAllString(text, ""), -1) {
			seen++
			if name := match[1] + "." + match[2]; !slices.Contains(outside, match[1]) && !declared[name] {
				t.Errorf("%s names %s, which is not declared", file, name)
			}
		}
	}
	if seen < 60 {
		t.Errorf("only %d names were looked at", seen)
	}
}
