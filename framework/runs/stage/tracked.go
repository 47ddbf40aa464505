package stage

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// What those who follow runs while they are computed need to know of folders.

// Names of the files that are written last: into the folder of a run, and of a finished stage.
const (
	RecordFile   = recordFile
	FinishedFile = stageFile
)

// Places returns the folders in one of which a run below a root is recorded, and the Key that its record then has.
func (r *Run) Places(root string) (folders []string, key string) {
	parent, settings := filepath.Join(root, r.Experiment, r.Model), r.SettingsKey()
	for _, name := range []string{folderName(r.Seed, settings, shownDigits), folderName(r.Seed, settings, keyLength), formerName(r.Seed)} {
		folders = append(folders, filepath.Join(parent, name))
	}
	return folders, r.Key()
}

// trackedMark is added to the name of a run's folder for the hidden files of those who follow the run.
const trackedMark = ".track-"

// BesideTracked returns the beginning of the hidden paths, beside a run's folder, of what those who follow the run must remember of it.
// RemoveRun removes these files.
func BesideTracked(folder string) string { return beside(folder, trackedMark) }

// removeTracked removes the files of those who have followed a run.
func removeTracked(folder string) error {
	names, err := withPrefix(filepath.Dir(folder), filepath.Base(BesideTracked(folder)))
	errs := []error{err}
	for _, name := range names {
		if err := os.Remove(name); !errors.Is(err, os.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// WriteJSON replaces a file, whole, by a value as JSON.
func WriteJSON(path string, value any) error {
	return WriteFile(path, func(w io.Writer) error {
		_, err := w.Write(jsonLines(value))
		return err
	})
}
