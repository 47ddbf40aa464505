package command

import (
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"gopkg.in/yaml.v3"

	"ebim/experiments"
	"ebim/framework/backend"
	"ebim/framework/experiment"
	"ebim/framework/export"
	"ebim/framework/runs/stage"
	"ebim/metrics"
	"ebim/results"
)

// What a shell completes: `ebim completion bash` and the like write scripts that ask the program itself.

// completes is a function that completes an argument.
type completes = func(command *cobra.Command, arguments []string, toComplete string) ([]string, cobra.ShellCompDirective)

const noFiles = cobra.ShellCompDirectiveNoFileComp

// completable makes the arguments and flags of all commands ones that shells complete.
func (p *Program) completable(root *cobra.Command) {
	flags := map[string]completes{
		"set": p.completeSet, "only": p.completeModels, "backend": offered(backend.Names), "format": completeFormat,
		"metric": p.completeNumbers, "where": p.completeNumbers, "experiment": completeLevel(1), "model": completeLevel(2), "function": offered(export.Names),
		"on":     offered(func() []string { return queues }),
		"status": offered(func() []string { return statuses }), "cost": offered(func() []string { return []string{"squared", "euclidean"} }),
	}
	files := completeFiles(experiments.Names)
	runs := completeRuns
	arguments := map[string]completes{
		"run": files, "validate": files, "resolve": files, "best": files, "report": files,
		"export": then(files, p.completeModels), "metric": then(offered(fileMetrics)),
		"table":     completeFiles(experiments.Tables),
		"figure":    completeFiles(experiments.Figures),
		"runs list": runs, "runs show": runs, "runs cancel": runs, "runs diff": runs, "runs rm": runs, "runs export": runs,
	}
	var visit func(command *cobra.Command)
	visit = func(command *cobra.Command) {
		for name, complete := range flags {
			if command.Flags().Lookup(name) != nil {
				if err := command.RegisterFlagCompletionFunc(name, complete); err != nil {
					panic(err) // the flag is there
				}
			}
		}
		if complete := arguments[strings.TrimPrefix(command.CommandPath(), root.Name()+" ")]; complete != nil {
			command.ValidArgs, command.ValidArgsFunction = nil, complete
		}
		for _, below := range command.Commands() {
			visit(below)
		}
	}
	visit(root)
	if err := root.RegisterFlagCompletionFunc("log-level", offered(levels)); err != nil {
		panic(err)
	}
}

// offered completes to some of the given names.
func offered(names func() []string) completes {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) { return names(), noFiles }
}

// then completes the first argument, the second, and so on; what comes after them are files.
func then(each ...completes) completes {
	return func(command *cobra.Command, arguments []string, toComplete string) ([]string, cobra.ShellCompDirective) {
		if len(arguments) >= len(each) {
			return nil, cobra.ShellCompDirectiveDefault
		}
		return each[len(arguments)](command, arguments, toComplete)
	}
}

func fileMetrics() (names []string) {
	for _, metric := range metrics.FileMetrics() {
		names = append(names, metric.Name)
	}
	return names
}

// completeFiles completes YAML files and folders on the disk, and names of what the program comes with.
func completeFiles(shipped func() []string) completes {
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
			case isYAML(name):
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

// loadedFor are the experiments of the files among a command's arguments; none where they can't be read.
func (p *Program) loadedFor(arguments []string) []*experiment.Experiment {
	var all []*experiment.Experiment
	for _, file := range arguments {
		if loaded, err := p.load([]string{file}, nil); err == nil {
			all = append(all, loaded...)
		}
	}
	return all
}

// completeModels completes labels of the experiments' models, the last of several between commas.
func (p *Program) completeModels(_ *cobra.Command, arguments []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	before := toComplete[:strings.LastIndex(toComplete, ",")+1]
	var found []string
	for _, e := range p.loadedFor(arguments) {
		for _, label := range e.ModelLabels() {
			if !slices.Contains(strings.Split(before, ","), label) {
				found = append(found, before+label)
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found), noFiles
}

// completeSet completes the path of a setting, level by level, and its value.
func (p *Program) completeSet(_ *cobra.Command, arguments []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	var resolved any
	if loaded := p.loadedFor(arguments); len(loaded) > 0 {
		if err := yaml.Unmarshal(loaded[0].Resolved(), &resolved); err != nil {
			return nil, noFiles
		}
	}
	directive := noFiles
	var found []string
	for _, one := range p.Registry.CompleteSetting(reflect.TypeFor[experiment.Settings](), resolved, toComplete) {
		if !one.Whole {
			directive |= cobra.ShellCompDirectiveNoSpace
		}
		if one.Doc != "" {
			one.Text += "\t" + one.Doc
		}
		found = append(found, one.Text)
	}
	return found, directive
}

// completeDescribed completes a kind and a component, or the path of a setting.
func (p *Program) completeDescribed(_ *cobra.Command, arguments []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	var found []string
	if len(arguments) > 0 {
		kinds, _ := p.Registry.Family(arguments[0])
		for _, kind := range kinds {
			found = append(found, kind.Names()...)
		}
		return found, noFiles
	}
	found = p.Registry.Names()
	for _, one := range p.Registry.CompleteSetting(reflect.TypeFor[experiment.Settings](), nil, toComplete) {
		found = append(found, strings.TrimRight(one.Text, "=.")+"\t"+one.Doc)
	}
	return found, noFiles
}

// completeNumbers completes numbers that metrics give, as in wasserstein.ratio, the last of several between commas.
func (p *Program) completeNumbers(_ *cobra.Command, _ []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	before := toComplete[:strings.LastIndex(toComplete, ",")+1]
	var found []string
	for label, outputs := range experiment.OutputsOf(p.Registry) {
		for _, o := range outputs {
			if !strings.Contains(o.Name, "*") {
				found = append(found, before+label+"."+o.Name+"\t"+o.Meaning)
			}
		}
	}
	for _, o := range results.RunNumbers() {
		found = append(found, before+o.Name+"\t"+o.Meaning)
	}
	slices.Sort(found)
	return found, noFiles | cobra.ShellCompDirectiveNoSpace
}

// completeFormat completes what the command's flag allows.
func completeFormat(command *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	if format, ok := command.Flags().Lookup("format").Value.(formatFlag); ok {
		return format.known, noFiles
	}
	return nil, noFiles
}

// runsOf is the folder of runs that a command's flag names.
func runsOf(command *cobra.Command) string {
	if flag := command.Flags().Lookup("runs"); flag != nil {
		return strings.Trim(flag.Value.String(), "[]")
	}
	return defaultRuns()
}

// completeRuns completes the name of a run, folder by folder.
func completeRuns(command *cobra.Command, _ []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	folder := path.Dir(toComplete + "x")
	level := strings.Count(toComplete, "/") + 1
	var found []string
	for _, name := range foldersBelow(filepath.Join(runsOf(command), filepath.FromSlash(folder)), level) {
		name = strings.TrimPrefix(path.Join(folder, name), "./")
		if level < 3 {
			name += "/"
		}
		found = append(found, name)
	}
	if level < 3 {
		return found, noFiles | cobra.ShellCompDirectiveNoSpace
	}
	return found, noFiles
}

// completeLevel completes the names of the folders at a level below that of the runs: experiments, or models.
func completeLevel(level int) completes {
	return func(command *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		found := foldersBelow(runsOf(command), 1)
		if level == 2 {
			var models []string
			for _, name := range found {
				models = append(models, foldersBelow(filepath.Join(runsOf(command), name), 2)...)
			}
			found = models
		}
		slices.Sort(found)
		return slices.Compact(found), noFiles
	}
}

// foldersBelow are the folders of experiments, models or runs in another.
func foldersBelow(folder string, level int) (names []string) {
	entries, _ := os.ReadDir(folder) // without it there are none
	for _, entry := range entries {
		if entry.IsDir() && !strings.HasPrefix(entry.Name(), ".") && (level > 1 || stage.CheckExperiment(entry.Name()) == nil) {
			names = append(names, entry.Name())
		}
	}
	return names
}
