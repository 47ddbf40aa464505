package command

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// asked runs a worker on requests, lines each, and gives its answers.
func asked(t *testing.T, requests string) (answers []answer) {
	t.Helper()
	code, out, messages := piped(t, requests, "worker")
	if code != 0 || messages != "" {
		t.Fatalf("code %d: %s", code, messages)
	}
	for line := range strings.Lines(out) {
		var one answer
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatalf("%v in %q", err, line)
		}
		answers = append(answers, one)
	}
	return answers
}

func requestOf(t *testing.T, arguments ...string) string {
	t.Helper()
	encoded, err := json.Marshal(request{arguments})
	if err != nil {
		t.Fatal(err)
	}
	return string(encoded) + "\n"
}

// A worker answers as the shell does, however often, and in whatever order its models are used.
func TestWorker(t *testing.T) {
	file, runs := write(t, "ring.yaml", fmt.Sprintf(used, `{csv: {file: ring.csv, columns: ["x [mm]", "y [mm]"]}}`)),
		t.TempDir()
	if err := os.WriteFile(filepath.Join(filepath.Dir(file), "ring.csv"), []byte(onRing(200)), 0o644); err != nil {
		t.Fatal(err)
	}
	must(t, "run", file, "--runs", runs, "--quiet", "--figures=false")
	points := write(t, "plain.csv", "13.5,-3\n10,-1.2\n7.3,-3.5\n10,-3\n")
	var lines [][]string
	for _, model := range []string{"ebim", "implicit", "ebm"} {
		for _, seed := range []int{3, 4} { // more than are kept
			run := folderOf(t, runs, "ring", model, seed)
			lines = append(lines, []string{"score", run, points}, []string{"score", run, points, "--rate", "0.3"},
				[]string{"project", run, points}, []string{"sample", run, "-n", "5"},
				[]string{"score", run, "gone.csv"})
		}
	}
	lines = append(lines, []string{"distance", file, points, "--runs", runs}, []string{"--version"}, []string{"scroe"})
	requests := ""
	for range 2 {
		for _, line := range lines {
			requests += requestOf(t, line...)
		}
	}
	answers := asked(t, requests)
	if len(answers) != 2*len(lines) {
		t.Fatalf("%d answers to %d requests", len(answers), 2*len(lines))
	}
	for i, line := range lines {
		code, out, messages := ebim(t, line...)
		for _, got := range []answer{answers[i], answers[len(lines)+i]} {
			if want := (answer{code, out, messages}); got != want {
				t.Errorf("request %d, %v:\n%+v\nin a shell:\n%+v", i, line, got, want)
			}
		}
	}
}

// A run that is computed again is read again.
func TestWorkerReadsWhatIsNew(t *testing.T) {
	kept := fmt.Sprintf(used, "{uniform_sphere: {dimension: 1}}, size: 60")
	file, runs := write(t, "ring.yaml", kept), t.TempDir()
	again := []string{"run", file, "--runs", runs, "--quiet", "--figures=false", "--only", "ebm", "--seeds", "3"}
	must(t, again...)
	draw := requestOf(t, "sample", folderOf(t, runs, "ring", "ebm", 3), "-n", "2")
	answers := asked(t, draw+requestOf(t, append(again, "--fresh")...)+draw)
	if len(answers) != 3 || answers[1].Code != 0 || answers[0].Code != 0 || answers[0] != answers[2] {
		t.Errorf("%+v", answers)
	}
}

func TestWorkerSurvivesBadRequests(t *testing.T) {
	fine := requestOf(t, "--version")
	for _, test := range []struct{ request, want string }{
		{"hm", `found "hm": invalid character`},
		{`{"arguments": [7]}`, "cannot unmarshal number"},
		{`{"argument": ["list"]}`, `unknown field "argument"`},
		{`{"arguments": ["list"]} {}`, "more than one value"},
		{`{"arguments": []}`, "no arguments"},
		{`{"arguments": ["worker"]}`, "the command worker, which would not end"},
		{`{"arguments": ["serve"]}`, "the command serve, which would not end"},
		{`{"arguments": ["` + strings.Repeat("x", mostRequest+1) + `"]}`, "a line of more than 1048576 bytes"},
		{`{"arguments": ["score", "x.yaml", "-"]}`, "x.yaml"},
	} {
		answers := asked(t, test.request+"\n\n"+fine)
		if len(answers) != 2 || answers[0].Code == 0 || answers[0].Output != "" ||
			!strings.Contains(answers[0].Messages, test.want) || answers[1].Code != 0 {
			t.Errorf("%.40s: %+v, want %s", test.request, answers, test.want)
		}
	}
	if answers := asked(t, strings.TrimSpace(fine)); len(answers) != 1 || answers[0].Code != 0 { // without a line's end
		t.Errorf("%+v", answers)
	}
	if code, _, messages := ebim(t, "worker"); code != ExitUsage || !strings.Contains(messages, "no standard input") {
		t.Errorf("code %d: %s", code, messages)
	}
}

func TestWorkerBoundsItsAnswers(t *testing.T) {
	var c clipped
	if n, err := c.Write(make([]byte, mostAnswer)); n != mostAnswer || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if n, err := c.Write([]byte{1}); n != 0 || err == nil || c.Len() != mostAnswer {
		t.Errorf("%d, %v, %d", n, err, c.Len())
	}
}
