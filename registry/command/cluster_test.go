package command

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"ebim/framework/cluster"
	"ebim/framework/runs/live"
)

// programs is where the machine's own are.
var programs = os.Getenv("PATH")

// queue puts Slurm's commands, as shell scripts, where programs are looked for; where there are none, no program is found.
func queue(t *testing.T, commands map[string]string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no shell scripts")
	}
	folder := t.TempDir()
	for name, script := range commands {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if commands != nil {
		folder += string(os.PathListSeparator) + programs
	}
	t.Setenv("PATH", folder)
}

// runner is a queue that runs what it is given at once: the probe, and the tasks of arrays one after the other.
func runner(t *testing.T) map[string]string {
	return map[string]string{
		"scontrol": `echo "MaxArraySize = 3"`,
		"squeue":   `exit 0`,
		"sbatch": fmt.Sprintf(`export %s=1
tasks=
for argument; do
  case $argument in
  --array=*) tasks=$(echo "$argument" | sed 's/--array=0-//; s/%%.*//') ;;
  --*) ;;
  *.sh) script=$argument; shift ;;
  esac
  last=$argument
done
if [ -z "$tasks" ]; then bash "$script" >/dev/null 2>&1 </dev/null; echo 1; exit; fi
i=0
while [ $i -le $tasks ]; do SLURM_ARRAY_TASK_ID=$i bash "$script" "$last" >/dev/null 2>&1 </dev/null; i=$((i + 1)); done
echo $((last + 2))`, asProgram),
	}
}

func TestRunOnSlurm(t *testing.T) {
	queue(t, runner(t))
	file, runs := write(t, "circle.yaml", circle), t.TempDir()
	must(t, "run", file, "--runs", runs, "--seeds", "0-1", "--only", "ebm", "--figures=false")
	code, _, messages := ebim(t, "run", file, "--runs", runs, "--seeds", "0-4", "--on", "slurm")
	if code != 0 || !strings.Contains(messages, "10 runs: 2 done, 0 queued or running, 8 to submit") || strings.Count(messages, "Submitted job") != 3 {
		t.Fatalf("code %d\n%s", code, messages)
	}
	whole := t.TempDir()
	first := must(t, "run", file, "--runs", whole, "--seeds", "0-4", "--figures=false")
	code, second, messages := ebim(t, "run", file, "--runs", runs, "--seeds", "0-4", "--figures=false")
	if code != 0 || !strings.Contains(messages, "Nothing was left to compute") {
		t.Errorf("after the cluster's tasks: code %d, %s", code, messages)
	}
	for _, tables := range []*string{&first, &second} { // without times
		var kept []string
		for line := range strings.Lines(*tables) {
			if !strings.Contains(line, "time per run") {
				kept = append(kept, line)
			}
		}
		*tables = strings.Join(kept, "")
	}
	if first != second {
		t.Errorf("on the cluster:\n%s\nhere:\n%s", second, first)
	}
	if code, _, messages := ebim(t, "run", file, "--runs", runs, "--seeds", "0-4", "--on", "slurm", "--wait"); code != 0 || !strings.Contains(messages, "10 done, 0 queued or running, 0 to submit") {
		t.Errorf("code %d, %s", code, messages)
	}
}

func TestDryRuns(t *testing.T) {
	queue(t, nil)
	file, runs := write(t, "circle.yaml", circle), t.TempDir()
	if err := os.WriteFile(filepath.Join(runs, "cluster.yaml"), []byte("partition: long\ntime: 2:00:00\nsetup: [module load x]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	script := must(t, "run", file, "--runs", runs, "--on", "slurm", "--dry-run", "--time", "30", "--memory", "1GiB")
	for _, want := range []string{"#SBATCH --partition=long\n", "#SBATCH --time=30\n", "#SBATCH --mem=1024M\n", "\nmodule load x\n", "# 2 runs in 2 tasks"} {
		if !strings.Contains(script, want) {
			t.Errorf("the script lacks %q:\n%s", want, script)
		}
	}
	if _, err := os.Stat(filepath.Join(runs, "submissions")); err == nil {
		t.Error("a dry run has made a submission")
	}
	// Here is no GPU, and nobody asks for one here.
	if script := must(t, "run", file, "--runs", runs, "--on", "slurm", "--dry-run", "--gpus", "a100:1"); !strings.Contains(script, "#SBATCH --gres=gpu:a100:1\n") {
		t.Error(script)
	}
	commands := must(t, "run", file, "--runs", runs, "--on", "script")
	if strings.Count(commands, "\n") != 2 || !strings.Contains(commands, " task ") {
		t.Errorf("commands %q", commands)
	}
	// Slurm knows nothing of them, and no queue has lost them.
	if listed := must(t, "runs", "list", "--runs", runs); strings.Contains(listed, "left the queue") {
		t.Errorf("runs of commands are listed as\n%s", listed)
	}
	manifest := must(t, "run", file, "--runs", runs, "--on", "kubernetes", "--dry-run")
	if !strings.Contains(manifest, "completions: 2") {
		t.Error(manifest)
	}
}

func TestClustersThatCanNotBeUsed(t *testing.T) {
	file := write(t, "circle.yaml", circle)
	for name, test := range map[string]struct {
		queue     map[string]string
		arguments []string
		want      string
		code      int
	}{
		"no Slurm":          {nil, nil, "--on script", ExitFailed},
		"unknown queue":     {nil, []string{"--on", "slrum"}, "did you mean slurm?", ExitUsage},
		"afresh":            {nil, []string{"--fresh"}, "--fresh does not go with --on", ExitUsage},
		"bad time":          {nil, []string{"--time", "soon"}, "1:30:00", ExitUsage},
		"bad job":           {nil, []string{"--after", "x"}, "the number of a job", ExitUsage},
		"unknown partition": {map[string]string{"scontrol": "true", "sbatch": `echo "sbatch: error: invalid partition specified: x" >&2; exit 1`, "sinfo": "echo work"}, nil, "allowed are work", ExitFailed},
		"another version": {map[string]string{"scontrol": "true", "squeue": "true", "scancel": "true",
			"sbatch": `echo '{"node": "n9", "program_sha256": "other", "version": "v0"}' >"$(dirname "$2")/probe.json"; echo 7`}, nil, "n9 has another program", ExitFailed},
		"a short queue": {map[string]string{"scontrol": "echo MaxJobCount = 1"}, nil, "runs_per_task", ExitFailed},
		"no cluster":    {nil, []string{"--on", "", "--partition", "x"}, "add --on slurm", ExitUsage},
	} {
		queue(t, test.queue)
		runs := filepath.Join(t.TempDir(), "runs")
		code, _, messages := ebim(t, append([]string{"run", file, "--runs", runs, "--on", "slurm"}, test.arguments...)...)
		if code != test.code || !strings.Contains(messages, test.want) {
			t.Errorf("%s: code %d, %s\nwant %d, %q", name, code, messages, test.code, test.want)
		}
		if found, _ := filepath.Glob(filepath.Join(runs, "submissions", "*")); len(found) > 0 {
			t.Errorf("%s: left %q", name, found)
		}
	}
	runs := t.TempDir()
	if err := os.WriteFile(filepath.Join(runs, "cluster.yaml"), []byte("partitoin: x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, messages := ebim(t, "run", file, "--runs", runs, "--on", "slurm"); code != ExitUsage || !strings.Contains(messages, "did you mean partition?") {
		t.Errorf("code %d, %s", code, messages)
	}
}

// A task refuses work that is no longer what was submitted.
func TestTaskOfAChangedFile(t *testing.T) {
	queue(t, nil)
	file, runs := write(t, "circle.yaml", circle), t.TempDir()
	must(t, "run", file, "--runs", runs, "--on", "script")
	submissions, err := cluster.Submissions(runs)
	if err != nil || len(submissions) != 1 {
		t.Fatal(submissions, err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(circle, "samples: 50", "samples: 51", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, messages := ebim(t, "task", submissions[0].Path, "0"); code != ExitFailed || !strings.Contains(messages, "have changed since") {
		t.Errorf("code %d, %s", code, messages)
	}
}

func TestQueueInLists(t *testing.T) {
	queue(t, runner(t))
	runs := t.TempDir()
	s := handedOver(t, runs)
	if err := os.WriteFile(s.Log(3), []byte("slurmstepd: out of memory\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	line := fmt.Sprintf("%%-64s%%-20s%%-20s%%-24s%%-64s%%-64s%%-12s\\n' '%s' 12 ", s.Name)
	canceled := filepath.Join(t.TempDir(), "canceled")
	queue(t, map[string]string{"squeue": "printf '" + line + "0 RUNNING n1 None 1\nprintf '" + line + "1 PENDING '' Resources 0\nprintf '" + line + "2 PENDING '' BeginTime 1", "scancel": `echo "$@" >` + canceled})
	if err := os.Mkdir(filepath.Join(runs, "stages"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SLURM_ARRAY_JOB_ID", "12")
	t.Setenv("SLURM_ARRAY_TASK_ID", "0")
	shown, err := live.Create(runs, live.Progress{Stage: "energy", Key: strings.Repeat("0", 20), Experiment: "circle", Model: "ebm"}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer shown.Close()
	list := must(t, "runs", "list", "--runs", runs)
	for seed, want := range []string{"running on n1 (job 12_0, turn 2): energy", "queued (job 12_1, Resources)", "preempted or interrupted, queued again (job 12_2, turn 2, BeginTime)", "ends with: slurmstepd: out of memory"} {
		found := false
		for text := range strings.Lines(list) {
			found = found || strings.HasPrefix(text, fmt.Sprintf("circle/ebm/seed-%d-", seed)) && strings.Contains(text, want)
		}
		if !found {
			t.Errorf("seed %d: no %q in\n%s", seed, want, list)
		}
	}
	if _, _, messages := ebim(t, "run", write(t, "circle.yaml", circle), "--runs", runs, "--on", "slurm", "--seeds", "0-2", "--only", "ebm"); !strings.Contains(messages, "3 runs: 0 done, 3 queued or running, 0 to submit") {
		t.Error(messages)
	}
	if tasks := decoded(t, must(t, "runs", "cancel", "--runs", runs, "circle/ebm/seed-2-*", "--format", "json")).(map[string]any)["tasks"].([]any); len(tasks) != 1 || tasks[0] != "12_2" {
		t.Errorf("canceled %v", tasks)
	}
	if out := must(t, "runs", "cancel", "--runs", runs, "circle/ebm/seed-[01]-*"); out != "2 tasks canceled\n" {
		t.Error(out)
	}
	if text, err := os.ReadFile(canceled); err != nil || string(text) != "12_0 12_1\n" {
		t.Errorf("canceled %q, %v", text, err)
	}
	if code, _, messages := ebim(t, "runs", "cancel", "--runs", runs); code != ExitUsage || !strings.Contains(messages, "--all") {
		t.Errorf("code %d, %s", code, messages)
	}
}

func TestSameBits(t *testing.T) {
	queue(t, nil)
	file, runs := write(t, "circle.yaml", circle), t.TempDir()
	if err := os.WriteFile(filepath.Join(runs, "cluster.yaml"), []byte("same_bits: true\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	must(t, "run", file, "--runs", runs, "--on", "script", "--only", "ebm")
	submissions, err := cluster.Submissions(runs)
	if err != nil || len(submissions) != 1 {
		t.Fatal(submissions, err)
	}
	s := submissions[0]
	if err := s.WriteSeen(cluster.Seen{Node: "n1", Processor: "abacus"}); err != nil {
		t.Fatal(err)
	}
	if code, _, messages := ebim(t, "task", s.Path, "0"); code != ExitFailed || !strings.Contains(messages, "keeps this submission on abacus") {
		t.Errorf("another processor: code %d, %s", code, messages)
	}
	must(t, "task", s.Path, "--probe")
	must(t, "task", s.Path, "0")
}

func TestFileOfClusterIsDescribed(t *testing.T) {
	if described := must(t, "describe", "file", "cluster"); !strings.Contains(described, "\n  same_bits\n") {
		t.Error(described)
	}
	if schema := must(t, "schema", "cluster"); !strings.Contains(schema, `"max_jobs"`) {
		t.Error(schema)
	}
}
