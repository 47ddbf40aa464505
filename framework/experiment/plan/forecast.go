package plan

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"ebim/framework/runs/progress"
)

const (
	// warmUp is how long a training's steps are timed before it is forecasts how long it will take.
	warmUp = 5 * time.Second
	// worthForecasting is the shortest training with a forecast.
	worthForecasting = time.Minute
	// sameTime bounds the steps that are reported together, after a program of many.
	sameTime = time.Millisecond
)

// forecasts are the parts of models whose time was reported, as it holds for all seeds.
type forecasts struct {
	mutex sync.Mutex
	parts map[string]bool
}

// first says whether a part is asked for the first time.
func (f *forecasts) first(part string) bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.parts == nil {
		f.parts = map[string]bool{}
	}
	known := f.parts[part]
	f.parts[part] = true
	return !known
}

// forecaster times a training's first steps, and reports once what the rest will take. The first step is left out:
// programs are compiled and memory is taken within it. Steps may be reported from several starts, one at a time.
type forecaster struct {
	now   func() time.Time
	say   func(left time.Duration, steps, timed int)
	began time.Time
	from  int // steps done when timing began
	over  bool
}

// report is called after every step.
func (t *forecaster) report(done, total int) {
	if t == nil || t.over {
		return
	}
	now := t.now()
	if t.began.IsZero() {
		t.began, t.from = now, done
		return
	}
	took := now.Sub(t.began)
	if took < sameTime { // as the first step, in one program
		t.from = done
		return
	}
	timed := done - t.from
	if took < warmUp || timed < 2 {
		return
	}
	t.over = true
	if left := time.Duration(float64(took) / float64(timed) * float64(total-done)); left >= worthForecasting {
		t.say(left, total-done, timed)
	}
}

// forecaster is that of a part's training; seeds after the first, which take as long, are included there.
func (p *Plan) forecaster(s Seeded, part string) *forecaster {
	return &forecaster{now: time.Now, say: func(left time.Duration, steps, timed int) {
		if !p.forecasts.first(s.Label + "/" + part) {
			return
		}
		line := fmt.Sprintf("%s seed %d: the training of the %s will take about %s, for %d steps more at the rate "+
			"of %d timed ones",
			s.Label, s.Seed, strings.ReplaceAll(part, "_", " "), progress.Duration(left), steps, timed)
		if others := len(p.Seeds) - 1; others > 0 {
			line += fmt.Sprintf("; up to %d other seeds will take as long each", others)
		}
		p.log(line)
	}}
}
