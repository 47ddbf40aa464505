package plan

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"ebim/framework/experiment"
	"ebim/framework/experiment/prepare"
	"ebim/framework/model"
	"ebim/framework/runs/stage"
	"ebim/framework/train"
)

// watcher shows a training to others: its history as it grows and, at some steps, pictures of what there is of the
// model.
type watcher struct {
	work     *stage.Work
	wanted   int // pictures of each kind
	previews func(s *experiment.Subject) []experiment.Preview
	share    float64                                          // of the training's time so far that pictures may cost
	subject  func(folder string) (*experiment.Subject, error) // what there is, with the part's parameters in a folder
	log      func(line string)
	now      func() time.Time

	mutex sync.Mutex // of the starts one draws at a time
	began time.Time
	spent time.Duration
	costs map[string]time.Duration // of each kind, the last time
	ended bool                     // something has failed
}

// watcher returns who watches a part's training.
func (p *Plan) watcher(w *stage.Work, s Seeded, part model.Part, setting train.Environment,
	data *prepare.Data) *watcher {
	setting.Rows = nil // data of which as many are looked at as in double precision are enough
	return &watcher{work: w, wanted: p.ProgressPictures, previews: p.previews, share: p.previewShare, now: time.Now,
		began: time.Now(), costs: map[string]time.Duration{},
		log: func(line string) { p.log(fmt.Sprintf("%s seed %d: %s", s.Label, s.Seed, line)) },
		subject: func(folder string) (*experiment.Subject, error) {
			return p.unfinished(w.Input, s, part.Name, folder, setting, data)
		}}
}

// unfinished is the subject of what there is of a model while a part is trained.
func (p *Plan) unfinished(input func(string) string, s Seeded, part, folder string, setting train.Environment,
	data *prepare.Data) (*experiment.Subject, error) {
	trainable, ok := p.Models[s.Label].(model.Trainable)
	if !ok {
		return nil, errors.ErrUnsupported
	}
	trained, err := model.Preview(trainable, setting, part, func(name string) string {
		if name == part {
			return folder
		}
		return input(name)
	})
	if err != nil {
		return nil, err
	}
	return p.subject(s, trainable.Traits(data.Train.Dim), trained.In(p.units(s.Label, data)), data), nil
}

// History implements train.Watcher.
func (w *watcher) History(start int) io.Writer { return w.work.Live.History(start) }

// NextLook implements train.Watcher: looks are spaced evenly, and the last one is at the end.
func (w *watcher) NextLook(made, total int) int {
	if w.previews == nil || w.wanted == 0 {
		return 0
	}
	k := made*w.wanted/total + 1
	if k > w.wanted {
		return 0
	}
	return (k*total + w.wanted - 1) / w.wanted
}

// leastTime is the least that is worth a try.
const leastTime = 20 * time.Millisecond

// left is what pictures may still cost.
func (w *watcher) left() time.Duration {
	return time.Duration(w.share*float64(w.now().Sub(w.began))) - w.spent
}

// loading is among the costs what it takes to load a model.
const loading = "loading"

// affordable reports whether something that has cost so much the last time may be tried.
func (w *watcher) affordable(what string) bool {
	return !w.ended && w.left() >= max(leastTime, w.costs[what])
}

// charge notes what something has cost since a time.
func (w *watcher) charge(what string, began time.Time) {
	w.costs[what] = w.now().Sub(began)
	w.spent += w.costs[what]
}

// Look implements train.Watcher. What can't be drawn is no concern of the training's.
func (w *watcher) Look(ctx context.Context, start, made int, save func(folder string) error) {
	if !w.mutex.TryLock() {
		return
	}
	defer w.mutex.Unlock()
	if !w.affordable(loading) {
		return
	}
	if err := w.look(ctx, start, made, save); err != nil && ctx.Err() == nil {
		w.ended = true
		if !errors.Is(err, errors.ErrUnsupported) {
			w.log(fmt.Sprintf("no further figures of its training are drawn: %v", err))
		}
	}
}

// look draws what can be afforded. Of a kind that has not been ready in time, the time that it was given is what it
// costs.
func (w *watcher) look(ctx context.Context, start, made int, save func(folder string) error) (err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("drawing failed: %v", caught)
		}
	}()
	began := w.now()
	subject, err := w.load(save)
	w.charge(loading, began)
	if err != nil {
		return err
	}
	for _, preview := range w.previews(subject) {
		if !w.affordable(preview.Kind) {
			continue
		}
		began, left := w.now(), w.left()
		within, cancel := context.WithTimeout(ctx, left)
		png, err := preview.Draw(within)
		late := within.Err() != nil
		cancel()
		w.charge(preview.Kind, began)
		switch {
		case late:
			w.costs[preview.Kind] = max(w.costs[preview.Kind], 2*left) // until twice as much is left
		case err != nil:
			return fmt.Errorf("%s: %w", preview.Kind, err)
		case png != nil:
			if err := w.work.Live.AddPicture(kindOf(preview.Kind, start), made, png); err != nil {
				return err
			}
		}
	}
	return nil
}

// load reads the model with the parameters that save writes.
func (w *watcher) load(save func(folder string) error) (*experiment.Subject, error) {
	folder, err := os.MkdirTemp(w.work.Scratch, "preview-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	if err := save(folder); err != nil {
		return nil, err
	}
	return w.subject(folder)
}

// kindOf is the kind of a picture of one of the starts.
func kindOf(kind string, start int) string {
	if start == 0 {
		return kind
	}
	return fmt.Sprintf("%s-%d", kind, start+1)
}
