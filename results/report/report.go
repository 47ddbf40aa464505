package report

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"ebim/framework/config"
	"ebim/framework/runs/stage"
	"ebim/results"
	"ebim/results/page"
)

// Write writes the page. It names pictures, meshes and settings that are missing or damaged, and shows the rest. It
// does so for damaged records too, and then returns an error that is ErrIncomplete. With any other error nothing has
// been written, or w failed: the folder has no runs, or an experiment has none.
func Write(w io.Writer, o Options) error {
	records, notes, damaged := results.Load(o.Runs)
	if len(records) == 0 {
		if damaged == nil {
			damaged = fmt.Errorf("there are no runs in %s yet; `ebim run` makes them", o.Runs)
		}
		return damaged
	}
	if o.Exactly != nil {
		wanted := map[string]bool{}
		for _, id := range o.Exactly {
			wanted[id] = true
		}
		records = slices.DeleteFunc(records, func(r stage.Record) bool { return !wanted[page.ID(r.Folder)] })
		o.Every = true
	}
	experiments, err := chosen(records, o.Experiments)
	if err != nil {
		return errors.Join(err, damaged)
	}
	experiments, said := o.pick(experiments)
	made := reportPage{Version: o.Version, Problems: slices.Concat(lines(damaged), notes, said),
		Style:  template.CSS(page.Style()),
		Script: template.JS(page.Script()), Palette: page.Palette()}
	if !o.Now.IsZero() {
		made.Made = o.Now.Format("2 January 2006, 15:04 MST")
	}
	for i, own := range experiments {
		made.Experiments = append(made.Experiments, newSection(fmt.Sprintf("experiment-%d", i+1), own, o,
			mostVertices/len(experiments)))
	}
	made.freeze(o)
	var text bytes.Buffer
	if err := pageTemplate().Execute(&text, made); err != nil {
		return err
	}
	if _, err := w.Write(text.Bytes()); err != nil {
		return err
	}
	if damaged != nil {
		return fmt.Errorf("%w: %w", ErrIncomplete, damaged)
	}
	return nil
}

// chosen groups the records of the experiments that are named, in the order of the names.
func chosen(records []stage.Record, names []string) ([][]stage.Record, error) {
	var known []string
	groups := map[string][]stage.Record{}
	for _, record := range records {
		if groups[record.Experiment] == nil {
			known = append(known, record.Experiment)
		}
		groups[record.Experiment] = append(groups[record.Experiment], record)
	}
	slices.SortFunc(known, page.Naturally)
	wanted := known
	if len(names) > 0 {
		wanted = nil
	}
	var problems []error
	for _, name := range names {
		found := slices.DeleteFunc(slices.Clone(known), func(k string) bool {
			return k != name &&
				!strings.HasPrefix(k, name+",")
		})
		if len(found) == 0 {
			problems = append(problems, fmt.Errorf("the runs have no experiment %q; %s", name,
				cmp.Or(config.DidYouMean(name, known), "they have "+strings.Join(known, ", "))))
		}
		for _, k := range found {
			if !slices.Contains(wanted, k) {
				wanted = append(wanted, k)
			}
		}
	}
	var own [][]stage.Record
	for _, name := range wanted {
		own = append(own, groups[name])
	}
	return own, errors.Join(problems...)
}

// mostVertices bounds the vertices of all meshes of a page, a megabyte for 20,000.
const mostVertices = 240_000

// reportPage is what the template shows.
type reportPage struct {
	Made, Version string
	Problems      []string
	Experiments   []section
	Style         template.CSS
	Script        template.JS
	Palette       []byte // base64 in the page
	Frozen        *page.Frozen
	Shown         []string // IDs of the runs
}

// freeze puts the answers about the runs that are shown into the page.
func (p *reportPage) freeze(o Options) {
	var records []stage.Record
	sections := map[string]*section{}
	for i := range p.Experiments {
		for _, record := range p.Experiments[i].records {
			records = append(records, record)
			sections[record.Folder] = &p.Experiments[i]
			p.Shown = append(p.Shown, page.ID(record.Folder))
		}
	}
	now := o.Now
	if now.IsZero() {
		now = time.Now()
	}
	p.Frozen = page.Freeze(o.Runs, records, page.Known{Declared: o.Declared, Unmeasured: o.Unmeasured},
		func(r *stage.Record) []page.Picture {
			return sections[r.Folder].figuresOf(r)
		}, now)
	p.Frozen.Runs.Made = p.Made
}

// Title returns the page's title.
func (p reportPage) Title() string {
	if len(p.Experiments) == 1 {
		return p.Experiments[0].Title
	}
	return "Experiments on learned manifolds"
}

//go:embed template.html
var layout string

var pageTemplate = sync.OnceValue(func() *template.Template {
	t := template.Must(template.New("page").Funcs(template.FuncMap{"number": page.Digits}).Parse(layout))
	template.Must(t.New("shell").Parse(page.Shell()))
	return t
})

// lines returns an error's lines, one for each of the errors that it joins.
func lines(err error) []string {
	if err == nil {
		return nil
	}
	return strings.Split(err.Error(), "\n")
}

// newSection gathers what there is of an experiment; records are its own, at least one. Its view has at most the given
// number of vertices.
func newSection(id string, records []stage.Record, o Options, vertices int) section {
	first := records[0]
	s := section{ID: id, records: records, Name: first.Experiment, Title: cmp.Or(first.Title, first.Experiment)}
	var seconds float64
	for _, record := range records {
		if !slices.Contains(s.Models, record.Model) {
			s.Models = append(s.Models, record.Model)
		}
		seconds += record.Seconds
		s.addFailures(record)
	}
	s.Time = duration(seconds)
	s.Statuses = statuses(records)
	about := s.readSettings(records)
	s.Description = about.Description
	s.Summary = table{id + "-summary", results.Summary(records, o.Declared)}
	s.Summary.Title = ""
	s.Numbers = numbers(id+"-numbers", records, o.Declared)
	s.Notes = group(records, func(r *stage.Record) []string { return r.Notes })
	album := page.Album(o.Runs, &first) // by the names of folders, as names of other settings hold a record's words
	if own := o.Albums[s.Name]; own != "" {
		album = filepath.Join(o.Runs, stage.FiguresFolder, filepath.FromSlash(own))
	}
	s.readFigures(album)
	s.View = page.ReadView(firstOf(records), vertices, s.problem)
	return s
}

// mostSeen bounds the runs of an experiment that can be turned around.
const mostSeen = 24

// firstOf leaves the first finished runs in an order in which every model has a seed before one has two.
func firstOf(records []stage.Record) []stage.Record {
	done := slices.DeleteFunc(slices.Clone(records), func(r stage.Record) bool { return r.Status != stage.Done })
	nth := map[string]int{}
	place := map[string]int{}
	for _, r := range done {
		nth[r.Model]++
		place[r.Folder] = nth[r.Model]
	}
	chosen := slices.Clone(done)
	slices.SortStableFunc(chosen, func(a, b stage.Record) int { return cmp.Compare(place[a.Folder], place[b.Folder]) })
	return chosen[:min(len(chosen), mostSeen)]
}
