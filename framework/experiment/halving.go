package experiment

import (
	"fmt"
	"reflect"
	"slices"

	"ebim/framework/train"
)

// Makes reports whether an experiment runs a model: all, but on the rungs of a halving those alone that go on there.
func (e *Experiment) Makes(label string) bool {
	return e.searched == nil || e.searched.models == nil || slices.Contains(e.searched.models, label)
}

// Trial is an experiment's place in a search.
type Trial struct {
	Number      int // from 0
	Rung, Rungs int // of a halving, the first being 1; 1 of 1 without
}

// Short reports whether the trial's trainings are shortened, so that its numbers are no results.
func (t Trial) Short() bool { return t.Rung < t.Rungs }

// Trial returns the experiment's place in the search that its file declares; false without one.
func (e *Experiment) Trial() (Trial, bool) {
	if e.searched == nil {
		return Trial{}, false
	}
	t := Trial{e.searched.number, 1, 1}
	if h := e.Search.Halving; h != nil {
		t.Rung, t.Rungs = e.searched.rung+1, h.Rungs
	}
	return t, true
}

// shorten makes a trial that of its rung: with shorter trainings and another name, unless the rung is the last, and without the models of
// which no settings are tried.
func (e *Experiment) shorten() error {
	trial, _ := e.Trial()
	if !trial.Short() {
		return nil
	}
	if e.searched.models == nil {
		e.searched.models = e.sought()
	}
	suffix := fmt.Sprintf(",rung=%d", trial.Rung)
	e.Name, e.Variant, e.Title = e.Name+suffix, e.Variant+suffix, e.Title+suffix
	for _, label := range e.ModelLabels() {
		trainings(reflect.ValueOf(e.Models[label]), "models."+label, func(field string, value reflect.Value) {
			t := value.Addr().Interface().(*train.Training)
			if t.Steps != nil {
				steps := e.Search.Halving.Length(*t.Steps, e.searched.rung)
				t.Steps = &steps
				e.shortened = append(e.shortened, fmt.Sprintf("%s.steps=%d", field, steps))
				return
			}
			t.Epochs = e.Search.Halving.Length(t.Epochs, e.searched.rung)
			e.shortened = append(e.shortened, fmt.Sprintf("%s.epochs=%d", field, t.Epochs))
		})
	}
	return e.resolve()
}

// sought are the models that have axes of their own.
func (e *Experiment) sought() []string {
	axes := e.searched.document.Axes()
	return slices.DeleteFunc(e.ModelLabels(), func(label string) bool { return len(e.ownAxes(axes, label)) == 0 })
}

// promoted are the trials of the first rung that has none yet: for each model those that its runs on the rung before, all of them, speak for.
// A model without axes, of which nothing is chosen, is trained once, in trial 0 on the last rung.
func (o Options) promoted(trials []*Experiment) ([]*Experiment, error) {
	first, rungs := trials[0], make([][]*Experiment, trials[0].Search.Halving.Rungs)
	for _, e := range trials {
		rungs[e.searched.rung] = append(rungs[e.searched.rung], e)
	}
	axes, sought := first.searched.document.Axes(), first.sought()
	rung, last := slices.IndexFunc(rungs, func(made []*Experiment) bool { return len(made) == 0 }), len(rungs)-1
	chosen := len(o.Only) == 0 || slices.ContainsFunc(sought, func(label string) bool { return slices.Contains(o.Only, label) })
	if !chosen && len(rungs[last]) == 0 {
		rung = last
	}
	if rung < 0 || !chosen && rung < last {
		return nil, nil
	}
	models := map[int][]string{} // by the number of the trial
	for _, label := range sought {
		before := slices.DeleteFunc(slices.Clone(rungs[rung-1]), func(e *Experiment) bool { return !e.Makes(label) })
		tried, whole, err := o.found(before, label, first.ownAxes(axes, label))
		if err != nil {
			return nil, err
		}
		if !whole {
			continue
		}
		values := make([]float64, len(tried))
		for i, t := range tried {
			values[i] = t.Value
		}
		for _, i := range first.Search.Halving.Promoted(values) {
			number := before[i].searched.number
			models[number] = append(models[number], label)
		}
	}
	if rung == last && (len(models) > 0 || !chosen) {
		for _, label := range first.ModelLabels() {
			if !slices.Contains(sought, label) {
				models[0] = append(models[0], label)
			}
		}
	}
	return first.onRung(rung, rungs[0], models)
}

// onRung makes trials for some models on a further rung.
func (e *Experiment) onRung(rung int, lowest []*Experiment, models map[int][]string) (next []*Experiment, err error) {
	for _, trial := range lowest {
		number := trial.searched.number
		if len(models[number]) == 0 {
			continue
		}
		made, err := e.trial(searched{number: number, point: trial.searched.point, rung: rung, models: models[number]})
		if err != nil {
			return nil, err
		}
		next = append(next, made)
	}
	return next, nil
}
