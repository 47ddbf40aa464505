// Package progress shows how far running stages are: redrawn bars on a terminal, plain lines elsewhere, or nothing. It
// starts no goroutines: whatever is shown is written from within the calls that report it. A Reporter may be called by
// many stages at once; a Task belongs to one of them.
package progress

import (
	"cmp"
	"io"
	"os"
	"time"

	"golang.org/x/term"
)

// Value is one named number shown beside a step's count, such as a loss term or |F| after projection.
type Value struct {
	Name  string
	Value float64
}

// Label names a running stage: one stage of one model with one seed, or what else takes time, such as a download.
type Label struct {
	Model string // may be empty
	Seed  int
	Stage string
}

// Task is the progress of one running stage. Its methods may be called from several goroutines.
type Task interface {
	// Due reports whether a call of Step would be shown now; a caller whose values are costly asks first.
	Due() bool
	// Step says that done of total steps are finished; total <= 0 means that the total is unknown. It may be called
	// after every step, however short: a call that comes too early to be shown costs one reading of the clock.
	Step(done, total int, values ...Value)
	// End says that the stage is over and how (Done, "failed: ...", "interrupted"); later calls do nothing. A stage
	// that is done leaves a line only if it counted steps or took 10 s and more: the many short ones are not worth one.
	End(outcome string)
}

// Reporter shows the progress of stages that run side by side.
type Reporter interface {
	// Start shows that a stage has begun; the task must be ended.
	Start(label Label) Task
	// Overall shows how much is done of all; it is called at the beginning and whenever a run has ended.
	Overall(w Whole)
	// Message shows one line of text beside the running stages.
	Message(text string)
	// Close takes down what is redrawn; nothing is shown afterward.
	Close()
}

// Done is the outcome of a stage that ended well.
const Done = "done"

// Clock is time.Now outside of tests.
type Clock func() time.Time

// New returns the reporter that fits w: nothing but messages when quiet, bars on a terminal, plain lines otherwise.
func New(w io.Writer, quiet bool, clock Clock) Reporter {
	if quiet {
		return NewQuiet(w)
	}
	file, isFile := w.(*os.File)
	if !isFile || !term.IsTerminal(int(file.Fd())) || os.Getenv("TERM") == "dumb" {
		return NewLines(w, clock)
	}
	return NewBars(w, clock, func() (width, height int) {
		width, height, err := term.GetSize(int(file.Fd()))
		if err != nil {
			return 80, 24
		}
		return width, height
	})
}

// NewQuiet returns a reporter that writes messages and shows no progress; messages go nowhere when w is nil.
func NewQuiet(w io.Writer) Reporter {
	w = cmp.Or(w, io.Discard)
	return &quiet{board{out: w}}
}

type quiet struct{ board board }

func (q *quiet) Start(Label) Task    { return silent{} }
func (q *quiet) Overall(Whole)       {}
func (q *quiet) Message(text string) { q.board.Message(text) }
func (q *quiet) Close()              { q.board.Close() }

type silent struct{}

func (silent) Due() bool               { return false }
func (silent) Step(int, int, ...Value) {}
func (silent) End(string)              {}
