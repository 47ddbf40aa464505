package results

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ebim/framework/runs/stage"
)

// Picked are the records that count in a table.
type Picked struct {
	Records []stage.Record // one of each experiment, model and seed
	Others  []Other        // the newest of each run that has none
	Notes   []string       // on experiments of no known file
}

// noFiles is the Origin that knows no files.
type noFiles struct{}

func (noFiles) Command(string) string        { return "" }
func (noFiles) Own(*stage.Record) bool       { return false }
func (noFiles) Differs(*stage.Record) string { return "" }

// said completes "the newest run".
func (o Other) said() string {
	if o.Differs == "" {
		return "is by an earlier version of the program or of its data"
	}
	return "has others: " + o.Differs
}

// Pick takes the records of their files' settings from those that Load returns; of those, one on the default backend
// before others, and otherwise the newest. Of an experiment of no known file, as of all if origin is
// nil, the newest count.
func Pick(records []stage.Record, origin Origin) Picked {
	origin = cmp.Or[Origin](origin, noFiles{})
	var picked Picked
	several := map[string]bool{}
	for _, all := range byRun(records) {
		newest := all[len(all)-1]
		if origin.Command(newest.Experiment) == "" {
			if len(all) > 1 && !several[newest.Experiment] {
				several[newest.Experiment] = true
				picked.Notes = append(picked.Notes, fmt.Sprintf(
					"%s has runs of several settings and no file that is known here: of each model and seed the "+
						"newest counts", newest.Experiment))
			}
			picked.Records = append(picked.Records, *newest)
			continue
		}
		if own := ownOf(all, origin); own != nil {
			picked.Records = append(picked.Records, *own)
			continue
		}
		picked.Others = append(picked.Others, Other{newest.Experiment, newest.Model, newest.Seed,
			origin.Differs(newest)})
	}
	return picked
}

// ownOf returns the record of the file's settings that counts; nil where there is none.
func ownOf(all []*stage.Record, origin Origin) *stage.Record {
	var own *stage.Record
	for _, record := range all { // the newest last
		if origin.Own(record) && (own == nil || record.Backend == defaultBackend || own.Backend != defaultBackend) {
			own = record
		}
	}
	return own
}

// defaultBackend is that of runs for which none is named.
const defaultBackend = "cpu"

// byRun groups records by experiment, model and seed, in their order.
func byRun(records []stage.Record) [][]*stage.Record {
	var groups [][]*stage.Record
	at := map[run]int{}
	for i := range records {
		record := &records[i]
		id := run{experiment: record.Experiment, model: record.Model, seed: record.Seed}
		k, known := at[id]
		if !known {
			k, at[id] = len(groups), len(groups)
			groups = append(groups, nil)
		}
		groups[k] = append(groups[k], record)
	}
	return groups
}

// Every returns all records, each settings by a name of its own: those that don't count get the experiment's with the
// settings by which they differ, as "circle [--set data.size=9]". The names that have come up are returned by
// experiment.
func Every(records []stage.Record, origin Origin) (named []stage.Record, names map[string][]string) {
	origin = cmp.Or[Origin](origin, noFiles{})
	names = map[string][]string{}
	counting := map[run]bool{}
	picked := Pick(records, origin)
	for i := range picked.Records {
		counting[runOf(&picked.Records[i])] = true
	}
	for _, all := range byRun(records) {
		taken := map[string]bool{}
		slices.Reverse(all) // so that the newest has the plain name
		for _, record := range all {
			one := *record
			if !counting[runOf(record)] {
				label := variantLabel(record, origin)
				if taken[label] {
					label += ", settings " + record.Settings[:min(8, len(record.Settings))]
				}
				taken[label] = true
				one.Experiment = record.Experiment + " [" + label + "]"
				one.Title = strings.TrimSpace(cmp.Or(record.Title, record.Experiment) + " [" + label + "]")
				if !slices.Contains(names[record.Experiment], one.Experiment) {
					names[record.Experiment] = append(names[record.Experiment], one.Experiment)
				}
			}
			named = append(named, one)
		}
	}
	for _, own := range names {
		slices.Sort(own)
	}
	return named, names
}

// Apart returns records of one experiment with all its settings, each by themselves and by the names that Every gives
// them, those of its file first. Origin may be nil: then of each model and seed the newest is first.
func Apart(records []stage.Record, origin Origin) [][]stage.Record {
	named, names := Every(records, origin)
	var groups [][]stage.Record
	for _, one := range slices.Insert(names[records[0].Experiment], 0, records[0].Experiment) {
		own := slices.DeleteFunc(slices.Clone(named), func(r stage.Record) bool { return r.Experiment != one })
		if len(own) > 0 {
			groups = append(groups, own)
		}
	}
	return groups
}

// variantLabel says in which settings a record differs: as the command line had them, or else by their names.
func variantLabel(record *stage.Record, origin Origin) string {
	label := ""
	switch {
	case origin.Own(record):
	case len(record.Overrides) > 0:
		label = setFlags(record.Overrides)
	case origin.Command(record.Experiment) != "":
		if label = "earlier version"; origin.Differs(record) != "" {
			label = "other settings: " + origin.Differs(record)
		}
	}
	if record.Backend != "" && record.Backend != defaultBackend {
		label = strings.TrimSpace(label + " --backend " + record.Backend)
	}
	return cmp.Or(label, "older")
}

// Among makes the table one of picked records, which says what is missing, and how it is made.
func (s *Spec) Among(picked Picked, origin Origin) {
	s.others, s.origin = picked.Others, origin
}
