package results

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"ebim/framework/runs/stage"
)

// Settings returns the settings that a run's results depend on, as its folder keeps them, by path; those at the top
// level that are named in without are left out. The model's own are those of `model`, so that models of one experiment
// can be compared; those of other models are left out unless the model names them.
func Settings(r *stage.Record, without []string) (map[string]string, error) {
	file := r.SettingsFile()
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var whole map[string]any
	if err := yaml.Unmarshal(text, &whole); err != nil {
		return nil, fmt.Errorf("%s is not YAML: %w", file, err)
	}
	for _, name := range without {
		delete(whole, name)
	}
	found := map[string]string{}
	if r.Backend != "" {
		found["--backend"] = r.Backend
	}
	models, _ := whole["models"].(map[string]any)
	delete(whole, "models")
	flatten("", whole, found)
	own := map[string]string{}
	flatten("model", models[r.Model], own)
	maps.Copy(found, own)
	for label, other := range models {
		if label != r.Model && slices.Contains(slices.Collect(maps.Values(own)), label) {
			flatten("models."+label, other, found)
		}
	}
	return found, nil
}

// flatten puts the leaves of a YAML value below a path.
func flatten(path string, value any, found map[string]string) {
	switch v := value.(type) {
	case map[string]any:
		if len(v) == 0 {
			found[path] = "{}"
		}
		for key, below := range v {
			flatten(strings.TrimPrefix(path+"."+key, "."), below, found)
		}
	case []any:
		if len(v) == 0 {
			found[path] = "[]"
		}
		for i, below := range v {
			flatten(fmt.Sprintf("%s[%d]", path, i), below, found)
		}
	default:
		found[path] = fmt.Sprint(v)
	}
}

// setFlags writes settings, path=value, as the command line takes them; a shell may want quotes.
func setFlags(overrides []string) string { return "--set " + strings.Join(overrides, " --set ") }
