package cli

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebim/experiments"
	"ebim/framework/backend"
	"ebim/framework/backends"
	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/experiment/plan"
	"ebim/results"
)

// AddMemory adds the flag of the memory that trainings may take.
func AddMemory(command *cobra.Command, o *plan.Options) {
	command.Flags().Func("memory", "estimated memory, a `size` such as 8GB, that a training may take, and xla:cuda of "+
		"each GPU; unless given the machine's, and three quarters of a GPU", func(text string) (err error) {
		o.Memory, err = experiment.ParseMemory(text)
		return err
	})
}

// AddBackend adds the flags of the engine that computes.
func AddBackend(command *cobra.Command, o *plan.Options) {
	command.Flags().StringVar(&o.Backend, "backend", backend.Default,
		"`name` of the engine that computes: cpu, go, xla:cpu or xla:cuda (see ebim backend list)")
	complete := cobra.FixedCompletions(backends.Names(), cobra.ShellCompDirectiveNoFileComp)
	if err := command.RegisterFlagCompletionFunc("backend", complete); err != nil {
		panic(err) // the flag is there
	}
}

// AddSets adds the flag that changes settings.
func AddSets(command *cobra.Command, sets *[]string) {
	command.Flags().StringArrayVar(sets, "set", nil, "change a setting, `path=value`; may be given several times")
}

// AddEvery adds the flag that shows what has been run with other settings.
func AddEvery(command *cobra.Command, every *bool) {
	command.Flags().BoolVar(every, "all", false,
		"show runs of all settings, each by the settings that differ from the file's")
}

// AddRecords adds the flags of commands that make tables from records.
func AddRecords(command *cobra.Command, runs *[]string, format *string) {
	command.Flags().StringSliceVar(runs, "runs", []string{defaultRuns()}, "`folders` of runs, separated by commas")
	var known []string
	for _, one := range results.Formats() {
		known = append(known, string(one))
	}
	AddFormat(command, format, known...)
}

// AddFormat adds the flag of the form of what is printed, the first unless given.
func AddFormat(command *cobra.Command, format *string, known ...string) {
	*format = known[0]
	last := len(known) - 1
	command.Flags().Func("format", fmt.Sprintf("`format` of the answer, %s or %s; %s unless given",
		strings.Join(known[:last], ", "), known[last], known[0]), func(text string) error {
		if !slices.Contains(known, text) {
			return config.Unknown("--format", text, known)
		}
		*format = text
		return nil
	})
}

// AddRuns adds the flag of the folder of runs.
func AddRuns(command *cobra.Command, runs *string) {
	command.Flags().StringVar(runs, "runs", defaultRuns(), "`folder` of runs; the variable "+RunsVariable+
		" sets another default")
}

// RunsVariable is the environment variable that says where run records are.
const RunsVariable = "EBIM_RUNS"

// defaultRuns is where run records are unless --runs says otherwise.
func defaultRuns() string { return cmp.Or(os.Getenv(RunsVariable), plan.DefaultRuns) }

// AddRunning adds the flags of commands that run experiments.
func AddRunning(command *cobra.Command, o *plan.Options, quiet *bool) {
	AddBackend(command, o)
	AddRuns(command, &o.Runs)
	command.Flags().IntVar(&o.Jobs, "jobs", 0, "`number` of stages computed side by side; 0 for one on each core")
	command.Flags().BoolVar(quiet, "quiet", false, "show no progress")
}

// CompleteFiles makes the commands that take files of experiments, tables and figures complete these.
func CompleteFiles(root *cobra.Command) {
	for _, command := range root.Commands() {
		switch command.Name() {
		case "run", "validate", "resolve", "best", "report", "export", "sample", "mesh":
			command.ValidArgs, command.ValidArgsFunction = nil, completeFiles(experiments.Names)
		case "project", "distance", "score":
			command.ValidArgs, command.ValidArgsFunction = nil, thenAny(completeFiles(experiments.Names))
		case "table":
			command.ValidArgs, command.ValidArgsFunction = nil, completeFiles(experiments.Tables)
		case "figure":
			command.ValidArgs, command.ValidArgsFunction = nil, completeFiles(experiments.Figures)
		}
	}
}

// thenAny completes the first argument, and any file after it.
func thenAny(first cobra.CompletionFunc) cobra.CompletionFunc {
	return func(command *cobra.Command, arguments []string, toComplete string) ([]string, cobra.ShellCompDirective) {
		if len(arguments) > 0 {
			return nil, cobra.ShellCompDirectiveDefault
		}
		return first(command, arguments, toComplete)
	}
}

// completeFiles completes YAML files and folders on the disk, and names of what the program ships.
func completeFiles(shipped func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, toComplete string) ([]string, cobra.ShellCompDirective) {
		directive := cobra.ShellCompDirectiveNoFileComp
		folder, base := filepath.Split(toComplete)
		entries, _ := os.ReadDir(filepath.Clean(folder)) // without it there is nothing to complete
		var found []string
		for _, entry := range entries {
			name := entry.Name()
			hidden := strings.HasPrefix(name, ".") && !strings.HasPrefix(base, ".")
			switch {
			case hidden || !strings.HasPrefix(name, base):
			case entry.IsDir():
				found = append(found, folder+name+"/")
				directive |= cobra.ShellCompDirectiveNoSpace
			case IsYAML(name):
				found = append(found, folder+name)
			}
		}
		for _, name := range shipped() {
			if strings.HasPrefix(name, toComplete) && !slices.Contains(found, name) {
				found = append(found, name)
			}
		}
		return found, directive
	}
}
