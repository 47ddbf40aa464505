package command

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ebim/framework/cluster"
	"ebim/results/page"
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

// indexUntil asks `ebim serve` until a condition holds of its runs.
func indexUntil(t *testing.T, address string, holds func(page.Index) bool) page.Index {
	t.Helper()
	var index page.Index
	for range 600 {
		response, err := http.Get(address + "api/runs")
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(response.Body)
		response.Body.Close()
		if index = (page.Index{}); err != nil || json.Unmarshal(text, &index) != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if holds(index) {
			return index
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("after half a minute: %+v", index)
	return index
}

// What `ebim serve` says of runs in a queue is what `ebim runs list` says.
func TestServeShowsTheQueue(t *testing.T) {
	queue(t, runner(t))
	runs := t.TempDir()
	s := handedOver(t, runs)
	if err := os.WriteFile(s.Log(3), []byte("slurmstepd: out of \x1b[31mmemory "+strings.Repeat("y", 5000)+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	queue(t, map[string]string{"squeue": squeue(s, "0 RUNNING n1 None 1", "1 PENDING '' 'Resou<b>' 0", "2 PENDING '' BeginTime 1")})
	list := must(t, "runs", "list", "--runs", runs)
	if strings.Contains(list, "\x1b") || strings.Contains(list, strings.Repeat("y", 400)) {
		t.Errorf("a log's control characters, or all of a long line, are shown:\n%s", list)
	}
	told := func(index page.Index) bool { return len(index.Runs) == 4 }
	index := indexUntil(t, served(t, "--runs", runs, "--address", "127.0.0.1:0"), told)
	for i, want := range []page.Row{{Status: "running", Queue: &page.Queue{State: "running", Node: "n1", Job: "12_0"}}, {Status: "queued", Queue: &page.Queue{State: "queued", Job: "12_1"}},
		{Status: "requeued", Queue: &page.Queue{State: "requeued", Job: "12_2"}}, {Status: "lost", Queue: &page.Queue{State: "left"}}} {
		row := index.Runs[i]
		q := *row.Queue
		if row.Seed != i || row.Status != want.Status || q.State != want.Queue.State || q.Node != want.Queue.Node || q.Job != want.Queue.Job || q.Log != s.Log(i) {
			t.Errorf("%+v %+v, want %+v %+v", row, q, want, want.Queue)
		}
		if !strings.Contains(list, row.ID+": "+q.Text+"\n") {
			t.Errorf("`ebim runs list` does not say %q:\n%s", q.Text, list)
		}
	}
}

// The page is there without Slurm, and while squeue does not answer; what is known without it is shown. Nothing is written.
func TestServeWithoutAQueueThatAnswers(t *testing.T) {
	queue(t, runner(t))
	runs := t.TempDir()
	s := handedOver(t, runs)
	before := must(t, "runs", "list", "--runs", runs)
	if !strings.Contains(before, "left the queue without a word") {
		t.Error(before)
	}
	for want, commands := range map[string]map[string]string{"Slurm's command squeue is not here": nil, "slurm_load_jobs error: <b>": {"squeue": "echo 'slurm_load_jobs error: <b>' >&2; exit 1"}} {
		queue(t, commands)
		index := indexUntil(t, served(t, "--runs", runs, "--address", "127.0.0.1:0"), func(index page.Index) bool { return index.QueueProblem != "" })
		if len(index.Runs) != 0 || !strings.Contains(index.QueueProblem, want) {
			t.Errorf("%q: %+v", want, index)
		}
	}
	queue(t, map[string]string{"squeue": "exec sleep 60"})
	if index := indexUntil(t, served(t, "--runs", runs, "--address", "127.0.0.1:0"), func(page.Index) bool { return true }); index.QueueProblem != "" {
		t.Errorf("%+v", index)
	}
	// An old submission that has left the queue stays as it is where it is only looked at.
	s.Created = s.Created.Add(-time.Hour)
	if err := s.Save(); err != nil {
		t.Fatal(err)
	}
	queue(t, map[string]string{"squeue": "exit 0"})
	indexUntil(t, served(t, "--runs", runs, "--address", "127.0.0.1:0"), func(index page.Index) bool { return len(index.Runs) == 4 && index.Runs[0].Status == "lost" })
	if s.Ended() {
		t.Error("`ebim serve` has written to the folder of runs")
	}
	if must(t, "runs", "list", "--runs", runs); !s.Ended() {
		t.Error("`ebim runs list` does not note that a submission has left the queue")
	}
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
