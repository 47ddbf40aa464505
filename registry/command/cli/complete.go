package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebim/experiments"
)

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
