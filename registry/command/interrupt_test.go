package command

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/figure"
	"ebim/framework/runs/stage"
	"ebim/registry"
)

// program is the program in a process of its own.
type program struct {
	*exec.Cmd
	out, messages bytes.Buffer
}

func start(t *testing.T, arguments ...string) *program {
	t.Helper()
	p := &program{Cmd: exec.CommandContext(t.Context(), os.Args[0], arguments...)}
	p.Env = append(os.Environ(), asProgram+"=1")
	p.Stdout, p.Stderr = &p.out, &p.messages
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	return p
}

// signal sends a signal, or several.
func (p *program) signal(signal os.Signal) error {
	if several, ok := signal.(interface{ send(*program) error }); ok {
		return several.send(p)
	}
	return p.Process.Signal(signal)
}

// code waits for the end.
func (p *program) code() int {
	_ = p.Wait() // its error is the code
	return p.ProcessState.ExitCode()
}

// interrupt sends a signal to the program within the manifold's training of the circle, and returns its end, its runs
// and its command line. A training that was over before is tried again with more epochs.
func interrupt(t *testing.T, signal os.Signal, flags ...string) (p *program, runs string, arguments []string) {
	t.Helper()
	file := write(t, "circle.yaml", circle)
	for epochs := 5000; epochs < 10_000_000; epochs *= 5 {
		runs = t.TempDir()
		arguments = append([]string{"run", file, "--only", "ebim", "--set",
			fmt.Sprintf("models.ebim.manifold.training.epochs=%d", epochs)}, flags...)
		arguments = append(arguments, "--runs", runs)
		p = start(t, arguments...)
		awaitTraining(t, runs)
		if err := p.signal(signal); err != nil {
			t.Fatal(err)
		}
		p.code()
		if finished, _ := filepath.Glob(filepath.Join(runs, "stages",
			"manifold-"+strings.Repeat("[0-9a-f]", 20))); len(finished) == 0 {
			return p, runs, arguments
		}
	}
	t.Fatal("no training was long enough to be interrupted")
	return nil, "", nil
}

// awaitTraining waits until a process is within the manifold's training, or beyond it.
func awaitTraining(t *testing.T, runs string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for ctx.Err() == nil {
		if found, _ := filepath.Glob(filepath.Join(runs, "stages", "manifold-*")); len(found) > 0 {
			time.Sleep(50 * time.Millisecond) // some steps, on most machines; none would do
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("no training began within a minute")
}

func skipWithoutSignals(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("processes can't be sent an interrupt")
	}
}

// samples are the bytes of a run's samples, which depend on every parameter.
func samples(t *testing.T, runs string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folderOf(t, runs, "circle", "ebim", 0), "samples.npy"))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestCtrlC(t *testing.T) {
	skipWithoutSignals(t)
	p, runs, arguments := interrupt(t, os.Interrupt)
	if code := p.code(); code != ExitInterrupted {
		t.Errorf("code %d, want %d", code, ExitInterrupted)
	}
	if want := "interrupted with 0 of 1 runs done; what was computed is saved, and the same command continues from " +
		"there\n"; !strings.HasSuffix(p.messages.String(), want) {
		t.Errorf("%s\nlacks %q", &p.messages, want)
	}
	record, err := stage.ReadRecord(filepath.Join(folderOf(t, runs, "circle", "ebim", 0), "record.json"))
	if err != nil || record.Status != stage.Interrupted {
		t.Errorf("%+v, %v", record, err)
	}
	checkpoints, _ := filepath.Glob(filepath.Join(runs, "stages", "manifold-*.checkpoints", "step-*", "*.bin"))
	if len(checkpoints) != 1 {
		t.Errorf("checkpoints %v, want one", checkpoints)
	}
	must(t, arguments...)
	whole := t.TempDir()
	must(t, append(arguments[:len(arguments)-1:len(arguments)-1], whole)...)
	if samples(t, runs) != samples(t, whole) {
		t.Error("the interrupted run ends with other bits")
	}
}

// Checking a long sweep looks at no context: the program ends all the same, and has made nothing.
func TestInterruptedCheck(t *testing.T) {
	skipWithoutSignals(t)
	file := write(t, "circle.yaml", circle)
	for _, command := range []string{"validate", "run"} {
		code, variants, runs := 0, 200, filepath.Join(t.TempDir(), "runs")
		var p *program
		// A signal that comes before the program listens kills it (-1), one that comes after the check finds nothing
		// to end.
		for wait := 100 * time.Millisecond; code != ExitInterrupted && wait < time.Minute; wait *= 2 {
			arguments := []string{command, file, "--set", fmt.Sprintf(
				"sweep={models.ebm.energy.training.epochs: [%s1]}", epochs(variants))}
			if command == "run" {
				arguments = append(arguments, "--runs", runs)
			}
			p = start(t, arguments...)
			time.Sleep(wait)
			_ = p.Process.Signal(os.Interrupt) // it may have ended
			if code = p.code(); code == 0 {
				variants *= 4
			} else if code != -1 {
				break
			}
		}
		if code != ExitInterrupted || p.out.Len() > 0 || !strings.Contains(p.messages.String(), "interrupted") {
			t.Errorf("%s of %d variants: code %d, %q, %q", command, variants, code, &p.out, &p.messages)
		}
		if _, err := os.Stat(runs); err == nil {
			t.Errorf("%s made the folder of runs", command)
		}
	}
}

// epochs is a list of n different numbers, each with a comma.
func epochs(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "%d, ", i+2)
	}
	return text.String()
}

func TestInterruptedFigure(t *testing.T) {
	file := write(t, "circle.yaml", circle)
	sheet := write(t, "sheet.yaml", "panels: [{experiment: "+file+", model: truth, figure: scatter}]\n")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, messages strings.Builder
	picture := filepath.Join(t.TempDir(), "sheet.png")
	code := (&Program{Registry: registry.Standard(), Out: &out, Messages: &messages, Now: time.Now}).Run(ctx,
		[]string{"figure", sheet, "--runs", t.TempDir(), "--output", picture})
	if code != ExitInterrupted || messages.String() != figure.ErrInterrupted.Error()+"\n" || out.Len() > 0 {
		t.Errorf("code %d, %q, %q", code, &out, &messages)
	}
	if _, err := os.Stat(picture); err == nil {
		t.Error("there is a picture")
	}
}

func TestKilledProcessAndDamagedCheckpoint(t *testing.T) {
	skipWithoutSignals(t)
	_, runs, arguments := interrupt(t, os.Kill, "--quiet")
	folders, err := filepath.Glob(filepath.Join(runs, "stages", "manifold-*.lease", "*", "checkpoints"))
	if err != nil || len(folders) != 1 {
		t.Fatal(folders, err)
	}
	damaged := filepath.Join(folders[0], "step-000000007")
	if err := os.Mkdir(damaged, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, extension := range []string{".json", ".bin"} {
		if err := os.WriteFile(filepath.Join(damaged, "checkpoint-n0000000-20260101-000000-initial"+extension),
			[]byte("{"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	code, _, messages := ebim(t, arguments...)
	if dropped := filepath.Join("checkpoints", filepath.Base(damaged)) + " is dropped"; code != 0 ||
		!strings.Contains(messages, dropped) {
		t.Errorf("with a damaged checkpoint: code %d, %s\nwant that %s", code, messages, dropped)
	}
	must(t, arguments...)
	if left, _ := filepath.Glob(filepath.Join(runs, "stages", "*.lease*")); len(left) > 0 {
		t.Errorf("the killed process's %v are still there", left)
	}
}

func TestTwoProcessesAtOnce(t *testing.T) {
	file, runs := write(t, "circle.yaml", circle), t.TempDir()
	both := []*program{}
	for range 2 {
		both = append(both, start(t, "run", file, "--only", "ebim", "--runs", runs))
	}
	var wait sync.WaitGroup
	codes := make([]int, 2)
	for i, p := range both {
		wait.Go(func() { codes[i] = p.code() })
	}
	wait.Wait()
	if diff := cmp.Diff([]int{0, 0}, codes); diff != "" {
		t.Errorf("codes: %s\n%s\n%s", diff, &both[0].messages, &both[1].messages)
	}
	if diff := cmp.Diff(both[0].out.String(), both[1].out.String()); diff != "" {
		t.Errorf("tables: %s", diff)
	}
	said := both[0].messages.String() + both[1].messages.String()
	for _, training := range []string{"ebim seed 0 manifold: done", "ebim seed 0 energy: done"} {
		if n := strings.Count(said, training); n != 1 {
			t.Errorf("%q was said %d times, want once:\n%s", training, n, said)
		}
	}
}
