package runs

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"ebim/framework/experiment"
	"ebim/framework/plaintext"
	"ebim/framework/runs/stage"
	"ebim/registry/command/cli"
)

func runsRemoveCommand(p *cli.Program) *cobra.Command {
	var c choice
	var yes bool
	command := &cobra.Command{
		Use:   "rm [RUN...]",
		Short: "Remove runs, with the stages that no other run needs",
		Long: "Remove runs, with the stages that no other run needs. Without --yes it only says what would go, and " +
			"how many bytes. What the\n" +
			"program did not write stays, and so does what a process is computing.\n" + runNames,
		Example: "  ebim runs rm circle/ebim/seed-0-1a2b3c4d --yes\n  ebim runs rm --status failed --older 30d",
		Args:    cobra.ArbitraryArgs,
		RunE: func(command *cobra.Command, names []string) error {
			if len(names) == 0 && !c.any() {
				return errors.New(
					"runs rm needs the names of runs, or a choice such as --status failed; `ebim runs list` shows " +
						"what there is")
			}
			all, found, err := chosen(p, command, c, names)
			if err != nil {
				return cannotTell(err)
			}
			r := remover{command: command, root: c.runs, yes: yes}
			err = r.alone(func() error {
				// as they are now that nobody changes them
				if all, found, err = chosen(p, command, c, names); err != nil {
					return cannotTell(err)
				}
				return r.runs(all, found, true)
			})
			if errors.Is(err, stage.ErrBusy) {
				running := func(r stage.Record) bool { return r.Status == stage.Running }
				left := slices.DeleteFunc(slices.Clone(found), running)
				r.say("%v: runs that may be computed now (%d) and all stages stay; `ebim runs gc` removes these "+
					"stages later", stage.ErrBusy, len(found)-len(left))
				err = r.runs(all, left, false)
			}
			return cli.Failed(err)
		},
	}
	c.add(command)
	addYes(command, &yes)
	return command
}

func runsCollectCommand(p *cli.Program) *cobra.Command {
	var runs string
	var yes bool
	command := &cobra.Command{
		Use:   "gc",
		Short: "Remove the stages that no run needs",
		Long: "Remove the stages that no run needs: results and checkpoints of settings whose runs have been " +
			"removed, and what killed processes\n" +
			"have left. Without --yes it only says what would go, and how many bytes. It does nothing while a " +
			"process executes runs there.",
		Args: cli.Usage(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			r := remover{command: command, root: runs, yes: yes}
			if _, err := os.Stat(runs); err != nil {
				return cli.Failed(err)
			}
			err := r.alone(func() error {
				all, _, err := chosen(p, command, choice{runs: runs}, nil)
				if err != nil {
					return cannotTell(err)
				}
				unneeded, err := stage.FindUnneeded(runs, all)
				return errors.Join(err, r.stages(unneeded), r.total())
			})
			return cli.Failed(err)
		},
	}
	cli.AddRuns(command, &runs)
	addYes(command, &yes)
	return command
}

func addYes(command *cobra.Command, yes *bool) {
	command.Flags().BoolVar(yes, "yes", false, "remove it; without this flag nothing changes")
}

// cannotTell explains why nothing is removed while records can't be read.
func cannotTell(err error) error {
	return cli.Failed(fmt.Errorf("%w\nnothing is removed: the stages that these runs need are unknown", err))
}

// remover removes runs and stages, or says what it would remove.
type remover struct {
	command *cobra.Command
	root    string
	yes     bool
	folders int
	bytes   int64
}

// alone calls do while nobody executes runs, if it is to change something.
func (r *remover) alone(do func() error) error {
	if r.yes {
		return stage.Alone(r.root, do)
	}
	living, err := stage.LookForLiving(r.root, time.Now()) // which changes nothing
	if err == nil && living.Anyone() {
		return stage.ErrBusy
	}
	return do()
}

func (r *remover) say(format string, values ...any) {
	fmt.Fprintln(r.command.ErrOrStderr(), plaintext.OneLine(fmt.Sprintf(format, values...)))
}

// one says what goes, and takes it away.
func (r *remover) one(name string, bytes int64, remove func() (kept []string, err error)) error {
	fmt.Fprintf(r.command.OutOrStdout(), "%10s  %s\n", experiment.FormatBytes(float64(bytes)), plaintext.OneLine(name))
	r.folders, r.bytes = r.folders+1, r.bytes+bytes
	if !r.yes {
		return nil
	}
	kept, err := remove()
	for _, file := range kept {
		r.say("kept, as this program did not write it: %s", file)
	}
	return err
}

// runs removes the found ones of all runs and, where nobody else may take them up, the stages that they alone need.
func (r *remover) runs(all, found []stage.Record, withStages bool) error {
	going := map[string]bool{}  // runs' folders
	theirs := map[string]bool{} // stages
	var errs []error
	for i := range found {
		record := &found[i]
		going[record.Folder] = true
		for _, s := range record.Stages {
			theirs[s.Key] = true
		}
		for _, key := range record.Pending {
			theirs[key] = true
		}
		errs = append(errs, r.one(cli.NameOf(record), stage.RunBytes(r.root, record),
			func() ([]string, error) { return stage.RemoveRun(record) }))
	}
	if withStages {
		left := slices.DeleteFunc(slices.Clone(all), func(s stage.Record) bool { return going[s.Folder] })
		unneeded, err := stage.FindUnneeded(r.root, left)
		errs = append(errs, err, r.stages(slices.DeleteFunc(unneeded,
			func(u stage.Unneeded) bool { return !theirs[u.Key] })))
	}
	return errors.Join(append(errs, r.total())...)
}

func (r *remover) stages(unneeded []stage.Unneeded) error {
	var errs []error
	for _, u := range unneeded {
		errs = append(errs, r.one(u.Name, u.Bytes(), u.Remove))
	}
	return errors.Join(errs...)
}

func (r *remover) total() error {
	if r.folders == 0 {
		_, err := fmt.Fprintln(r.command.OutOrStdout(), "there is nothing to remove")
		return err
	}
	what := "would be removed; --yes removes them"
	if r.yes {
		what = "removed"
	}
	_, err := fmt.Fprintf(r.command.OutOrStdout(), "%d folders, %s (%d bytes): %s\n", r.folders,
		experiment.FormatBytes(float64(r.bytes)), r.bytes, what)
	return err
}
