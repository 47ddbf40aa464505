package page

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"ebim/framework/runs/stage"
	"ebim/results"
)

// Report is the answer to api/report?experiment=NAME, and all experiments of a report.
type Report struct {
	Problems []string  `json:"problems,omitempty"`
	Articles []Article `json:"articles"`
}

// Article is what the runs of an experiment say together.
type Article struct {
	Name        string         `json:"name"`
	Title       string         `json:"title"`
	Description string         `json:"description,omitempty"`
	Runs        []string       `json:"runs"`    // IDs
	Seconds     float64        `json:"seconds"` // of all runs
	Summary     *results.Table `json:"summary"`
	Numbers     *results.Table `json:"numbers"` // all that was measured
	Failures    []Failure      `json:"failures,omitempty"`
	Notes       []Grouped      `json:"notes,omitempty"` // that the summary does not have
	Figures     []Picture      `json:"figures,omitempty"`
	Settings    []Grouped      `json:"settings,omitempty"`
	InSpace     []string       `json:"in_space,omitempty"` // runs for api/view
	Problems    []string       `json:"problems,omitempty"` // files that can't be read
}

// Grouped is a text and the runs that share it.
type Grouped struct {
	Runs string `json:"runs"`
	Text string `json:"text"`
}

// newArticle gathers what there is of an experiment; records are its own, at least one. Source gives the address of a
// figure's file for a run.
func newArticle(root string, records []stage.Record, known Known, source sourceOf) Article {
	first := records[0]
	a := Article{Name: first.Experiment, Title: cmp.Or(first.Title, first.Experiment),
		Summary: bare(results.Summary(records, known.Declared)), Numbers: bare(results.All(records, known.Declared)),
		Notes: group(records, results.Notes)}
	texts, newest := map[*stage.Record]string{}, &records[0]
	drawn := &records[0] // the run whose settings name the folder of figures: a model has only those that concern it
	for i := range records {
		r := &records[i]
		a.Runs, a.Seconds = append(a.Runs, ID(r.Folder)), a.Seconds+r.Seconds
		for _, f := range failuresOf(r) {
			f.Run = fmt.Sprintf("%s, seed %d", r.Model, r.Seed)
			a.Failures = append(a.Failures, f)
		}
		text, err := ReadSmall(r.SettingsFile())
		if texts[r] = string(text); err != nil {
			a.problem(err)
		} else if r.Started.After(newest.Started) {
			newest = r
		}
		if len(r.Overrides) > len(drawn.Overrides) {
			drawn = r
		}
	}
	a.Settings = group(records, func(r *stage.Record) []string { return []string{texts[r]} })
	var about struct {
		Description string `yaml:"description"`
	}
	if err := yaml.Unmarshal([]byte(texts[newest]), &about); err != nil {
		a.problem(fmt.Errorf("%s is not YAML: %w", newest.SettingsFile(), err))
	}
	a.Description = about.Description
	figures, errs := figuresOf(root, drawn, source)
	a.Figures = figures
	for _, err := range errs {
		a.problem(err)
	}
	for _, r := range firstOf(records) {
		if box, _ := readBox(filepath.Join(r.Folder, boxFile)); len(box) == 3 { // else its view says so
			a.InSpace = append(a.InSpace, ID(r.Folder))
		}
	}
	return a
}

// problem notes a file that can't be read, once.
func (a *Article) problem(err error) {
	if !slices.Contains(a.Problems, err.Error()) {
		a.Problems = append(a.Problems, err.Error())
	}
}

// bare drops what the page does not show of a table.
func bare(t *results.Table) *results.Table {
	for i := range t.Rows {
		for j := range t.Rows[i].Cells {
			t.Rows[i].Cells[j].Seeds = nil
		}
	}
	return t
}

// MostViewed bounds the runs of a view, and so those of an experiment that can be turned around.
const MostViewed = 24

// firstOf leaves the first finished runs, in an order in which every model has a seed before one has two.
func firstOf(records []stage.Record) []stage.Record {
	done := slices.DeleteFunc(slices.Clone(records), func(r stage.Record) bool { return r.Status != stage.Done })
	nth, place := map[string]int{}, map[string]int{}
	for _, r := range done {
		nth[r.Model]++
		place[r.Folder] = nth[r.Model]
	}
	slices.SortStableFunc(done, func(a, b stage.Record) int { return cmp.Compare(place[a.Folder], place[b.Folder]) })
	return done[:min(len(done), MostViewed)]
}

// group gathers the texts that records have, in their order, with the runs that have each.
func group(records []stage.Record, texts func(*stage.Record) []string) []Grouped {
	var order []string
	runs := map[string]map[string]*stage.Record{} // text, folder
	for i := range records {
		for _, text := range texts(&records[i]) {
			if runs[text] == nil {
				order, runs[text] = append(order, text), map[string]*stage.Record{}
			}
			runs[text][records[i].Folder] = &records[i]
		}
	}
	var groups []Grouped
	for _, text := range order {
		if text != "" {
			groups = append(groups, Grouped{Runs: naming(runs[text], len(records)), Text: text})
		}
	}
	return groups
}

// naming says which runs of all are meant: "all runs", or "ebim, seeds 0, 1; ebm, seed 2".
func naming(runs map[string]*stage.Record, all int) string {
	if len(runs) == all {
		return "all runs"
	}
	seeds := map[string][]string{}
	for _, folder := range slices.Sorted(maps.Keys(runs)) {
		seeds[runs[folder].Model] = append(seeds[runs[folder].Model], fmt.Sprint(runs[folder].Seed))
	}
	var parts []string
	for _, model := range slices.Sorted(maps.Keys(seeds)) {
		word := "seed"
		if len(seeds[model]) > 1 {
			word = "seeds"
		}
		parts = append(parts, fmt.Sprintf("%s, %s %s", model, word, strings.Join(seeds[model], ", ")))
	}
	return strings.Join(parts, "; ")
}

// sourceOf gives the address of a figure of a run, by its file below the run's experiment's album.
type sourceOf func(record *stage.Record, file string) (string, error)

// figuresOf are the pictures that the index of a run's experiment's figures names, and what can't be shown of them.
func figuresOf(root string, record *stage.Record, source sourceOf) (figures []Picture, problems []error) {
	index, err := readIndex(Album(root, record))
	if err != nil {
		return nil, []error{err}
	}
	for _, p := range index {
		address, err := "", errors.New("is no name of a file beside the index")
		if p.File == filepath.Base(p.File) && filepath.IsLocal(p.File) {
			address, err = source(record, p.File)
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("the figure %q is not shown: %q: %w", p.Name, p.File, err))
			continue
		}
		title := p.Title
		if title == "" || title == record.Title { // which would say nothing new
			title = p.Name
		}
		figures = append(figures, Picture{Title: title, Kind: p.Name, Seed: p.Seed, Source: address})
	}
	return figures, problems
}

// served is the source of figures that the server gives.
func served(record *stage.Record, file string) (string, error) {
	return fileAddress(ID(record.Folder), figuresPrefix+file), nil
}
