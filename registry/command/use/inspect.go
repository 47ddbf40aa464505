package use

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ebim/registry/command/cli"
)

const inspectLong = `Say what a trained model is: its run, the dimension of its manifold, the columns of its points, and the verdict on
it. As JSON it is the run's record with these beside it.

`

func inspectCommand(p *cli.Program) *cobra.Command {
	w := &with{Program: p}
	var format string
	command := &cobra.Command{
		Use:     "inspect RUN",
		Short:   "Say what a trained model is: run, dimension, columns, verdict",
		Long:    inspectLong + runHelp,
		Example: "  ebim inspect my.yaml\n  ebim inspect my.yaml --model ridge --seed 1 --format json",
		Args:    cli.Usage(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, arguments []string) error {
			return w.run(command, arguments[0], func(_ context.Context, m *opened) error {
				if m.Record == nil {
					return errors.New("the model is trained, but its run has not ended by this version; run its " +
						"experiment again")
				}
				found := m.inspected()
				return cli.Answer(command, format, found, cli.Lines(found.lines()...))
			})
		},
	}
	w.target.add(command)
	cli.AddFormat(command, &format, "text", "json")
	return command
}

// inspected is what is said of a model.
type inspected struct {
	cli.RunAnswer
	Dimension int      `json:"dimension"`
	Ambient   int      `json:"ambient"` // coordinates of a point
	Columns   []string `json:"columns"` // of the data's file
}

func (m *opened) inspected() inspected {
	s := m.Trained.Support
	return inspected{cli.AnswerOf(m.Record), s.Dimension(), s.Ambient(), m.columns.names}
}

func (i inspected) lines() []string {
	verdict := cmp.Or(i.Verdict, "none, as the metric trust was not measured")
	return []string{
		"folder     " + i.Folder,
		fmt.Sprintf("model      %s of %s, seed %d", i.Model, i.Experiment, i.Seed),
		fmt.Sprintf("dimension  %d in R^%d", i.Dimension, i.Ambient),
		fmt.Sprintf("columns    %d: %s", len(i.Columns), clipped(i.Columns)),
		"verdict    " + verdict,
		"points     " + strings.Join([]string{fmt.Sprint(i.Data.Training, " to train"),
			fmt.Sprint(i.Data.Validation, " to choose"), fmt.Sprint(i.Data.HeldOut, " held out")}, ", "),
	}
}
