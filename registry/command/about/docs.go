package about

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebim/docs"
	"ebim/experiments"
	"ebim/framework/config"
	"ebim/registry/command/cli"
	"ebim/registry/reference"
)

func docsCommand(p *cli.Program) *cobra.Command {
	var folder string
	command := &cobra.Command{
		Use:   "docs [PAGE]",
		Short: "Read the documentation, which is part of the program",
		Long: "Print a page of the documentation, in Markdown; without a page, list them.\n" +
			"The reference covers the components of this program, your own included.\n" +
			"`ebim docs outline.csv` prints the points of the tutorial, `ebim docs track.py` a script that sends " +
			"runs to MLflow or TensorBoard.",
		Example: "  ebim docs tutorial\n  ebim docs reference/metric | less",
		Args:    cli.Usage(cobra.MaximumNArgs(1)),
		ValidArgsFunction: func(command *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			pages, _ := Pages(p, command)
			return pageNames(pages), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(command *cobra.Command, arguments []string) error {
			pages, err := Pages(p, command)
			switch {
			case err != nil:
				return cli.Failed(err)
			case folder != "":
				return cli.Failed(generate(pages, folder))
			case len(arguments) == 0:
				listPages(command.OutOrStdout(), pages)
				return nil
			}
			switch arguments[0] {
			case experiments.Outline:
				_, err := command.OutOrStdout().Write(experiments.OutlinePoints())
				return cli.Failed(err)
			case docs.TrackFile:
				_, err := io.WriteString(command.OutOrStdout(), docs.Track)
				return cli.Failed(err)
			}
			page, err := findPage(pages, arguments[0])
			if err != nil {
				return err
			}
			_, err = io.WriteString(command.OutOrStdout(), page.Text)
			return cli.Failed(err)
		},
	}
	command.Flags().StringVar(&folder, "generate", "",
		"write the pages of the reference into this `folder` instead, as docs/reference has them")
	return command
}

// Pages returns the written pages, and the reference of this program.
func Pages(p *cli.Program, command *cobra.Command) ([]docs.Page, error) {
	generated, err := reference.Pages(p.Registry, command.Root())
	return append(docs.Written(), generated...), err
}

func pageNames(pages []docs.Page) []string {
	names := make([]string, len(pages))
	for i, page := range pages {
		names[i] = page.Name
	}
	return names
}

// findPage finds a page by its name, by its file's, or by the last part of its name if it is of the reference.
func findPage(pages []docs.Page, name string) (docs.Page, error) {
	name = strings.TrimPrefix(strings.TrimSuffix(name, ".md"), "docs/")
	names := pageNames(pages)
	at := slices.Index(names, name)
	if at < 0 {
		at = slices.Index(names, "reference/"+name)
	}
	if at < 0 {
		return docs.Page{}, config.Unknown("page", name, names)
	}
	return pages[at], nil
}

func listPages(w io.Writer, pages []docs.Page) {
	width := 0
	for _, page := range pages {
		width = max(width, len(page.Name))
	}
	for _, page := range pages {
		fmt.Fprintf(w, "%-*s  %s\n", width, page.Name, page.About)
	}
	fmt.Fprintln(w, "\n`ebim docs PAGE` prints one of them.")
}

// generate writes the pages of the reference into a folder.
func generate(pages []docs.Page, folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, page := range pages {
		if file, ok := strings.CutPrefix(page.File(), "reference/"); ok {
			if err := os.WriteFile(filepath.Join(folder, file), []byte(page.Text), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
