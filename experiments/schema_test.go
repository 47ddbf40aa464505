package experiments_test

import (
	"math"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"ebim/experiments"
)

// parsed returns YAML as an editor's validator sees it.
func parsed(t *testing.T, text string) any {
	t.Helper()
	var value any
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	return finite(value)
}

// finite is a value with the largest number for .inf, which is a number to editors, and which JSON lacks.
func finite(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key, inner := range value {
			value[key] = finite(inner)
		}
	case []any:
		for i, inner := range value {
			value[i] = finite(inner)
		}
	case float64:
		if math.IsInf(value, 1) {
			return math.MaxFloat64
		}
	}
	return value
}

// Editors check experiments against schema.json: what is shipped must pass, and mistakes must not.
func TestShippedExperimentsFitTheSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range experiments.Names() {
		text, err := os.ReadFile(inTree(name))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(parsed(t, string(text))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for text, want := range map[string]string{
		"titel: x":                       "titel",
		"samples: many":                  "samples",
		"samples: 0":                     "samples",
		"data: {source: {von_mise: {}}}": "source",
		"models: {a: {ebm: {energy: {training: {epoch: 3}}}}}":                                        "models",
		"figures: {a: {panels: [{model: a, figure: {quality: {metric: w.value}}}]}}":                  "figure",
		"figures: {a: {panels: [{model: a, figure: {density_2d: {data: perhaps}}, title: density}]}}": "figure",
	} {
		if err := schema.Validate(parsed(t, text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want that %s is refused", text, err, want)
		}
	}
}

// Files of tables and figures name their schemas, which they fit, and mistakes don't.
func TestShippedTablesAndFiguresFitTheirSchemas(t *testing.T) {
	for _, kind := range []struct {
		schema string
		files  []string
		wrong  map[string]string
	}{
		{"table_schema.json", namesOf(experiments.Tables(), experiments.TableFile), map[string]string{
			"titel: x": "titel", "best: best": "best", "digits: 0": "digits", "rows: [{labl: a}]": "rows",
			"columns: [{label: a, aggregate: sum}]": "columns",
			"sweep: {digits: [1, 2]}":               "sweep"}},
		{"figure_schema.json", namesOf(experiments.Figures(), experiments.FigureFile), map[string]string{
			"titel: x": "titel", "panels: [{figure: scater}]": "figure",
			"panels: [{figure: {density_2d: {data: perhaps}}}]": "figure", "columns: 65": "columns"}},
	} {
		schema, err := jsonschema.NewCompiler().Compile(kind.schema)
		if err != nil {
			t.Fatal(err)
		}
		if len(kind.files) == 0 {
			t.Errorf("no files for %s", kind.schema)
		}
		for _, name := range kind.files {
			text, err := os.ReadFile(inTree(name))
			if err != nil {
				t.Fatal(err)
			}
			if first, _, _ := strings.Cut(string(text), "\n"); first != "# yaml-language-server: $schema=../"+
				kind.schema || path.Dir(path.Dir(name)) != "experiments" {
				t.Errorf("%s: the first line is %q, which does not name the schema", name, first)
			}
			if err := schema.Validate(parsed(t, string(text))); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		for text, want := range kind.wrong {
			if err := schema.Validate(parsed(t, text)); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want that %s is refused", text, err, want)
			}
		}
	}
}

// namesOf are the files of names.
func namesOf(names []string, file func(string) string) []string {
	files := slices.Clone(names)
	for i, name := range names {
		files[i] = file(name)
	}
	return files
}
