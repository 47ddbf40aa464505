package experiment

import (
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"

	"ebim/framework/config"
	"ebim/framework/output"
	"ebim/framework/random"
	"ebim/framework/runs/stage"
	"ebim/framework/search"
)

// Search says how an experiment's trials are chosen after the first ones. Each model searches among its own axes, by the numbers that
// `select` names; all trials are of all models, so that they have as many.
type Search struct {
	TPE     *search.TPE     `yaml:"tpe" doc:"by the tree-structured Parzen estimator (Bergstra et al. 2011), on the lists of values in the sweep; at random unless given"`
	Halving *search.Halving `yaml:"halving" doc:"by successive halving (Jamieson and Talwalkar 2016): all trials, random or proposed, are trained briefly, and the best ones longer; all trained whole unless given"`
}

// Check implements config.Checker.
func (s *Search) Check() error {
	if s.TPE == nil && s.Halving == nil {
		return &config.FieldError{Found: "a search by nothing", Allowed: "tpe: {}, halving: {}, or both", Hint: "without `search` trials are random"}
	}
	return nil
}

// searched is the search that an experiment is a trial of.
type searched struct {
	files    fs.FS
	document *config.Document // with the sweep
	drawn    [][]int          // the trials of a random search, of which the first ones are this one's
	point    []int
	number   int      // of the trial
	rung     int      // of a halving, from 0
	models   []string // that the trial is made for; nil for all
}

// searching keeps of a file's trials those that are made whatever others find; Continue makes the others.
func searching(files fs.FS, trials []*Experiment) ([]*Experiment, error) {
	if len(trials) == 0 || trials[0].Search == nil {
		return trials, nil
	}
	first := trials[0]
	document, err := config.Open(files, first.File, first.Overrides)
	if err != nil {
		return nil, err
	}
	drawn := document.Drawn()
	if err := first.checkSearch(document.Axes(), len(drawn)); err != nil {
		c := &checker{document: first.document}
		c.report("search", err)
		return nil, c.mistakes
	}
	if tpe := first.Search.TPE; tpe != nil {
		trials = trials[:min(len(trials), tpe.Startup)]
	}
	for i, e := range trials {
		e.searched = &searched{files: files, document: document, drawn: drawn, point: drawn[i], number: i}
		if err := e.shorten(); err != nil {
			return nil, err
		}
	}
	return trials, nil
}

// checkSearch refuses a search without trials or a number to choose by, or of settings that are no model's own.
func (e *Experiment) checkSearch(axes []config.Axis, trials int) error {
	switch {
	case trials == 0:
		return &config.FieldError{Found: "a search without trials", Allowed: "a sweep, and how many trials to make of it, as in trials: 24"}
	case e.Select == nil:
		return &config.FieldError{Found: "a search that knows no better and worse", Allowed: "select: {metric: noisy_likelihood.value} or the like, beside it"}
	case e.Search.Halving != nil && trials < e.Search.Halving.Needed():
		h := e.Search.Halving
		return &config.FieldError{Field: "halving", Found: fmt.Sprintf("a halving of %d trials on %d rungs by a factor of %d", trials, h.Rungs, h.Factor),
			Allowed: fmt.Sprintf("%d trials at least, of which one is left on the last rung", h.Needed()), Hint: "or fewer rungs, or a lower factor"}
	}
	for _, axis := range axes {
		if owner(axis.Path, e.ModelLabels()) == "" {
			return &config.FieldError{Found: "a search with the axis " + axis.Path, Allowed: "axes of models, such as models." + e.ModelLabels()[0] + ".…",
				Hint: "each model searches for itself; what all share is a sweep's, or --set"}
		}
	}
	return nil
}

// owner is the model in whose settings a path lies; empty for another path.
func owner(path string, labels []string) string {
	for _, label := range labels {
		if strings.HasPrefix(path, "models."+label+".") {
			return label
		}
	}
	return ""
}

// IsSearch reports whether the experiment is one of a search, whose later points follow from what earlier ones have found.
func (e *Experiment) IsSearch() bool { return e.searched != nil }

// Continue returns the trials that searches make next, after those of their files that are among the given experiments, all of them: one batch a
// file, none where all trials are made or no model has all of its runs. They are a function of the file and of what the runs below a root have found in the earlier
// batches, so that an interrupted search goes on with the same. A model whose runs are not all there, beside others, goes on at random.
func Continue(loaded []*Experiment, o Options) ([]*Experiment, error) {
	files := map[string][]*Experiment{}
	var order []string
	for _, e := range loaded {
		if e.searched == nil {
			continue
		}
		if files[e.File] == nil {
			order = append(order, e.File)
		}
		files[e.File] = append(files[e.File], e)
	}
	o = o.filled()
	if err := o.findData(); err != nil {
		return nil, err
	}
	var all []*Experiment
	for _, file := range order {
		next, err := o.nextTrials(files[file])
		if err != nil {
			return nil, err
		}
		all = append(all, next...)
	}
	return all, nil
}

// nextTrials are the next batch of a file's search: proposed trials while there are any to propose, then those that go on to the next rung.
func (o Options) nextTrials(trials []*Experiment) ([]*Experiment, error) {
	first := trials[0]
	lowest := slices.DeleteFunc(slices.Clone(trials), func(e *Experiment) bool { return e.searched.rung > 0 })
	switch {
	case first.Search.TPE != nil && len(lowest) < len(first.searched.drawn):
		return o.proposed(lowest)
	case first.Search.Halving != nil:
		return o.promoted(trials)
	}
	return nil, nil
}

// proposed are the next batch that the estimator proposes, from trials of one length.
func (o Options) proposed(trials []*Experiment) ([]*Experiment, error) {
	first := trials[0]
	s, axes := first.searched, first.searched.document.Axes()
	last := min(len(trials)+first.Search.TPE.Batch, len(s.drawn))
	points := make([][]int, last-len(trials))
	for i := range points {
		points[i] = slices.Clone(s.drawn[len(trials)+i])
	}
	known := false
	for _, label := range first.ModelLabels() {
		own := first.ownAxes(axes, label)
		if len(own) == 0 {
			continue
		}
		tried, whole, err := o.found(trials, label, own)
		if err != nil {
			return nil, err
		}
		if known = known || whole; whole {
			first.propose(label, axes, own, tried, len(trials), points)
		}
	}
	if !known {
		return nil, nil
	}
	var next []*Experiment
	for i, point := range points {
		e, err := first.trial(searched{number: len(trials) + i, point: point, models: s.models})
		if err != nil {
			return nil, err
		}
		next = append(next, e)
	}
	return next, nil
}

// ownAxes are the indices of the axes among a model's settings.
func (e *Experiment) ownAxes(axes []config.Axis, label string) (own []int) {
	for i, axis := range axes {
		if owner(axis.Path, e.ModelLabels()) == label {
			own = append(own, i)
		}
	}
	return own
}

// propose fills in a model's settings in the points of a batch, whose first trial has a number. Those of one batch differ while there are others.
func (e *Experiment) propose(label string, axes []config.Axis, own []int, tried []search.Trial, number int, points [][]int) {
	sizes := make([]int, len(own))
	for i, axis := range own {
		sizes[i] = axes[axis].Values
	}
	for i, point := range points {
		proposed := e.Search.TPE.Next(sizes, tried, random.New(0, "search/"+label, number+i))
		for j, axis := range own {
			point[axis] = proposed[j]
		}
		// Its value is not known yet: it counts as the middle one, which makes it neither better nor worse.
		tried = append(tried, search.Trial{Point: proposed, Value: middle(tried)})
	}
}

// middle is the median of the trials' values.
func middle(trials []search.Trial) float64 {
	var values []float64
	for _, t := range trials {
		values = append(values, t.Value)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// trial is the experiment of a further trial, or of one on a further rung.
func (e *Experiment) trial(s searched) (*Experiment, error) {
	variant := e.searched.document.Trial(s.number, s.point)
	settings := new(Settings)
	if err := variant.Document.Decode(e.catalog, settings); err != nil {
		return nil, err
	}
	made, mistakes, err := declared(e.catalog, e.File, e.Overrides, config.Loaded[Settings]{Variant: variant, Value: settings})
	if err := config.Collect(mistakes, err); err != nil {
		return nil, err
	}
	s.files, s.document, s.drawn = e.searched.files, e.searched.document, e.searched.drawn
	made.searched = &s
	return made, made.shorten()
}

// Place says which trial of a search an experiment is, so that another process makes the same: LoadTrial.
type Place struct {
	Number int      `json:"number"`
	Rung   int      `json:"rung,omitempty"` // of a halving, from 0
	Point  []int    `json:"point"`          // an index of each axis' values; -1 for the file's own
	Models []string `json:"models,omitempty"`
}

// Place returns the experiment's; nil for one that is no trial of a search.
func (e *Experiment) Place() *Place {
	if e.searched == nil {
		return nil
	}
	return &Place{e.searched.number, e.searched.rung, e.searched.point, e.searched.models}
}

// LoadTrial is Load for one trial of a search, which need not be one of the first.
func LoadTrial(catalog config.Catalog, files fs.FS, name string, place Place, sets ...string) (*Experiment, error) {
	first, err := LoadPoint(catalog, files, name, "trial=0", sets...)
	if err != nil {
		return nil, err
	}
	refused := fmt.Errorf("%s has no trial %+v in its search", name, place)
	if first.searched == nil || place.Number < 0 || place.Number >= len(first.searched.drawn) || place.Rung < 0 {
		return nil, refused
	}
	if h := first.Search.Halving; h == nil && place.Rung > 0 || h != nil && place.Rung >= h.Rungs {
		return nil, refused
	}
	axes := first.searched.document.Axes()
	if len(place.Point) != len(axes) {
		return nil, refused
	}
	for i, at := range place.Point {
		if at < -1 || at >= axes[i].Values {
			return nil, refused
		}
	}
	return first.trial(searched{number: place.Number, rung: place.Rung, point: place.Point, models: place.Models})
}

// found are a model's trials with what its runs have found, the mean over the seeds; whole says that all of them are there.
func (o Options) found(trials []*Experiment, label string, own []int) (tried []search.Trial, whole bool, err error) {
	if len(o.Only) > 0 && !slices.Contains(o.Only, label) {
		return nil, false, nil
	}
	for _, e := range trials {
		value, ok, err := o.value(e, label)
		if err != nil || !ok {
			return nil, false, err
		}
		t := search.Trial{Value: value}
		for _, axis := range own {
			t.Point = append(t.Point, e.searched.point[axis])
		}
		tried = append(tried, t)
	}
	return tried, true, nil
}

// value is the mean over the seeds of what `select` names, negative where higher is better, infinite where a run failed or lacks it. The runs must
// have been recorded with the trial's settings.
func (o Options) value(e *Experiment, label string) (value float64, ok bool, err error) {
	o.Only = []string{label}
	runs, err := o.plan(e, nil).runs() // which computes nothing
	if err != nil {
		return 0, false, fmt.Errorf("%s: %w", e.Name, err)
	}
	metric, _, _ := strings.Cut(e.Select.Metric, ".")
	_, selected, _ := e.selected()
	sum := 0.0
	for i := range runs {
		record := stage.Recorded(o.Runs, &runs[i])
		if record == nil || record.Status != stage.Done && record.Status != stage.Failed {
			return 0, false, nil
		}
		if number := record.Metrics[metric][selected.Name]; number != nil && record.Status == stage.Done {
			sum += *number
		} else {
			return math.Inf(1), true, nil
		}
	}
	mean := sum / float64(len(runs))
	if math.IsNaN(mean) {
		return math.Inf(1), true, nil
	}
	if e.SelectedDirection() == output.Highest {
		mean = -mean
	}
	return mean, true, nil
}
