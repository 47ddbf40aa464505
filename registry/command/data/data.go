// Package data has the commands of data files, and of models as files.
package data

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"ebim/framework/config"
	"ebim/framework/dataset/download"
	"ebim/framework/runs/progress"
	"ebim/registry/command/cli"
)

func dataCommand(p *cli.Program) *cobra.Command {
	var format string
	show := func(inspect func(folder string) []download.Status) func(*cobra.Command, []string) error {
		return func(command *cobra.Command, _ []string) error {
			folders, err := download.Folders(os.Getenv, os.UserCacheDir)
			found := []dataFolderAnswer{}
			for _, folder := range folders {
				one, damaged := inspected(folder, inspect(folder))
				found, err = append(found, one), errors.Join(err, damaged)
			}
			return cli.Failed(errors.Join(err, writeFiles(command.OutOrStdout(), found, format)))
		}
	}
	names := download.Names()
	list := &cobra.Command{Use: "list", Short: "List the known files and whether they are there",
		Args: cli.Usage(cobra.NoArgs), RunE: show(download.List)}
	verify := &cobra.Command{Use: "verify", Short: "Read the files that are there and check their SHA-256",
		Args: cli.Usage(cobra.NoArgs), RunE: show(download.Verify)}
	get := &cobra.Command{
		Use: "get NAME...", Short: "Download files: " + strings.Join(names, ", "),
		Args: cli.Usage(cobra.MinimumNArgs(1)), ValidArgs: names,
		RunE: func(command *cobra.Command, wanted []string) error {
			for _, name := range wanted {
				if _, err := download.Named(name); err != nil {
					return config.Unknown("data file", name, names)
				}
			}
			bars := progress.New(p.Messages, false, p.Now)
			defer bars.Close()
			got, err := getFiles(command.Context(), bars, wanted)
			for _, file := range got {
				fmt.Fprintln(command.OutOrStdout(), file)
			}
			return cli.Failed(err)
		},
	}
	for _, command := range []*cobra.Command{list, verify} {
		cli.AddFormat(command, &format, "text", "json")
	}
	return cli.Group("data", "List, fetch and verify the public data files; "+download.Variable+
		" says where they are kept", list, verify, get)
}

// dataFolderAnswer is a folder of data files.
type dataFolderAnswer struct {
	Folder string           `json:"folder"`
	Files  []dataFileAnswer `json:"files"`
}

// dataFileAnswer is a known data file.
type dataFileAnswer struct {
	Name        string         `json:"name"`
	State       download.State `json:"state"`
	Path        string         `json:"path"`
	Description string         `json:"description"`
	URL         string         `json:"url"`
	SHA256      string         `json:"sha256,omitempty"`
	Problem     string         `json:"problem,omitempty"`
}

// inspected is how the files of a folder stand; a damaged one is an error.
func inspected(folder string, files []download.Status) (found dataFolderAnswer, err error) {
	found.Folder = folder
	for _, f := range files {
		one := dataFileAnswer{f.File.Name, f.State, f.Path, f.File.Description, f.File.URL, f.File.SHA256, ""}
		if f.Err != nil {
			one.Problem, err = f.Err.Error(), errors.Join(err, f.Err)
		}
		found.Files = append(found.Files, one)
	}
	return found, err
}

func writeFiles(out io.Writer, folders []dataFolderAnswer, format string) error {
	if format == "json" {
		return cli.WriteJSON(out, folders)
	}
	for _, folder := range folders {
		fmt.Fprintln(out, folder.Folder)
		absent := false
		for _, f := range folder.Files {
			fmt.Fprintf(out, "  %-26s %-8s %s\n", f.Name, f.State, f.Description)
			absent = absent || f.State == download.Absent
		}
		if absent {
			fmt.Fprintln(out, "`ebim data get NAME...` fetches what is absent.")
		}
	}
	return nil
}

// getFiles downloads files, and returns where they are.
func getFiles(ctx context.Context, bars progress.Reporter, names []string) (got []string, err error) {
	folders, err := download.Folders(os.Getenv, os.UserCacheDir)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		files, err := download.Named(name)
		if err != nil {
			return got, err
		}
		for _, file := range files {
			bar := bars.Start(progress.Label{Stage: file.Name})
			err = download.Get(ctx, file, folders[0], http.DefaultClient,
				func(done, total int64) { bar.Step(int(done), int(total)) })
			if err != nil {
				bar.End("failed")
				return got, err
			}
			bar.End(progress.Done)
			got = append(got, file.Name+" is in "+file.In(folders[0]))
		}
	}
	return got, nil
}

// Commands are those of this package.
func Commands(p *cli.Program) []*cobra.Command {
	return []*cobra.Command{dataCommand(p), metricCommand(p), exportCommand(p)}
}
