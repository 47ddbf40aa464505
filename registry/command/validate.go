package command

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebim/experiments"
	"ebim/framework/config"
	"ebim/framework/experiment"
)

func (p *Program) load(files, sets []string) ([]*experiment.Experiment, error) {
	var all []*experiment.Experiment
	var errs []error
	for _, file := range files {
		loaded, err := experiment.Load(p.Registry, experiments.Files, filepath.ToSlash(filepath.Clean(file)), sets...)
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%w; %s", err, shipped(file))
		}
		all = append(all, loaded...)
		errs = append(errs, err)
	}
	return all, config.Collect(errs...)
}

// shipped says which experiment of those that the program comes with was meant; all of them where that can't be told.
func shipped(file string) string {
	known := map[string]string{}
	for _, name := range experiments.Names() {
		known[strings.TrimSuffix(path.Base(name), path.Ext(name))] = name
	}
	base := path.Base(filepath.ToSlash(file))
	if near, ok := config.Nearest(strings.TrimSuffix(base, path.Ext(base)), slices.Sorted(maps.Keys(known))); ok {
		return "did you mean " + known[near] + ", which the program comes with?"
	}
	return "the program comes with " + strings.Join(experiments.Names(), ", ")
}

func (p *Program) validateCommand() *cobra.Command {
	var o experiment.Options
	var sets []string
	command := &cobra.Command{
		Use:   "validate FILE...",
		Short: "Check experiments without running them",
		Long: "Check experiments without running them: all settings, the data files, that the backend has every operation that the\n" +
			"models ask for, and that no training needs more memory than there is, by an estimate that allocates nothing.\n" +
			"`ebim run` checks the same before it trains.",
		Args: usage(cobra.MinimumNArgs(1)),
		RunE: func(command *cobra.Command, files []string) error {
			loaded, err := p.load(files, sets)
			if err != nil {
				return err
			}
			estimates, err := experiment.Check(command.Context(), loaded, o)
			if err != nil {
				return failed(err)
			}
			said := map[string]bool{} // alike in many points of a sweep
			for i, e := range loaded {
				for _, note := range append(e.Notes(), estimates[i].Notes...) {
					if line := fmt.Sprintf("Note: %s: %s", e.File, note); !said[line] {
						said[line] = true
						fmt.Fprintln(command.ErrOrStderr(), line)
					}
				}
				fmt.Fprintf(command.OutOrStdout(), "%s is valid: experiment %s; models %s; seeds %v; metrics %s; %v\n", e.File, e.Name,
					strings.Join(e.ModelLabels(), ", "), e.Seeds, strings.Join(e.MetricLabels(), ", "), estimates[i])
			}
			return nil
		},
	}
	addSets(command, &sets)
	addBackend(command, &o)
	addMemory(command, &o)
	return command
}

func (p *Program) resolveCommand() *cobra.Command {
	var sets []string
	command := &cobra.Command{
		Use:   "resolve FILE",
		Short: "Print an experiment with every default filled in",
		Args:  usage(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, files []string) error {
			loaded, err := p.load(files, sets)
			for i, e := range loaded {
				if i > 0 {
					fmt.Fprintln(command.OutOrStdout(), "---")
				}
				fmt.Fprintf(command.OutOrStdout(), "%s", e.Resolved())
			}
			return err
		},
	}
	addSets(command, &sets)
	return command
}
