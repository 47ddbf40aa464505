// Package run has the commands that read experiments and run them, here or on a cluster.
package run

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"ebim/framework/experiment"
	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
	"ebim/framework/runs/progress"
	"ebim/framework/runs/stage"
	"ebim/registry/command/cli"
	"ebim/registry/command/show"
)

func runCommand(p *cli.Program) *cobra.Command {
	var o plan.Options
	var seeds, share, format string
	var sets []string
	var quiet, pictures bool
	var handing submitting
	command := &cobra.Command{
		Use:   "run FILE...",
		Short: "Train, measure and compare the models of experiments",
		Long: "Train, measure and compare the models of experiments. What is finished is never computed again, and " +
			"an interrupted\n" +
			"command continues where it was. Where a file is taken, a pattern such as 'zoo/*' stands for all that it " +
			"matches, also of those\n" +
			"that the program comes with:\n" + cli.ShippedFiles(),
		Example: "  ebim run experiments/quickstart.yaml\n" +
			"  ebim run 'zoo/*' --only denoising\n" +
			"  ebim run my.yaml --seeds 0-4 --only ebim --set models.ebim.manifold.training.epochs=100\n" +
			"  ebim run my.yaml --on slurm --time 2:00:00 --cpus 4 --memory 8GB",
		Args: cli.Usage(cobra.MinimumNArgs(1)),
		RunE: func(command *cobra.Command, files []string) error {
			loaded, err := p.Load(files, sets)
			if err == nil && command.Flags().Changed("seeds") {
				if o.Seeds, err = experiment.ParseSeeds(seeds); err != nil {
					err = fmt.Errorf("--seeds: %w", err)
				}
			}
			if err == nil && share != "" {
				if o.Share, err = plan.ParseShare(share); err != nil {
					err = fmt.Errorf("--share: %w", err)
				}
			}
			if err == nil {
				err = handing.check(&o)
			}
			if err != nil {
				return err
			}
			if handing.on != "" {
				return runOnSlurm(p, command, &handing, loaded, files, sets, o)
			}
			return runHere(p, command, loaded, o, conclusion{quiet, pictures, format})
		},
	}
	flags := command.Flags()
	flags.StringVar(&seeds, "seeds", "", "`seeds` instead of the experiments' own, such as 0-4 or 0,1,7")
	flags.StringSliceVar(&o.Only, "only", nil, "`labels` of the models to run, separated by commas")
	flags.StringVar(&share, "share", "", "compute only a `part` of the runs, such as 0/8 to 7/8 in eight processes")
	handing.add(command)
	cli.AddSets(command, &sets)
	cli.AddRunning(command, &o, &quiet)
	cli.AddMemory(command, &o)
	cli.AddFormat(command, &format, "text", "json")
	flags.BoolVar(&o.Fresh, "fresh", false, "compute finished stages again")
	flags.BoolVar(&pictures, "figures", true, "draw figures, and add the runs to the report, "+show.ReportFile+
		", at the end")
	return command
}

// runHere runs experiments in this process.
func runHere(p *cli.Program, command *cobra.Command, loaded []*experiment.Experiment, o plan.Options,
	how conclusion) error {
	o.Progress = progress.New(p.Messages, how.quiet, p.Now)
	if !how.quiet {
		o.Log = o.Progress.Message
	}
	found, err := execute.Run(command.Context(), loaded, o)
	o.Progress.Close()
	if err != nil && len(found) == 0 {
		return cli.Failed(err)
	}
	return cli.Failed(errors.Join(err, conclude(p, command, loaded, found, o, how)))
}

// conclusion says what is made of runs that have ended.
type conclusion struct {
	quiet, pictures bool
	format          string
}

// conclude says what became of runs, and draws their figures and report.
func conclude(p *cli.Program, command *cobra.Command, loaded []*experiment.Experiment, found []stage.Result,
	o plan.Options, how conclusion) error {
	s := summarize(loaded, found, o.Fresh)
	if s.again && !how.quiet {
		fmt.Fprintln(command.ErrOrStderr(), "Nothing was left to compute; --fresh computes everything again.")
	}
	err := s.undone
	if how.format == "text" {
		err = errors.Join(err, s.write(command.OutOrStdout()))
	}
	if !how.quiet {
		tellFolders(command, found)
	}
	page := ""
	if how.pictures && command.Context().Err() == nil {
		var undrawn error
		page, undrawn = show.DrawAll(p, command, loaded, found, o, how.quiet)
		err = errors.Join(err, undrawn)
	}
	if how.format == "json" {
		err = errors.Join(err, cli.WriteJSON(command.OutOrStdout(), s.answer(found, o.Runs, page)))
	}
	return err
}

// Commands are those of this package.
func Commands(p *cli.Program) []*cobra.Command {
	return []*cobra.Command{runCommand(p), validateCommand(p), resolveCommand(p)}
}
