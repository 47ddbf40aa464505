package stage

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"ebim/framework/regular"
	"ebim/framework/runs/disk"
	"ebim/framework/runs/lease"
)

// fileSystem is what may fail halfway; tests replace it.
type fileSystem struct {
	link  func(from, to string) error
	write func(path string, data []byte) error
}

// finished is stage.json: written last into a stage's folder, so that a folder without a whole one is never believed.
type finished struct {
	Format     int        `json:"format"`
	Name       string     `json:"name"`
	Key        string     `json:"key"`
	Version    int        `json:"version"`
	Seconds    float64    `json:"seconds"`
	PeakMemory uint64     `json:"peak_memory_bytes"`
	Finished   time.Time  `json:"finished"`
	Files      []fileInfo `json:"files"`
}

type fileInfo struct {
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256,omitempty"` // not checked when empty
}

// stageFolder is where a finished stage is below a root.
func stageFolder(root, name, key string) string {
	return filepath.Join(root, stagesFolder, name+"-"+key)
}

// Find returns the folder of a finished stage below a root of runs, to be read only.
func Find(root string, s *Stage) (folder string, ok bool) {
	folder = stageFolder(root, s.Name, s.Key())
	_, ok = whole(folder, s.Name, s.Key())
	return folder, ok
}

// fresh returns what a stage's folder says of it where that is whole, even if another machine has finished it just now.
func fresh(root, name, key string) (*finished, bool) {
	folder := stageFolder(root, name, key)
	lease.Refresh(filepath.Dir(folder))
	return whole(folder, name, key)
}

// readFinished reads the stage.json of a folder.
func readFinished(folder string) (*finished, error) {
	data, err := disk.Read(filepath.Join(folder, FinishedFile), maxRecordBytes)
	if err != nil {
		return nil, err
	}
	known := new(finished)
	return known, json.Unmarshal(data, known)
}

// whole returns what a folder says of its stage, if all files are as they were written.
func whole(folder, name, key string) (*finished, bool) {
	known, err := readFinished(folder)
	if err != nil || known.Format != Format || known.Name != name || known.Key != key {
		return nil, false
	}
	for _, file := range known.Files {
		if !filepath.IsLocal(filepath.FromSlash(file.Path)) {
			return nil, false
		}
		path := filepath.Join(folder, filepath.FromSlash(file.Path))
		info, err := os.Lstat(path)
		if err != nil || !info.Mode().IsRegular() || info.Size() != file.Bytes {
			return nil, false
		}
		if digest, err := regular.SHA256(path); err != nil || file.SHA256 != "" && digest != file.SHA256 {
			return nil, false
		}
	}
	return known, true
}

// ownedByStage returns what the program has written into a stage's folder, by its list.
func ownedByStage(folder string) owned {
	own := ownedOf(FinishedFile)
	if known, err := readFinished(folder); err == nil {
		for _, file := range known.Files {
			own[file.Path] = true
		}
	}
	return own
}

// attempt is one computation of a stage, in the folder of its lease.
type attempt struct {
	fileSystem
	base        string // the stage's folder
	stage       *Stage
	key         string
	held        *lease.Lease
	dir         string // of the result
	checkpoints string
	before      spent // by earlier attempts whose checkpoints are still there
}

// spent is what unfinished attempts have cost so far.
type spent struct {
	Seconds    float64 `json:"seconds"`
	PeakMemory uint64  `json:"peak_memory_bytes"`
}

// begin makes the folders of an attempt. Its checkpoints are those of a killed process, which came with the lease, or
// else those of one that ended in order.
func (a *attempt) begin(anew bool) error {
	if err := os.RemoveAll(a.dir); err != nil {
		return err
	}
	if anew {
		if err := a.forget(); err != nil {
			return err
		}
	}
	if isEmpty(a.checkpoints) {
		os.Remove(a.checkpoints)
		if err := os.Rename(a.kept(), a.checkpoints); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := errors.Join(os.MkdirAll(a.checkpoints, 0o777), os.Mkdir(a.dir, 0o777)); err != nil {
		return err
	}
	if !isEmpty(a.checkpoints) {
		if data, err := disk.Read(a.spentPath(), maxRecordBytes); err == nil && json.Unmarshal(data, &a.before) != nil {
			a.before = spent{}
		}
	}
	return nil
}

func isEmpty(folder string) bool {
	entries, err := os.ReadDir(folder)
	return err != nil || len(entries) == 0
}

// finish puts the attempt's files in their place.
func (a *attempt) finish(cost spent, now time.Time) (*finished, error) {
	listed, err := files(a.dir)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(listed, func(f fileInfo) bool { return f.Path == FinishedFile }) {
		return nil, fmt.Errorf("the stage wrote %s, a name that the engine keeps for itself", FinishedFile)
	}
	known := &finished{Format: Format, Name: a.stage.Name, Key: a.key, Version: a.stage.Version,
		Seconds: a.before.Seconds + cost.Seconds, PeakMemory: max(a.before.PeakMemory, cost.PeakMemory),
		Finished: now.UTC().Truncate(time.Second), Files: listed}
	if err := errors.Join(a.write(filepath.Join(a.dir, FinishedFile), jsonLines(known)),
		disk.FlushTree(a.dir)); err != nil {
		return nil, err
	}
	if !a.held.Held() {
		return nil, errFenced
	}
	if err := a.settle(listed); err != nil {
		return nil, err
	}
	return known, a.forget()
}

// settle makes the result the stage's folder. Where there is one, as with --fresh, each file is replaced by itself: no
// reader misses one, the digests in stage.json refuse a mixture, and the user's files stay.
func (a *attempt) settle(listed []fileInfo) error {
	if _, err := os.Lstat(a.base); errors.Is(err, fs.ErrNotExist) {
		return errors.Join(os.Rename(a.dir, a.base), disk.Flush(filepath.Dir(a.base)))
	}
	now := ownedOf(FinishedFile)
	for _, file := range listed {
		now[file.Path] = true
	}
	earlier := ownedByStage(a.base)
	if _, err := readFinished(a.base); err != nil { // so that it is not known what was there before
		earlier = now
	}
	for _, file := range append(slices.Clone(listed), fileInfo{Path: FinishedFile}) { // which lists the others last
		name := filepath.FromSlash(file.Path)
		if err := earlier.makeWay(a.base, file.Path); err != nil {
			return err
		}
		if err := os.Rename(filepath.Join(a.dir, name), filepath.Join(a.base, name)); err != nil {
			return err
		}
	}
	return errors.Join(earlier.drop(a.base, now), disk.FlushTree(a.base), os.RemoveAll(a.dir))
}

// files lists the regular files below a folder with their sizes and digests, by slash-separated path, sorted.
func files(dir string) ([]fileInfo, error) {
	var found []fileInfo
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if err := regular.Check(info.Mode()); err != nil {
			return fmt.Errorf("%s: %w", relative, err)
		}
		digest, err := regular.SHA256(path)
		found = append(found, fileInfo{filepath.ToSlash(relative), info.Size(), digest})
		return err
	})
	return found, err
}

// abandon deletes what an unfinished attempt wrote, except for its checkpoints, which it puts where the next one looks
// for them, and beside which it notes the cost so far. Of an attempt whose lease is lost all goes.
func (a *attempt) abandon(cost spent) error {
	if !a.held.Held() {
		return os.RemoveAll(a.held.Folder())
	}
	if err := os.RemoveAll(a.dir); err != nil {
		return err
	}
	if isEmpty(a.checkpoints) {
		return a.forget()
	}
	err := a.write(a.spentPath(), jsonLines(spent{a.before.Seconds + cost.Seconds, max(a.before.PeakMemory,
		cost.PeakMemory)}))
	return errors.Join(err, os.RemoveAll(a.kept()), os.Rename(a.checkpoints, a.kept()))
}

// kept is where the checkpoints of an attempt are that ended in order.
func (a *attempt) kept() string { return a.base + ".checkpoints" }

// forget deletes the checkpoints and their cost.
func (a *attempt) forget() error {
	err := os.Remove(a.spentPath())
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, os.RemoveAll(a.checkpoints), os.RemoveAll(a.kept()))
}

func (a *attempt) spentPath() string { return a.base + ".spent.json" }
