package plan

import (
	"sync"

	"ebim/framework/experiment/prepare"
	"ebim/framework/model"
)

// loaded is the trained models of runs that go on. A run's stages use its model one after the other, so that what is
// found of it, such as its mesh and the density there, is found once.
type loaded[Run comparable] struct {
	lock   sync.Mutex
	models map[Run]loadedModel
}

type loadedModel struct {
	trained *model.Trained
	data    *prepare.Data
}

// of is a run's model, which is loaded if it has not been, and kept until release.
func (l *loaded[Run]) of(run Run, load func() (*model.Trained, *prepare.Data, error)) (*model.Trained, *prepare.Data,
	error) {
	l.lock.Lock()
	known, found := l.models[run]
	l.lock.Unlock()
	if found {
		return known.trained, known.data, nil
	}
	trained, data, err := load()
	if err != nil {
		return nil, nil, err
	}
	l.lock.Lock()
	defer l.lock.Unlock()
	if l.models == nil {
		l.models = map[Run]loadedModel{}
	}
	l.models[run] = loadedModel{trained, data}
	return trained, data, nil
}

// release lets a run's model go.
func (l *loaded[Run]) release(run Run) {
	l.lock.Lock()
	defer l.lock.Unlock()
	delete(l.models, run)
}
