package live

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// every is how often files are written.
const every = time.Second

// Writer writes the live folder of a stage. Its methods may be called from several goroutines; those of a nil Writer do nothing.
type Writer struct {
	folder string
	log    func(line string) // is told once what can't be written

	due   atomic.Bool // the values of a step are wanted
	stop  chan struct{}
	ended sync.WaitGroup
	once  sync.Once

	mutex    sync.Mutex
	progress Progress
	first    struct { // the first step that this process told of
		done int
		at   time.Time
	}
	histories map[int]*history
	told      bool
}

// Create makes the live folder of the stage that a progress names, below a root of runs, and keeps it alive until Close. It replaces what a
// killed process has left there. The pictures of earlier folders, that one's among them or not, are moved into the new one: those of a
// training that goes on. The log is told once if something can't be written, which is no error.
func Create(root string, p Progress, earlier []string, log func(line string)) (*Writer, error) {
	now := time.Now().UTC()
	p.Format, p.PID, p.Job, p.EverySeconds, p.Started, p.Updated = Format, os.Getpid(), job(os.Getenv), every.Seconds(), now, now
	p.Host, _ = os.Hostname()
	w := &Writer{folder: Folder(root, p.Stage, p.Key), log: log, stop: make(chan struct{}), progress: p, histories: map[int]*history{}}
	fresh, err := w.temporary()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(fresh) // where it has not become the folder
	for _, folder := range earlier {
		err = errors.Join(err, movePictures(folder, filepath.Join(fresh, PicturesFolder)))
	}
	if err := errors.Join(err, w.writeProgress(fresh), w.vanish()); err != nil {
		return nil, err
	}
	if err := os.Rename(fresh, w.folder); err != nil {
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

// temporary makes a folder beside the live one, with a name that package stage takes for a leftover if it is one.
func (w *Writer) temporary() (string, error) {
	for {
		folder := fmt.Sprintf("%s.tmp-%d", strings.TrimSuffix(w.folder, Suffix), rand.Uint64())
		if err := os.Mkdir(folder, 0o777); !errors.Is(err, os.ErrExist) { // os.MkdirTemp's folders are for their owner alone
			return folder, err
		}
	}
}

// vanish takes the live folder away at once, so that no reader sees half of it.
func (w *Writer) vanish() error {
	if _, err := os.Lstat(w.folder); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	bin, err := w.temporary()
	if err != nil {
		return err
	}
	err = os.Rename(w.folder, filepath.Join(bin, "live"))
	return errors.Join(err, os.RemoveAll(bin))
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
			w.report(w.flush())
			w.report(w.writeProgress(w.folder))
			w.due.Store(true)
		}
	}
}

func (w *Writer) report(err error) {
	if err == nil || w.told {
		return
	}
	w.told = true
	if w.log != nil {
		w.log(fmt.Sprintf("what can be watched meanwhile is not up to date: %v", err))
	}
}

// writeProgress replaces progress.json in a folder.
func (w *Writer) writeProgress(folder string) error {
	w.mutex.Lock()
	w.progress.Updated = time.Now().UTC()
	text, err := json.Marshal(&w.progress)
	w.mutex.Unlock()
	if err != nil {
		return err
	}
	place := filepath.Join(folder, ProgressFile)
	if err := os.WriteFile(place+".new", append(text, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(place+".new", place)
}

// Due reports whether the next Step will be written. A caller whose values are costly asks first.
func (w *Writer) Due() bool { return w != nil && w.due.Load() }

// Step tells that done of total steps have been made, and the values of the last one. It costs nothing unless it is Due, or the
// last step.
func (w *Writer) Step(done, total int, names []string, values []float64) {
	if w == nil || !w.due.Load() && (done < total || total <= 0) {
		return
	}
	w.due.Store(false)
	now := time.Now()
	told := make(map[string]*float64, len(names))
	for i, name := range names {
		told[name] = finite(values[i])
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.first.at.IsZero() {
		w.first.done, w.first.at = done, now
	}
	w.progress.Done, w.progress.Total, w.progress.Values, w.progress.SecondsLeft = done, max(total, 0), told, nil
	if made, took := done-w.first.done, now.Sub(w.first.at).Seconds(); made > 0 && total > 0 {
		w.progress.SecondsLeft = finite(took / float64(made) * float64(max(total-done, 0)))
	}
}

// history is a file that is appended to.
type history struct {
	name    string
	pending bytes.Buffer
	full    bool // some text has been dropped, and so is all behind it
	written int64
}

// History begins the history of one of a training's starts, counted from 0, and returns where its text goes, which appears in the file
// within a second. The Write of a nil Writer's goes nowhere.
func (w *Writer) History(start int) io.Writer {
	if w == nil {
		return io.Discard
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	h := &history{name: HistoryFile(start)}
	w.histories[start] = h
	return rows{w, h}
}

type rows struct {
	of *Writer
	*history
}

// mostPending bounds the text that waits for a disk that can't be written.
const mostPending = 64 << 20

// Write implements io.Writer. It never fails, and only copies.
func (r rows) Write(text []byte) (int, error) {
	r.of.mutex.Lock()
	defer r.of.mutex.Unlock()
	if r.full = r.full || r.pending.Len()+len(text) > mostPending; !r.full {
		r.pending.Write(text)
	}
	return len(text), nil
}

// flush appends to the histories what is new.
func (w *Writer) flush() error {
	w.mutex.Lock()
	var all []*history
	for _, h := range w.histories {
		all = append(all, h)
	}
	w.mutex.Unlock()
	var errs []error
	for _, h := range all {
		errs = append(errs, w.flushOne(h))
	}
	return errors.Join(errs...)
}

// flushOne writes outside of the lock, as a disk may be slow. Only one goroutine does.
func (w *Writer) flushOne(h *history) error {
	w.mutex.Lock()
	text := bytes.Clone(h.pending.Bytes())
	w.mutex.Unlock()
	if len(text) == 0 {
		return nil
	}
	flags := os.O_CREATE | os.O_WRONLY
	if h.written == 0 {
		flags |= os.O_TRUNC
	}
	file, err := os.OpenFile(filepath.Join(w.folder, h.name), flags, 0o644)
	if err != nil {
		return err
	}
	n, err := file.WriteAt(text, h.written)
	h.written += int64(n)
	w.mutex.Lock()
	h.pending.Next(n)
	w.mutex.Unlock()
	return errors.Join(err, file.Close())
}

// AddPicture keeps a picture of a kind, in PNG, that was drawn after a number of steps.
func (w *Writer) AddPicture(kind string, step int, png []byte) error {
	if w == nil {
		return nil
	}
	within := filepath.Join(w.folder, PicturesFolder)
	if err := os.MkdirAll(within, 0o777); err != nil {
		return err
	}
	place := filepath.Join(within, PictureFile(kind, step))
	if err := os.WriteFile(place+".new", png, 0o644); err != nil {
		return err
	}
	return os.Rename(place+".new", place)
}

// MovePictures moves the pictures of the folder to another one, which is made if there are any.
func (w *Writer) MovePictures(to string) error {
	if w == nil {
		return nil
	}
	return movePictures(filepath.Join(w.folder, PicturesFolder), to)
}

// Close ends the heartbeat and removes the folder.
func (w *Writer) Close() (err error) {
	if w != nil {
		w.once.Do(func() {
			close(w.stop)
			w.ended.Wait()
			err = w.vanish()
		})
	}
	return err
}

// Leave ends the heartbeat and leaves the folder to another process, which has taken the stage over.
func (w *Writer) Leave() {
	if w != nil {
		w.once.Do(func() {
			close(w.stop)
			w.ended.Wait()
		})
	}
}

// movePictures moves the pictures of one folder to another, which is made if there are any.
func movePictures(from, to string) error {
	var errs []error
	for i, picture := range Pictures(from) {
		if i == 0 {
			errs = append(errs, os.MkdirAll(to, 0o777))
		}
		errs = append(errs, os.Rename(filepath.Join(from, picture.File), filepath.Join(to, picture.File)))
	}
	return errors.Join(errs...)
}
