package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ebim/framework/cluster"
	"ebim/framework/config"
	"ebim/framework/dataset/download"
	"ebim/framework/experiment"
	"ebim/framework/regular"
	"ebim/framework/runs/stage"
)

// `ebim run --on`: the runs go to a queue instead.

// queues are where runs may go.
var queues = []string{"slurm", "script", "kubernetes"}

// submitting is what the command line says of a submission.
type submitting struct {
	on           string
	given        cluster.Settings
	after        string
	dry, waiting bool
}

func (s *submitting) add(command *cobra.Command) {
	flags := command.Flags()
	flags.StringVar(&s.on, "on", "", "hand the runs to a `queue` and return: "+strings.Join(queues, ", ")+"; "+cluster.SettingsFile+" in the folder of runs has defaults of the flags that go with it")
	flags.StringVar(&s.given.Partition, "partition", "", "with --on: `partition` of Slurm")
	flags.StringVar(&s.given.Time, "time", "", "with --on: `time` limit of a task, in minutes or as 1:30:00 or 2-12:00:00")
	flags.IntVar(&s.given.CPUs, "cpus", 0, "with --on: `number` of processor cores of a task")
	flags.StringVar(&s.given.GPUs, "gpus", "", "with --on: `number` of GPUs of a task, such as 1 or a100:1; such tasks compute by xla:cuda unless --backend is given")
	flags.StringVar(&s.given.Constraint, "constraint", "", "with --on: `features` that nodes must have")
	flags.StringVar(&s.given.Account, "account", "", "with --on: `account` that is charged")
	flags.IntVar(&s.given.MaxJobs, "max-jobs", 0, "with --on: `number` of tasks that may run at the same time")
	flags.StringVar(&s.after, "after", "", "with --on slurm: number of a `job` that must end before")
	flags.BoolVar(&s.dry, "dry-run", false, "with --on: print the script or manifest, and do nothing")
	flags.BoolVar(&s.waiting, "wait", false, "with --on slurm: wait for the end, and print tables; Ctrl-C leaves the jobs alone")
}

// check refuses flags that do not go together.
func (s *submitting) check(command *cobra.Command, o *experiment.Options) error {
	if s.on == "" {
		for _, flag := range []string{"partition", "time", "cpus", "gpus", "constraint", "account", "max-jobs", "after", "dry-run", "wait"} {
			if command.Flags().Changed(flag) {
				return fmt.Errorf("--%s is for runs on a cluster: add --on %s", flag, strings.Join(queues, " or --on "))
			}
		}
		return nil
	}
	switch {
	case !slices.Contains(queues, s.on):
		return config.Unknown("--on", s.on, queues)
	case o.Fresh:
		return errors.New("--fresh does not go with --on, as a task that is interrupted would begin anew each time; remove the runs first (`ebim runs rm`)")
	case s.on == "kubernetes" && !s.dry:
		return errors.New("--on kubernetes only writes the manifest: add --dry-run, and give what it prints to `kubectl apply -f -`")
	case s.waiting && s.on != "slurm":
		return errors.New("--wait is for --on slurm")
	}
	return cluster.CheckAfter(s.after)
}

// clusterSettings are those of cluster.yaml, changed by the command line.
func (p *Program) clusterSettings(command *cobra.Command, o *experiment.Options) (settings cluster.Settings, err error) {
	file := filepath.ToSlash(filepath.Join(o.Runs, cluster.SettingsFile))
	var sets []string
	for _, flag := range []string{"partition", "time", "cpus", "gpus", "constraint", "account", "max-jobs"} {
		if command.Flags().Changed(flag) {
			sets = append(sets, strings.ReplaceAll(flag, "-", "_")+"="+jsonText(command.Flags().Lookup(flag).Value.String()))
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

// plannedName is what a planned run will be called, as nameOf has it.
func plannedName(one experiment.Planned) string {
	return path.Join(one.Experiment.Name, one.Model, filepath.Base(one.Folder))
}

// submission prepares what is to be handed over: the runs that are neither done nor in the queue already.
func (p *Program) submission(command *cobra.Command, s *submitting, o experiment.Options, sets []string, missing []experiment.Planned, settings cluster.Settings) (*cluster.Submission, []cluster.Item, error) {
	var items []cluster.Item
	for _, one := range missing {
		text, err := json.Marshal(work{one.Experiment.File, one.Experiment.Variant, one.Experiment.Place(), one.Model, one.Seed})
		if err != nil {
			return nil, nil, err
		}
		items = append(items, cluster.Item{Name: plannedName(one), Key: one.Key, Work: text})
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, nil, err
	}
	runs, err := filepath.Abs(o.Runs)
	if err != nil {
		return nil, nil, err
	}
	data, err := dataFolders(o.Data)
	if err != nil {
		return nil, nil, err
	}
	common, err := json.Marshal(shared{runs, sets, o.Backend, max(o.Devices, 1), o.Memory, settings.CPUs, data})
	if err != nil {
		return nil, nil, err
	}
	program, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	digest, err := regular.SHA256(program)
	if err != nil {
		return nil, nil, err
	}
	return &cluster.Submission{Name: cluster.NewName(p.Now(), uint16(rand.N(1<<16))), Created: p.Now().UTC().Truncate(time.Second), Command: os.Args,
		WorkDir: here, Program: program, Digest: digest, Version: programVersion(), Shared: common, Settings: settings}, items, nil
}

// dataFolders are where data files are looked for, for tasks that start elsewhere.
func dataFolders(given []string) ([]string, error) {
	folders := given
	if folders == nil {
		var err error
		if folders, err = download.Folders(os.Getenv, os.UserCacheDir); err != nil {
			return nil, err
		}
	}
	all := slices.Clone(folders)
	for i, folder := range all {
		var err error
		if all[i], err = filepath.Abs(folder); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// runOn hands the runs of experiments to a queue: those of a search round after round, as each is decided by the one before.
func (p *Program) runOn(command *cobra.Command, s *submitting, loaded []*experiment.Experiment, o experiment.Options, sets []string, how conclusion) error {
	settings, err := p.clusterSettings(command, &o)
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(loaded, (*experiment.Experiment).IsSearch); i >= 0 && (!s.waiting || s.dry) {
		return fmt.Errorf("%s is a search, whose later trials follow from what the earlier ones have found: add --wait (with --on slurm), which submits them when they are decided, "+
			"or leave search out, so that all trials are drawn at random", loaded[i].File)
	}
	if settings.GPUs != "" && !command.Flags().Changed("backend") {
		o.Backend = "xla:cuda"
	}
	say := func(format string, values ...any) {
		if !how.quiet {
			fmt.Fprintf(command.ErrOrStderr(), format+"\n", values...)
		}
	}
	waited := &awaited{o: o, quiet: how.quiet, done: map[string]*stage.Record{}}
	for next := loaded; len(next) > 0; {
		planned, err := experiment.Plan(command.Context(), next, o)
		if err != nil {
			return failed(err)
		}
		waited.planned = append(waited.planned, planned...)
		active, err := p.handOverMissing(command, s, planned, o, sets, settings, say)
		if err != nil || !s.waiting || s.dry {
			return failed(err)
		}
		if !p.await(command, waited, active) {
			return nil
		}
		if next = nil; waited.whole() {
			if next, err = experiment.Continue(loaded, o); err != nil {
				return failed(err)
			}
		}
		loaded = append(loaded, next...)
	}
	return p.tellEnd(command, loaded, waited, how)
}

// handOverMissing hands over those of planned runs that are neither done nor in the queue already. It returns the submissions that are in the queue.
func (p *Program) handOverMissing(command *cobra.Command, s *submitting, planned []experiment.Planned, o experiment.Options, sets []string, settings cluster.Settings, say func(string, ...any)) (active []*cluster.Submission, err error) {
	missing := slices.DeleteFunc(slices.Clone(planned), func(one experiment.Planned) bool { return one.Done })
	if s.on == "slurm" && !s.dry {
		var waiting int
		if missing, active, waiting, err = p.unqueued(command.Context(), o.Runs, missing); err != nil {
			return nil, err
		}
		say("%d runs: %d done, %d queued or running, %d to submit", len(planned), len(planned)-len(missing)-waiting, waiting, len(missing))
	}
	if len(missing) == 0 {
		if s.dry || s.on == "script" {
			say("Nothing is left to compute.")
		}
		return active, nil
	}
	handed, items, err := p.submission(command, s, o, sets, missing, settings)
	if err != nil {
		return nil, err
	}
	return append(active, handed), p.handOver(command, s, handed, items, o.Runs, say)
}

// handOver writes or submits.
func (p *Program) handOver(command *cobra.Command, s *submitting, handed *cluster.Submission, items []cluster.Item, runs string, say func(string, ...any)) error {
	if s.on == "kubernetes" {
		handed.Digest = ""
	}
	if s.dry && s.on != "kubernetes" { // whose manifest is of no use without it
		if err := handed.Arrange(runs, items); err != nil {
			return err
		}
	} else if err := handed.Create(runs, items); err != nil {
		return err
	}
	switch s.on {
	case "script":
		fmt.Fprint(command.OutOrStdout(), handed.Commands())
		return nil
	case "kubernetes":
		text, err := handed.Manifest()
		fmt.Fprint(command.OutOrStdout(), text)
		return err
	}
	if s.dry {
		text, err := handed.Script()
		fmt.Fprint(command.OutOrStdout(), text)
		return err
	}
	err := p.handToSlurm(command.Context(), new(cluster.Slurm), handed, s.after, say)
	if err != nil && len(handed.Jobs) == 0 {
		err = errors.Join(err, os.RemoveAll(handed.Path)) // nothing of it is in the queue
	}
	return err
}

// patience is how long a probe may wait for a node before the tasks are put behind it in the queue.
const patience = 30 * time.Second

func (p *Program) handToSlurm(ctx context.Context, queue *cluster.Slurm, handed *cluster.Submission, after string, say func(string, ...any)) error {
	limits, err := queue.Limits(ctx)
	if err != nil {
		return err
	}
	if handed.Tasks > limits.Jobs {
		return fmt.Errorf("%d tasks are more than the cluster's queue holds, %d (MaxJobCount): set runs_per_task in %s to %d or more, or take fewer runs",
			handed.Tasks, limits.Jobs, cluster.SettingsFile, (handed.Items+limits.Jobs/2-1)/max(limits.Jobs/2, 1))
	}
	if err := queue.StartProbe(ctx, handed); err != nil {
		return err
	}
	seen, err := queue.AwaitProbe(ctx, handed, patience)
	if err != nil {
		return errors.Join(err, queue.Cancel(context.WithoutCancel(ctx), []string{handed.Probe}))
	}
	if seen != nil {
		say("The node %s sees %s and has the same program; its processor: %s", seen.Node, handed.Path, seen.Processor)
		handed.Probe = ""
	} else {
		say("No node is free yet for a first look (job %s): the tasks start once it has found the folder of runs and the same program there", handed.Probe)
	}
	if err := queue.Submit(ctx, handed, limits, after); err != nil {
		return err
	}
	for _, job := range handed.Jobs {
		say("Submitted job %s: %d tasks", job.ID, job.Tasks)
	}
	say("`ebim runs list --runs %s` shows how they fare, `ebim runs cancel` ends them; their logs are in %s", filepath.Dir(filepath.Dir(handed.Path)), filepath.Join(handed.Path, "log"))
	return nil
}
