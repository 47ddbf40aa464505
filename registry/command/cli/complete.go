package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebim/experiments"
	"ebim/framework/backend"
)

// What a shell completes beside commands and flags: YAML files and what the program ships, labels of models, backends.

const noFiles = cobra.ShellCompDirectiveNoFileComp

// Completable makes the arguments and flags of commands complete.
func (p *Program) Completable(command *cobra.Command) {
	shipped := map[string]func() []string{"run": experiments.Names, "validate": experiments.Names,
		"resolve": experiments.Names,
		"best":    experiments.Names, "report": experiments.Names, "export": experiments.Names,
		"table":  experiments.Tables,
		"figure": experiments.Figures}
	for _, below := range command.Commands() {
		if names, ok := shipped[below.Name()]; ok && !command.HasParent() {
			below.ValidArgs, below.ValidArgsFunction = nil, completeFiles(names)
		}
		for name, complete := range map[string]cobra.CompletionFunc{"only": p.completeModels,
			"backend": cobra.FixedCompletions(backend.Names(), noFiles)} {
			if below.Flags().Lookup(name) != nil {
				if err := below.RegisterFlagCompletionFunc(name, complete); err != nil {
					panic(err) // the flag is there
				}
			}
		}
		p.Completable(below)
	}
}

// completeFiles completes YAML files and folders on the disk, and names of what the program ships.
func completeFiles(shipped func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, toComplete string) ([]string, cobra.ShellCompDirective) {
		directive := noFiles
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

// completeModels completes labels of the experiments' models, the last of several between commas.
func (p *Program) completeModels(_ *cobra.Command, files []string, toComplete string) ([]string,
	cobra.ShellCompDirective) {
	before := toComplete[:strings.LastIndex(toComplete, ",")+1]
	var found []string
	for _, file := range files {
		loaded, _ := p.Load([]string{file}, nil) // one that can't be read completes nothing
		for _, e := range loaded {
			for _, label := range e.ModelLabels() {
				if !slices.Contains(strings.Split(before, ","), label) {
					found = append(found, before+label)
				}
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found), noFiles
}
