package experiment

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"ebim/framework/config"
	"ebim/framework/runs/stage"
	"ebim/framework/track"
)

// Tracked returns where an experiment's runs are shown beside their records: as its file says, whose folder relative paths start at, unless
// the options say otherwise.
func (o Options) Tracked(e *Experiment) track.Settings {
	var s track.Settings
	if e.Track != nil {
		s = *e.Track
	}
	if s.TensorBoard != "" && !filepath.IsAbs(s.TensorBoard) {
		s.TensorBoard = filepath.Join(filepath.Dir(filepath.FromSlash(e.File)), filepath.FromSlash(s.TensorBoard))
	}
	return track.Settings{TensorBoard: cmp.Or(o.TensorBoard, s.TensorBoard), MLflow: cmp.Or(o.MLflow, s.MLflow)}
}

// checkTracking finds what is wrong with the options that say where runs are shown.
func (o Options) checkTracking() error {
	if err := track.CheckMLflow(o.MLflow); err != nil {
		return config.Mistakes{{Path: "--mlflow", Found: fmt.Sprintf("%q: %v", o.MLflow, err)}}
	}
	return nil
}

// follow begins to show runs where their experiments and the options say; nil where that is nowhere.
func (o Options) follow(experiments []*Experiment, runs []stage.Run) (*track.Follower, error) {
	settings := map[string]track.Settings{}
	for _, e := range experiments {
		if s := o.Tracked(e); s != (track.Settings{}) {
			settings[e.Name] = s
		}
	}
	if len(settings) == 0 {
		return nil, nil
	}
	tell := func(string) {}
	if o.Progress != nil {
		tell = o.Progress.Message
	}
	follower := track.NewFollower(o.Runs, tell)
	for i := range runs {
		if s, ok := settings[runs[i].Experiment]; ok {
			if err := follower.Add(s, followed(&runs[i], o.Runs)); err != nil {
				return nil, err
			}
		}
	}
	follower.Start()
	return follower, nil
}

// followed is a run as others show it.
func followed(run *stage.Run, root string) track.Run {
	shown := track.Run{Experiment: run.Experiment, Model: run.Model, Seed: run.Seed, Settings: run.SettingsKey(), Params: parameters(run)}
	shown.Folders, shown.Key = run.Places(root)
	for _, s := range run.Stages {
		var several struct {
			Starts int `yaml:"starts"`
		}
		if s.Training && yaml.Unmarshal(s.Settings, &several) != nil {
			several.Starts = 1 // settings of another kind
		}
		shown.Stages = append(shown.Stages, track.Stage{Label: inputName(s), Name: s.Name, Key: s.Key(), Starts: several.Starts > 1})
	}
	return shown
}

// parameters are the settings that a run's results depend on, by path; those of its model begin with `model`, so that models can be
// compared, and those of other models are left out.
func parameters(run *stage.Run) map[string]any {
	found := map[string]any{"name": run.Model, "seed": run.Seed, "backend": run.Backend}
	var whole map[string]any
	if yaml.Unmarshal(run.Config, &whole) != nil {
		return found
	}
	models, _ := whole["models"].(map[string]any)
	for _, without := range append(Unmeasured(), "models") {
		delete(whole, without)
	}
	flatten("", whole, found)
	flatten("model", models[run.Model], found)
	return found
}

// flatten puts the leaves of a YAML value below a path: numbers, booleans and texts, lists of which are one text.
func flatten(path string, value any, found map[string]any) {
	switch v := value.(type) {
	case nil:
	case map[string]any:
		if len(v) == 0 && path != "" {
			found[path] = "{}"
		}
		for key, below := range v {
			flatten(strings.TrimPrefix(path+"."+key, "."), below, found)
		}
	case []any:
		if slices.ContainsFunc(v, isMapping) {
			for i, below := range v {
				flatten(fmt.Sprintf("%s[%d]", path, i), below, found)
			}
			return
		}
		found[path] = fmt.Sprint(v)
	case int, float64, bool, string:
		found[path] = v
	default:
		found[path] = fmt.Sprint(v)
	}
}

func isMapping(value any) bool {
	_, ok := value.(map[string]any)
	return ok
}
