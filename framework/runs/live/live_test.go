package live_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ebim/framework/runs/history"
	"ebim/framework/runs/live"
)

const key = "0123456789abcdef0123"

func begin(t *testing.T, root string) *live.Writer {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(root, "stages"), 0o755); err != nil {
		t.Fatal(err)
	}
	w, err := live.Create(root, live.Progress{Stage: "manifold", Key: key, Experiment: "circle", Model: "ebim",
		Seed: 2}, func(line string) { t.Error(line) })
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// listed are the live folders below a root.
func listed(t *testing.T, root string) (all []live.Stage) {
	t.Helper()
	folders, err := filepath.Glob(filepath.Join(root, "stages", "*"+live.Suffix))
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		if s, there := live.Read(folder); there {
			all = append(all, s)
		}
	}
	return all
}

// only returns the single stage that is live below a root.
func only(t *testing.T, root string) live.Stage {
	t.Helper()
	all := listed(t, root)
	if len(all) != 1 {
		t.Fatalf("%d live stages; want one", len(all))
	}
	return all[0]
}

// eventually waits, in a bubble whose clock need not wait for real time, until a condition holds: files appear within a
// second or two.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s did not happen within a minute", what)
		}
	}
}

// A reader sees the steps and the rows while they come, and nothing after the end.
func TestReaderFollowsWriter(t *testing.T) { synctest.Test(t, readerFollowsWriter) }

func readerFollowsWriter(t *testing.T) {
	t.Helper()
	root := t.TempDir()
	w := begin(t, root)
	s := only(t, root)
	if p := s.Progress; s.Err != nil || p.Stage != "manifold" || p.Model != "ebim" || p.Seed != 2 ||
		p.PID != os.Getpid() || s.Key != key || !s.Alive(time.Now()) {
		t.Fatalf("at first %+v, %v", p, s.Err)
	}
	w.Step(1, 10, []string{"loss"}, []float64{4})
	eventually(t, "the wish for a step", w.Due)
	w.Step(5, 10, []string{"loss", "term"}, []float64{0.5, math.NaN()})
	written := w.History(0)
	fmt.Fprint(written, "step,loss,validation\n0,4,\n1,2,7\n2,")
	fmt.Fprint(w.History(1), "step,loss\n")
	tail := history.Tail{Path: filepath.Join(live.Folder(root, "manifold", key), history.File(0))}
	var rows [][]float64
	next := func() {
		more, _, restarted, err := tail.Next()
		if restarted || err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(restarted, err)
		}
		rows = append(rows, more...)
	}
	eventually(t, "two rows", func() bool { next(); return len(rows) == 2 })
	fmt.Fprint(written, "1.5,\n")
	eventually(t, "a third row", func() bool { next(); return len(rows) == 3 })
	if got := fmt.Sprint(tail.Columns(), rows); got != "[loss validation] [[0 4 NaN] [1 2 7] [2 1.5 NaN]]" {
		t.Error(got)
	}
	s = only(t, root)
	if p := s.Progress; p.Done != 5 || p.Total != 10 || *p.Values["loss"] != 0.5 || p.Values["term"] != nil ||
		p.SecondsLeft == nil || *p.SecondsLeft <= 0 {
		t.Errorf("then %+v", p)
	}
	if !slices.Equal(s.Histories, []live.History{{File: "history.csv", Start: 0}, {File: "history-2.csv", Start: 1}}) {
		t.Errorf("files %v", s.Histories)
	}
	for range 2 {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
	if all := listed(t, root); len(all) > 0 {
		t.Errorf("at the end %v", all)
	}
	if entries, err := os.ReadDir(filepath.Join(root, "stages")); len(entries) > 0 || err != nil {
		t.Errorf("left are %v, %v", entries, err)
	}
}

// A process that is killed leaves a folder that is found to be dead, and that the next one replaces.
func TestKilledProcess(t *testing.T) {
	if root := os.Getenv("EBIM_TEST_LIVE"); root != "" {
		begin(t, root)
		fmt.Println("ready")
		time.Sleep(time.Hour)
	}
	root := t.TempDir()
	child := exec.Command(os.Args[0], "-test.run=^TestKilledProcess$")
	child.Env = append(os.Environ(), "EBIM_TEST_LIVE="+root)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	said := make([]byte, len("ready"))
	if _, err := out.Read(said); err != nil || string(said) != "ready" {
		t.Errorf("the process said %q, %v", said, err)
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	child.Wait()
	s := only(t, root)
	if s.Err != nil || s.Progress.PID != child.Process.Pid || !s.Alive(s.Progress.Updated.Add(14*time.Second)) ||
		s.Alive(s.Progress.Updated.Add(16*time.Second)) {
		t.Errorf("it left %+v, %v", s.Progress, s.Err)
	}
	w := begin(t, root)
	defer w.Close()
	if s := only(t, root); s.Progress.PID != os.Getpid() || !s.Alive(time.Now()) ||
		len(s.Histories) != 0 {
		t.Errorf("then there is %+v", s)
	}
}

// A heartbeat that is written rarely may be missing for longer.
func TestAlive(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, c := range []struct {
		every, ago float64
		want       bool
	}{{1, 15, true}, {1, 15.5, false}, {10, 49, true}, {10, 51, false}, {1, -3600, true}} {
		p := live.Progress{EverySeconds: c.every, Updated: now.Add(-time.Duration(c.ago * float64(time.Second)))}
		if got := p.Alive(now); got != c.want {
			t.Errorf("every %v s, %v s ago: alive %v", c.every, c.ago, got)
		}
	}
}

// Each damaged folder is listed as such, beside the others.
func TestDamagedFolders(t *testing.T) {
	root := t.TempDir()
	w := begin(t, root)
	defer w.Close()
	good, err := os.ReadFile(filepath.Join(live.Folder(root, "manifold", key), live.ProgressFile))
	if err != nil {
		t.Fatal(err)
	}
	of := func(name string) string { return strings.ReplaceAll(string(good), "manifold", name) }
	texts := map[string]string{
		"cut":     of("cut")[:40],
		"format":  strings.Replace(of("format"), `"format":1`, `"format":2`, 1),
		"other":   string(good),
		"never":   strings.Replace(of("never"), `"every_seconds":1`, `"every_seconds":-1`, 1),
		"list":    "[]",
		"nothing": "",
		"huge":    strings.Repeat(" ", 2<<20) + of("huge"),
	}
	for name, text := range texts {
		folder := live.Folder(root, name, key)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, live.ProgressFile), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"empty", "folder"} {
		if err := os.MkdirAll(live.Folder(root, name, key), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(live.Folder(root, "folder", key), live.ProgressFile), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(live.Folder(root, "file", key), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	all := listed(t, root)
	if len(all) != len(texts)+3 { // without the empty folder
		t.Errorf("%d folders; want %d", len(all), len(texts)+3)
	}
	for _, s := range all {
		name := filepath.Base(s.Folder)
		if whole := strings.HasPrefix(name, "manifold"); whole != (s.Err == nil) || whole != (s.Progress != nil) ||
			whole != s.Alive(time.Now()) {
			t.Errorf("%s: %+v, %v", name, s.Progress, s.Err)
		}
	}
}

// A disk that can't be written causes one message, and stops nothing.
func TestNothingCanBeWritten(t *testing.T) { synctest.Test(t, nothingCanBeWritten) }

func nothingCanBeWritten(t *testing.T) {
	t.Helper()
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "stages"), 0o755); err != nil {
		t.Fatal(err)
	}
	said := make(chan string, 10)
	w, err := live.Create(root, live.Progress{Stage: "energy", Key: key}, func(line string) { said <- line })
	if err != nil {
		t.Fatal(err)
	}
	folder := live.Folder(root, "energy", key)
	// where no file can be made
	if err := errors.Join(os.RemoveAll(folder), os.WriteFile(folder, nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	if n, err := fmt.Fprint(w.History(0), "step\n"); n != 5 || err != nil {
		t.Error(n, err)
	}
	eventually(t, "a message", func() bool { return len(said) > 0 })
	w.Close()
	if line := <-said; !strings.Contains(line, "out of date") || len(said) > 0 {
		t.Errorf("said %q, and %d more", line, len(said))
	}
	if w, err := live.Create(filepath.Join(root, "nowhere"), live.Progress{Stage: "energy", Key: key},
		nil); err == nil {
		t.Errorf("a folder %v in none", w)
	}
}

// Of a writer that is not there nothing is heard.
func TestNil(t *testing.T) {
	var w *live.Writer
	w.Step(1, 2, nil, nil)
	n, err := w.History(0).Write([]byte("text"))
	if err := errors.Join(err, w.Close()); n != 4 ||
		err != nil || w.Due() {
		t.Error(n, err)
	}
}
