package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// allowed says what of this module a part may import beside itself; the longest part that holds a package counts.
var allowed = map[string][]string{
	"":            {"registry"},
	"experiments": {"framework/config"},
	"framework":   {},
	"metrics":     {"framework"},
	"registry":    {"framework", "metrics", "results"},
	"results":     {"framework/colormap", "framework/config", "framework/figure/plotstyle", "framework/plaintext", "framework/progress", "framework/output", "framework/stage", "framework/statistics"},

	"registry/command": {"experiments", "framework", "metrics", "registry", "results"},

	// Within the framework: what knows nothing of models, and what they are made of knows nothing of experiments.
	"framework/config":           {"framework/plaintext", "framework/random", "framework/regular"},
	"framework/mesh":             {"framework/points", "framework/random"},
	"framework/plaintext":        {},
	"framework/points":           {"framework/plaintext", "framework/regular"},
	"framework/regular":          {},
	"framework/random":           {},
	"framework/progress":         {"framework/plaintext"},
	"framework/backend":          {"framework/asking", "framework/dataset/download", "framework/engine", "framework/regular"}, // downloads are for plugins
	"framework/asking":           {},
	"framework/engine":           {},
	"framework/colormap":         {},
	"framework/durable":          {},
	"framework/leftover":         {},
	"framework/shutdown":         {},
	"framework/statistics":       {},
	"framework/output":           {"framework/config"},
	"framework/figure/plotstyle": {},
	"framework/stage":            {"framework/durable", "framework/leftover", "framework/progress", "framework/regular", "framework/shutdown"},
	"framework/dataset":          {"framework/config", "framework/points", "framework/random"},

	// The UNet by which backends are measured differentiates as models do.
	"framework/network/unet": {"framework/autodiff"},

	"framework/dataset/download": {"framework/config", "framework/regular"},
	"framework/dataset/pickle":   {"framework/points"},
	"metrics/transport":          {"framework/points"},

	// A report reads what runs left, in more kinds of files than tables do.
	"results/report": {"framework/config", "framework/colormap", "framework/mesh", "framework/points", "framework/progress",
		"framework/stage", "results"},
}

// Files of tests in an external package may import anything: they use a part as its users do.
func TestDependenciesPointOneWay(t *testing.T) {
	const module = "ebim"
	seen := 0
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(file) != ".go" {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil || strings.HasSuffix(parsed.Name.Name, "_test") {
			return err
		}
		seen++
		from := strings.TrimPrefix(path.Dir(filepath.ToSlash(file)), ".")
		part := partOf(from)
		for _, imported := range parsed.Imports {
			name, err := strconv.Unquote(imported.Path.Value)
			if err != nil {
				return err
			}
			to, own := strings.CutPrefix(name, module+"/")
			within := func(whole string) bool { return to == whole || strings.HasPrefix(to, whole+"/") }
			if own && !(part != "" && within(part)) && !slices.ContainsFunc(allowed[part], within) {
				t.Errorf("%s imports %s; %q may import %q", file, name, part, allowed[part])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 100 {
		t.Errorf("only %d files were looked at", seen)
	}
}

// partOf is the longest key of allowed that holds a folder.
func partOf(folder string) string {
	for ; folder != "" && folder != "."; folder = path.Dir(folder) {
		if _, ok := allowed[folder]; ok {
			return folder
		}
	}
	return ""
}
