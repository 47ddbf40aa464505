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
	"results":     {"framework/colormap", "framework/config", "framework/figure/plotstyle", "framework/runs/live", "framework/parallel", "framework/plaintext", "framework/runs/progress", "framework/output", "framework/runs/stage", "framework/statistics"},

	"docs":               {},
	"registry/reference": {"docs", "framework", "registry", "results"},
	"registry/command":   {"docs", "experiments", "framework", "metrics", "registry", "results"},

	// Within the framework, from the bottom up: what knows nothing of models,
	"framework/asking":           {},
	"framework/backend":          {"framework/asking", "framework/dataset/download", "framework/engine", "framework/regular"}, // downloads are of plugins
	"framework/backend/suite":    {"framework/autodiff", "framework/backend"},                                                 // its cases are of derivatives, too
	"framework/cluster":          {"framework/config"},
	"framework/colormap":         {},
	"framework/config":           {"framework/plaintext", "framework/random", "framework/regular"},
	"framework/dataset":          {"framework/config", "framework/points", "framework/random"},
	"framework/dimension":        {"framework/neighbors", "framework/points", "framework/random"},
	"framework/engine":           {},
	"framework/figure/plotstyle": {},
	"framework/runs/disk":        {},
	"framework/runs/lease":       {},
	"framework/runs/live":        {},
	"framework/kernels":          {"framework/neighbors", "framework/parallel", "framework/points"},
	"framework/mesh":             {"framework/neighbors", "framework/points", "framework/random"},
	"framework/mosaic":           {"framework/points"},
	"framework/neighbors":        {"framework/parallel", "framework/points"},
	"framework/output":           {"framework/config"},
	"framework/parallel":         {},
	"framework/plaintext":        {},
	"framework/points":           {"framework/plaintext", "framework/regular"},
	"framework/runs/progress":    {"framework/plaintext"},
	"framework/random":           {},
	"framework/regular":          {},
	"framework/search":           {},
	"framework/runs/shutdown":    {},
	"framework/runs/stage":       {"framework/runs/disk", "framework/runs/lease", "framework/runs/live", "framework/runs/progress", "framework/regular", "framework/runs/shutdown"},
	"framework/statistics":       {},
	"framework/track":            {"framework/config", "framework/runs/live", "framework/plaintext", "framework/runs/shutdown", "framework/runs/stage"},

	// what models are made of,
	"framework/autodiff": {"framework/asking"},
	"framework/network":  {"framework/autodiff", "framework/backend", "framework/config", "framework/kernels", "framework/points"},
	"framework/train": {"framework/asking", "framework/backend", "framework/config", "framework/runs/disk", "framework/network", "framework/points", "framework/random",
		"framework/regular", "framework/runs/shutdown"},
	"framework/sampler": {"framework/asking", "framework/autodiff", "framework/backend", "framework/config", "framework/network", "framework/points"},
	"framework/loss":    {"framework/autodiff", "framework/config", "framework/network", "framework/sampler"},
	"framework/support": {"framework/autodiff", "framework/backend", "framework/config", "framework/mesh", "framework/network", "framework/points",
		"framework/random", "framework/sampler", "framework/train"},
	"framework/chains": {"framework/backend", "framework/config", "framework/network", "framework/points", "framework/random", "framework/sampler",
		"framework/support", "framework/train"},
	"framework/support/zeroset": {"framework/autodiff", "framework/backend", "framework/chains", "framework/mesh", "framework/neighbors", "framework/network", "framework/parallel",
		"framework/points", "framework/random", "framework/sampler", "framework/statistics", "framework/support", "framework/train"}, // points by chains, in many dimensions

	// what trains the parts of models, of which none knows another,
	"framework/energy": {"framework/asking", "framework/backend", "framework/chains", "framework/config", "framework/loss", "framework/mesh",
		"framework/network", "framework/points", "framework/random", "framework/sampler", "framework/support", "framework/train"},
	"framework/manifold": {"framework/asking", "framework/autodiff", "framework/backend", "framework/chains", "framework/config", "framework/loss",
		"framework/neighbors", "framework/network", "framework/points", "framework/random", "framework/sampler", "framework/train"},
	"framework/autoencoder": {"framework/asking", "framework/autodiff", "framework/backend", "framework/chains", "framework/config", "framework/loss", "framework/network",
		"framework/points", "framework/random", "framework/sampler", "framework/support/image", "framework/train"},

	// and models, which know nothing of experiments. Figures and experiments may use all of the framework.
	"framework/model": {"framework/autoencoder", "framework/chains", "framework/config", "framework/dataset", "framework/energy", "framework/loss", "framework/manifold",
		"framework/mesh", "framework/network", "framework/points", "framework/random", "framework/sampler", "framework/support", "framework/train"},
	"framework/arithmetic": {"framework/autodiff", "framework/config", "framework/energy", "framework/mesh", "framework/model", "framework/network",
		"framework/points", "framework/support"},

	// Trained models as files for other programs, and the writer of one format, which knows graphs only.
	"framework/export":      {"framework/backend", "framework/config", "framework/engine", "framework/model", "framework/network", "framework/points", "framework/support"},
	"framework/export/onnx": {"framework/engine"},

	// What metrics see in images.
	"framework/classifier": {"framework/backend", "framework/network", "framework/points", "framework/random", "framework/train"},
	"framework/inception":  {"framework/backend", "framework/points"},

	// The UNet by which backends are measured differentiates as models do.
	"framework/network/unet": {"framework/autodiff"},

	// Helpers of tests.
	"framework/backend/backendtest":     {"framework/backend"},
	"framework/inception/inceptiontest": {"framework"},
	"framework/network/networktest":     {"framework"},
	"framework/support/supporttest":     {"framework"},
	"framework/train/traintest":         {"framework"},
	"results/page/pagetest":             {},

	"framework/dataset/download": {"framework/config", "framework/regular"},
	"framework/dataset/pickle":   {"framework/points"},
	"metrics/transport":          {"framework/points"},

	// The page of runs reads what they left, in more kinds of files than tables do.
	"results/page": {"framework/colormap", "framework/runs/live", "framework/mesh", "framework/neighbors", "framework/output", "framework/parallel", "framework/plaintext",
		"framework/points", "framework/runs/stage", "results"},
	"results/report": {"framework/config", "framework/runs/progress", "framework/runs/stage", "results"},
	"results/serve":  {"results"},
}

// inTests is what tests within a package may import beside: helpers, and what stands above a part that they try it with.
var inTests = map[string][]string{
	"framework/arithmetic":      {"framework/loss", "framework/manifold", "framework/sampler", "framework/train"},
	"framework/autoencoder":     {"framework/support/supporttest"},
	"framework/manifold":        {"framework/support"},
	"framework/support":         {"framework/dataset", "framework/energy"},
	"framework/support/zeroset": {"framework/energy"},
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
		may := allowed[part]
		if strings.HasSuffix(file, "_test.go") {
			may = slices.Concat(may, inTests[part])
		}
		for _, imported := range parsed.Imports {
			name, err := strconv.Unquote(imported.Path.Value)
			if err != nil {
				return err
			}
			to, own := strings.CutPrefix(name, module+"/")
			within := func(whole string) bool { return to == whole || strings.HasPrefix(to, whole+"/") }
			if own && !(part != "" && within(part)) && !slices.ContainsFunc(may, within) {
				t.Errorf("%s imports %s; %q may import %q", file, name, part, may)
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
