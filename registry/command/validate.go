package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"gopkg.in/yaml.v3"

	"ebim/experiments"
	"ebim/framework/config"
	"ebim/framework/experiment"
)

// load reads experiments from files, of which patterns may stand for several.
func (p *Program) load(names, sets []string) ([]*experiment.Experiment, error) {
	return p.loadFrom(experiments.Files, names, sets)
}

// loadAny is load where a dash may stand for the standard input.
func (p *Program) loadAny(names, sets []string) ([]*experiment.Experiment, error) {
	files := experiments.Files
	if at := slices.Index(names, "-"); at >= 0 {
		var err error
		if files, err = p.readInput(); err != nil {
			return nil, failed(err)
		}
		names = slices.Replace(slices.Clone(names), at, at+1, standardInput)
	}
	return p.loadFrom(files, names, sets)
}

func (p *Program) loadFrom(system fs.FS, names, sets []string) ([]*experiment.Experiment, error) {
	files, err := expanded(names, experiments.Names())
	if err != nil {
		return nil, err
	}
	var all []*experiment.Experiment
	var errs []error
	for _, file := range files {
		loaded, err := experiment.Load(p.Registry, system, filepath.ToSlash(filepath.Clean(file)), sets...)
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%w; %s", err, meant(file))
		}
		all = append(all, loaded...)
		errs = append(errs, err)
	}
	return all, config.Collect(errs...)
}

func (p *Program) validateCommand() *cobra.Command {
	var o experiment.Options
	var sets []string
	var format string
	command := &cobra.Command{
		Use:   "validate FILE...|-",
		Short: "Check experiments without running them",
		Long: "Check experiments without running them: all settings, the data files, that the backend has every operation that the\n" +
			"models ask for, and that no training needs more memory than there is, by an estimate that allocates nothing.\n" +
			"`ebim run` checks the same before it trains. A dash stands for the standard input.",
		Example: "  ebim validate experiments/quickstart.yaml\n  ebim validate 'zoo/*'",
		Args:    usage(cobra.MinimumNArgs(1)),
		RunE: func(command *cobra.Command, files []string) error {
			loaded, err := p.loadAny(files, sets)
			if err != nil {
				return err
			}
			estimates, err := experiment.Check(command.Context(), loaded, o)
			if err != nil {
				return failed(err)
			}
			answers := []validateAnswer{}
			for i, e := range loaded {
				answers = append(answers, validated(e, estimates[i]))
			}
			if format == "json" {
				return writeJSON(command.OutOrStdout(), answers)
			}
			said := map[string]bool{} // alike in many points of a sweep
			for i, e := range loaded {
				for _, note := range answers[i].Notes {
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
	addFormat(command, &format, "text", "json")
	addSets(command, &sets)
	addBackend(command, &o)
	addMemory(command, &o)
	return command
}

// validateAnswer is an experiment that can be run.
type validateAnswer struct {
	File       string   `json:"file"`
	Experiment string   `json:"experiment"`
	Models     []string `json:"models"`
	Seeds      []int    `json:"seeds"`
	Metrics    []string `json:"metrics"`
	Runs       int      `json:"runs"`
	Parameters number   `json:"parameters"`
	Memory     number   `json:"memory_bytes"`
	Notes      []string `json:"notes"`
}

func validated(e *experiment.Experiment, estimate experiment.Estimate) validateAnswer {
	return validateAnswer{e.File, e.Name, e.ModelLabels(), e.Seeds, e.MetricLabels(), estimate.Runs, number(estimate.Parameters), number(estimate.Memory),
		append(e.Notes(), estimate.Notes...)}
}

func (p *Program) resolveCommand() *cobra.Command {
	var sets []string
	var format string
	command := &cobra.Command{
		Use:   "resolve FILE|-",
		Short: "Print an experiment with every default filled in",
		Long: "Print an experiment with every default filled in. Where the data or other settings decide, a comment says what is taken\n" +
			"unless the setting is given. A dash stands for the standard input.",
		Args: usage(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, files []string) error {
			loaded, err := p.loadAny(files, sets)
			if err != nil {
				return err
			}
			if format == "json" {
				return writeResolved(command.OutOrStdout(), loaded)
			}
			for i, e := range loaded {
				if i > 0 {
					fmt.Fprintln(command.OutOrStdout(), "---")
				}
				text, err := config.Explain(p.Registry, &e.Settings)
				if err != nil {
					return err
				}
				fmt.Fprintf(command.OutOrStdout(), "%s", text)
			}
			return nil
		},
	}
	addSets(command, &sets)
	addFormat(command, &format, "yaml", "json")
	return command
}

// resolveAnswer is an experiment with every default filled in.
type resolveAnswer struct {
	File       string `json:"file"`
	Experiment string `json:"experiment"`
	Settings   any    `json:"settings"`
}

func writeResolved(out io.Writer, loaded []*experiment.Experiment) error {
	answers := []resolveAnswer{}
	for _, e := range loaded {
		var settings any
		if err := yaml.Unmarshal(e.Resolved(), &settings); err != nil {
			return err
		}
		answers = append(answers, resolveAnswer{e.File, e.Name, finite(settings)})
	}
	return writeJSON(out, answers)
}

// finite returns a value of YAML without numbers that JSON lacks.
func finite(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for key := range v {
			v[key] = finite(v[key])
		}
	case []any:
		for i := range v {
			v[i] = finite(v[i])
		}
	case float64:
		return number(v)
	}
	return value
}
