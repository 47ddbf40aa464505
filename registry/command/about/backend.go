package about

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"ebim/framework/backends"
	"ebim/framework/config"
	"ebim/registry/command/cli"
)

func backendCommand(p *cli.Program) *cobra.Command {
	var format string
	list := &cobra.Command{
		Use: "list", Short: "List the backends and what they lack here", Args: cli.Usage(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			var found []backendAnswer
			for _, b := range backends.List() {
				found = append(found, backendAnswer{b.Name, b.Doc, b.Available, backends.Plugin(b.Name),
					b.Problem, b.Hint})
			}
			var lines []string
			for _, b := range found {
				state := "available"
				if !b.Available {
					state = b.Problem + "; " + b.Hint
				}
				lines = append(lines, fmt.Sprintf("%-9s %s\n          %s", b.Name, state, b.Doc))
			}
			return cli.Answer(command, format, found, cli.Lines(lines...))
		},
	}
	cli.AddFormat(list, &format, "text", "json")
	test := &cobra.Command{
		Use: "test [NAME]", Short: "Check that a backend, or each available one, computes right numbers",
		Long: "Check that a backend, or each available one, computes right numbers: products that some builds of " +
			"XLA\n" +
			"get silently wrong. Every command that opens a plugin checks them first.",
		Args: cli.Usage(cobra.MaximumNArgs(1)), ValidArgs: backends.Names(),
		RunE: func(command *cobra.Command, names []string) error {
			if len(names) == 0 {
				for _, b := range backends.List() {
					if b.Available {
						names = append(names, b.Name)
					}
				}
			} else if !slices.Contains(backends.Names(), names[0]) {
				return config.Unknown("backend", names[0], backends.Names())
			}
			var errs []error
			for _, name := range names {
				opened, err := backends.Open(name, backends.Options{})
				if err == nil {
					err = backends.Check(opened) // which opening a plugin does already
					opened.Finalize()
				}
				if err != nil {
					errs = append(errs, fmt.Errorf("backend %s: %w", name, err))
					continue
				}
				fmt.Fprintf(command.OutOrStdout(), "%-9s right\n", name)
			}
			return cli.Failed(errors.Join(errs...))
		},
	}
	return cli.Group("backend", "List and test the engines that compute", list, test)
}

// backendAnswer is a backend.
type backendAnswer struct {
	Name      string `json:"name"`
	Doc       string `json:"doc"`
	Available bool   `json:"available"`
	Plugin    string `json:"plugin,omitempty"`
	Problem   string `json:"problem,omitempty"`
	Hint      string `json:"hint,omitempty"`
}
