package command

import (
	"strings"
	"testing"
)

// tables are those of a command's output, without times.
func tables(out string) string {
	var kept []string
	for line := range strings.Lines(out) {
		if !strings.Contains(line, "time per run") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

// Trials are tasks like other runs, and what is chosen at the end is what a local run chooses.
func TestTrialsOnSlurm(t *testing.T) {
	for name, test := range map[string]struct {
		text   string
		rounds int
	}{
		"random": {strings.Replace(halvedCircle, "search:", "#", 1), 1},
		"both":   {strings.Replace(halvedCircle, "search: {", "search: {tpe: {startup: 3, batch: 3}, ", 1), 3},
	} {
		t.Run(name, func(t *testing.T) {
			queue(t, runner(t))
			file, runs := write(t, "search.yaml", test.text), t.TempDir()
			arguments := []string{"run", file, "--only", "ebm", "--runs"}
			code, first, messages := ebim(t, append(arguments, runs, "--on", "slurm", "--wait")...)
			if rounds := strings.Count(messages, " to submit"); code != 0 || rounds != test.rounds {
				t.Fatalf("code %d, %d rounds: %s", code, rounds, messages)
			}
			whole := must(t, append(arguments, t.TempDir(), "--figures=false")...)
			if tables(first) != tables(whole) || !strings.Contains(whole, "variants by the mean") {
				t.Errorf("on the cluster:\n%s\nhere:\n%s", first, whole)
			}
			code, again, messages := ebim(t, append(arguments, runs, "--on", "slurm", "--wait")...)
			if code != 0 || tables(again) != tables(first) || strings.Count(messages, " 0 to submit") != test.rounds {
				t.Errorf("again: code %d, %s", code, messages)
			}
		})
	}
}

// A search needs somebody who decides what follows; a round of which a run is lost is followed by none.
func TestSearchesOnSlurmThatStop(t *testing.T) {
	queue(t, runner(t))
	file, runs := write(t, "search.yaml", halvedCircle), t.TempDir()
	for _, flags := range [][]string{{"--on", "slurm"}, {"--on", "script"}, {"--on", "slurm", "--wait", "--dry-run"}} {
		if code, _, messages := ebim(t, append([]string{"run", file, "--runs", runs}, flags...)...); code != ExitUsage || !strings.Contains(messages, "add --wait") {
			t.Errorf("%q: code %d, %s", flags, code, messages)
		}
	}
	losing := runner(t)
	losing["sbatch"] = strings.Replace(losing["sbatch"], "i=0\n", "i=1\n", 1) // the first task of each array dies
	queue(t, losing)
	code, _, messages := ebim(t, "run", file, "--runs", runs, "--only", "ebm", "--on", "slurm", "--wait")
	if code != ExitFailed || strings.Count(messages, " to submit") != 1 || !strings.Contains(messages, "2 of 6 runs have left the queue without a result") {
		t.Errorf("code %d, %s", code, messages)
	}
	queue(t, runner(t))
	code, out, messages := ebim(t, "run", file, "--runs", runs, "--only", "ebm", "--on", "slurm", "--wait")
	whole := must(t, "run", file, "--runs", t.TempDir(), "--only", "ebm", "--figures=false")
	if code != 0 || !strings.Contains(messages, "6 runs: 4 done, 0 queued or running, 2 to submit") || tables(out) != tables(whole) {
		t.Errorf("code %d, %s", code, messages)
	}
}
