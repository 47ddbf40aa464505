package stage

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"ebim/framework/regular"
	"ebim/framework/runs/disk"
	"ebim/framework/runs/lease"
)

// store keeps stages' folders below a root.
type store struct {
	root string
	disk fileSystem
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

const stageFile = "stage.json"

// stagesFolder is where stages are kept below a root.
const stagesFolder = "stages"

func (s store) base(name, key string) string {
	return filepath.Join(s.root, stagesFolder, name+"-"+key)
}

// find returns what a stage's folder says of it, if the folder is whole: its files are there as they were written.
func (s store) find(name, key string) (*finished, bool) {
	return whole(s.base(name, key), name, key)
}

// readFinished reads the stage.json of a folder.
func readFinished(dir string) (*finished, error) {
	data, err := readBounded(filepath.Join(dir, stageFile))
	if err != nil {
		return nil, err
	}
	known := new(finished)
	return known, json.Unmarshal(data, known)
}

// fresh is find where other machines may have finished it just now.
func (s store) fresh(name, key string) (*finished, bool) {
	lease.Refresh(filepath.Dir(s.base(name, key)))
	return s.find(name, key)
}

func whole(dir, name, key string) (*finished, bool) {
	known, err := readFinished(dir)
	if err != nil || known.Format != Format || known.Name != name || known.Key != key {
		return nil, false
	}
	for _, file := range known.Files {
		if !filepath.IsLocal(filepath.FromSlash(file.Path)) {
			return nil, false
		}
		path := filepath.Join(dir, filepath.FromSlash(file.Path))
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

// attempt is one computation of a stage, in the folder of its lease.
type attempt struct {
	store       store
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

// begin makes the folders of a new attempt. Checkpoints are those of a process that was killed, which came with the lease, or else those of
// one that ended in order.
func (s store) begin(stage *Stage, key string, fresh bool, held *lease.Lease) (*attempt, error) {
	a := &attempt{store: s, stage: stage, key: key, held: held, dir: filepath.Join(held.Folder(), "result"), checkpoints: filepath.Join(held.Folder(), "checkpoints")}
	if err := errors.Join(s.tidy(stage.Name, key), os.RemoveAll(a.dir)); err != nil {
		return nil, err
	}
	if fresh {
		if err := a.forget(); err != nil {
			return nil, err
		}
	}
	if isEmpty(a.checkpoints) {
		os.Remove(a.checkpoints)
		if err := os.Rename(a.kept(), a.checkpoints); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	if err := errors.Join(os.MkdirAll(a.checkpoints, 0o777), os.Mkdir(a.dir, 0o777)); err != nil {
		return nil, err
	}
	if !isEmpty(a.checkpoints) {
		if data, err := readBounded(a.spentPath()); err == nil && json.Unmarshal(data, &a.before) != nil {
			a.before = spent{}
		}
	}
	return a, nil
}

// tidy puts the old folder of a replacement that was cut short back.
func (s store) tidy(name, key string) error {
	base := s.base(name, key)
	return s.disk.putBack(base, base+oldMark, s.writtenIn(base))
}

// oldMark is added to a stage's folder for the one that it replaces.
const oldMark = ".old"

// writtenIn returns what lists the files that the engine wrote into a folder that stood, or is to stand, at the given place.
func (s store) writtenIn(place string) func(folder string) wrote {
	return func(folder string) wrote { return written(folder, place) }
}

// finish puts the attempt's folder in its place. Whatever stood there is replaced.
func (a *attempt) finish(cost spent, now time.Time) (*finished, error) {
	listed, err := files(a.dir)
	if err != nil {
		return nil, err
	}
	for _, file := range listed {
		if file.Path == stageFile {
			return nil, fmt.Errorf("the stage wrote %s, a name that the engine keeps for itself", stageFile)
		}
	}
	known := &finished{Format: Format, Name: a.stage.Name, Key: a.key, Version: a.stage.Version,
		Seconds: a.before.Seconds + cost.Seconds, PeakMemory: max(a.before.PeakMemory, cost.PeakMemory),
		Finished: now.UTC().Truncate(time.Second), Files: listed}
	data, err := json.MarshalIndent(known, "", "  ")
	if err != nil {
		return nil, err
	}
	if err := a.store.disk.write(filepath.Join(a.dir, stageFile), append(data, '\n')); err != nil {
		return nil, err
	}
	if err := disk.FlushTree(a.dir); err != nil {
		return nil, err
	}
	if !a.held.Held() {
		return nil, errFenced
	}
	base := a.store.base(a.stage.Name, a.key)
	if err := a.store.disk.replace(a.dir, base, base+oldMark, a.store.writtenIn(base)); err != nil {
		return nil, err
	}
	return known, a.forget()
}

// abandon deletes what an unfinished attempt wrote, except for its checkpoints, which it puts where the next one looks for them, and
// beside which it notes the cost so far. Of an attempt whose lease is lost all goes.
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
	total := spent{a.before.Seconds + cost.Seconds, max(a.before.PeakMemory, cost.PeakMemory)}
	data, err := json.Marshal(total)
	if err != nil {
		return err
	}
	err = a.store.disk.write(a.spentPath(), data)
	return errors.Join(err, os.RemoveAll(a.kept()), os.Rename(a.checkpoints, a.kept()))
}

// kept is where the checkpoints of an attempt are that ended in order.
func (a *attempt) kept() string { return a.store.base(a.stage.Name, a.key) + ".checkpoints" }

// forget deletes the checkpoints and their cost.
func (a *attempt) forget() error {
	err := os.Remove(a.spentPath())
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, os.RemoveAll(a.checkpoints), os.RemoveAll(a.kept()))
}

func (a *attempt) spentPath() string { return a.store.base(a.stage.Name, a.key) + ".spent.json" }

// Find returns the folder of a finished stage below a root of runs, to be read only.
func Find(root string, s *Stage) (folder string, ok bool) {
	here := store{root: root}
	_, ok = here.find(s.Name, s.Key())
	return here.base(s.Name, s.Key()), ok
}
