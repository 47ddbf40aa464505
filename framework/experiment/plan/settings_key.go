package plan

import (
	"ebim/framework/experiment"
	"ebim/framework/runs/stage"
)

// SettingsKeys returns by model what the records of its runs have as their Settings when they are made of this
// experiment as it is, on a backend (backend.Default when empty), by this version of the program. The error is of data
// files that can't be read, whose contents belong to the settings.
func SettingsKeys(e *experiment.Experiment, name string) (map[string]string, error) {
	o := Options{Backend: name}.Filled()
	if err := o.FindData(); err != nil {
		return nil, err
	}
	p := o.Plan(e, nil) // which computes nothing
	seed := 0           // on which the settings do not depend
	data, err := p.DataStage(seed)
	if err != nil {
		return nil, err
	}
	keys := map[string]string{}
	for _, label := range e.ModelLabels() {
		stages, _, err := p.ModelStages(Seeded{label, seed}, data)
		if err != nil {
			return nil, err
		}
		run := stage.Run{Stages: append([]*stage.Stage{data}, stages...)}
		keys[label] = run.SettingsKey()
	}
	return keys, nil
}
