package shutdown

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"testing"
	"time"
)

func TestHeldProgramIsNotOver(t *testing.T) {
	at := time.Now()
	first, second := Hold(), Hold()
	if over(at, at.Add(time.Hour), grace) {
		t.Error("a held program is over")
	}
	first()
	first() // counts once
	if over(at, at.Add(time.Hour), grace) {
		t.Error("a program is over that one of two still holds")
	}
	second()
	released := holds.release
	if over(at, released.Add(grace-time.Nanosecond), grace) || !over(at, released.Add(grace), grace) {
		t.Error("the moment does not begin with the last release")
	}
	if later := released.Add(time.Minute); over(later, later.Add(grace-time.Nanosecond), grace) || !over(later,
		later.Add(grace), grace) {
		t.Error("the moment does not begin with the interruption")
	}
}

// child makes a copy of this test's program hang in the way that it names.
const child = "EBIM_SHUTDOWN_TEST_CHILD"

func TestProgramThatHangsIsEnded(t *testing.T) {
	if how := os.Getenv(child); how != "" {
		hang(how)
	}
	if runtime.GOOS == "windows" {
		t.Skip("processes can't be sent an interrupt")
	}
	for how, want := range map[string]struct {
		code int
		said []string
	}{
		"hangs":        {130, []string{"hangs"}},
		"saves":        {130, []string{"saves", "saved"}},
		"ends":         {7, []string{"ends"}},
		"never let go": {-1, []string{"never let go"}}, // killed by the second signal
	} {
		if how == "never let go" && signal.Ignored(os.Interrupt) {
			continue // as where a script started the tests in its background: nothing but a manager's signal ends it
		}
		t.Run(how, func(t *testing.T) {
			t.Parallel() // as programs wait, most of the time
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			p := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestProgramThatHangsIsEnded$")
			p.Env = append(os.Environ(), child+"="+how)
			out, err := p.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Start(); err != nil {
				t.Fatal(err)
			}
			var said []string
			for lines := bufio.NewScanner(out); lines.Scan(); {
				if said = append(said, lines.Text()); len(said) == 1 {
					signals(t, p, how)
				}
			}
			_ = p.Wait() // its error is the code
			if code := p.ProcessState.ExitCode(); code != want.code || fmt.Sprint(said) != fmt.Sprint(want.said) ||
				ctx.Err() != nil {
				t.Errorf("%s: code %d, said %q, %v; want %d and %q", how, code, said, ctx.Err(), want.code, want.said)
			}
		})
	}
}

// signals interrupts a program, twice if it never lets go: a second signal may come before the first is dealt with.
func signals(t *testing.T, p *exec.Cmd, how string) {
	if err := p.Process.Signal(os.Interrupt); err != nil {
		t.Error(err)
	}
	if how != "never let go" {
		return
	}
	go func() {
		for p.Process.Signal(os.Interrupt) == nil {
			time.Sleep(10 * time.Millisecond)
		}
	}()
}

func hang(how string) {
	ctx := Notify(func(*Interruption) { os.Exit(130) })
	fmt.Println(how)
	switch how {
	case "saves":
		release := Hold()
		<-ctx.Done()
		time.Sleep(2 * grace)
		fmt.Println("saved")
		release()
	case "ends":
		<-ctx.Done()
		os.Exit(7)
	case "never let go":
		Hold()
	}
	time.Sleep(time.Hour)
}
