package cluster

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func testJob(runs string) *Job {
	return &Job{Settings: Settings{CPUs: 2, Warning: 60, Tasks: 1000}, Runs: runs, WorkDir: runs,
		Command: []string{"/bin/echo", "run", "it's a file.yaml"}, Shares: 12, Missing: []int{0, 3, 4, 5, 9}}
}

func TestScript(t *testing.T) {
	job := testJob("/a folder/runs")
	job.Partition, job.Time, job.Memory, job.GPUs, job.MaxJobs = "work", "1:30:00", "8GB", "a100:1", 3
	job.Setup, job.Options, job.Variables = []string{"module load cuda"}, []string{"--nice=100"},
		[]string{"EBIM_DATA=/my data"}
	script, err := job.Script()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"#SBATCH --array=0,3-5,9%3\n", `--output="/a folder/runs/slurm/%x-%A_%a.txt"`,
		"--partition=work\n",
		"--time=1:30:00\n", "--cpus-per-task=2\n", "--mem=7630M\n", "--gres=gpu:a100:1\n", "#SBATCH --nice=100\n",
		"\nmodule load cuda\n", "export GOMAXPROCS=2\n", "export EBIM_DATA='/my data'\n", "cd '/a folder/runs' ||",
		`/bin/echo run 'it'\''s a file.yaml' --share "$SLURM_ARRAY_TASK_ID/12" &`} {
		if !strings.Contains(script, want) {
			t.Errorf("no %q in\n%s", want, script)
		}
	}
}

// A shell runs the script: the program gets its share, and USR1, and the task another turn where it saved its work.
func TestScriptInAShell(t *testing.T) {
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	folder := t.TempDir()
	program := filepath.Join(folder, "program")
	requeue := "#!/bin/sh\necho \"$@\" >> requeued\n"
	for name, text := range map[string]string{"scontrol": requeue,
		"program": "#!/bin/bash\necho \"$@\" > arguments\n[ -z \"$WAITS\" ] && exit 3\ntrap 'exit 130' USR1\n" +
			"for i in {1..1000}; do kill -USR1 $PPID; sleep 0.05; done\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	job := testJob(folder)
	job.Command[0] = program
	script, err := job.Script()
	if err != nil {
		t.Fatal(err)
	}
	run := func(variables ...string) int {
		command := exec.CommandContext(t.Context(), shell)
		command.Stdin = strings.NewReader(script)
		command.Env = append(os.Environ(), append(variables, "PATH="+folder+":"+os.Getenv("PATH"),
			"SLURM_ARRAY_JOB_ID=7",
			"SLURM_ARRAY_TASK_ID=4")...)
		_ = command.Run() // its exit code is looked at
		return command.ProcessState.ExitCode()
	}
	if code := run(); code != 3 {
		t.Errorf("code %d, want the program's", code)
	}
	if said, err := os.ReadFile(filepath.Join(folder, "arguments")); err != nil ||
		string(said) != "run it's a file.yaml --share 4/12\n" {
		t.Errorf("the program was given %q, %v", said, err)
	}
	if _, err := os.Stat(filepath.Join(folder, "requeued")); err == nil {
		t.Error("a failed task gets another turn")
	}
	if code := run("WAITS=1"); code != 130 {
		t.Errorf("code %d after USR1", code)
	}
	if said, err := os.ReadFile(filepath.Join(folder, "requeued")); err != nil || string(said) != "requeue 7_4\n" {
		t.Errorf("scontrol was given %q, %v", said, err)
	}
}

// queue is a fake of Slurm's.
type queue struct {
	mutex sync.Mutex
	jobs  []string // names
}

func (q *queue) run(_ context.Context, input, name string, arguments ...string) (string, error) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if name == "squeue" {
		for _, job := range q.jobs {
			if arguments[1] == "--name="+job {
				return "17\n", nil
			}
		}
		return "", nil
	}
	_, after, _ := strings.Cut(input, "--job-name=")
	job, _, _ := strings.Cut(after, "\n")
	q.jobs = append(q.jobs, job)
	return "17;cluster\n", nil
}

// Of many who submit the same runs at once, one does.
func TestSimultaneousSubmissions(t *testing.T) {
	runs, fake := t.TempDir(), &queue{}
	var group sync.WaitGroup
	submissions := make([]bool, 8)
	for i := range submissions {
		group.Go(func() {
			id, submitted, err := (&Slurm{Run: fake.run}).Submit(t.Context(), testJob(runs))
			if err != nil || id != "17" {
				t.Errorf("job %q, %v", id, err)
			}
			submissions[i] = submitted
		})
	}
	group.Wait()
	count := 0
	for _, submitted := range submissions {
		if submitted {
			count++
		}
	}
	if count != 1 || len(fake.jobs) != 1 {
		t.Errorf("%d submitted %d jobs", count, len(fake.jobs))
	}
	other := testJob(runs)
	other.Command = append(other.Command, "--seeds", "1")
	if _, submitted, err := (&Slurm{Run: fake.run}).Submit(t.Context(), other); err != nil || !submitted {
		t.Errorf("other runs are not submitted (%v)", err)
	}
	if left, _ := filepath.Glob(filepath.Join(runs, logFolder, "*")); len(left) > 0 {
		t.Errorf("left over: %q", left)
	}
}

func TestErrorsOfSbatchSayWhatToDo(t *testing.T) {
	fail := func(_ context.Context, _, name string, _ ...string) (string, error) {
		switch name {
		case "sinfo":
			return "work\nurgent\nwork\n", nil
		case "squeue":
			return "", nil
		}
		return "", &exec.Error{Name: "sbatch", Err: os.ErrInvalid}
	}
	q := &Slurm{Run: func(ctx context.Context, in, name string, a ...string) (string,
		error) {
		return fail(ctx, in, name, a...)
	}}
	if _, _, err := q.Submit(t.Context(), testJob(t.TempDir())); err == nil {
		t.Error("no error")
	}
	for said, want := range map[string]string{"Invalid partition name": "allowed are urgent, work",
		"Invalid job array specification": "lower tasks in cluster.yaml"} {
		if err := q.explain(t.Context(), errorOf(said)); !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", said, err)
		}
	}
}

type errorOf string

func (e errorOf) Error() string { return string(e) }

func TestWrongSettings(t *testing.T) {
	for field, s := range map[string]Settings{
		"partition": {Partition: "a b"}, "time": {Time: "soon"}, "gpus": {GPUs: "0"},
		"constraint": {Constraint: "$(x)"},
		"memory":     {Memory: "much"}, "setup[0]": {Setup: []string{"a\nb"}},
		"options[0]": {Options: []string{"nice"}},
	} {
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), field) {
			t.Errorf("%s: %v", field, err)
		}
	}
	if err := (&Settings{Partition: "work", Time: "2-12:00:00", GPUs: "a100:1", Constraint: "a|b",
		Memory: "1.5TiB"}).Check(); err != nil {
		t.Error(err)
	}
}
