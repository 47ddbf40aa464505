package command

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebim/framework/cluster"
	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/figure"
	"ebim/registry"
	"ebim/results"
)

// schemaNames are what has a schema: files, and the answers of commands.
func schemaNames() []string {
	names := []string{"experiment", "table", "figure", "cluster"}
	for _, a := range answers() {
		names = append(names, a.name())
	}
	return names
}

func (p *Program) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema [NAME]",
		Short: "Print the JSON schema of files, for editors, or of what a command answers",
		Long: "Print a JSON schema (draft 2020-12): that of experiment files, which editors complete and check with it, unless another is named.\n" +
			"There are experiment, table, figure and cluster, for files, and for what commands answer with --format json:\n  " +
			strings.Join(schemaNames()[4:], "\n  "),
		Example:   "  ebim schema > schema.json\n  ebim schema answer-runs-list",
		Args:      usage(cobra.MaximumNArgs(1)),
		ValidArgs: schemaNames(),
		RunE: func(command *cobra.Command, names []string) error {
			name := strings.Join(append(names, "experiment")[:1], "")
			if !slices.Contains(schemaNames(), name) {
				return config.Unknown("schema", name, schemaNames())
			}
			schema, err := p.schema(name)
			if err == nil {
				_, err = command.OutOrStdout().Write(schema)
			}
			return failed(err)
		},
	}
}

// schema is the text of a schema by its name.
func (p *Program) schema(name string) ([]byte, error) {
	switch name {
	case "experiment":
		return p.Registry.Schema(reflect.TypeFor[experiment.Settings]())
	case "table":
		return registry.FileSchema(p.Registry, reflect.TypeFor[results.Spec]())
	case "cluster":
		return registry.FileSchema(p.Registry, reflect.TypeFor[cluster.Settings]())
	case "figure":
		return registry.FileSchema(figure.FileCatalog(p.Registry), figure.FileType())
	}
	all := answers()
	a := all[slices.IndexFunc(all, func(a answer) bool { return a.name() == name })]
	text, err := json.MarshalIndent(a.schema(), "", "  ")
	return append(text, '\n'), err
}
