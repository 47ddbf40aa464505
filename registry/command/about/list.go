package about

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebim/framework/cluster"
	"ebim/framework/experiment"
	"ebim/registry"
	"ebim/registry/command/cli"
)

func listCommand(p *cli.Program) *cobra.Command {
	kinds := p.Registry.Names()
	var format string
	command := &cobra.Command{
		Use:   "list [KIND]",
		Short: "List what experiments may name, all or of one kind",
		Long: "List the components that experiments may name, all or of one kind. The kinds:\n" +
			cli.Columns(kinds, 110),
		Args:      cli.Usage(cobra.MaximumNArgs(1)),
		ValidArgs: kinds,
		RunE: func(command *cobra.Command, arguments []string) error {
			kind := strings.Join(arguments, "")
			listings, err := p.Registry.Listings(kind)
			if err != nil {
				return err
			}
			return cli.Answer(command, format, listings, listings.Write)
		},
	}
	cli.AddFormat(command, &format, "text", "json")
	return command
}

func describeCommand(p *cli.Program) *cobra.Command {
	var format string
	command := &cobra.Command{
		Use:   "describe KIND NAME | PATH",
		Short: "Describe a component, or a setting of experiments: defaults, ranges, what is below it, and an example",
		Long: "Describe a component by its kind and name (`ebim list`), with its settings, their defaults and " +
			"ranges, and an example; or a setting\n" +
			"of experiments by its path, as --set takes it, and those below it. Where a path has a label, such as a " +
			"model's, any will do, or a\n" +
			"component's name. `ebim describe file cluster` describes " + cluster.SettingsFile + ".",
		Example: "  ebim describe model ebim\n  ebim describe data.holdout\n  ebim describe " +
			"models.ebim.manifold.training",
		Args: cli.Usage(cobra.RangeArgs(1, 2)),
		RunE: func(command *cobra.Command, arguments []string) error {
			if kinds := p.Registry.Names(); len(arguments) == 1 && slices.Contains(kinds, arguments[0]) &&
				arguments[0] != "data" {
				return fmt.Errorf("ebim describe %s got no name of a component, which `ebim list %s` shows; usage: %s",
					arguments[0], arguments[0], command.UseLine())
			}
			d, err := described(p, arguments)
			if err != nil {
				return err
			}
			return cli.Answer(command, format, *d, d.Write)
		},
	}
	cli.AddFormat(command, &format, "text", "json")
	return command
}

// described is a component, or a setting by its path.
func described(p *cli.Program, arguments []string) (*registry.Description, error) {
	if len(arguments) == 2 && arguments[0] == "file" && arguments[1] == "cluster" {
		return p.Registry.DescribeFile(cluster.SettingsFile,
			"what `ebim run --on` requests from a cluster, in the folder of runs", reflect.TypeFor[cluster.Settings]())
	}
	if len(arguments) == 2 {
		return p.Registry.Description(arguments[0], arguments[1])
	}
	return p.Registry.DescribeSetting(reflect.TypeFor[experiment.Settings](), arguments[0])
}
