// Package use has the commands that use trained models on new points: inspect, project, distance, score, sample and
// mesh.
//
// Points go through in chunks (chunks.go): read, turned into the coordinates that models know (columns.go), looked at,
// turned back, written (output.go). So a file of any length takes the same memory. Each core looks at chunks
// by a copy of the model of its own.
package use

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"ebim/framework/plaintext"
	"ebim/registry/command/cli"
)

const runHelp = `RUN is an experiment's file, of which --model and --seed choose a run (the first that has finished, baselines
last, unless given), or a run's folder, such as results/runs/circle/ebim/seed-0-1a2b3c4d, which is enough by itself.
Nothing is trained.`

const pointsHelp = `POINTS is a file in any format that "ebim new" reads, or - or nothing for one on the standard
input. Where it has the data's columns by name, they are taken in any order, and others are left out; otherwise all
columns are taken in the order of the data's. Angles and places on Earth are given as in the data's file, or as the
coordinates of points; distances and densities are those of points, and angles don't say how far a point lies off
their torus.`

const outputHelp = `Output is a table with a header (.csv, which is also what is printed unless --output is given), an array (.npy, with yes
and no as 1 and 0), or a list of objects (.json), in the data's units and with the names of its columns.`

// with is the flags that commands share, and how they end.
type with struct {
	*cli.Program
	target target
	output string

	array, sheet string // of the points' file
}

func (w *with) add(command *cobra.Command, extensions string) {
	w.target.add(command)
	command.Flags().StringVar(&w.output, "output", "", "`file` to write, by its extension "+extensions)
}

// addPoints adds the flags of commands that read points.
func (w *with) addPoints(command *cobra.Command) {
	command.Flags().StringVar(&w.array, "array", "", "`name` of the array of an .npz file of points")
	command.Flags().StringVar(&w.sheet, "sheet", "", "`name` of the sheet of an .xlsx file; the first unless given")
}

// run opens the model and uses it.
func (w *with) run(command *cobra.Command, name string, use func(ctx context.Context, m *opened) error) error {
	m, release, err := w.target.open(command, w.Program, name)
	if err != nil {
		return err
	}
	return errors.Join(cli.Failed(use(command.Context(), m)), release())
}

// lacks is the error that a model lacks an ability, with what can be done instead.
func lacks(m *opened, what string, why error, instead string) error {
	return fmt.Errorf("%s %s: %s; %s", m.Label, what, reason(why), instead)
}

// reason is an error without the words of errors.ErrUnsupported, which tell a person nothing.
func reason(err error) string {
	return strings.TrimSuffix(err.Error(), ": "+errors.ErrUnsupported.Error())
}

// say writes a line to the standard error.
func say(command *cobra.Command, format string, arguments ...any) {
	fmt.Fprintln(command.ErrOrStderr(), plaintext.OneLine(fmt.Sprintf(format, arguments...)))
}

// pointsArgument is the name of the points' file, a dash for the standard input.
func pointsArgument(arguments []string) string {
	if len(arguments) < 2 {
		return "-"
	}
	return filepath.Clean(arguments[1])
}
