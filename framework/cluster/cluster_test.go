package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// sample is a submission of some items below a folder of runs.
func sample(t *testing.T, runs string, items int, settings Settings) *Submission {
	t.Helper()
	s := &Submission{Name: NewName(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), 0xab), WorkDir: "/home/me/my work", Program: "/opt/ebim", Digest: "d",
		Version: "v1", Shared: json.RawMessage(`{}`), Settings: settings}
	var all []Item
	for i := range items {
		all = append(all, Item{Name: fmt.Sprintf("circle/ebim/seed-%d", i), Key: fmt.Sprint("key", i), Work: json.RawMessage(fmt.Sprintf(`{"seed":%d}`, i))})
	}
	if err := s.Create(runs, all); err != nil {
		t.Fatal(err)
	}
	return s
}

// answers is a cluster whose commands are answered by functions; it keeps what was asked.
type answers struct {
	asked  []string
	answer map[string]func(arguments []string) (string, error)
}

func (a *answers) slurm() *Slurm {
	return &Slurm{Run: func(_ context.Context, name string, arguments ...string) (string, error) {
		a.asked = append(a.asked, name+" "+strings.Join(arguments, " "))
		answer := a.answer[name]
		if answer == nil {
			return "", fmt.Errorf("no command %s", name)
		}
		return answer(arguments)
	}}
}

func TestScript(t *testing.T) {
	s := sample(t, t.TempDir(), 3, Settings{Partition: "long", Time: "1:30:00", Memory: "8GB", CPUs: 4, GPUs: "a100:2", Constraint: "avx512|avx2", Warning: 90,
		Setup: []string{"module load cuda"}, Options: []string{"--nice=7"}})
	s.Path = "/runs/my results"
	got, err := s.Script()
	if err != nil {
		t.Fatal(err)
	}
	want := `#!/bin/bash
#SBATCH --job-name=ebim-20260102-030405-00ab
#SBATCH --output="/runs/my results/log/%A_%a.txt"
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --signal=B:USR1@90
#SBATCH --partition=long
#SBATCH --constraint="avx512|avx2"
#SBATCH --time=1:30:00
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=4
#SBATCH --mem=7630M
#SBATCH --gres=gpu:a100:2
#SBATCH --nice=7

# 3 runs in 3 tasks. Task k computes what line(s) 1*k+1 and on of items.txt say,
# unless that is done already; what others need too is computed by one of them.
# The program takes the shell's place, so that signals reach it: on USR1, before the time limit, and on TERM, at a preemption, it saves a
# checkpoint and asks Slurm for another turn of this one task. It goes on from there, to the same bits.
cd '/home/me/my work' || exit 1
export GOMAXPROCS=4
module load cuda
exec /opt/ebim task '/runs/my results' "$((${1:-0} + SLURM_ARRAY_TASK_ID))"
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// What would end a line or a word of a script is refused.
func TestSettingsThatCanNotBe(t *testing.T) {
	for field, s := range map[string]Settings{
		"partition":        {Partition: "a b"},
		"account":          {Account: "a\n#SBATCH --wrap"},
		"constraint":       {Constraint: "a;rm"},
		"time":             {Time: "soon"},
		"gpus":             {GPUs: "two"},
		"memory":           {Memory: "8"},
		"setup[0]":         {Setup: []string{"a\nb"}},
		"options[0]":       {Options: []string{"nice"}},
		"kubernetes.image": {Kubernetes: Kubernetes{Image: "a image"}},
	} {
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), field) {
			t.Errorf("%s: %v", field, err)
		}
	}
	for text, want := range map[string]int{"8GiB": 8192, "8G": 7630, "1.5TiB": 1572864, "500MB": 477, "1KB": 1} {
		s := Settings{Memory: text}
		if got, err := s.megabytes(); err != nil || got != want {
			t.Errorf("%s: %d, %v; want %d", text, got, err, want)
		}
	}
	if CheckAfter("12") != nil || CheckAfter("12_3,14") != nil || CheckAfter("12;rm") == nil {
		t.Error("--after")
	}
}

func TestItemsOfTasks(t *testing.T) {
	runs := t.TempDir()
	for _, perTask := range []int{1, 3, 10} {
		s := sample(t, runs, 8, Settings{RunsPerTask: perTask})
		read, err := Open(s.Path)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for task := range read.Tasks {
			items, err := read.Of(task)
			if err != nil || len(items) > perTask {
				t.Fatalf("%d items, %v", len(items), err)
			}
			for _, item := range items {
				names = append(names, item.Name)
				if i := len(names) - 1; read.Task(i) != task {
					t.Errorf("item %d is of task %d, not %d", i, task, read.Task(i))
				}
			}
		}
		all, err := read.All()
		if err != nil || len(all) != 8 || len(names) != 8 || all[7].Name != names[7] || names[7] != "circle/ebim/seed-7" {
			t.Errorf("%q, %d, %v", names, len(all), err)
		}
		if _, err := read.Of(read.Tasks); err == nil {
			t.Error("a task beyond the last")
		}
	}
	found, err := Submissions(runs)
	if err != nil || len(found) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	found[0].Jobs = []Job{{ID: "../../../home/me/12", Tasks: 1}} // whose log would be another file
	if err := found[0].Save(); err != nil {
		t.Fatal(err)
	}
	if found, err := Submissions(runs); err != nil || len(found) != 0 {
		t.Errorf("%v, %v", found, err)
	}
}

func TestSeveralArrays(t *testing.T) {
	s := sample(t, t.TempDir(), 25, Settings{MaxJobs: 6})
	next := 100
	a := &answers{answer: map[string]func([]string) (string, error){
		"sbatch": func([]string) (string, error) { next++; return fmt.Sprintf("%d;cluster\n", next), nil },
		"scontrol": func([]string) (string, error) {
			return "MaxArraySize            = 10\nMaxJobCount             = 50\n", nil
		},
	}}
	limits, err := a.slurm().Limits(t.Context())
	if err != nil || limits != (Limits{10, 50}) {
		t.Fatal(limits, err)
	}
	s.Probe = "7"
	if err := a.slurm().Submit(t.Context(), s, limits, "3,4"); err != nil {
		t.Fatal(err)
	}
	want := []Job{{"101", 0, 10}, {"102", 10, 10}, {"103", 20, 5}}
	read, err := Open(s.Path)
	if err != nil || !slices.Equal(read.Jobs, want) {
		t.Errorf("%v, %v", read, err)
	}
	script := filepath.Join(s.Path, "script.sh")
	if got, want := a.asked[3], "sbatch --parsable --array=0-4%2 --kill-on-invalid-dep=yes --dependency=afterany:3:4,afterok:7 "+script+" 20"; got != want {
		t.Errorf("asked %q, want %q", got, want)
	}
	if id, index, ok := read.JobOf(23); id != "103" || index != 3 || !ok || filepath.Base(read.Log(23)) != "103_3.txt" {
		t.Error(id, index, ok, read.Log(23))
	}
}

func TestErrorsOfSlurmSayWhatToDo(t *testing.T) {
	s := sample(t, t.TempDir(), 1, Settings{Partition: "wrok"})
	a := &answers{answer: map[string]func([]string) (string, error){
		"sbatch": func([]string) (string, error) {
			return "", errors.New("sbatch: error: invalid partition specified: wrok")
		},
		"sinfo": func([]string) (string, error) { return "work\nurgent\nwork\n", nil },
	}}
	if err := a.slurm().Submit(t.Context(), s, Limits{10, 10}, ""); err == nil || !strings.Contains(err.Error(), "allowed are urgent, work") {
		t.Error(err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := new(Slurm).Limits(t.Context()); err == nil || !strings.Contains(err.Error(), "--on script") {
		t.Error(err)
	}
}

// Lines as squeue prints them: in columns, some of them empty.
func TestQueue(t *testing.T) {
	line := func(values ...string) string {
		text := ""
		for i, field := range fields {
			text += fmt.Sprintf("%-*s", field.width, values[i])
		}
		return text + "\n"
	}
	a := &answers{answer: map[string]func([]string) (string, error){"squeue": func([]string) (string, error) {
		return line("one", "12", "3", "RUNNING", "n1", "None", "2") + line("one", "12", "4", "PENDING", "", "Resources", "0") + line("two", "13", "N/A", "COMPLETING", "n2", "None", "0"), nil
	}}}
	got, err := a.slurm().Queue(t.Context(), &Submission{Name: "one"}, &Submission{Name: "two"})
	want := []State{{"one", "12", 3, "RUNNING", "n1", "None", 2}, {"one", "12", 4, "PENDING", "", "Resources", 0}, {"two", "13", -1, "COMPLETING", "n2", "None", 0}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if none, err := a.slurm().Queue(t.Context()); none != nil || err != nil || len(a.asked) != 1 {
		t.Error("a queue without submissions is asked for")
	}
}

// What scontrol shows of a job that is told to end, and what becomes of it.
func TestAgain(t *testing.T) {
	own := Own{ID: "12_3", Restarts: 1}
	for what, test := range map[string]struct {
		shown       string
		asked, fine bool
	}{
		"told to save":          {"JobState=RUNNING Restarts=1 RunTime=00:01:00 TimeLimit=00:10:00", true, true},
		"preempted":             {"JobState=COMPLETING Restarts=2 RunTime=00:01:00 TimeLimit=00:10:00", false, true},
		"queued again already":  {"JobState=PENDING Restarts=1 RunTime=00:00:00 TimeLimit=00:10:00", false, true},
		"canceled":              {"JobState=COMPLETING Restarts=1 RunTime=00:01:00 TimeLimit=00:10:00", false, false},
		"out of time":           {"JobState=COMPLETING Restarts=1 RunTime=1-00:10:01 TimeLimit=1-00:10:00", true, true},
		"canceled without time": {"JobState=COMPLETING Restarts=1 RunTime=00:01:00 TimeLimit=UNLIMITED", false, false},
	} {
		a := &answers{answer: map[string]func([]string) (string, error){"scontrol": func(arguments []string) (string, error) {
			if arguments[0] == "requeue" {
				return "", nil
			}
			return "JobId=9 ArrayJobId=12 ArrayTaskId=3 " + test.shown + "\n", nil
		}}}
		said, err := a.slurm().Again(t.Context(), own)
		if asked := slices.Contains(a.asked, "scontrol requeue 12_3"); asked != test.asked || (err == nil) != test.fine {
			t.Errorf("%s: asked %v, %q, %v", what, asked, said, err)
		}
	}
	environment := map[string]string{"SLURM_JOB_ID": "9", "SLURM_ARRAY_JOB_ID": "12", "SLURM_ARRAY_TASK_ID": "3", "SLURM_RESTART_COUNT": "1", "SLURMD_NODENAME": "n1"}
	if got, ok := OwnJob(func(name string) string { return environment[name] }); !ok || got != (Own{"12_3", 1, "n1"}) {
		t.Error(got, ok)
	}
	if _, ok := OwnJob(func(string) string { return "" }); ok {
		t.Error("a job outside of Slurm")
	}
}

func TestProbe(t *testing.T) {
	good := Seen{Node: "n1", Digest: "d", Version: "v1", Processor: "amd64"}
	for what, test := range map[string]struct {
		leave  func(s *Submission) error
		states string
		want   string // in the error; empty for none
	}{
		"all is well":     {func(s *Submission) error { return s.WriteSeen(good) }, "", ""},
		"another program": {func(s *Submission) error { return s.WriteSeen(Seen{Node: "n1", Digest: "e", Version: "v0"}) }, "", `version "v0" there, "v1" here`},
		"no backend":      {func(s *Submission) error { return s.WriteSeen(Seen{Node: "n1", Digest: "d", Problem: "no CUDA"}) }, "", "no CUDA"},
		"no program": {func(s *Submission) error {
			return os.WriteFile(filepath.Join(s.Path, logFolder, probeLog), []byte("line 9: /opt/ebim: No such file\n"), 0o644)
		}, "", "No such file"},
	} {
		s := sample(t, t.TempDir(), 1, Settings{})
		s.Probe = "7"
		if err := test.leave(s); err != nil {
			t.Fatal(err)
		}
		a := &answers{answer: map[string]func([]string) (string, error){"squeue": func([]string) (string, error) { return test.states, nil }}}
		seen, err := a.slurm().AwaitProbe(t.Context(), s, time.Minute)
		if test.want == "" && (err != nil || seen == nil) || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, %v", what, seen, err)
		}
	}
	defer func(was time.Duration) { longestUnseen = was }(longestUnseen)
	longestUnseen = time.Millisecond
	s, probing := sample(t, t.TempDir(), 1, Settings{}), fmt.Sprintf("%-64s%-20s%-20s%-24s\n", "one", "7", "N/A", "PENDING")
	a := &answers{answer: map[string]func([]string) (string, error){"squeue": func([]string) (string, error) { return probing, nil }}}
	if seen, err := a.slurm().AwaitProbe(t.Context(), s, 2*time.Millisecond); seen != nil || err != nil {
		t.Errorf("while the probe waits for a node: %v, %v", seen, err)
	}
	probing = ""
	if _, err := a.slurm().AwaitProbe(t.Context(), s, time.Minute); err == nil || !strings.Contains(err.Error(), "the node does not see the folder "+s.Path) {
		t.Errorf("a probe that has left nothing: %v", err)
	}
}

func TestTail(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	if Tail(path, 3) != nil {
		t.Error("of no file")
	}
	if err := os.WriteFile(path, []byte(strings.Repeat("x\n", 100000)+"one\rtwo\n\nthree\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := Tail(path, 2); !slices.Equal(got, []string{"two", "three"}) {
		t.Errorf("%q", got)
	}
	if err := os.Symlink(path, path+"2"); err == nil && Tail(path+"2", 2) != nil {
		t.Error("a link leads to another file")
	}
}

func TestCommands(t *testing.T) {
	s := sample(t, t.TempDir(), 3, Settings{CPUs: 2, RunsPerTask: 2})
	want := fmt.Sprintf("cd '/home/me/my work' && GOMAXPROCS=2 /opt/ebim task %[1]s 0\ncd '/home/me/my work' && GOMAXPROCS=2 /opt/ebim task %[1]s 1\n", Quote(s.Path))
	if got := s.Commands(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got := Quote("it's"); got != `'it'\''s'` {
		t.Error(got)
	}
}
