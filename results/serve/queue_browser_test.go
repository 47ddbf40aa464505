package serve_test

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"ebim/framework/runs/stage"
	"ebim/results/page"
)

func queued(b *tab, f folder) {
	const attack = `<img src=x onerror=window.hacked=1>`
	name := func(seed int) string { return fmt.Sprintf("circle/ebim/seed-%d-01234567", seed) }
	failed := record("circle", "ebim", 3)
	failed.Status, failed.Failure = stage.Failed, &stage.Failure{Stage: "energy", Reason: "not finite"}
	f.add(failed)
	f.add(record("circle", "ebim", 4))
	running := f.running("circle", 20) // seed 7
	log := filepath.Join(f.root, "submissions", "a", "log", "12_3.txt")
	f.write("submissions/a/log/12_3.txt", []byte(strings.Repeat("before\n", 9000)+"slurmstepd: out of memory "+attack+"\n"))
	known := map[string]page.Queue{
		name(0): {State: page.Queued, Text: "queued (job 12_0, " + attack + ")", Job: "12_0"},
		name(1): {State: page.Requeued, Text: "preempted or interrupted, queued again (job 12_1, turn 2, BeginTime)", Job: "12_1"},
		name(2): {State: page.Left, Text: "left the queue; its log ends with: " + attack, Log: log},
		name(3): {State: page.Left, Text: "left the queue; out of memory", Log: log},
		running: {State: "running", Text: "running on n1 (job 12_7)", Node: "n1", Job: "12_7"},
	}
	f.queue.say(known, nil)
	b.says("6 runs: 1 done, 1 failed, 1 lost, 1 queued, 1 requeued, 1 running")
	b.says("queued (job 12_0, " + attack + ")")
	b.says("running on n1 (job 12_7)")
	b.says("energy 20 of 1000")
	b.visit("#run/"+url.PathEscape(running), "running on n1 (job 12_7)")
	b.says("energy 20 of 1000")
	b.visit("#run/"+url.PathEscape(name(3)), "slurmstepd: out of memory "+attack)
	b.says("not finite")
	b.visit("#run/"+url.PathEscape(name(0)), "queued (job 12_0, ")
	b.visit("#compare/"+url.PathEscape(name(0))+"&"+url.PathEscape(name(4)), "Compare 2 runs")
	// The page follows: a run that is preempted, one that starts, and one that was lost.
	known[running], known[name(0)] = page.Queue{State: page.Requeued, Text: "preempted or interrupted, queued again (job 12_7, turn 2, BeginTime)"}, page.Queue{State: "running", Text: "running on n3 (job 12_0)"}
	f.heartbeat(20, time.Now().Add(-time.Hour)) // its process is gone
	f.queue.say(known, errors.New("squeue: "+attack))
	b.visit("#run/"+url.PathEscape(name(2)), "slurmstepd: out of memory "+attack)
	b.visit("#runs", "is known as of")
	b.says("squeue: " + attack)
	if evaluate[bool](b, `document.body.innerText.includes("running on n3")`) {
		b.T.Error("what came beside an error took the place of what was known")
	}
	f.queue.say(known, nil)
	b.says("6 runs: 1 done, 1 failed, 1 lost, 2 requeued, 1 running")
	b.says("running on n3 (job 12_0)")
	b.says("queued again (job 12_7, turn 2")
	b.Settle()
	if evaluate[bool](b, `window.hacked !== undefined || document.querySelector('img[src="x"]') !== null || document.body.innerText.includes("is known as of")`) {
		b.T.Error("a text of the queue became a part of the page, or a problem that is over is still told")
	}
}
