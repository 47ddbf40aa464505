package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ebim/experiments"
	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/plaintext"
	"ebim/framework/runs/stage"
	"ebim/results"
)

// Load reads experiments from files; a pattern can stand for several.
func (p *Program) Load(names, sets []string) ([]*experiment.Experiment, error) {
	return p.loadFrom(experiments.Files, names, sets)
}

// LoadAny is load where a dash may stand for the standard input.
func (p *Program) LoadAny(names, sets []string) ([]*experiment.Experiment, error) {
	files := experiments.Files
	if at := slices.Index(names, "-"); at >= 0 {
		var err error
		if files, err = p.readInput(); err != nil {
			return nil, Failed(err)
		}
		names = slices.Replace(slices.Clone(names), at, at+1, standardInput)
	}
	return p.loadFrom(files, names, sets)
}

func (p *Program) loadFrom(system fs.FS, names, sets []string) ([]*experiment.Experiment, error) {
	files, err := Expanded(names, experiments.Names())
	if err != nil {
		return nil, err
	}
	var all []*experiment.Experiment
	var errs []error
	for _, file := range files {
		loaded, err := experiment.Load(p.Registry, system, filepath.ToSlash(filepath.Clean(file)), sets...)
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%w; %s", err, meant(file))
		}
		all = append(all, loaded...)
		errs = append(errs, err)
	}
	return all, config.Collect(errs...)
}

// Only is the one experiment that a file stands for; a sweep stands for several.
func Only(loaded []*experiment.Experiment) (*experiment.Experiment, error) {
	e := loaded[0]
	if len(loaded) == 1 {
		return e, nil
	}
	chosen := "--set sweep=null"
	for _, swept := range e.Swept {
		chosen += " --set " + swept.Path + "=" + swept.Value
	}
	return nil, fmt.Errorf("%s stands for %d experiments, the points of its sweep; choose one by its settings, the "+
		"first, %s, by %s", e.File, len(loaded), e.Variant, chosen)
}

// loading is the percentage of garbage beside the records while these are read: nearly all that is allocated then
// stays.
const loading = 400

// LoadRecords reads what there is, and prints what is to be said of it; damaged records are an error beside the others.
func LoadRecords(command *cobra.Command, runs []string) ([]stage.Record, error) {
	usual := debug.SetGCPercent(loading)
	records, notes, err := results.Load(runs...)
	debug.SetGCPercent(usual)
	for _, note := range notes {
		fmt.Fprintln(command.ErrOrStderr(), plaintext.OneLine(note))
	}
	return records, Failed(err)
}

// NameOf is what a run is called: its folder below the root.
func NameOf(record *stage.Record) string {
	return path.Join(record.Experiment, record.Model, filepath.Base(record.Folder))
}

// RunAnswer is what is said of a run as JSON.
type RunAnswer struct {
	Run    string `json:"run"`
	Folder string `json:"folder"`
	// Verdict is good, doubtful or wrong; empty where nothing judges.
	Verdict string `json:"verdict,omitempty"`
	*stage.Record
}

// Exact writes a number so that reading it gives the same.
func Exact(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// AnswerOf is a run in answers of --format json.
func AnswerOf(record *stage.Record) RunAnswer {
	return RunAnswer{NameOf(record), record.Folder, record.Verdict(), record}
}

// columns is the width of tables that are written to no terminal.
const columns = 80

// WriteTable writes a table as wide as the terminal, or as 80 characters.
func WriteTable(out io.Writer, table *results.Table, format results.Format) error {
	width := columns
	if file, ok := out.(*os.File); ok {
		if known, _, err := term.GetSize(int(file.Fd())); err == nil {
			width = known
		}
	}
	return results.Write(out, table, format, width)
}
