package cluster

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// Own is the job that this process is, as Slurm tells it.
type Own struct {
	ID       string // as in 12_3: Slurm requeues the whole array where only its number is given
	Restarts int
	Node     string
}

// OwnJob returns the job that a process is, from its environment; false outside of one.
func OwnJob(environment func(string) string) (Own, bool) {
	own := Own{ID: environment("SLURM_JOB_ID"), Node: environment("SLURMD_NODENAME")}
	if array := environment("SLURM_ARRAY_JOB_ID"); array != "" {
		own.ID = array + "_" + environment("SLURM_ARRAY_TASK_ID")
	}
	own.Restarts, _ = strconv.Atoi(environment("SLURM_RESTART_COUNT")) // not set in the first turn
	return own, own.ID != ""
}

// Again asks Slurm to run a job again, unless somebody has canceled it or Slurm does so by itself, as after a preemption. It says what it did.
func (q *Slurm) Again(ctx context.Context, own Own) (said string, err error) {
	text, err := q.run(ctx, "scontrol", "show", "job", "--oneliner", own.ID)
	if err != nil {
		return "", err
	}
	shown := map[string]string{}
	for _, word := range strings.Fields(text) {
		name, value, _ := strings.Cut(word, "=")
		if _, again := shown[name]; !again { // names with spaces come later
			shown[name] = value
		}
	}
	restarts, _ := strconv.Atoi(shown["Restarts"])
	switch state := shown["JobState"]; {
	case restarts > own.Restarts, state == "PENDING":
		return "Slurm runs this task again", nil
	case state != "RUNNING" && !timedOut(shown["RunTime"], shown["TimeLimit"]):
		return "", fmt.Errorf("the task %s was canceled (its state is %s); `ebim run` submits again what is missing", own.ID, state)
	}
	if _, err := q.run(ctx, "scontrol", "requeue", own.ID); err != nil {
		return "", err
	}
	return "Slurm was asked to run this task again", nil
}

// timedOut reports whether a job has used up its time, as Slurm writes times.
func timedOut(run, limit string) bool {
	used, first := seconds(run)
	allowed, second := seconds(limit)
	const notice = 2 // Slurm looks at times every few seconds, and later than they are over
	return first && second && used >= allowed-notice
}

// seconds reads [days-]hours:minutes:seconds.
func seconds(text string) (total int, ok bool) {
	days, clock, found := strings.Cut(text, "-")
	if !found {
		days, clock = "0", text
	}
	d, err := strconv.Atoi(days)
	if err != nil {
		return 0, false
	}
	part := 0
	for _, piece := range strings.Split(clock, ":") {
		n, err := strconv.Atoi(piece)
		if err != nil {
			return 0, false
		}
		part = 60*part + n
	}
	return 24*60*60*d + part, true
}
