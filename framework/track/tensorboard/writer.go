package tensorboard

import (
	"bytes"
	"errors"
	"fmt"
	"hash/maphash"
	"image/png"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"
)

// HParams are a run's hyper-parameters.
type HParams struct {
	Values map[string]any // float64, int, bool or string, by name
	Group  string         // runs of one group, such as seeds, are shown as one
}

// Writer adds event files to the folder of a run. What it is given is kept until Flush, and after an error of that for the next one.
type Writer struct {
	folder  string
	known   *content
	pending []byte
	file    string // empty before something is written, and after an error
}

// Open reads what a run's folder holds; the folder is made with the first event.
func Open(folder string) (*Writer, error) {
	known, err := scan(folder, nil)
	if err != nil {
		return nil, err
	}
	return &Writer{folder: folder, known: known}, nil
}

// Last returns the largest step of a scalar or a picture, and whether there is any.
func (w *Writer) Last(tag string) (step int, ok bool) {
	step, ok = w.known.last[tag]
	return step, ok
}

// Scalar adds a number, unless the tag has one of that step or a later one already.
func (w *Writer) Scalar(at time.Time, tag string, step int, value float64) {
	if w.news(tag, step) {
		w.add(event(at, step, scalarValue(tag, value)))
	}
}

// Picture adds a PNG, unless the tag has one of that step or a later one already. The error is that it is no PNG.
func (w *Writer) Picture(at time.Time, tag string, step int, picture []byte) error {
	size, err := png.DecodeConfig(bytes.NewReader(picture))
	if err != nil {
		return fmt.Errorf("the picture %s is no PNG: %w", tag, err)
	}
	if w.news(tag, step) {
		w.known.pictures[tag] = maphash.Bytes(hashSeed, picture)
		w.add(event(at, step, imageValue(tag, size.Width, size.Height, picture)))
	}
	return nil
}

// Redrawn adds a PNG as the next step of its tag, unless the last one is the same.
func (w *Writer) Redrawn(at time.Time, tag string, picture []byte) error {
	last, ok := w.known.last[tag]
	if ok && w.known.pictures[tag] == maphash.Bytes(hashSeed, picture) {
		return nil
	}
	if ok {
		last++
	}
	return w.Picture(at, tag, last, picture)
}

// news reports whether a step comes after those of its tag, and notes it.
func (w *Writer) news(tag string, step int) bool {
	if last, ok := w.known.last[tag]; ok && step <= last || step < 0 {
		return false
	}
	w.known.last[tag] = step
	return true
}

// Begin adds the run's hyper-parameters, unless they are there.
func (w *Writer) Begin(at time.Time, h *HParams) {
	if !w.known.started {
		w.known.started = true
		w.add(event(at, 0, sessionStart(h, at)))
	}
}

// End adds how the run ended, unless that is there.
func (w *Writer) End(at time.Time, status Status) {
	if w.known.status != status {
		w.known.status = status
		w.add(event(at, 0, sessionEnd(status, at)))
	}
}

func (w *Writer) add(data message) { w.pending = appendRecord(w.pending, data) }

// Flush writes what has been added. After an error it stays for the next Flush, which begins a new file: TensorBoard reads no
// further in one with a broken record. The file is closed in between, as there may be many runs.
func (w *Writer) Flush() error {
	if len(w.pending) == 0 {
		return nil
	}
	if err := w.append(w.pending); err != nil {
		w.file = ""
		return err
	}
	w.pending = nil
	return nil
}

func (w *Writer) append(records []byte) error {
	flags := os.O_WRONLY | os.O_APPEND
	path := w.file
	if path == "" {
		if err := os.MkdirAll(w.folder, 0o755); err != nil {
			return err
		}
		now := time.Now()
		path = filepath.Join(w.folder, newName(now))
		records = append(appendRecord(nil, versionEvent(now)), records...)
		flags |= os.O_CREATE | os.O_EXCL
	}
	file, err := os.OpenFile(path, flags, 0o644)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		return errors.Join(err, file.Close())
	}
	if _, err := file.Write(records); err != nil {
		return errors.Join(err, file.Truncate(info.Size()), file.Close())
	}
	w.file = path
	return file.Close()
}

// files counts those that this process has made.
var files atomic.Int64

// newName returns the name of a new file, which comes after earlier ones.
func newName(now time.Time) string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s%010d.%s.%d.%d", filePrefix, now.Unix(), host, os.Getpid(), files.Add(1))
}
