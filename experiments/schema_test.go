package experiments_test

import (
	"os"
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
		"figures: {a: {panels: [{model: a, figure: {quality_time: {metric: w.value}}}]}}":             "figure",
		"figures: {a: {panels: [{model: a, figure: {density_2d: {data: perhaps}}, title: density}]}}": "figure",
	} {
		if err := schema.Validate(parsed(t, text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want that %s is refused", text, err, want)
		}
	}
}
