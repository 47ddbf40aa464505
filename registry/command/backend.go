package command

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"ebim/framework/backend"
	"ebim/framework/config"
)

func (p *Program) backendCommand() *cobra.Command {
	var digest, file, format, installFormat string
	list := &cobra.Command{
		Use: "list", Short: "List the backends and whether they are there", Args: usage(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			var found []backendAnswer
			for _, b := range backend.List() {
				found = append(found, answerOf(b))
			}
			if format == "json" {
				return writeJSON(command.OutOrStdout(), found)
			}
			for _, b := range found {
				state := "available"
				if !b.Available {
					state = b.Problem + "; " + b.Hint
				}
				fmt.Fprintf(command.OutOrStdout(), "%-9s %s\n          %s\n", b.Name, state, b.Doc)
			}
			return nil
		},
	}
	addFormat(list, &format, "text", "json")
	install := &cobra.Command{
		Use: "install NAME", Short: "Fetch the plugin of an XLA backend, or take it from a file", Args: usage(cobra.ExactArgs(1)), ValidArgs: backend.Names(),
		RunE: func(command *cobra.Command, a []string) error {
			if !slices.Contains(backend.Names(), a[0]) {
				return config.Unknown("backend", a[0], backend.Names())
			}
			said := command.OutOrStdout()
			if installFormat == "json" {
				said = command.ErrOrStderr()
			}
			if err := p.install(command.Context(), a[0], file, digest, said); err != nil || installFormat != "json" {
				return err
			}
			return writeJSON(command.OutOrStdout(), answerOf(backend.List()[slices.Index(backend.Names(), a[0])]))
		},
	}
	install.Flags().StringVar(&digest, "sha256", "", "`digest` that the archive of xla:cpu, or the file, must have, 64 hexadecimal digits")
	install.Flags().StringVar(&file, "file", "", "install from this `file` instead: a plugin or, of xla:cpu, an archive of one (.whl, .zip, .tar.gz)")
	addFormat(install, &installFormat, "text", "json")
	return group("backend", "List, install and test the engines that compute", list, install, p.backendTestCommand())
}

// backendAnswer is a backend.
type backendAnswer struct {
	Name      string `json:"name"`
	Doc       string `json:"doc"`
	Available bool   `json:"available"`
	Plugin    string `json:"plugin,omitempty" doc:"its file"`
	Problem   string `json:"problem,omitempty" doc:"why it is not available"`
	Hint      string `json:"hint,omitempty" doc:"what to do where it is not available"`
}

func answerOf(b backend.Info) backendAnswer {
	return backendAnswer{b.Name, b.Doc, b.Available, backend.Plugin(b.Name), b.Problem, b.Hint}
}
