package track

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"runtime/debug"
	"time"

	"github.com/gofrs/flock"

	"ebim/framework/plaintext"
	"ebim/framework/runs/shutdown"
	"ebim/framework/runs/stage"
)

// tool is where runs are shown.
type tool interface {
	String() string // in warnings: "MLflow at http://localhost:5000"
	// open begins or continues a run. The state is a file's path beside the run's folder, for what the tool must remember of it.
	open(ctx context.Context, run *Run, record *stage.Record, state string) (tracked, error)
	// down reports whether an error is of the tool as a whole, rather than of one run.
	down(err error) bool
}

// tracked is a run in a tool. What the tool has already is left out by it.
type tracked interface {
	// send takes scalars in their order, and returns how many of them need not be sent again.
	send(ctx context.Context, scalars []scalar) (settled int, err error)
	picture(ctx context.Context, p picture) error
	end(ctx context.Context, record *stage.Record) error
}

// Times of following.
const (
	every       = time.Second
	restFactor  = 20 // a look that takes long is followed by a rest that takes so many times as long
	firstRetry  = 2 * time.Second
	longestWait = time.Minute
	// mostClosing and mostInterrupted bound the last sending, of a program that has ended and of one that is interrupted.
	mostClosing     = time.Minute
	mostInterrupted = 3 * time.Second
)

// Follower shows runs in tools until it is closed.
type Follower struct {
	root    string
	log     func(line string)
	workers []*worker
	stop    chan struct{}
	cancel  context.CancelFunc
}

// NewFollower returns a follower of runs below a root, of which Add says which and where. The log is told what goes wrong.
func NewFollower(root string, log func(line string)) *Follower {
	return &Follower{root: root, log: log, stop: make(chan struct{})}
}

// Add has a run shown where the settings say. It is called before Start.
func (f *Follower) Add(s Settings, run Run) error {
	if s.TensorBoard != "" {
		f.worker(boards{s.TensorBoard}).add(&run)
	}
	if s.MLflow != "" {
		server, err := newServer(s.MLflow, os.Getenv)
		if err != nil {
			return err
		}
		f.worker(server).add(&run)
	}
	return nil
}

// worker returns the one of a tool, which is made unless it is there.
func (f *Follower) worker(t tool) *worker {
	for _, w := range f.workers {
		if w.tool.String() == t.String() {
			return w
		}
	}
	w := &worker{tool: t, root: f.root, log: f.log, now: time.Now, done: make(chan struct{})}
	f.workers = append(f.workers, w)
	return w
}

// Start begins to follow, each tool in a goroutine of its own.
func (f *Follower) Start() {
	ctx, cancel := context.WithCancel(context.Background())
	f.cancel = cancel
	for _, w := range f.workers {
		go w.follow(ctx, f.stop)
	}
}

// Close sends what is left, now that the runs have ended or are interrupted, which ctx tells. It returns within a minute, or within
// seconds of an interruption, whatever the tools do.
func (f *Follower) Close(ctx context.Context) {
	defer shutdown.Hold()()
	defer f.cancel()
	close(f.stop)
	most := time.After(mostClosing)
	interrupted := ctx.Done()
	for _, w := range f.workers {
		for waiting := true; waiting; {
			select {
			case <-w.done:
				waiting = false
			case <-interrupted:
				interrupted, most = nil, time.After(mostInterrupted)
			case <-most:
				f.log(fmt.Sprintf("Warning: %s is too slow to take the rest of the runs now; the same command sends it", w.tool))
				return
			}
		}
	}
}

// worker shows runs in one tool.
type worker struct {
	tool tool
	root string
	log  func(line string)
	now  func() time.Time
	runs []*followed
	done chan struct{}

	failing bool      // the last attempt failed, and the user has been told
	wait    time.Time // before which the tool is left alone
	pause   time.Duration
}

func (w *worker) add(run *Run) {
	w.runs = append(w.runs, &followed{reader: newReader(w.root, run)})
}

// follow looks at the runs again and again. A panic must not end the program.
func (w *worker) follow(ctx context.Context, stop <-chan struct{}) {
	defer close(w.done)
	defer func() {
		if caught := recover(); caught != nil {
			w.log(fmt.Sprintf("Warning: nothing more goes to %s, as ebim itself is at fault: %v\n%s", w.tool, caught, debug.Stack()))
		}
	}()
	defer w.release()
	for rest := every; ; {
		select {
		case <-stop:
			w.wait = time.Time{}
			w.round(ctx, true)
			return
		case <-time.After(rest):
		}
		start := w.now()
		w.round(ctx, false)
		rest = max(every, restFactor*w.now().Sub(start))
	}
}

// round looks at each run once. It ends where the tool is down.
func (w *worker) round(ctx context.Context, last bool) {
	if w.now().Before(w.wait) {
		return
	}
	for _, run := range w.runs {
		if !last && w.now().Before(run.wait) {
			continue
		}
		err := run.look(ctx, w, last)
		if err == nil {
			run.wait, run.pause = time.Time{}, 0
			continue
		}
		if ctx.Err() != nil {
			return
		}
		if !w.failing {
			w.failing = true
			w.log(plaintext.OneLine(fmt.Sprintf("Warning: %s can't be told of the runs (%v); they go on, and it is tried again, as by the same command later", w.tool, err)))
		}
		if w.tool.down(err) {
			w.wait, w.pause = later(w.now(), w.pause)
			return
		}
		run.wait, run.pause = later(w.now(), run.pause)
	}
	if w.pause = 0; w.failing && !w.lacking() {
		w.failing = false
		w.log(fmt.Sprintf("%s has been told of the runs now", w.tool))
	}
}

// lacking reports whether some run could not be shown at the last attempt.
func (w *worker) lacking() bool {
	for _, run := range w.runs {
		if run.pause > 0 {
			return true
		}
	}
	return false
}

// later returns when to try again after a failure, and how long that is: twice as long each time.
func later(now time.Time, pause time.Duration) (time.Time, time.Duration) {
	pause = min(max(2*pause, firstRetry), longestWait)
	return now.Add(pause), pause
}

func (w *worker) release() {
	for _, run := range w.runs {
		run.close()
	}
}

// followed is a run on its way to a tool.
type followed struct {
	*reader
	lock     *flock.Flock
	to       tracked // nil while the run is not open
	scalars  []scalar
	pictures []picture
	ended    bool // the tool knows the run's end
	wait     time.Time
	pause    time.Duration
}

// look sends what is new of the run. A run that another process follows is left to it.
func (r *followed) look(ctx context.Context, w *worker, last bool) error {
	if r.refresh() {
		r.ended = false
	}
	if r.record == nil || r.ended {
		return nil
	}
	if r.to == nil {
		if ours, err := r.open(ctx, w); err != nil || !ours {
			return err
		}
	}
	for {
		if err := r.send(ctx); err != nil {
			return err
		}
		if r.scalars, r.pictures = r.next(w.now()); len(r.scalars)+len(r.pictures) == 0 {
			break
		}
	}
	if r.record.Status == stage.Running && !last {
		return nil
	}
	if r.record.Status == stage.Done { // otherwise they are not the last ones
		r.scalars = numbers(r.record, w.now())
	}
	if err := r.send(ctx); err != nil {
		return err
	}
	if err := r.to.end(ctx, r.record); err != nil {
		return err
	}
	r.ended = true
	r.close()
	return nil
}

// open takes the run's lock and begins or continues it in the tool; ours says whether the lock was to be had.
func (r *followed) open(ctx context.Context, w *worker) (ours bool, err error) {
	name := fnv.New32a()
	name.Write([]byte(w.tool.String()))
	state := fmt.Sprintf("%s%08x", stage.BesideTracked(r.record.Folder), name.Sum32())
	if r.lock == nil {
		lock := flock.New(state+".lock", flock.SetFlag(os.O_CREATE|os.O_RDWR))
		if ours, err = lock.TryLock(); err != nil || !ours {
			return false, errors.Join(err, lock.Close())
		}
		r.lock = lock
	}
	r.to, err = w.tool.open(ctx, r.run, r.record, state+".json")
	return err == nil, err
}

// send sends what has been read. What could not be sent stays.
func (r *followed) send(ctx context.Context) error {
	settled, err := r.to.send(ctx, r.scalars)
	r.scalars = r.scalars[settled:]
	if err != nil {
		return err
	}
	for len(r.pictures) > 0 {
		if err := r.to.picture(ctx, r.pictures[0]); err != nil && !errors.Is(err, os.ErrNotExist) { // moved, when the stage ended
			return err
		}
		r.pictures = r.pictures[1:]
	}
	return nil
}

func (r *followed) close() {
	r.to = nil
	if r.lock != nil {
		r.lock.Close()
		r.lock = nil
	}
}
