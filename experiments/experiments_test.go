package experiments_test

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/experiments"
	"ebim/framework/backend"
	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
	"ebim/framework/output"
	"ebim/registry"
	"ebim/results"
)

// inTree is a shipped file's name as a path from this folder.
func inTree(name string) string { return strings.TrimPrefix(name, "experiments/") }

func TestSchemaIsCurrent(t *testing.T) {
	current := func(file, name string) func(want []byte, err error) {
		return func(want []byte, err error) {
			if err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != string(want) {
				t.Errorf("%s is not current: go run . schema %s > experiments/%s", file, name, file)
			}
		}
	}
	r := registry.Standard()
	current("schema.json", "experiment")(r.Schema(reflect.TypeFor[experiment.Settings]()))
	current("table_schema.json", "table")(registry.FileSchema(r, reflect.TypeFor[results.Spec]()))
	current("figure_schema.json", "figure")(registry.FileSchema(r, reflect.TypeFor[experiment.Sheet]()))
}

// Every file in this folder is listed, names the schema, and says all that it needs.
func TestShippedExperiments(t *testing.T) {
	var found []string
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if name := filepath.ToSlash(file); err == nil && path.Ext(name) == ".yaml" && path.Dir(name) != "tables" &&
			path.Dir(name) != "figures" {
			found = append(found, "experiments/"+name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	names := slices.Sorted(slices.Values(experiments.Names()))
	slices.Sort(found)
	if diff := cmp.Diff(found, names); diff != "" || len(names) == 0 {
		t.Errorf("the folder's experiments and those that are listed: %s", diff)
	}
	for _, name := range names {
		text, err := os.ReadFile(inTree(name))
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(string(text), "\n")
		schema, ok := strings.CutPrefix(first, "# yaml-language-server: $schema=")
		if _, err := os.Stat(filepath.Join(filepath.Dir(inTree(name)), schema)); !ok || err != nil ||
			path.Base(schema) != "schema.json" {
			t.Errorf("%s: the first line is %q, which does not name the schema", name, first)
		}
	}
	all := loadAll(t)
	for _, e := range all {
		checkResolution(t, e)
		if e.Title == "" || e.Description == "" {
			t.Errorf("%s lacks a title or a description", e.Name)
		}
	}
	for _, name := range []string{backend.Default, backend.Reference} {
		_, err := execute.Check(t.Context(), all, plan.Options{Backend: name})
		absent := errors.As(err, new(*execute.DataError)) // files that need not be there
		if errors.As(err, new(config.Mistakes)) || err != nil && !absent {
			t.Error(err)
		}
	}
}

// loaded are all shipped experiments.
var loaded = sync.OnceValues(func() (all []*experiment.Experiment, err error) {
	for _, name := range experiments.Names() {
		variants, mistakes := experiment.Load(registry.Standard(), experiments.Files, name)
		all, err = append(all, variants...), errors.Join(err, mistakes)
	}
	return all, err
})

func loadAll(t *testing.T) []*experiment.Experiment {
	t.Helper()
	all, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// checkResolution demands that a resolved experiment resolves to itself, and that explanations add comments alone.
func checkResolution(t *testing.T, e *experiment.Experiment) {
	t.Helper()
	resolved := string(e.Resolved())
	explained, err := config.Explain(registry.Standard(), &e.Settings)
	if err != nil {
		t.Fatal(err)
	}
	var plain strings.Builder
	for line := range strings.Lines(string(explained)) {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") {
			plain.WriteString(line)
		}
	}
	if diff := cmp.Diff(resolved, plain.String()); diff != "" {
		t.Errorf("%s is explained as another experiment: %s", e.File, diff)
	}
	file := filepath.Join(t.TempDir(), "resolved.yaml")
	if err := os.WriteFile(file, []byte(resolved), 0o644); err != nil {
		t.Fatal(err)
	}
	again, err := experiment.Load(registry.Standard(), config.Disk, filepath.ToSlash(file))
	if err != nil {
		t.Fatalf("%s, resolved: %v", e.File, err)
	}
	if diff := cmp.Diff(resolved, string(again[0].Resolved())); diff != "" {
		t.Errorf("%s resolves to another experiment when resolved: %s", e.File, diff)
	}
}

// Every shipped table asks for experiments and models that are shipped too.
func TestShippedTables(t *testing.T) {
	models, declared := map[string][]string{}, map[string]map[string]output.List{}
	for _, e := range loadAll(t) {
		models[e.Name], declared[e.Name] = e.ModelLabels(), e.Outputs()
	}
	known := &results.Declared{OfExperiment: func(name string) map[string]output.List {
		for _, found := range matching(models, name) {
			return declared[found]
		}
		return nil
	}}
	if len(experiments.Tables()) == 0 {
		t.Error("there are no tables")
	}
	for _, name := range experiments.Tables() {
		spec, err := results.OpenSpec(experiments.Files, experiments.TableFile(name), known)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, row := range spec.Rows {
			for _, column := range spec.Columns {
				if slices.Contains(row.Skip, column.Name()) {
					continue
				}
				found := matching(models, row.Experiment+column.Experiment)
				if len(found) == 0 {
					t.Errorf("table %s, row %s: there is no experiment %s", name, row.Label,
						row.Experiment+column.Experiment)
				}
				for _, experiment := range found {
					for _, model := range append([]string{row.Model + column.Model}, column.Against...) {
						if !slices.Contains(models[experiment], model) {
							t.Errorf("table %s, row %s, column %s: %s has no model %s", name, row.Label, column.Name(),
								experiment, model)
						}
					}
				}
			}
		}
	}
}

// matching are the experiments that a row's name stands for.
func matching(models map[string][]string, name string) []string {
	before, after, wild := strings.Cut(name, results.Wildcard)
	var found []string
	for experiment := range models {
		if rest, begins := strings.CutPrefix(experiment, before); experiment == name || wild && begins &&
			strings.HasSuffix(rest, after) {
			found = append(found, experiment)
		}
	}
	return found
}

func TestFilesOnTheDiskComeFirst(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	if err := os.MkdirAll("experiments", 0o755); err != nil {
		t.Fatal(err)
	}
	const name, own = "experiments/quickstart.yaml", "title: my own\n"
	shipped, err := fs.ReadFile(experiments.Files, name)
	if err != nil || !strings.Contains(string(shipped), "models:") {
		t.Fatalf("the shipped file: %v", err)
	}
	if err := os.WriteFile(name, []byte(own), 0o644); err != nil {
		t.Fatal(err)
	}
	if text, err := fs.ReadFile(experiments.Files, name); err != nil || string(text) != own {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := fs.ReadFile(experiments.Files, "experiments/none.yaml"); err == nil {
		t.Error("a file that is nowhere was read")
	}
}
