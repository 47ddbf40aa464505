package main

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mostFilesInACycle bounds how many files of a package need one another: a reader takes them in together.
const mostFilesInACycle = 5

func TestFileCycles(t *testing.T) {
	listed := listPackages(t)
	exports := map[string]string{}
	for _, p := range listed {
		exports[p.ImportPath] = p.Export
	}
	set := token.NewFileSet()
	imports := importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser,
		error) {
		return os.Open(exports[path])
	})
	seen := 0
	for _, p := range listed {
		if p.ImportPath != "ebim" && !strings.HasPrefix(p.ImportPath, "ebim/") {
			continue
		}
		seen++
		cycle := largestCycle(fileUses(t, set, p, imports))
		if len(cycle) > 1 {
			t.Logf("%d of %d files of %s need one another", len(cycle), len(p.GoFiles), p.ImportPath)
		}
		if len(cycle) > mostFilesInACycle {
			t.Errorf("%d files of %s need one another, %d is the most: %s", len(cycle), p.ImportPath, mostFilesInACycle,
				strings.Join(cycle, " "))
		}
	}
	if seen < 50 {
		t.Errorf("only %d packages were looked at", seen)
	}
}

type listedPackage struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
}

// listPackages are the program's packages and all that they import, compiled.
func listPackages(t *testing.T) []listedPackage {
	t.Helper()
	command := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps",
		"-json=ImportPath,Dir,Export,GoFiles", "./...")
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	var listed []listedPackage
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listedPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return listed
		} else if err != nil {
			t.Fatal(err)
		}
		listed = append(listed, p)
	}
}

// fileUses are, by file of a package, the other files that declare what it refers to: names, methods and fields.
func fileUses(t *testing.T, set *token.FileSet, p listedPackage, imports types.Importer) map[string][]string {
	t.Helper()
	var files []*ast.File
	for _, name := range p.GoFiles {
		parsed, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, parsed)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	checker := types.Config{Importer: imports, Sizes: types.SizesFor("gc", "amd64")}
	pkg, err := checker.Check(p.ImportPath, set, files, info)
	if err != nil {
		t.Fatal(err)
	}
	fileOf := func(pos token.Pos) string { return filepath.Base(set.Position(pos).Filename) }
	uses := map[string][]string{}
	for _, name := range p.GoFiles {
		uses[name] = nil
	}
	for name, object := range info.Uses {
		if object.Pkg() != pkg || !object.Pos().IsValid() {
			continue
		}
		from, to := fileOf(name.Pos()), fileOf(object.Pos())
		if from != to && !slices.Contains(uses[from], to) {
			uses[from] = append(uses[from], to)
		}
	}
	return uses
}

// largestCycle is the largest set of files each of which leads to all others.
func largestCycle(uses map[string][]string) []string {
	reached := map[string]map[string]bool{}
	for from := range uses {
		met := map[string]bool{}
		for next := slices.Clone(uses[from]); len(next) > 0; next = next[1:] {
			if !met[next[0]] {
				met[next[0]] = true
				next = append(next, uses[next[0]]...)
			}
		}
		reached[from] = met
	}
	var largest []string
	for from := range uses {
		cycle := []string{from}
		for to := range reached[from] {
			if to != from && reached[to][from] {
				cycle = append(cycle, to)
			}
		}
		slices.Sort(cycle)
		if len(cycle) > len(largest) || len(cycle) == len(largest) && slices.Compare(cycle, largest) < 0 {
			largest = cycle
		}
	}
	return largest
}

func TestLargestCycle(t *testing.T) {
	got := largestCycle(map[string][]string{"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": {"e"}, "e": {"d"}})
	if want := []string{"a", "b", "c"}; !slices.Equal(got, want) {
		t.Errorf("the largest cycle is %q, not %q", got, want)
	}
}
