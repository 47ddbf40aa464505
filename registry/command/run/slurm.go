package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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
	on    string
	given cluster.Settings
	dry   bool
}

// settingFlags are the flags that stand for settings of cluster.yaml.
var settingFlags = []string{"partition", "time", "cpus", "gpus", "constraint", "account", "max-jobs"}

func (s *submitting) add(command *cobra.Command) {
	flags := command.Flags()
	flags.StringVar(&s.on, "on", "", "submit the runs to `slurm` and return; "+cluster.SettingsFile+
		" in the folder of runs has defaults for the following flags")
	flags.StringVar(&s.given.Partition, "partition", "", "with --on: `partition` of Slurm")
	flags.StringVar(&s.given.Time, "time", "",
		"with --on: `time` limit of a task, in minutes or as 1:30:00 or 2-12:00:00")
	flags.IntVar(&s.given.CPUs, "cpus", 0, "with --on: `number` of processor cores of a task")
	flags.StringVar(&s.given.GPUs, "gpus", "",
		"with --on: `GPUs` of a task, such as 1 or a100:1; selects --backend xla:cuda")
	flags.StringVar(&s.given.Constraint, "constraint", "", "with --on: `features` that nodes must have")
	flags.StringVar(&s.given.Account, "account", "", "with --on: `account` to charge")
	flags.IntVar(&s.given.MaxJobs, "max-jobs", 0, "with --on: most `tasks` that run at once")
	flags.BoolVar(&s.dry, "dry-run", false, "with --on: print the script of sbatch, and submit nothing")
}

// check refuses flags that do not go together.
func (s *submitting) check(command *cobra.Command, o *plan.Options) error {
	if s.on == "" {
		for _, flag := range append(slices.Clone(settingFlags), "dry-run") {
			if command.Flags().Changed(flag) {
				return fmt.Errorf("--%s is for runs on a cluster: add --on slurm", flag)
			}
		}
		return nil
	}
	switch {
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

// clusterSettings are those of cluster.yaml, changed by the command line.
func clusterSettings(p *cli.Program, command *cobra.Command,
	o *plan.Options) (settings cluster.Settings, err error) {
	file := filepath.ToSlash(filepath.Join(o.Runs, cluster.SettingsFile))
	var sets []string
	for _, flag := range settingFlags {
		if command.Flags().Changed(flag) {
			text := command.Flags().Lookup(flag).Value.String()
			sets = append(sets, strings.ReplaceAll(flag, "-", "_")+"="+jsonText(text))
		}
	}
	if command.Flags().Changed("memory") {
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

// jsonText is a value as --set takes it: numbers as they are, texts in quotes.
func jsonText(text string) string {
	if strings.Trim(text, "0123456789") == "" && text != "" {
		return text
	}
	quoted, _ := json.Marshal(text)
	return string(quoted)
}

// runOnSlurm submits what is missing of the runs of experiments.
func runOnSlurm(p *cli.Program, command *cobra.Command, s *submitting, loaded []*experiment.Experiment, files,
	sets []string,
	o plan.Options) error {
	settings, err := clusterSettings(p, command, &o)
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
	job, err := job(p, command, settings, planned, files, sets, o)
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
		return cli.Failed(err)
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
func job(p *cli.Program, command *cobra.Command, settings cluster.Settings, planned []execute.Planned, files,
	sets []string,
	o plan.Options) (*cluster.Job, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	runs, err := filepath.Abs(o.Runs)
	if err != nil {
		return nil, err
	}
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	data, err := dataFolders(o.Data)
	if err != nil {
		return nil, err
	}
	arguments := append([]string{program, "run", "--quiet", "--figures=false", "--runs", runs, "--backend", o.Backend,
		fmt.Sprintf("--devices=%d", max(o.Devices, 1)), fmt.Sprintf("--jobs=%d", settings.CPUs)}, files...)
	for _, flag := range []string{"seeds", "only", "memory"} {
		if value := command.Flags().Lookup(flag).Value.String(); command.Flags().Changed(flag) {
			if flag == "only" {
				value = strings.Join(o.Only, ",")
			}
			if flag == "memory" {
				value = fmt.Sprintf("%dMiB", o.Memory>>20)
			}
			arguments = append(arguments, "--"+flag, value)
		}
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
