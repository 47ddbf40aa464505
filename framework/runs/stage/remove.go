package stage

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"ebim/framework/runs/lease"
	"ebim/framework/runs/live"
)

// Unneeded is what is left below a root of a stage that no record needs: its result, checkpoints, or temporary folders.
type Unneeded struct {
	Name  string // and key
	Bytes int64
	paths []string
	place string
	lease *lease.Watch // of the place
}

// Key returns the stage's key.
func (u Unneeded) Key() string { return u.Name[len(u.Name)-keyLength:] }

// ofStage are the names of what is kept of a stage, earlier versions' .tmp-1 among them; the first group is the stage's name and key, the
// second its key.
var ofStage = regexp.MustCompile(`^(.+-([0-9a-f]{20}))(\.checkpoints|\.spent\.json|\.old|\.live|\.lease(?:-[0-9a-f]{16})?|\.tmp-[0-9]+)?$`)

// FindUnneeded lists the stages below a root that none of the records needs, sorted. Records are all that there are of the root's
// runs. Of runs that an earlier program has not finished nobody knows what they need: what is newer than these stays. Of stages that
// are needed it lists the live folders that killed processes have left, and their leases where the stage is finished.
func FindUnneeded(root string, records []Record) ([]Unneeded, error) {
	needed := map[string]bool{}
	var unclear time.Time // start of the first such run
	for i := range records {
		record := &records[i]
		for _, stage := range record.Stages {
			needed[stage.Key] = true
		}
		for _, key := range record.Pending {
			needed[key] = true
		}
		if record.Status != Done && record.Pending == nil && (unclear.IsZero() || record.Started.Before(unclear)) {
			unclear = record.Started
		}
	}
	folder := filepath.Join(root, stagesFolder)
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	found := map[string]*Unneeded{}
	var names []string
	for _, entry := range entries {
		parts := ofStage.FindStringSubmatch(entry.Name())
		if parts == nil || needed[parts[2]] && !isDead(filepath.Join(folder, entry.Name()), parts[3]) {
			continue
		}
		info, err := entry.Info()
		if err != nil || !unclear.IsZero() && info.ModTime().After(unclear) {
			continue
		}
		if found[parts[1]] == nil {
			place := filepath.Join(folder, parts[1])
			found[parts[1]] = &Unneeded{Name: parts[1], place: place, lease: lease.New(place, lease.Options{})}
			names = append(names, parts[1])
		}
		one := found[parts[1]]
		one.paths = append(one.paths, filepath.Join(folder, entry.Name()))
		one.Bytes += size(filepath.Join(folder, entry.Name()))
	}
	slices.Sort(names)
	var all []Unneeded
	for _, name := range names {
		all = append(all, *found[name])
	}
	return all, nil
}

// isDead reports whether a folder, given what its name adds to its stage's, is a live one that a killed process has left, or one that
// was to become a live one, or an earlier version's result, at least a day ago, or the lease of a finished stage.
func isDead(folder, added string) bool {
	if place, of := strings.CutSuffix(folder, lease.Mark); of {
		_, err := os.Lstat(filepath.Join(place, stageFile))
		return err == nil
	}
	if strings.HasPrefix(added, ".tmp-") {
		info, err := os.Lstat(folder)
		return err == nil && time.Since(info.ModTime()) > 24*time.Hour
	}
	if added != live.Suffix {
		return false
	}
	s, there := live.Read(folder)
	return there && !s.Alive(time.Now())
}

// Judge finds out which of the stages processes are computing, all together: to tell that processes of other machines are dead takes a minute, which
// each Remove takes otherwise.
func Judge(all []Unneeded) {
	watches := make([]*lease.Watch, len(all))
	for i := range all {
		watches[i] = all[i].lease
	}
	lease.Judge(watches, looking)
}

// looking is the time between two looks at a lease that is to be claimed.
const looking = time.Second / 2

// Remove deletes what the engine has written of the stage; the user's files in its folder stay, and are returned. It is called
// Alone, and leaves a stage that some process is computing, with ErrBusy.
func (u Unneeded) Remove() (kept []string, err error) {
	place := u.place
	held, err := u.lease.Claim(looking)
	if err != nil {
		return nil, err
	}
	if held == nil {
		return nil, ErrBusy
	}
	defer held.Release() // with what is left of an attempt
	var errs []error
	for _, path := range u.paths {
		if path == place+lease.Mark {
			continue
		}
		if path != place && path != place+oldMark {
			errs = append(errs, os.RemoveAll(path))
			continue
		}
		left, err := written(path, place).remove(path)
		kept, errs = append(kept, left...), append(errs, err)
	}
	return kept, errors.Join(errs...)
}

// RemoveRun deletes the folder of a run, but for the user's files in it, which are returned. Stages stay.
func RemoveRun(root string, record *Record) (kept []string, err error) {
	x := (&Engine{Root: root}).begin(context.Background(), nil)
	held, err := x.lockFolder(record.Folder)
	if err != nil {
		return nil, err
	}
	defer held.Release()
	kept, err = x.written(nil)(record.Folder).remove(record.Folder)
	return kept, errors.Join(err, removeTracked(record.Folder))
}

// RunBytes is what a run's folder takes beside its stages' files, which are the same files where the system can link them.
func RunBytes(root string, record *Record) int64 {
	var bytes int64
	for _, file := range record.Files {
		info, err := os.Lstat(filepath.Join(record.Folder, filepath.FromSlash(file)))
		if err != nil {
			continue
		}
		if label, rest, below := strings.Cut(file, "/"); below && sameAsStage(root, record, label, rest, info) {
			continue
		}
		if file == samplesFile {
			continue // of a stage
		}
		bytes += info.Size()
	}
	return bytes
}

func sameAsStage(root string, record *Record, label, file string, info fs.FileInfo) bool {
	for _, stage := range record.Stages {
		if stage.Name != label {
			continue
		}
		own, err := os.Lstat(filepath.Join(store{root: root}.base(label, stage.Key), filepath.FromSlash(file)))
		return err != nil || os.SameFile(own, info) // of an alias the folder has another name
	}
	return false
}

// remove deletes the listed files and the folders that are empty then, the given one too, and returns the files that stay.
func (w wrote) remove(folder string) (kept []string, err error) {
	return w.removeBelow(folder, "")
}

func (w wrote) removeBelow(root, folder string) (kept []string, err error) {
	here := filepath.Join(root, filepath.FromSlash(folder))
	entries, err := os.ReadDir(here)
	if err != nil {
		return nil, err
	}
	listsLast(entries)
	var errs []error
	for _, entry := range entries {
		name := path.Join(folder, entry.Name())
		switch {
		case entry.IsDir():
			left, err := w.removeBelow(root, name)
			kept, errs = append(kept, left...), append(errs, err)
		case w[name]:
			errs = append(errs, os.Remove(filepath.Join(root, filepath.FromSlash(name))))
		default:
			kept = append(kept, filepath.Join(root, filepath.FromSlash(name)))
		}
	}
	if len(kept) == 0 && errors.Join(errs...) == nil {
		errs = append(errs, os.Remove(here))
	}
	return kept, errors.Join(errs...)
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
