package stage

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"ebim/framework/runs/lease"
)

// Unneeded is a file or folder below a root that no record needs: what is left of a stage, or of a killed process.
type Unneeded struct {
	Name string // slash-separated path below the root
	Key  string // of the stage; empty where it is none's
	path string
	own  func() (own owned, list string) // what the program has written into the folder; nil where all is its own
}

var (
	// ofStage are the names of what is kept of a stage; the first group is its key, the second what it is.
	ofStage = regexp.MustCompile(`^.+-([0-9a-f]{20})` +
		`(|\.checkpoints|\.spent\.json|\.old|\.live|\.lease|\.lease-[0-9a-f]{16}|\.tmp-[0-9]+)$`)
	// ofRun are the hidden names beside a run's folder that earlier versions have left; the first group is the
	// folder's.
	ofRun = regexp.MustCompile(`^\.(seed-[0-9]+(?:-[0-9a-f]+)?)\.(old|tmp|lease|lease-[0-9a-f]{16}|track-[0-9a-f]+)$`)
	// ofWriter are the names of what was not written whole, such as an archive that an earlier version has unpacked.
	ofWriter = regexp.MustCompile(`^\.(writing|importing)-[0-9]+$`)
)

// FindUnneeded lists, sorted, what is below a root that none of the records needs. Records are all that there are of
// the root's runs. What a living process is computing may be among it: Remove is called Alone.
func FindUnneeded(root string, records []Record) ([]Unneeded, error) {
	needed := map[string]bool{}
	for i := range records {
		for _, stage := range records[i].Stages {
			needed[stage.Key] = true
		}
		for _, key := range records[i].Pending {
			needed[key] = true
		}
	}
	var all []Unneeded
	within := filepath.Join(root, stagesFolder)
	entries, err := os.ReadDir(within)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, entry := range entries {
		parts := ofStage.FindStringSubmatch(entry.Name())
		if parts == nil {
			continue
		}
		u := Unneeded{Name: stagesFolder + "/" + entry.Name(), Key: parts[1], path: filepath.Join(within, entry.Name())}
		if kind := parts[2]; kind == "" || kind == ".old" {
			u.own = func() (owned, string) { return ownedByStage(u.path), FinishedFile }
		}
		if !needed[u.Key] || isDead(u.path, parts[2]) {
			all = append(all, u)
		}
	}
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == within {
			return skip(entry, err)
		}
		parts := ofRun.FindStringSubmatch(entry.Name())
		if !leftByWriter(entry) && (parts == nil || !isThere(filepath.Join(filepath.Dir(path), parts[1]))) {
			return nil
		}
		relative, err := filepath.Rel(root, path)
		u := Unneeded{Name: filepath.ToSlash(relative), path: path}
		if parts != nil && parts[2] == "old" {
			u.own = func() (owned, string) { return ownedByRun(recordIn(path)), RecordFile }
		}
		all = append(all, u)
		return skip(entry, err)
	})
	slices.SortFunc(all, func(a, b Unneeded) int { return strings.Compare(a.Name, b.Name) })
	return all, err
}

// stillWriting is how long something may be written: what draws figures is no member of those who execute runs.
const stillWriting = time.Hour

// leftByWriter reports whether a killed process has left something that is not whole.
func leftByWriter(entry fs.DirEntry) bool {
	if !ofWriter.MatchString(entry.Name()) {
		return false
	}
	info, err := entry.Info()
	return err == nil && time.Since(info.ModTime()) > stillWriting
}

// skip passes over a folder; one that has vanished or can't be read has nothing to remove.
func skip(entry fs.DirEntry, err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		err = nil
	}
	if err == nil && entry != nil && entry.IsDir() {
		return fs.SkipDir
	}
	return err
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// isDead reports whether something of a needed stage is of no use to it, by what its name adds to the stage's: it is
// finished, or the process that wrote it was killed.
func isDead(path, added string) bool {
	base := strings.TrimSuffix(path, added)
	done := isThere(filepath.Join(base, FinishedFile))
	switch {
	case added == "":
		return false
	case added == lease.Mark, added == ".checkpoints", added == ".spent.json":
		return done
	}
	return true
}

// Bytes returns how much Remove would free.
func (u Unneeded) Bytes() int64 {
	if u.own == nil {
		return size(u.path)
	}
	own, _ := u.own()
	return own.bytes(u.path)
}

// Remove deletes what the program has written; the user's files stay, and are returned. It is called Alone.
func (u Unneeded) Remove() (kept []string, err error) {
	if u.own == nil {
		return nil, os.RemoveAll(u.path)
	}
	own, list := u.own()
	return own.remove(u.path, list)
}

// ownedByRun returns what the program has written into a run's folder, as its record lists it.
func ownedByRun(record *Record) owned {
	own := ownedOf(RecordFile, configFile, metricsFile, samplesFile)
	if record != nil {
		for _, file := range record.Files {
			own[file] = true
		}
	}
	return own
}

// RemoveRun deletes the folder of a run, but for the user's files in it, which are returned. Stages stay.
func RemoveRun(record *Record) (kept []string, err error) {
	return ownedByRun(record).remove(record.Folder, RecordFile)
}

// RunBytes is what a run's folder takes beside its stages' files, which are the same files where the system can link
// them.
func RunBytes(root string, record *Record) int64 {
	own := ownedByRun(record)
	delete(own, samplesFile) // of a stage
	for file := range own {
		label, rest, below := strings.Cut(file, "/")
		if below && sameAsStage(root, record, label, rest, filepath.Join(record.Folder, filepath.FromSlash(file))) {
			delete(own, file)
		}
	}
	return own.bytes(record.Folder)
}

func sameAsStage(root string, record *Record, label, file, path string) bool {
	for _, stage := range record.Stages {
		if stage.Name != label {
			continue
		}
		theirs, err := os.Lstat(filepath.Join(stageFolder(root, label, stage.Key), filepath.FromSlash(file)))
		if err != nil {
			return true // of an alias the folder has another name
		}
		info, err := os.Lstat(path)
		return err == nil && os.SameFile(theirs, info)
	}
	return false
}

// bytes returns the size of the files in a folder.
func (o owned) bytes(folder string) int64 {
	var bytes int64
	for file := range o {
		if info, err := os.Lstat(filepath.Join(folder, filepath.FromSlash(file))); err == nil && !info.IsDir() {
			bytes += info.Size()
		}
	}
	return bytes
}

// size returns the bytes of the files at or below a path.
func size(root string) int64 {
	var bytes int64
	_ = filepath.WalkDir(root, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil
		}
		if info, err := entry.Info(); err == nil {
			bytes += info.Size()
		}
		return nil
	})
	return bytes
}
