package manifold

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ebim/framework/points"
	"ebim/framework/train"
	"ebim/framework/train/traintest"
)

// Only the start that is ahead at the pause goes on, to the parameters that it has alone, also when the training is
// interrupted before the pause, at it or after it, or when starts are trained side by side.
func TestStartsAreDropped(t *testing.T) {
	const starts, steps, pause = 4, 20, 8
	data := traintest.Circle(100, 1)
	best, alone := aheadAt(t, data, pause, steps, starts)
	granted := func(context.Context) (func(), error) { return func() {}, nil }
	for _, interrupt := range []int{0, 3, pause, 2*pause + 1, starts * pause, starts*pause + 5} {
		for _, slot := range []func(context.Context) (func(), error){nil, granted} {
			if slot != nil && interrupt > 0 { // which start an interruption meets would be chance
				continue
			}
			m := vonMises(steps / 2)
			m.Starts, m.DropAfter = starts, share(float64(pause)/steps)
			work := traintest.Task(t, data, square)
			work.Slot = slot
			counted := &countedSteps{t: t, total: (starts-1)*pause + steps}
			work.Monitor = counted
			traintest.Finish(t, m.Train, work, interrupt)
			if !slices.Equal(parametersOf(t, m, work), alone) {
				t.Errorf("interrupted after %d steps, start %d is not kept as it is alone", interrupt, best)
			}
			if interrupt == 0 && counted.last != counted.total {
				t.Errorf("%d of %d steps are reported", counted.last, counted.total)
			}
		}
	}
}

// aheadAt is the start with the lowest loss at a pause, with the parameters that it has at the end.
func aheadAt(t *testing.T, data *points.Set, pause, steps, starts int) (best int, parameters []float32) {
	t.Helper()
	var losses []float64
	var each [][]float32
	for start := range starts {
		m := vonMises(steps / 2)
		work := traintest.Task(t, data, square)
		if err := m.trainFrom(t.Context(), work, knownOf(t, m, work), start); err != nil {
			t.Fatal(err)
		}
		loss, err := finalLoss(work.Folder, pause)
		if err != nil {
			t.Fatal(err)
		}
		losses, each = append(losses, loss), append(each, parametersOf(t, m, work))
	}
	best = slices.Index(losses, slices.Min(losses))
	if best == 0 {
		t.Fatal("the first start is the best, so that the test can't tell whether there are others")
	}
	return best, each[best]
}

// Starts are ranked by the loss at the pause, however far they have come, without those that diverged.
func TestStartsAreRanked(t *testing.T) {
	diverge := &train.DivergedError{}
	folders := []string{t.TempDir(), t.TempDir(), t.TempDir()}
	for start, loss := range []string{"3", "1", "2"} {
		text := "step,loss\n0," + loss + "\n1,0\n"
		if err := os.WriteFile(filepath.Join(folders[start], train.HistoryFile), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		errs []error
		want []int
	}{
		{[]error{train.ErrPaused, train.ErrPaused, train.ErrPaused}, []int{1, 2, 0}},
		{[]error{train.ErrPaused, diverge, nil}, []int{2, 0}},
		{[]error{diverge, diverge, diverge}, nil},
	} {
		got, err := byLoss(folders, test.errs, 1)
		if !slices.Equal(got, test.want) || (err != nil) != (test.want == nil) {
			t.Errorf("%v: starts %v (%v), want %v", test.errs, got, err, test.want)
		}
	}
	wrong := errors.New("the disk is full")
	if _, err := byLoss(folders, []error{train.ErrPaused, wrong, nil}, 1); !errors.Is(err, wrong) {
		t.Errorf("got %v", err)
	}
}

// The next start goes on where the one ahead diverges later, also one that had ended before an interruption.
func TestFirstToEnd(t *testing.T) {
	wrong := errors.New("the disk is full")
	for name, test := range map[string]struct {
		errs  []error       // of the starts 0, 1, 2
		later map[int]error // of those that go on
		start int
		err   error
	}{
		"ahead":                   {[]error{train.ErrPaused, train.ErrPaused, train.ErrPaused}, nil, 2, nil},
		"ended":                   {[]error{train.ErrPaused, train.ErrPaused, nil}, map[int]error{2: wrong}, 2, nil},
		"diverges later":          {[]error{train.ErrPaused, train.ErrPaused, train.ErrPaused}, later(2), 0, nil},
		"diverges later, resumed": {[]error{nil, train.ErrPaused, train.ErrPaused}, later(2), 0, nil},
		"all diverge": {[]error{train.ErrPaused, train.ErrPaused, train.ErrPaused}, later(0, 1, 2), 1,
			&train.DivergedError{}},
		"fails": {[]error{nil, nil, train.ErrPaused}, map[int]error{2: wrong}, 2, wrong},
	} {
		start, err := firstToEnd([]int{2, 0, 1}, test.errs, func(start int) error { return test.later[start] })
		if start != test.start || (err != nil) != (test.err != nil) || test.err == wrong && err != wrong {
			t.Errorf("%s: start %d (%v), want %d (%v)", name, start, err, test.start, test.err)
		}
	}
}

// later are the errors of starts that diverge.
func later(starts ...int) map[int]error {
	errs := map[int]error{}
	for _, start := range starts {
		errs[start] = &train.DivergedError{}
	}
	return errs
}

func share(v float64) *float64 { return &v }

// countedSteps remembers the last step that was reported.
type countedSteps struct {
	t           *testing.T
	last, total int
}

func (c *countedSteps) Report(done, total int, _ []string, _ []float64) {
	c.last = done
	if total != c.total {
		c.t.Errorf("%d steps are announced, want %d", total, c.total)
	}
}
