package cluster

import (
	"container/heap"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// How 100,000 trials of 2 s would fare on 1,000 nodes: by simulation of a queue and of a file server. What goes in was measured of this program
// (a run of some 1 MB of results, on a Linux machine, file operations counted by strace) or is said of Slurm by its documentation.
type site struct {
	nodes      int
	trial      float64 // s
	start      float64 // s, from the program's start to its first stage
	operations int     // of files on the shared folder, in a run of six stages
	latency    float64 // s, of one of them
	server     float64 // operations that the file server does in a second
	dispatch   float64 // tasks that Slurm starts in a second
	launch     float64 // s, from there to the script's first line, and from its end to the node's next task
}

var measured = site{nodes: 1000, trial: 2, start: 0.15, operations: 950, latency: 0.0005, server: 50_000, dispatch: 50, launch: 0.5}

// ends are the times at which nodes become free.
type ends []float64

func (e ends) Len() int           { return len(e) }
func (e ends) Less(i, j int) bool { return e[i] < e[j] }
func (e ends) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *ends) Push(x any)        { *e = append(*e, x.(float64)) }
func (e *ends) Pop() any          { old := *e; last := old[len(old)-1]; *e = old[:len(old)-1]; return last }

// simulate returns the seconds that so many runs take, so many in a task, and what is busy for most of them.
func (s site) simulate(runs, perTask int) (seconds float64, bound string) {
	free := make(ends, s.nodes) // all at 0
	dispatcher, server, working := 0.0, 0.0, 0.0
	for left := runs; left > 0; left -= perTask {
		count := float64(min(perTask, left))
		at := max(heap.Pop(&free).(float64), dispatcher)
		dispatcher = at + 1/s.dispatch
		// The server does operations of all tasks in turn: they take their latency, or longer where it has fallen behind.
		asked := count * float64(s.operations)
		server = max(server, at) + asked/s.server
		end := max(at+s.launch+s.start+count*s.trial+asked*s.latency, server)
		working += count * s.trial
		heap.Push(&free, end)
		seconds = max(seconds, end)
	}
	tasks := float64((runs + perTask - 1) / perTask)
	bound = "the trials"
	most := working / float64(s.nodes)
	for what, busy := range map[string]float64{"Slurm's starting of tasks": tasks / s.dispatch, "the file server": float64(runs*s.operations) / s.server} {
		if busy > most {
			bound, most = what, busy
		}
	}
	return seconds, bound
}

func TestScale(t *testing.T) {
	const runs = 100_000
	ideal := runs * measured.trial / float64(measured.nodes)
	var before float64
	for _, perTask := range []int{1, 10, 100} {
		seconds, bound := measured.simulate(runs, perTask)
		t.Logf("%d runs of %v s on %d nodes, %d in a task: %.0f s (the trials alone: %.0f s); what bounds it: %s", runs, measured.trial, measured.nodes, perTask, seconds, ideal, bound)
		if seconds < ideal || before > 0 && seconds > before {
			t.Errorf("%d in a task: %.0f s, before %.0f s", perTask, seconds, before)
		}
		before = seconds
	}
	if _, bound := measured.simulate(runs, 1); bound != "the file server" && bound != "Slurm's starting of tasks" {
		t.Errorf("runs of 2 s, one in a task, are bound by %s", bound)
	}
	long := measured
	long.trial = 600
	if seconds, bound := long.simulate(runs, 1); bound != "the trials" || seconds > 1.05*runs*long.trial/float64(long.nodes) {
		t.Errorf("runs of 10 minutes: %.0f s, bound by %s", seconds, bound)
	}
}

// A queue of 1,000 nodes whose commands take a while: how many commands a submission takes depends on the cluster's limits only.
func TestSubmissionOfMany(t *testing.T) {
	const runs = 100_000
	items := make([]Item, runs)
	for i := range items {
		items[i] = Item{Name: fmt.Sprintf("circle,trial=%d/ebim/seed-0-1a2b3c4d", i), Key: fmt.Sprintf("%020d", i), Work: json.RawMessage(fmt.Sprintf(`{"file":"circle.yaml","point":"trial=%d","model":"ebim","seed":0}`, i))}
	}
	s := &Submission{Name: NewName(time.Unix(0, 0), 1), Shared: json.RawMessage(`{}`), Settings: Settings{RunsPerTask: 20}}
	began := time.Now()
	if err := s.Create(t.TempDir(), items); err != nil {
		t.Fatal(err)
	}
	created := time.Since(began)
	var queue strings.Builder
	next := 0
	a := &answers{answer: map[string]func([]string) (string, error){
		"sbatch": func([]string) (string, error) {
			next++
			for i := range 1000 {
				for j, value := range []string{s.Name, fmt.Sprint(next), fmt.Sprint(i), "PENDING", "", "Resources", "0"} {
					fmt.Fprintf(&queue, "%-*s", fields[j].width, value)
				}
				queue.WriteByte('\n')
			}
			return fmt.Sprint(next), nil
		},
		"squeue": func([]string) (string, error) { return queue.String(), nil },
	}}
	if err := a.slurm().Submit(t.Context(), s, Limits{Array: 1000, Jobs: 10_000}, ""); err != nil || len(a.asked) != 5 {
		t.Fatalf("%d commands, %v", len(a.asked), err)
	}
	began = time.Now()
	states, err := a.slurm().Queue(t.Context(), s)
	if err != nil || len(states) != s.Tasks {
		t.Fatalf("%d states, %v", len(states), err)
	}
	looked := time.Since(began)
	began = time.Now()
	all, err := s.All()
	if err != nil || len(all) != runs {
		t.Fatal(len(all), err)
	}
	t.Logf("%d runs in %d tasks: written in %v, %d commands to submit them; the queue's %d lines read in %v, the items in %v", runs, s.Tasks, created, 5, len(states), looked, time.Since(began))
	one, err := s.Of(s.Tasks - 1)
	if err != nil || len(one) != 20 || one[19].Key != items[runs-1].Key {
		t.Errorf("%v, %v", one, err)
	}
}
