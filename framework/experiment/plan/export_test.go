package plan

import (
	"fmt"

	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/experiment/prepare"
	"ebim/framework/runs/stage"
)

// StageKeys are a line for the data and for each model of an experiment, with the first digits of the keys of all
// stages with a seed, in their order, on the default backend. Files of data are left out of the keys, so that they
// need not be there.
func StageKeys(e *experiment.Experiment, seed int) ([]string, error) {
	p := Options{}.Filled().Plan(e, nil)
	data, err := p.DataStage(seed)
	if _, file := p.Data.Source.(dataset.FileSource); file {
		var settings []byte
		settings, err = prepare.Identity(&p.Data, p.Catalog())
		data = &stage.Stage{Name: DataStageName, Version: dataVersion, Settings: settings, Seed: uint64(seed)}
	}
	if err != nil {
		return nil, err
	}
	const digits = 5 // miss a change once in a million
	lines := []string{fmt.Sprintf("%s %s", data.Name, data.Key()[:digits])}
	for _, label := range p.Labels {
		stages, _, err := p.ModelStages(Seeded{label, seed}, data)
		if err != nil {
			return nil, err
		}
		line := label + ":"
		for _, s := range stages {
			line += fmt.Sprintf(" %s %s", InputName(s), s.Key()[:digits])
		}
		lines = append(lines, line)
	}
	return lines, nil
}
