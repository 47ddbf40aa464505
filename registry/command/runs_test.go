package command

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/runs/stage"
	"ebim/registry/command/cli"
)

const changed = "models.ebm.energy.training.epochs=3"

// twoSettings runs an experiment with two settings, of which one model is made in common, and returns the folder of
// runs.
func twoSettings(t *testing.T) (runs string) {
	t.Helper()
	file := write(t, "circle.yaml", circle)
	runs = t.TempDir()
	must(t, "run", file, "--runs", runs, "--figures=false")
	must(t, "run", file, "--runs", runs, "--figures=false", "--set", changed)
	return runs
}

type listed struct {
	Run, Status string
	Overrides   []string
	Metrics     stage.Metrics
	Failure     *stage.Failure
}

func list(t *testing.T, arguments ...string) (runs []listed) {
	t.Helper()
	if err := json.Unmarshal([]byte(must(t, append([]string{"runs", "list", "--format", "json"}, arguments...)...)),
		&runs); err != nil {
		t.Fatal(err)
	}
	return runs
}

func TestListRuns(t *testing.T) {
	runs := twoSettings(t)
	all := list(t, "--runs", runs)
	if len(all) != 3 {
		t.Fatalf("%d runs of two settings, which one of two models shares: %+v", len(all), all)
	}
	value := *all[1].Metrics["wasserstein"]["value"]
	bound := strconv.FormatFloat(value, 'g', -1, 64)
	for line, want := range map[string]int{"": 3, "circle/ebm": 2, "circle/ebim circle/ebm": 3, "circle/*/seed-0-*": 3,
		all[0].Run: 1, runs + "/" + all[0].Run: 1,
		"*/eb?m": 1, "--status failed": 0, "--status done": 3, "--newer 1h": 3,
		"--older 2d":                         0,
		"--where wasserstein.value=" + bound: 1, "--where wasserstein.value!=" + bound: 2,
		"--where run.seconds>=0 --where wasserstein.value<-1": 0} {
		if found := list(t, append(strings.Fields(line), "--runs", runs)...); len(found) != want {
			t.Errorf("%q: %d runs, want %d", line, len(found), want)
		}
	}
	table := must(t, "runs", "list", "--runs", runs, "--metric", "wasserstein.value")
	for _, want := range []string{all[0].Run, changed, "wasserstein.value",
		strconv.FormatFloat(value, 'g', 6, 64), "3 runs\n"} {
		if !strings.Contains(table, want) {
			t.Errorf("no %q in\n%s", want, table)
		}
	}
	lines, err := csv.NewReader(strings.NewReader(must(t, "runs", "list", "--runs", runs, "--format", "csv"))).ReadAll()
	if err != nil || len(lines) != 4 {
		t.Fatalf("%v, %v", lines, err)
	}
	if at := slices.Index(lines[0], "wasserstein.value"); lines[2][at] != bound {
		t.Errorf("%q, want %s exactly", lines[2], bound)
	}
	for _, arguments := range [][]string{{"--where", "w"}, {"--where", "w!2"}, {"--where", "w<x"},
		{"--status", "well"}, {"--newer", "soon"}, {"--format", "tables"}} {
		if code, out, messages := ebim(t, append([]string{"runs", "list", "--runs", runs},
			arguments...)...); code != ExitUsage ||
			out != "" || messages == "" {
			t.Errorf("%q: code %d, %s%s", arguments, code, out, messages)
		}
	}
	if code, _, messages := ebim(t, "runs", "list", "circle/nobody", "--runs", runs); code != ExitFailed ||
		!strings.Contains(messages, "there is no run") {
		t.Errorf("code %d, %s", code, messages)
	}
}

func TestShowAndCompareRuns(t *testing.T) {
	runs := twoSettings(t)
	all := list(t, "circle/ebm", "--runs", runs)
	shown := must(t, "runs", "show", all[1].Run, "--runs", runs)
	for _, want := range []string{all[1].Run, "--set        " + changed,
		"wasserstein.value = " + cli.Exact(*all[1].Metrics["wasserstein"]["value"]) + "\n", "metric_wasserstein"} {
		if !strings.Contains(shown, want) {
			t.Errorf("no %q in\n%s", want, shown)
		}
	}
	var whole struct{ Run, File string }
	if err := json.Unmarshal([]byte(must(t, "runs", "show", all[1].Run, "--runs", runs, "--format", "json")),
		&whole); err != nil || whole.Run != all[1].Run || !strings.Contains(whole.File, "models:") {
		t.Errorf("%+v, %v", whole, err)
	}
	type differ struct {
		Path string
		A, B *string
	}
	var d struct{ Settings, Metrics []differ }
	if err := json.Unmarshal([]byte(must(t, "runs", "diff", all[0].Run, all[1].Run, "--runs", runs, "--format",
		"json")), &d); err != nil {
		t.Fatal(err)
	}
	two, three := "2", "3"
	if diff := cmp.Diff([]differ{{"model.ebm.energy.training.epochs", &two, &three}}, d.Settings); diff != "" {
		t.Error(diff)
	}
	if !slices.ContainsFunc(d.Metrics, func(m differ) bool {
		return m.Path == "wasserstein.value" && *m.A == strconv.FormatFloat(
			*all[0].Metrics["wasserstein"]["value"], 'g', -1, 64)
	}) {
		t.Errorf("%+v", d.Metrics)
	}
	text := must(t, "runs", "diff", all[0].Run, all[1].Run, "--runs", runs)
	if !strings.Contains(text, "- "+all[0].Run+"\n+ "+all[1].Run+"\n\nSettings that differ: 1\n") ||
		!strings.Contains(text, "    - 2\n    + 3\n") {
		t.Error(text)
	}
	if code, _, messages := ebim(t, "runs", "show", "circle/ebm", "--runs", runs); code != ExitUsage ||
		!strings.Contains(messages, "stands for 2 runs") {
		t.Errorf("code %d, %s", code, messages)
	}
}

// stagesOf counts the finished stages below a folder of runs.
func stagesOf(t *testing.T, runs string) int {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(runs, "stages", "*"))
	if err != nil {
		t.Fatal(err)
	}
	// of hold
	return len(slices.DeleteFunc(found, func(path string) bool { return strings.Contains(path, "waiting-") }))
}

func TestRemoveRuns(t *testing.T) {
	runs := twoSettings(t)
	all := list(t, "circle/ebm", "--runs", runs)
	mine := filepath.Join(runs, all[1].Run, "mine.txt")
	if err := os.WriteFile(mine, []byte("m"), 0o644); err != nil {
		t.Fatal(err)
	}
	before, stages := listing(t, runs), stagesOf(t, runs)
	would := must(t, "runs", "rm", all[1].Run, "--runs", runs)
	if !strings.Contains(would, all[1].Run+"\n") || !strings.Contains(would, "4 folders, ") ||
		!strings.Contains(would, "would be removed; --yes removes them\n") {
		t.Error(would)
	}
	if diff := cmp.Diff(before, listing(t, runs)); diff != "" {
		t.Errorf("changed without --yes: %s", diff)
	}
	release := hold(t, runs)
	code, busy, messages := ebim(t, "runs", "rm", all[0].Run, "--runs", runs, "--yes")
	if code != 0 || !strings.Contains(messages, "all stages stay") || !strings.Contains(busy, "1 folders, ") ||
		stagesOf(t, runs) != stages || len(list(t, "circle", "--runs", runs)) != 2 {
		t.Errorf("beside a process: code %d, %s%s", code, busy, messages)
	}
	if code, _, messages := ebim(t, "runs", "gc", "--runs", runs, "--yes"); code != ExitFailed ||
		!strings.Contains(messages, "a process is executing runs there") {
		t.Errorf("gc beside a process: code %d, %s", code, messages)
	}
	release()
	code, _, messages = ebim(t, "runs", "rm", all[1].Run, "--runs", runs, "--yes")
	if text, err := os.ReadFile(mine); code != 0 || err != nil || string(text) != "m" ||
		!strings.Contains(messages, "kept, as this program did not write it: "+mine) {
		t.Errorf("code %d, %s (%v)", code, messages, err)
	}
	// training, samples and metric; the data are the other model's too
	if left := list(t, "--runs", runs); len(left) != 1 || stagesOf(t, runs) != stages-3 {
		t.Errorf("%+v, %d stages of %d", left, stagesOf(t, runs), stages)
	}
	if gone := must(t, "runs", "gc", "--runs", runs, "--yes"); !strings.Contains(gone, "3 folders, ") ||
		stagesOf(t, runs) != stages-6 {
		t.Errorf("%s, %d stages of %d", gone, stagesOf(t, runs), stages)
	}
	if gone := must(t, "runs", "gc", "--runs", runs, "--yes"); gone != "there is nothing to remove\n" {
		t.Errorf("the rest is needed:\n%s", gone)
	}
	if code, _, _ := ebim(t, "runs", "rm", "--runs", runs); code != ExitUsage {
		t.Errorf("everything by default: code %d", code)
	}
}

// hold is another process that executes runs.
func hold(t *testing.T, runs string) (release func()) {
	t.Helper()
	started, end, ended := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		e := &stage.Engine{Root: runs}
		_, err := e.Execute(t.Context(), []stage.Run{{Experiment: "other", Model: "m",
			Stages: []*stage.Stage{waiting(started, end)}}})
		ended <- err
	}()
	select {
	case <-started:
	case <-time.After(time.Minute):
		t.Fatal("it does not start")
	}
	return func() {
		close(end)
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if err := os.RemoveAll(filepath.Join(runs, "other")); err != nil {
			t.Error(err)
		}
		found, _ := filepath.Glob(filepath.Join(runs, "stages", "waiting-*"))
		for _, folder := range found {
			if err := os.RemoveAll(folder); err != nil {
				t.Error(err)
			}
		}
	}
}

// Where a record can't be read nobody knows what it needs.
func TestNothingIsCollectedBesideDamagedRecords(t *testing.T) {
	runs := twoSettings(t)
	all := list(t, "--runs", runs)
	if err := os.Truncate(filepath.Join(runs, all[0].Run, "record.json"), 20); err != nil {
		t.Fatal(err)
	}
	stages := stagesOf(t, runs)
	for _, arguments := range [][]string{{"gc"}, {"rm", all[1].Run}} {
		code, _, messages := ebim(t, append(append([]string{"runs"}, arguments...), "--runs", runs, "--yes")...)
		if code != ExitFailed || !strings.Contains(messages, "nothing is removed") || stagesOf(t, runs) != stages {
			t.Errorf("%q: code %d, %s", arguments, code, messages)
		}
	}
}

// waiting is a stage that has started, and ends when it is told to.
func waiting(started, end chan struct{}) *stage.Stage {
	return &stage.Stage{Name: "waiting", Run: func(context.Context, *stage.Work) error {
		close(started)
		<-end
		return nil
	}}
}
