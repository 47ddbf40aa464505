package command

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ebim/framework/cluster"
)

// handedOver makes a submission of four runs, circle/ebm/seed-0-... to 3, as job 12.
func handedOver(t *testing.T, runs string) *cluster.Submission {
	t.Helper()
	must(t, "run", write(t, "circle.yaml", circle), "--runs", runs, "--on", "script", "--seeds", "0-3", "--only", "ebm")
	submissions, err := cluster.Submissions(runs)
	if err != nil || len(submissions) != 1 {
		t.Fatal(submissions, err)
	}
	s := submissions[0]
	s.Jobs = []cluster.Job{{ID: "12", Tasks: 4}}
	if err := s.Save(); err != nil {
		t.Fatal(err)
	}
	return s
}

// squeue is a script that lists tasks of a submission, each as "NUMBER STATE NODE REASON TURNS".
func squeue(s *cluster.Submission, tasks ...string) string {
	script := ""
	for _, task := range tasks {
		script += fmt.Sprintf("printf '%%-64s%%-20s%%-20s%%-24s%%-64s%%-64s%%-12s\\n' '%s' 12 %s\n", s.Name, task)
	}
	return script
}

// Scripts that were handed to people are in no queue, and have not left one.
func TestScriptsAreNotInAQueue(t *testing.T) {
	queue(t, runner(t))
	file, runs := write(t, "circle.yaml", circle), t.TempDir()
	must(t, "run", file, "--runs", runs, "--on", "script")
	if list := must(t, "runs", "list", "--runs", runs); strings.Contains(list, "left the queue") {
		t.Error(list)
	}
}

// Only so many logs are read in one look.
func TestManyRunsHaveLeftTheQueue(t *testing.T) {
	s := &cluster.Submission{Path: t.TempDir(), PerTask: 1, Jobs: []cluster.Job{{ID: "12", Tasks: 100}}}
	if err := os.Mkdir(filepath.Join(s.Path, "log"), 0o755); err != nil {
		t.Fatal(err)
	}
	known := map[string]*handed{}
	for i := range 100 {
		known[fmt.Sprintf("e/m/seed-%d-01234567", i)] = &handed{submission: s, task: i}
		if err := os.WriteFile(s.Log(i), []byte("its end\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	read, all := 0, faring(known, func(name string) bool { return !strings.Contains(name, "seed-7-") })
	for _, q := range all {
		if strings.HasSuffix(q.Text, "its end") {
			read++
		} else if !strings.HasSuffix(q.Text, q.Log+" says why") {
			t.Error(q.Text)
		}
	}
	if len(all) != 99 || read != mostTails {
		t.Errorf("%d runs, the ends of %d logs", len(all), read)
	}
}
