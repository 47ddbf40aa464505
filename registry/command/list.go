package command

import (
	"reflect"
	"strings"

	"github.com/spf13/cobra"

	"ebim/framework/cluster"
	"ebim/framework/config"
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
		Long:    "Describe a component: its settings, their defaults and ranges, and an example. `ebim describe file cluster` describes " + cluster.SettingsFile + ".",
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
			if arguments[0] == "file" && arguments[1] == "cluster" {
				return p.Registry.DescribeFile(command.OutOrStdout(), cluster.SettingsFile+", in the folder of runs: what `ebim run --on` asks of a cluster", reflect.TypeFor[cluster.Settings]())
			}
			return p.Registry.Describe(command.OutOrStdout(), arguments[0], arguments[1])
		},
	}
}

func (p *Program) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:       "schema [cluster]",
		Short:     "Print the JSON schema of experiment files, or of " + cluster.SettingsFile + ", for editors",
		Args:      usage(cobra.MaximumNArgs(1)),
		ValidArgs: []string{"cluster"},
		RunE: func(command *cobra.Command, arguments []string) error {
			root := reflect.TypeFor[experiment.Settings]()
			if len(arguments) > 0 {
				if arguments[0] != "cluster" {
					return config.Unknown("file", arguments[0], []string{"cluster"})
				}
				root = reflect.TypeFor[cluster.Settings]()
			}
			schema, err := p.Registry.Schema(root)
			if err == nil {
				_, err = command.OutOrStdout().Write(schema)
			}
			return failed(err)
		},
	}
}
