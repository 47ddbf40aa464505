package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebim/framework/experiment"
	"ebim/framework/plaintext"
	"ebim/framework/runs/stage"
)

// isArchive reports whether a name is that of an archive of runs.
func isArchive(name string) bool {
	lower := strings.ToLower(name)
	return strings.HasSuffix(lower, ".tar.gz") || strings.HasSuffix(lower, ".tgz")
}

func (p *Program) runsExportCommand() *cobra.Command {
	var c choice
	var output, format string
	command := &cobra.Command{
		Use:   "export [RUN...]",
		Short: "Write runs into one file, or into a folder, to take them elsewhere",
		Long: "Write runs into one file, or into a folder, with all that their tables, figures and reports are made of, trained models included.\n" +
			"The choice is that of `ebim runs list`; without one it is all runs. What is still running, and files that the program did not\n" +
			"write, are left out. `ebim runs import` adds them to other runs; a folder, or what `tar` unpacks, is good for --runs as it is.\n" + runNames,
		Example: "  ebim runs export circle --status done --output circle.tar.gz\n  ebim runs import circle.tar.gz --runs elsewhere",
		Args:    cobra.ArbitraryArgs,
		RunE: func(command *cobra.Command, names []string) error {
			if info, err := os.Stat(output); output == "" || filepath.Ext(output) != "" && !isArchive(output) && (err != nil || !info.IsDir()) {
				return fmt.Errorf("--output %q; a name that ends in .tar.gz, or that of a folder, is needed", output)
			}
			if _, err := os.Lstat(output); err == nil && isArchive(output) {
				return fmt.Errorf("--output: %s is there already and is not replaced; name another file", output)
			}
			_, found, err := p.chosen(command, c, names)
			if found == nil {
				return err
			}
			answer, failure := exportRuns(command, c.runs, output, found)
			if failure != nil {
				return failed(errors.Join(err, failure))
			}
			return failed(errors.Join(err, answer.write(command.OutOrStdout(), format)))
		},
	}
	c.add(command)
	command.Flags().StringVar(&output, "output", "", "`file` to write, .tar.gz, which must not exist; or a folder of runs, to which they are added")
	addFormat(command, &format, "text", "json")
	return command
}

// runsExportAnswer says what has been exported.
type runsExportAnswer struct {
	Output   string   `json:"output"`
	Exported []string `json:"exported"`
	LeftOut  []string `json:"left_out"`
	Stages   int      `json:"stages"`
	Bytes    int64    `json:"bytes"`
}

func (a runsExportAnswer) write(out io.Writer, format string) error {
	if format == "json" {
		return writeJSON(out, a)
	}
	_, err := fmt.Fprintf(out, "%s: %d runs, %d stages, %s (%d bytes)\n", plaintext.OneLine(a.Output), len(a.Exported), a.Stages,
		experiment.FormatBytes(float64(a.Bytes)), a.Bytes)
	return err
}

// exportRuns writes those of the found runs that have ended.
func exportRuns(command *cobra.Command, root, output string, found []stage.Record) (runsExportAnswer, error) {
	answer := runsExportAnswer{Output: output}
	var ended []stage.Record
	for i := range found {
		if found[i].Status == stage.Running {
			answer.LeftOut = append(answer.LeftOut, nameOf(&found[i]))
			continue
		}
		ended = append(ended, found[i])
	}
	for _, name := range answer.LeftOut {
		fmt.Fprintf(command.ErrOrStderr(), "Left out, as it is running or was killed: %s\n", plaintext.OneLine(name))
	}
	if len(ended) == 0 {
		return answer, errors.New("there is no run to export; `ebim runs list` shows what there is")
	}
	parcel, err := stage.Pack(root, ended)
	if err != nil {
		return answer, err
	}
	tellDamaged(command, root, parcel)
	answer.Exported, answer.Stages, answer.Bytes = parcel.Runs, len(parcel.Stages), parcel.Bytes
	if !isArchive(output) {
		_, err := stage.Import(output, parcel.Copy)
		return answer, err
	}
	if err := os.MkdirAll(filepath.Dir(output), 0o755); err != nil {
		return answer, err
	}
	return answer, stage.WriteFile(output, parcel.Archive)
}

// tellDamaged says which stages are not taken along. Their runs are, with the files that their folders have.
func tellDamaged(command *cobra.Command, root string, parcel *stage.Parcel) {
	for _, name := range parcel.Damaged {
		fmt.Fprintf(command.ErrOrStderr(), "Left out, as its files have changed since they were written: %s; look at the runs that have it, and run them again\n",
			plaintext.OneLine(filepath.Join(root, "stages", name)))
	}
}

func (p *Program) runsImportCommand() *cobra.Command {
	var runs, format string
	command := &cobra.Command{
		Use:   "import FILE|FOLDER...",
		Short: "Add the runs that `ebim runs export` has written",
		Long: "Add the runs that `ebim runs export` has written into a file, or another folder of runs. Nothing is replaced: of a run that is\n" +
			"there with the same settings and seed, and of a stage that is there, one's own stays. Import only what you trust: trained models\n" +
			"that come with it are used as if they had been trained here.",
		Example: "  ebim runs import circle.tar.gz",
		Args:    usage(cobra.MinimumNArgs(1)),
		RunE: func(command *cobra.Command, sources []string) error {
			answer := runsImportAnswer{Runs: []importedRun{}}
			var errs []error
			for _, source := range sources {
				found, err := importRuns(command, runs, source)
				for _, one := range found {
					answer.Runs = append(answer.Runs, importedRun{one.Run, source, !one.There})
				}
				if err != nil {
					errs = append(errs, fmt.Errorf("%s: %w", source, err))
				}
			}
			return failed(errors.Join(append(errs, answer.write(command.OutOrStdout(), format))...))
		},
	}
	addRuns(command, &runs)
	addFormat(command, &format, "text", "json")
	return command
}

// runsImportAnswer says what has been imported.
type runsImportAnswer struct {
	Runs []importedRun `json:"runs"`
}

type importedRun struct {
	Run      string `json:"run"`
	Source   string `json:"source"`
	Imported bool   `json:"imported"`
}

func (a runsImportAnswer) write(out io.Writer, format string) error {
	if format == "json" {
		return writeJSON(out, a)
	}
	imported := 0
	for _, run := range a.Runs {
		state := "there already"
		if run.Imported {
			state = "imported"
			imported++
		}
		fmt.Fprintf(out, "%-13s  %s\n", state, plaintext.OneLine(run.Run))
	}
	_, err := fmt.Fprintf(out, "%d of %d runs imported\n", imported, len(a.Runs))
	return err
}

// importRuns adds the runs of one file or folder.
func importRuns(command *cobra.Command, root, source string) ([]stage.Imported, error) {
	info, err := os.Stat(source)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		if here, err := os.Stat(root); err == nil && os.SameFile(here, info) {
			return nil, errors.New("it is the folder of runs itself")
		}
		records, damaged := loadRecords(command, []string{source})
		records = slices.DeleteFunc(records, func(r stage.Record) bool { return r.Status == stage.Running })
		if len(records) == 0 {
			return nil, errors.Join(damaged, errors.New("it has no runs that have ended"))
		}
		parcel, err := stage.Pack(source, records)
		if err != nil {
			return nil, errors.Join(damaged, err)
		}
		tellDamaged(command, source, parcel)
		found, err := stage.Import(root, parcel.Copy)
		return found, errors.Join(damaged, err)
	}
	return stage.Import(root, func(folder string) error {
		file, err := os.Open(source)
		if err != nil {
			return err
		}
		defer file.Close()
		return stage.Unarchive(file, folder)
	})
}
