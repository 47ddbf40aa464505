package command

import (
	"os"
	"strings"
	"testing"
)

// Flags that go with --on are settings of cluster.yaml: numbers are read as numbers, and texts of digits stay texts.
func TestFlagsOfACluster(t *testing.T) {
	t.Chdir(t.TempDir())
	run := func(flags ...string) (code int, out, messages string) {
		t.Helper()
		command := []string{"run", "experiments/quickstart.yaml", "--on", "slurm", "--dry-run"}
		return ebim(t, append(command, flags...)...)
	}
	if code, out, messages := run("--cpus", "2", "--partition", "7"); code != 0 ||
		!strings.Contains(out, "--partition=7\n") || !strings.Contains(out, "--cpus-per-task=2\n") {
		t.Errorf("code %d, %s\n%s", code, messages, out)
	}
	if folder, err := os.Stat("results/runs/slurm"); err != nil || !folder.IsDir() {
		t.Errorf("tasks have nowhere to print: %v", err)
	}
	const want = `text "x"; allowed: a whole number in [1, 100000]`
	if code, _, messages := run("--cpus", "x"); code != 2 || !strings.Contains(messages, want) ||
		strings.Contains(messages, "quotes") {
		t.Errorf("code %d, %s", code, messages)
	}
}
