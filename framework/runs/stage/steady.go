package stage

import (
	"errors"
	"io/fs"
	"reflect"
	"time"
)

// Another process with --fresh may replace a stage's folder while it is read here. Every folder is whole, but names of files
// differ, and for a moment there is none.

// Steady calls read, which reads folders of finished stages below a root, again when it fails and one of these folders has
// been replaced meanwhile.
func Steady(root string, stages []*Stage, read func() error) error {
	here := store{root: root}
	for {
		before := here.listings(stages)
		err := read()
		if err == nil || reflect.DeepEqual(before, here.listings(stages)) {
			return err
		}
	}
}

// listings returns what stages' folders say of themselves, nil for a stage that is not there.
func (s store) listings(stages []*Stage) []*finished {
	var all []*finished
	for _, stage := range stages {
		all = append(all, s.listing(stage.Name, stage.Key()))
	}
	return all
}

// replacing is how long to wait for a folder that is being replaced: two renamings, by a process that may have to wait itself.
const replacing = 10 * time.Second

// listing returns what a stage's folder says of itself, once it is not being replaced; nil where there is none.
func (s store) listing(name, key string) *finished {
	base := s.base(name, key)
	for range replacing / time.Millisecond {
		known, err := readFinished(base)
		if err == nil {
			return known
		}
		if !isFolder(base + oldMark) { // there never was one, or the new one has come between the two looks
			break
		}
		time.Sleep(time.Millisecond)
	}
	if known, err := readFinished(base); err == nil {
		return known
	}
	return nil
}

// renewed reports whether a folder has been replaced since its files were listed, and lists them again if so.
func (x *execution) renewed(k *known) bool {
	now := x.store().listing(k.finished.Name, k.finished.Key)
	if now == nil || reflect.DeepEqual(now, k.finished) {
		return false
	}
	k.finished = now
	return true
}

// steady calls read, which reads the run's finished stages, again when it misses a file of one that has been replaced.
func (r *runFolder) steady(stages []known, read func() error) error {
	for {
		err := read()
		if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		renewed := false
		for i := range stages {
			renewed = r.x.renewed(&stages[i]) || renewed
		}
		if !renewed {
			return err
		}
	}
}
