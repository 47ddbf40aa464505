package live

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"ebim/framework/runs/disk"
	"ebim/framework/runs/history"
)

// every is how often files are written.
const every = time.Second

// Writer writes the live folder of a stage. Its methods may be called from several goroutines; those of a nil Writer do
// nothing.
type Writer struct {
	folder string
	log    func(line string) // gets the first error only

	due   atomic.Bool // the values of a step are wanted
	stop  chan struct{}
	ended sync.WaitGroup
	once  sync.Once

	mutex    sync.Mutex
	progress Progress
	first    struct { // the first step that this process made
		done int
		at   time.Time
	}
	histories map[int]*growing
	logged    bool
}

// Create makes the live folder of the stage that a progress names, below a root of runs, and keeps it alive until
// Close. It replaces what a killed process has left there. The log gets the first error of later writing, which harms
// nothing.
func Create(root string, p Progress, log func(line string)) (*Writer, error) {
	now := time.Now().UTC()
	p.Format, p.PID, p.Job, p.EverySeconds, p.Started, p.Updated = Format, os.Getpid(), job(os.Getenv), every.Seconds(),
		now, now
	p.Host, _ = os.Hostname()
	w := &Writer{folder: Folder(root, p.Stage, p.Key), log: log, stop: make(chan struct{}), progress: p,
		histories: map[int]*growing{}}
	err := w.clear()
	if made := os.Mkdir(w.folder, 0o777); !errors.Is(made, os.ErrExist) {
		err = errors.Join(err, made)
	}
	if err = errors.Join(err, w.writeProgress()); err != nil {
		return nil, err
	}
	w.due.Store(true)
	w.ended.Go(w.beat)
	return w, nil
}

// job is the name of the batch system's job that the process is part of.
func job(environment func(string) string) string {
	if array, task := environment("SLURM_ARRAY_JOB_ID"), environment("SLURM_ARRAY_TASK_ID"); array != "" && task != "" {
		return array + "_" + task
	}
	return environment("SLURM_JOB_ID")
}

// clear empties the folder. The progress goes first: without it the folder counts as gone.
func (w *Writer) clear() error {
	_ = os.Remove(filepath.Join(w.folder, ProgressFile)) // if it stays, so does the folder, which is an error below
	entries, err := os.ReadDir(w.folder)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		err = errors.Join(err, os.RemoveAll(filepath.Join(w.folder, entry.Name())))
	}
	return errors.Join(err, os.Remove(w.folder))
}

// beat writes what is new until Close.
func (w *Writer) beat() {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-w.stop:
			return
		case <-ticker.C:
			w.report(errors.Join(w.flush(), w.writeProgress()))
			w.due.Store(true)
		}
	}
}

func (w *Writer) report(err error) {
	if err == nil || w.logged {
		return
	}
	w.logged = true
	if w.log != nil {
		w.log(fmt.Sprintf("its live view is out of date: %v", err))
	}
}

// writeProgress replaces progress.json.
func (w *Writer) writeProgress() error {
	w.mutex.Lock()
	w.progress.Updated = time.Now().UTC()
	text, err := json.Marshal(&w.progress)
	w.mutex.Unlock()
	if err != nil {
		return err
	}
	return disk.WriteBytes(filepath.Join(w.folder, ProgressFile), append(text, '\n'))
}

// Due reports whether the next Step will be written. A caller whose values are costly asks first.
func (w *Writer) Due() bool { return w != nil && w.due.Load() }

// Step notes that done of total steps have been made, and the values of the last one. It costs nothing unless it is
// Due, or the last step.
func (w *Writer) Step(done, total int, names []string, values []float64) {
	if w == nil || !w.due.Load() && (done < total || total <= 0) {
		return
	}
	w.due.Store(false)
	now := time.Now()
	named := make(map[string]*float64, len(names))
	for i, name := range names {
		named[name] = finite(values[i])
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.first.at.IsZero() {
		w.first.done, w.first.at = done, now
	}
	w.progress.Done, w.progress.Total, w.progress.Values, w.progress.SecondsLeft = done, max(total, 0), named, nil
	if made, took := done-w.first.done, now.Sub(w.first.at).Seconds(); made > 0 && total > 0 {
		w.progress.SecondsLeft = finite(took / float64(made) * float64(max(total-done, 0)))
	}
}

// growing is a file that is appended to.
type growing struct {
	of      *Writer
	name    string
	pending bytes.Buffer
	full    bool // some text has been dropped, and so is all behind it
	written int64
}

// History begins the history of one of a training's starts, counted from 0, and returns where its text goes, which
// appears in the file within a second. The Write of a nil Writer's goes nowhere.
func (w *Writer) History(start int) io.Writer {
	if w == nil {
		return io.Discard
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.histories[start] = &growing{of: w, name: history.File(start)}
	return w.histories[start]
}

// mostPending bounds the text that waits for a disk that can't be written.
const mostPending = 64 << 20

// Write implements io.Writer. It never fails, and only copies.
func (g *growing) Write(text []byte) (int, error) {
	g.of.mutex.Lock()
	defer g.of.mutex.Unlock()
	if g.full = g.full || g.pending.Len()+len(text) > mostPending; !g.full {
		g.pending.Write(text)
	}
	return len(text), nil
}

// flush appends to the histories what is new.
func (w *Writer) flush() error {
	w.mutex.Lock()
	all := make([]*growing, 0, len(w.histories))
	for _, g := range w.histories {
		all = append(all, g)
	}
	w.mutex.Unlock()
	var errs []error
	for _, g := range all {
		errs = append(errs, g.flush())
	}
	return errors.Join(errs...)
}

// flush writes outside of the lock, as a disk may be slow. Only one goroutine does.
func (g *growing) flush() error {
	g.of.mutex.Lock()
	text := bytes.Clone(g.pending.Bytes())
	g.of.mutex.Unlock()
	if len(text) == 0 {
		return nil
	}
	flags := os.O_CREATE | os.O_WRONLY
	if g.written == 0 {
		flags |= os.O_TRUNC
	}
	file, err := os.OpenFile(filepath.Join(g.of.folder, g.name), flags, 0o666)
	if err != nil {
		return err
	}
	n, err := file.WriteAt(text, g.written)
	g.written += int64(n)
	g.of.mutex.Lock()
	g.pending.Next(n)
	g.of.mutex.Unlock()
	return errors.Join(err, file.Close())
}

// Close ends the heartbeat and removes the folder.
func (w *Writer) Close() (err error) {
	if w != nil {
		w.once.Do(func() {
			w.end()
			err = w.clear()
		})
	}
	return err
}

// Leave ends the heartbeat and leaves the folder to another process, which has taken the stage over.
func (w *Writer) Leave() {
	if w != nil {
		w.once.Do(w.end)
	}
}

func (w *Writer) end() {
	close(w.stop)
	w.ended.Wait()
}
