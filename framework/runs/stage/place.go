package stage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"ebim/framework/runs/disk"
	"ebim/framework/runs/shutdown"
)

// shownDigits is how many digits of its settings' hash a run's folder has in its name.
const shownDigits = 8

// folderName returns the name of a run's folder with so many digits of its settings' hash.
func folderName(seed int, settings string, digits int) string {
	return fmt.Sprintf("seed-%d-%s", seed, settings[:min(digits, len(settings))])
}

// formerName returns the name that earlier programs gave to the folders of a seed, whatever the settings.
func formerName(seed int) string { return fmt.Sprintf("seed-%d", seed) }

// InPlace reports whether the record is in the folder of its run, or in the one where earlier programs kept it.
func (r *Record) InPlace() bool {
	elements := strings.Split(filepath.ToSlash(r.Folder), "/")
	n := len(elements)
	if n < 3 || elements[n-3] != r.Experiment || elements[n-2] != r.Model {
		return false
	}
	return slices.Contains([]string{formerName(r.Seed), folderName(r.Seed, r.Settings, shownDigits), folderName(r.Seed, r.Settings, keyLength)}, elements[n-1])
}

// SettingsKey returns the hash of the run's settings without the seed, as its record has it.
func (r *Run) SettingsKey() string {
	var keys []string
	for _, stage := range r.Stages {
		keys = append(keys, stage.settingsKey())
	}
	return combine(keys)
}

// Folder returns where a run is recorded below a root: each settings have a folder of their own.
func (r *Run) Folder(root string) string {
	parent, settings := filepath.Join(root, r.Experiment, r.Model), r.SettingsKey()
	place := placeOf(parent, r.Seed, settings)
	former := filepath.Join(parent, formerName(r.Seed))
	if record := recordIn(former); record != nil && record.Settings == settings && !isFolder(place) {
		return former // which could not be moved
	}
	return place
}

// placeOf returns the folder of a seed with some settings: all digits are in its name where others have taken the first ones.
func placeOf(parent string, seed int, settings string) string {
	place := filepath.Join(parent, folderName(seed, settings, shownDigits))
	if record := recordIn(place); record != nil && record.Settings != settings {
		place = filepath.Join(parent, folderName(seed, settings, keyLength))
	}
	return place
}

// recordIn returns the record in a folder; nil where none can be read.
func recordIn(folder string) *Record {
	record, err := ReadRecord(filepath.Join(folder, recordFile))
	if err != nil {
		return nil
	}
	return record
}

// adopt moves the folders in which earlier programs have recorded runs of the same models to where they belong now. What
// can't be moved stays, and is read there.
func (x *execution) adopt(runs []Run) {
	seen := map[string]bool{}
	moved := 0
	for _, run := range runs {
		parent := filepath.Join(x.Root, run.Experiment, run.Model)
		if seen[parent] {
			continue
		}
		seen[parent] = true
		for _, seed := range formerSeeds(parent) {
			done, err := x.adoptFolder(parent, seed)
			if err != nil && !errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.EROFS) {
				x.Log(fmt.Sprintf("%s stays where it is: %v", filepath.Join(parent, formerName(seed)), explain(err)))
			}
			if done {
				moved++
			}
		}
	}
	if moved > 0 {
		x.Log(fmt.Sprintf("Note: run folders below %s that now have their settings in their names, as all of this version do: %d; nothing in them has changed", x.Root, moved))
	}
}

// formerSeeds lists the seeds of which there is a folder of an earlier program, or one that was being replaced.
func formerSeeds(parent string) []int {
	entries, _ := os.ReadDir(parent) // without it there are none
	var seeds []int
	for _, entry := range entries {
		name := strings.TrimPrefix(strings.TrimSuffix(entry.Name(), oldMark), ".")
		seed, err := strconv.Atoi(strings.TrimPrefix(name, "seed-"))
		if err == nil && name == formerName(seed) && entry.IsDir() && !slices.Contains(seeds, seed) {
			seeds = append(seeds, seed)
		}
	}
	return seeds
}

// adoptFolder moves a folder of an earlier program, with all that is in it, unless its record can't be read. Where a run with the
// same settings has been recorded since, the newer record stays, and the user's files of both. It is cut short without harm: each
// step is one renaming, and what is left aside is found again.
func (x *execution) adoptFolder(parent string, seed int) (moved bool, err error) {
	defer shutdown.Hold()()
	from, written := filepath.Join(parent, formerName(seed)), x.written(nil)
	held, err := x.lockFolder(from)
	if err != nil {
		return false, err
	}
	defer held.Release()
	if err := errors.Join(os.RemoveAll(beside(from, temporaryFolder)), x.disk.putBack(from, beside(from, oldMark), written)); err != nil {
		return false, err
	}
	record := recordIn(from)
	if record == nil || !record.InPlace() || len(record.Settings) < shownDigits {
		return false, nil
	}
	to := placeOf(parent, seed, record.Settings)
	heldTo, err := x.lockFolder(to)
	if err != nil {
		return false, err
	}
	defer heldTo.Release()
	old := beside(to, oldMark)
	if err := x.disk.putBack(to, old, written); err != nil {
		return false, err
	}
	there, err := ReadRecord(filepath.Join(to, recordFile))
	switch {
	case !isFolder(to):
		err = x.disk.rename(from, to)
		_ = disk.Flush(parent)
	case err != nil:
		return false, err
	case there.counts(record):
		if err = x.disk.rename(from, old); err == nil {
			err = written(old).clear(old, to)
		}
	default:
		err = x.disk.replace(from, to, old, written)
	}
	return err == nil, err
}

// counts reports whether a record stands for its run rather than another one with the same settings.
func (r *Record) counts(other *Record) bool {
	if done := r.Status == Done; done != (other.Status == Done) {
		return done
	}
	return !other.Started.After(r.Started)
}

// temporaryFolder is what earlier programs added to the name of a run's folder for one that was being built.
const temporaryFolder = ".tmp"

// beside returns the hidden path beside a run's folder with something added to its name.
func beside(folder, mark string) string {
	parent, name := filepath.Split(folder)
	return filepath.Join(parent, "."+name+mark)
}
