package figure

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"ebim/framework/experiment"
	"ebim/framework/experiment/subject"
	"ebim/framework/runs/disk"
	"ebim/framework/runs/stage"
)

// Album draws an experiment's figures of one seed, its own or those of Overview, into a folder, as PNG and SVG. A
// picture that is there for the same runs is kept; runs are the keys of the runs that figures may show. What can't be
// drawn does not stop the other pictures; the errors are returned joined, but for runs that failed, which their panels
// mention.
func Album(ctx context.Context, o *subject.Opened, e *experiment.Experiment, seed int, runs []string,
	folder string) error {
	truth, err := o.Subject(e, experiment.Truth, seed)
	if err != nil {
		return err
	}
	sheets := e.Figures
	if sheets == nil {
		sheets = Overview(e, truth.Traits.Ambient)
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	index := filepath.Join(folder, stage.FiguresIndex)
	before := map[string]stage.Picture{}
	written := readIndex(index)
	for _, entry := range written {
		before[entry.File] = entry
	}
	var entries []stage.Picture
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(sheets)) {
		d := Of(e, sheets[name], seed)
		entry := stage.Picture{Name: name, Title: d.Title, Seed: &seed,
			File: fmt.Sprintf("%s-seed-%d.png", name, seed), Key: d.key(e, runs)}
		if before[entry.File].Key == entry.Key && saved(filepath.Join(folder, entry.File)) {
			entries = append(entries, entry)
			continue
		}
		picture, err := d.Draw(ctx, from(o))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			entry.Key = "" // so that it is drawn again
		}
		if err != nil && !notRun(err) {
			errs = append(errs, fmt.Errorf("figure %s: %w", name, err))
		}
		if err := picture.Save(filepath.Join(folder, entry.File)); err != nil {
			errs = append(errs, err)
			continue
		}
		entries = append(entries, entry)
	}
	if reflect.DeepEqual(entries, written) { // which needs no right to write
		return errors.Join(errs...)
	}
	return errors.Join(append(errs, disk.WriteFile(index, func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(entries)
	}))...)
}

// notRun says whether an error, or each of several joined ones, is of a run that has not finished.
func notRun(err error) bool {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return !slices.ContainsFunc(joined.Unwrap(), func(one error) bool { return !notRun(one) })
	}
	var missing *subject.NotRunError
	return errors.As(err, &missing)
}

// key is a hash of all that the drawing depends on.
func (d *Drawing) key(e *experiment.Experiment, runs []string) string {
	hash := sha256.New()
	fmt.Fprintf(hash, "%s\n%s\n%q\n", e.Resolved(), d.Title, runs)
	for _, panel := range d.Panels {
		fmt.Fprintf(hash, "%T %d %v %d\n", panel.Figure, panel.Figure.CodeVersion(), panel.Shown.Label,
			panel.Shown.Seed)
	}
	return fmt.Sprintf("%x", hash.Sum(nil)[:10])
}

// readIndex is the last drawing's index; one that can't be read counts as none.
func readIndex(path string) []stage.Picture {
	var entries []stage.Picture
	if data, err := os.ReadFile(path); err != nil || json.Unmarshal(data, &entries) != nil {
		return nil
	}
	return entries
}
