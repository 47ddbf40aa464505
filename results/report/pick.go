package report

import (
	"fmt"
	"slices"

	"ebim/framework/runs/stage"
	"ebim/results"
)

// unknown is the origin of experiments of which no file is known.
type unknown struct{}

func (unknown) Command(string) string        { return "" }
func (unknown) Own(*stage.Record) bool       { return false }
func (unknown) Differs(*stage.Record) string { return "" }

// pick leaves the records that the page shows of each experiment, and says what it does not show. An experiment that
// has not been run with the settings of its file is shown as it has been run.
func (o Options) pick(experiments [][]stage.Record) (shown [][]stage.Record, notes []string) {
	origin := o.Origin
	if origin == nil {
		origin = unknown{}
	}
	for _, records := range experiments {
		name := records[0].Experiment
		if o.Every {
			shown = append(shown, apart(records, origin)...)
			continue
		}
		picked := results.Pick(records, origin)
		notes = append(notes, picked.Notes...)
		if len(picked.Others) == 0 {
			shown = append(shown, picked.Records)
			continue
		}
		if len(picked.Records) == 0 {
			newest := results.Pick(records, unknown{})
			shown = append(shown, newest.Records)
			notes = append(notes,
				fmt.Sprintf(
					"%s has not been run with the settings of its file; shown are its newest runs. `%s` runs it.",
					name, origin.Command(name)))
			continue
		}
		shown = append(shown, picked.Records)
		notes = append(notes,
			fmt.Sprintf(
				"%s: %d runs are there with other settings only, such as %s with seed %d, and are not shown. `%s` "+
					"runs what is missing.",
				name, len(picked.Others), picked.Others[0].Model, picked.Others[0].Seed, origin.Command(name)))
	}
	return shown, notes
}

// apart returns the records of an experiment with all its settings, each by themselves, those of its file first.
func apart(records []stage.Record, origin results.Origin) [][]stage.Record {
	name := records[0].Experiment
	named, names := results.Every(records, origin)
	var groups [][]stage.Record
	for _, one := range slices.Insert(names[name], 0, name) {
		own := slices.DeleteFunc(slices.Clone(named), func(r stage.Record) bool { return r.Experiment != one })
		if len(own) > 0 {
			groups = append(groups, own)
		}
	}
	return groups
}
