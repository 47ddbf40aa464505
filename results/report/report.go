package report

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"ebim/framework/config"
	"ebim/framework/runs/stage"
	"ebim/results"
	"ebim/results/page"
)

// Options say what is reported.
type Options struct {
	// Runs is the folder of run records and of the figures made of them.
	Runs string
	// Experiments are the names of those to show, all when empty. A name without the point of its sweep stands for all points.
	Experiments []string
	// Origin is what is known of the experiments' files, with whose settings runs are shown; nil for nothing, and the newest of each
	// model and seed are shown.
	Origin results.Origin
	// Every shows runs of all settings, each as an experiment of its own.
	Every bool
	// Albums are the folders of experiments' figures below that of all figures, where they are not called like the experiments.
	Albums map[string]string
	// Exactly are the IDs (see page.ID) of the runs to show, each settings as an experiment of its own; of the runs that Origin picks,
	// and of named experiments, otherwise.
	Exactly []string
	// Unmeasured are settings at the top level that no result depends on, in which runs are not compared.
	Unmeasured []string
	// Declared is what is known of metrics' outputs; nil for nothing.
	Declared *results.Declared
	// Version is that of the program, for the page's foot; it may be empty.
	Version string
	// Now is the time that the page names; it names none when zero.
	Now time.Time
}

// ErrIncomplete marks the error of a report that was written but leaves out records that can't be read; the page names them
// as well.
var ErrIncomplete = errors.New("the report is incomplete")

// Write writes the page. It names pictures, meshes and settings that are missing or damaged, and shows the rest. It does so for
// damaged records too, and then returns an error that is ErrIncomplete. With any other error nothing has been written, or w
// failed: the folder has no runs, or an experiment has none.
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
	made := reportPage{Version: o.Version, Problems: slices.Concat(lines(damaged), notes, said), Style: template.CSS(page.Style()),
		Script: template.JS(page.Script()), Palette: page.Palette()}
	if !o.Now.IsZero() {
		made.Made = o.Now.Format("2 January 2006, 15:04 MST")
	}
	for i, own := range experiments {
		made.Experiments = append(made.Experiments, newSection(fmt.Sprintf("experiment-%d", i+1), own, o, mostVertices/len(experiments)))
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
		found := slices.DeleteFunc(slices.Clone(known), func(k string) bool { return k != name && !strings.HasPrefix(k, name+",") })
		if len(found) == 0 {
			problems = append(problems, fmt.Errorf("the runs have no experiment %q; %s", name, cmp.Or(config.DidYouMean(name, known), "they have "+strings.Join(known, ", "))))
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
	p.Frozen = page.Freeze(o.Runs, records, page.Known{Declared: o.Declared, Unmeasured: o.Unmeasured}, func(r *stage.Record) []page.Picture {
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
