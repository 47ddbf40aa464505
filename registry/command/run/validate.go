package run

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
	"ebim/registry/command/cli"
)

func validateCommand(p *cli.Program) *cobra.Command {
	var o plan.Options
	var sets []string
	var format string
	command := &cobra.Command{
		Use:   "validate FILE...|-",
		Short: "Check experiments without running them",
		Long: "Check experiments without running them: all settings, the data files, that the backend has every " +
			"operation that the\n" +
			"models ask for, and that no training needs more memory than there is, by an estimate that allocates " +
			"nothing.\n" +
			"`ebim run` checks the same before it trains. A dash stands for the standard input.",
		Example: "  ebim validate experiments/quickstart.yaml\n  ebim validate 'zoo/*'",
		Args:    cli.Usage(cobra.MinimumNArgs(1)),
		RunE: func(command *cobra.Command, files []string) error {
			loaded, err := p.LoadAny(files, sets)
			if err != nil {
				return err
			}
			estimates, err := execute.Check(command.Context(), loaded, o)
			if err != nil {
				return cli.Failed(err)
			}
			answers := []validateAnswer{}
			for i, e := range loaded {
				answers = append(answers, validated(e, estimates[i]))
			}
			if format == "json" {
				return cli.WriteJSON(command.OutOrStdout(), answers)
			}
			said := map[string]bool{} // alike in many points of a sweep
			for i, e := range loaded {
				for _, note := range answers[i].Notes {
					if line := fmt.Sprintf("Note: %s: %s", e.File, note); !said[line] {
						said[line] = true
						fmt.Fprintln(command.ErrOrStderr(), line)
					}
				}
				fmt.Fprintf(command.OutOrStdout(), "%s is valid: experiment %s; models %s; seeds %v; metrics %s; %v\n",
					e.File, e.Name,
					strings.Join(e.ModelLabels(), ", "), e.Seeds, strings.Join(e.MetricLabels(), ", "), estimates[i])
			}
			return nil
		},
	}
	cli.AddFormat(command, &format, "text", "json")
	cli.AddSets(command, &sets)
	cli.AddBackend(command, &o)
	cli.AddMemory(command, &o)
	return command
}

// validateAnswer is an experiment that can be run.
type validateAnswer struct {
	File       string     `json:"file"`
	Experiment string     `json:"experiment"`
	Models     []string   `json:"models"`
	Seeds      []int      `json:"seeds"`
	Metrics    []string   `json:"metrics"`
	Runs       int        `json:"runs"`
	Parameters cli.Number `json:"parameters"`
	Memory     cli.Number `json:"memory_bytes"`
	Notes      []string   `json:"notes"`
}

func validated(e *experiment.Experiment, estimate execute.Estimate) validateAnswer {
	return validateAnswer{e.File, e.Name, e.ModelLabels(), e.Seeds, e.MetricLabels(), estimate.Runs,
		cli.Number(estimate.Parameters), cli.Number(estimate.Memory),
		append(e.Notes(), estimate.Notes...)}
}

func resolveCommand(p *cli.Program) *cobra.Command {
	var sets []string
	command := &cobra.Command{
		Use:   "resolve FILE|-",
		Short: "Print an experiment with every default filled in",
		Long: "Print an experiment with every default filled in. Where the data or other settings decide, a comment " +
			"says what is taken\n" +
			"unless the setting is given. A dash stands for the standard input.",
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, files []string) error {
			loaded, err := p.LoadAny(files, sets)
			if err != nil {
				return err
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
	cli.AddSets(command, &sets)
	return command
}
