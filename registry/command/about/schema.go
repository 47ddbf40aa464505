package about

import (
	"reflect"
	"strings"

	"github.com/spf13/cobra"

	"ebim/framework/cluster"
	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/registry"
	"ebim/registry/command/cli"
	"ebim/results"
)

// schemaNames are the files that have a schema.
var schemaNames = []string{"experiment", "table", "figure", "cluster"}

func schemaCommand(p *cli.Program) *cobra.Command {
	return &cobra.Command{
		Use:   "schema [NAME]",
		Short: "Print the JSON schema of experiment files, or of table, figure or cluster files, for editors",
		Long: "Print a JSON schema (draft 2020-12), by which editors complete and check files: that of experiments, " +
			"or\n" +
			"of table, figure or cluster files.",
		Example:   "  ebim schema > schema.json\n  ebim schema table",
		Args:      cli.Usage(cobra.MaximumNArgs(1)),
		ValidArgs: schemaNames,
		RunE: func(command *cobra.Command, names []string) error {
			schema, err := schema(p, strings.Join(append(names, "experiment")[:1], ""))
			if err == nil {
				_, err = command.OutOrStdout().Write(schema)
			}
			return err
		},
	}
}

// schema is the text of a schema by its name.
func schema(p *cli.Program, name string) ([]byte, error) {
	switch name {
	case "experiment":
		return p.Registry.Schema(reflect.TypeFor[experiment.Settings]())
	case "table":
		return registry.FileSchema(p.Registry, reflect.TypeFor[results.Spec]())
	case "cluster":
		return registry.FileSchema(p.Registry, reflect.TypeFor[cluster.Settings]())
	case "figure":
		return registry.FileSchema(p.Registry, reflect.TypeFor[experiment.Sheet]())
	}
	return nil, config.Unknown("schema", name, schemaNames)
}
