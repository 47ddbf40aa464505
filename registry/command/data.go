package command

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
	"ebim/framework/progress"
)

func (p *Program) dataCommand() *cobra.Command {
	show := func(inspect func(folder string) []download.Status) func(*cobra.Command, []string) error {
		return func(command *cobra.Command, _ []string) error {
			folders, err := download.Folders(os.Getenv, os.UserCacheDir)
			for _, folder := range folders {
				err = errors.Join(err, showFiles(command.OutOrStdout(), folder, inspect(folder)))
			}
			return failed(err)
		}
	}
	names := download.Names()
	return group("data", "List, fetch and verify the public data files; "+download.Variable+" says where they are kept", &cobra.Command{
		Use: "list", Short: "List the known files and whether they are there", Args: usage(cobra.NoArgs), RunE: show(download.List),
	}, &cobra.Command{
		Use: "verify", Short: "Read the files that are there and check their SHA-256", Args: usage(cobra.NoArgs), RunE: show(download.Verify),
	}, &cobra.Command{
		Use: "get NAME...", Short: "Download files: " + strings.Join(names, ", "), Args: usage(cobra.MinimumNArgs(1)), ValidArgs: names,
		RunE: func(command *cobra.Command, wanted []string) error {
			for _, name := range wanted {
				if _, err := download.Named(name); err != nil {
					return config.Unknown("data file", name, names)
				}
			}
			bars := progress.New(command.ErrOrStderr(), false, p.Now)
			defer bars.Close()
			return failed(getFiles(command.Context(), command.OutOrStdout(), bars, wanted))
		},
	})
}

// showFiles lists the files of a folder; a damaged one is an error.
func showFiles(out io.Writer, folder string, files []download.Status) error {
	fmt.Fprintln(out, folder)
	var errs []error
	absent := false
	for _, f := range files {
		fmt.Fprintf(out, "  %-26s %-8s %s\n", f.File.Name, f.State, f.File.Description)
		errs = append(errs, f.Err)
		absent = absent || f.State == download.Absent
	}
	if absent {
		fmt.Fprintln(out, "`ebim data get NAME...` fetches what is absent.")
	}
	return errors.Join(errs...)
}

func getFiles(ctx context.Context, out io.Writer, bars progress.Reporter, names []string) error {
	folders, err := download.Folders(os.Getenv, os.UserCacheDir)
	if err != nil {
		return err
	}
	for _, name := range names {
		files, err := download.Named(name)
		if err != nil {
			return err
		}
		for _, file := range files {
			bar := bars.Start(progress.Label{Stage: file.Name})
			err = download.Get(ctx, file, folders[0], http.DefaultClient, func(done, total int64) { bar.Step(int(done), int(total)) })
			if err != nil {
				bar.End("failed")
				return err
			}
			bar.End(progress.Done)
			fmt.Fprintf(out, "%s is in %s\n", file.Name, file.In(folders[0]))
		}
	}
	return nil
}
