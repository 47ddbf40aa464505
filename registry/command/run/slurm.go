package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebim/framework/cluster"
	"ebim/framework/config"
	"ebim/framework/dataset/download"
	"ebim/framework/experiment"
	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
	"ebim/registry/command/cli"
)

// `ebim run --on slurm`: an array of tasks runs the same command, each with a share of the runs.

// submitting is what the command line says of a submission.
type submitting struct {
	on   string
	sets []string // of cluster.yaml
	dry  bool
}

// add adds a flag for each setting of cluster.yaml that is no list; --memory is one of any run.
func (s *submitting) add(command *cobra.Command) {
	flags := command.Flags()
	flags.StringVar(&s.on, "on", "", "submit the runs to `slurm` and return; "+cluster.SettingsFile+
		" in the folder of runs has defaults for the flags that go with --on")
	flags.BoolVar(&s.dry, "dry-run", false, "with --on: print the script for sbatch, make the folder that it prints "+
		"into, and submit nothing")
	err := config.Walk(nil, config.StructOf(reflect.TypeFor[cluster.Settings]()), "", func(path string,
		f config.Field) {
		if f.Shape.Form != config.List && path != "memory" {
			flags.Func(strings.ReplaceAll(path, "_", "-"), "with --on: "+f.Doc, func(text string) error {
				if f.Shape.Form == config.Text {
					quoted, _ := json.Marshal(text) // a text of digits is no number
					text = string(quoted)
				}
				s.sets = append(s.sets, path+"="+text)
				return nil
			})
		}
	})
	if err != nil {
		panic(err) // the struct's tags are wrong
	}
}

// check refuses flags that do not go together.
func (s *submitting) check(o *plan.Options) error {
	if s.on == "" && (s.dry || s.sets != nil) {
		flag, _, _ := strings.Cut(append(s.sets, "dry-run")[0], "=")
		return fmt.Errorf("--%s is for runs on a cluster: add --on slurm", strings.ReplaceAll(flag, "_", "-"))
	}
	switch {
	case s.on == "":
	case s.on != "slurm":
		return config.Unknown("--on", s.on, []string{"slurm"})
	case o.Fresh:
		return errors.New("--fresh does not go with --on, as an interrupted task would start over each time; " +
			"remove the runs first (`ebim runs rm`)")
	case o.Share != plan.Share{}:
		return errors.New("--share does not go with --on, which divides the runs itself")
	}
	return nil
}

// settings are those of cluster.yaml, changed by the command line.
func (s *submitting) settings(p *cli.Program, o *plan.Options) (settings cluster.Settings, err error) {
	file := filepath.ToSlash(filepath.Join(o.Runs, cluster.SettingsFile))
	sets := s.sets
	if o.Memory > 0 {
		sets = append(sets, fmt.Sprintf("memory=%dMiB", (o.Memory+1<<20-1)>>20))
	}
	var document *config.Document
	if _, missing := os.Stat(filepath.FromSlash(file)); errors.Is(missing, fs.ErrNotExist) {
		document, err = config.Parse(cluster.SettingsFile, []byte("{}"), sets...)
	} else {
		document, err = config.Open(config.Disk, file, sets)
	}
	if err != nil {
		return settings, err
	}
	return settings, document.Decode(p.Registry, &settings)
}

// runOnSlurm submits what is missing of the runs of experiments.
func runOnSlurm(p *cli.Program, command *cobra.Command, s *submitting, loaded []*experiment.Experiment,
	files, sets []string, o plan.Options) error {
	settings, err := s.settings(p, &o)
	if err != nil {
		return err
	}
	if settings.GPUs != "" && !command.Flags().Changed("backend") {
		o.Backend = "xla:cuda"
	}
	planned, err := execute.Plan(command.Context(), loaded, o)
	if err != nil {
		return cli.Failed(err)
	}
	job, err := job(settings, planned, files, sets, o)
	if err != nil {
		return cli.Failed(err)
	}
	done := len(planned) - missing(planned)
	fmt.Fprintf(command.ErrOrStderr(), "%d runs: %d done, %d missing\n", len(planned), done, len(planned)-done)
	if done == len(planned) {
		return nil
	}
	if s.dry {
		script, err := job.Script()
		fmt.Fprint(command.OutOrStdout(), script)
		return cli.Failed(errors.Join(err, job.MakeFolder()))
	}
	id, submitted, err := new(cluster.Slurm).Submit(command.Context(), job)
	if err != nil {
		return cli.Failed(err)
	}
	state := "is in the queue already"
	if submitted {
		state = fmt.Sprintf("submitted with %d tasks", len(job.Missing))
	}
	fmt.Fprintf(command.ErrOrStderr(), "Job %s %s. `squeue --name=%s` shows its tasks, `scancel %s` ends them; "+
		"`ebim serve --runs %s` shows the runs.\nOnce they are done, the same command without --on prints the "+
		"tables.\n",
		id, state, job.Name(), id, o.Runs)
	return nil
}

func missing(planned []execute.Planned) (count int) {
	for _, one := range planned {
		if !one.Done {
			count++
		}
	}
	return count
}

// job divides planned runs into shares.
func job(settings cluster.Settings, planned []execute.Planned,
	files, sets []string, o plan.Options) (*cluster.Job, error) {
	here, noFolder := os.Getwd()
	runs, noRuns := filepath.Abs(o.Runs)
	program, noProgram := os.Executable()
	data, noData := dataFolders(o.Data)
	if err := errors.Join(noFolder, noRuns, noProgram, noData); err != nil {
		return nil, err
	}
	arguments := append([]string{program, "run", "--quiet", "--figures=false", "--runs", runs, "--backend", o.Backend,
		fmt.Sprintf("--jobs=%d", settings.CPUs)}, files...)
	if o.Seeds != nil {
		arguments = append(arguments, "--seeds", fmt.Sprint(o.Seeds))
	}
	if o.Only != nil {
		arguments = append(arguments, "--only", strings.Join(o.Only, ","))
	}
	if o.Memory > 0 {
		arguments = append(arguments, "--memory", fmt.Sprintf("%dMiB", o.Memory>>20))
	}
	for _, set := range sets {
		arguments = append(arguments, "--set", set)
	}
	job := &cluster.Job{Settings: settings, Runs: runs, WorkDir: here, Command: arguments,
		Variables: []string{download.Variable + "=" + strings.Join(data, string(filepath.ListSeparator))},
		Shares:    min(len(planned), settings.Tasks)}
	for i, one := range planned {
		if share := i % job.Shares; !one.Done && !slices.Contains(job.Missing, share) {
			job.Missing = append(job.Missing, share)
		}
	}
	slices.Sort(job.Missing)
	return job, nil
}

// dataFolders are where data files are looked for, for tasks that start elsewhere.
func dataFolders(given []string) (all []string, err error) {
	if given == nil {
		if given, err = download.Folders(os.Getenv, os.UserCacheDir); err != nil {
			return nil, err
		}
	}
	for _, folder := range given {
		absolute, err := filepath.Abs(folder)
		if err != nil {
			return nil, err
		}
		all = append(all, absolute)
	}
	return all, nil
}
