package command

import (
	"reflect"
	"strings"

	"github.com/spf13/cobra"

	"ebim/framework/experiment"
)

func (p *Program) listCommand() *cobra.Command {
	kinds := p.Registry.Names()
	return &cobra.Command{
		Use:       "list [KIND]",
		Short:     "List what experiments may name: " + strings.Join(kinds, ", "),
		Args:      usage(cobra.MaximumNArgs(1)),
		ValidArgs: kinds,
		RunE: func(command *cobra.Command, arguments []string) error {
			return p.Registry.List(command.OutOrStdout(), strings.Join(arguments, ""))
		},
	}
}

func (p *Program) describeCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "describe KIND NAME",
		Short:   "Describe a component: its settings, their defaults and ranges, and an example",
		Example: "  ebim describe model ebim",
		Args:    usage(cobra.ExactArgs(2)),
		ValidArgsFunction: func(_ *cobra.Command, arguments []string, _ string) ([]string, cobra.ShellCompDirective) {
			known := p.Registry.Names()
			if len(arguments) > 0 {
				known = nil
				kinds, _ := p.Registry.Family(arguments[0])
				for _, kind := range kinds {
					known = append(known, kind.Names()...)
				}
			}
			return known, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(command *cobra.Command, arguments []string) error {
			return p.Registry.Describe(command.OutOrStdout(), arguments[0], arguments[1])
		},
	}
}

func (p *Program) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON schema of experiment files, for editors",
		Args:  usage(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			schema, err := p.Registry.Schema(reflect.TypeFor[experiment.Settings]())
			if err == nil {
				_, err = command.OutOrStdout().Write(schema)
			}
			return failed(err)
		},
	}
}
