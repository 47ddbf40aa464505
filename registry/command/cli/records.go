package cli

import (
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"strconv"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ebim/framework/plaintext"
	"ebim/framework/runs/stage"
	"ebim/results"
)

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
