package experiment

import (
	"fmt"

	"ebim/framework/dataset"
	"ebim/framework/runs/stage"
)

// StageKeys are a line for the data and for each model of an experiment, with the first digits of the keys of all stages with
// a seed, in their order, on the default backend. Files of data are left out of the keys, so that they need not be there.
func (e *Experiment) StageKeys(seed int) ([]string, error) {
	p := Options{}.filled().plan(e, nil)
	data, err := p.dataStage(seed)
	if _, file := p.Data.Source.(dataset.FileSource); file {
		var settings []byte
		settings, err = p.Data.identity(p.catalog)
		data = &stage.Stage{Name: dataStageName, Version: dataVersion, Settings: settings, Seed: uint64(seed)}
	}
	if err != nil {
		return nil, err
	}
	const digits = 5 // miss a change once in a million
	lines := []string{fmt.Sprintf("%s %s", data.Name, data.Key()[:digits])}
	for _, label := range p.labels {
		stages, _, err := p.modelStages(seeded{label, seed}, data)
		if err != nil {
			return nil, err
		}
		line := label + ":"
		for _, s := range stages {
			line += fmt.Sprintf(" %s %s", inputName(s), s.Key()[:digits])
		}
		lines = append(lines, line)
	}
	return lines, nil
}
