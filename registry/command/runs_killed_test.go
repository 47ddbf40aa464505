package command

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A run whose process was killed is shown as such, while its record keeps what it says, and one that is being executed
// is running.
func TestKilledRunsAreShown(t *testing.T) {
	runs := twoSettings(t)
	all := list(t, "circle/ebm", "--runs", runs)
	path := filepath.Join(runs, all[0].Run, "record.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(text), `"status": "done"`,
		`"status": "running", "process": {"host": "nowhere", "pid": 1}`, 1)
	changed = regexp.MustCompile(`"started": "[^"]*"`).ReplaceAllString(changed, `"started": "2020-01-02T03:04:05Z"`)
	if err := os.WriteFile(path, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	release := hold(t, runs)
	defer release()
	for status, want := range map[string]string{"killed": all[0].Run, "running": "other/m"} {
		found := list(t, "--runs", runs, "--status", status)
		if len(found) != 1 || found[0].Status != status || !strings.HasPrefix(found[0].Run, want) {
			t.Errorf("%s: %+v, want %s", status, found, want)
		}
	}
	if table := must(t, "runs", "list", "*/ebm", "--runs", runs); !strings.Contains(table, "killed") ||
		strings.Contains(table, "running") {
		t.Error(table)
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != changed {
		t.Errorf("its record has changed: %v", err)
	}
}
