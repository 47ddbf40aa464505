package lease

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"
)

// Processes of this test's program count under a lease: childPlace names it, and each adds one to a file, many times.
const childPlace, childDoes = "EBIM_LEASE_TEST_PLACE", "EBIM_LEASE_TEST_DOES"

func child(t *testing.T, place, does string) *exec.Cmd {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestChild$")
	c.Env = append(os.Environ(), childPlace+"="+place, childDoes+"="+does)
	return c
}

func TestChild(t *testing.T) {
	place := os.Getenv(childPlace)
	if place == "" {
		t.Skip("run by other tests")
	}
	if os.Getenv(childDoes) == "hold" {
		must(t, New(place, Options{Every: 5 * time.Millisecond}))
		fmt.Println("held")
		time.Sleep(time.Hour)
	}
	for done := 0; done < 30; {
		l, err := New(place, Options{}).Try()
		if err != nil {
			t.Fatal(err)
		}
		if l == nil {
			time.Sleep(time.Millisecond)
			continue
		}
		text, _ := os.ReadFile(place + ".count")
		n, _ := strconv.Atoi(string(text))
		time.Sleep(time.Millisecond) // for others to come in between
		if err := os.WriteFile(place+".count", []byte(strconv.Itoa(n+1)), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := l.Release(); err != nil {
			t.Fatal(err)
		}
		done++
	}
}

func TestProcessesExcludeEachOther(t *testing.T) {
	place := filepath.Join(t.TempDir(), "x")
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if out, err := child(t, place, "count").CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	group.Wait()
	if text, err := os.ReadFile(place + ".count"); err != nil || string(text) != "120" {
		t.Errorf("counted %s (%v), want 120", text, err)
	}
}

// holding starts a process that holds the lease of a place.
func holding(t *testing.T, place string) *exec.Cmd {
	t.Helper()
	c := child(t, place, "hold")
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill(); c.Wait() })
	for lines := bufio.NewScanner(out); lines.Scan() && lines.Text() != "held"; {
	}
	return c
}

func TestKilledHolderOfThisMachine(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("not known here who is gone")
	}
	place := filepath.Join(t.TempDir(), "x")
	c := holding(t, place)
	w := New(place, Options{Patience: time.Hour}) // which nobody could wait for
	refuse(t, w)
	c.Process.Kill()
	for range 10000 {
		if l, err := w.Try(); err != nil {
			t.Fatal(err)
		} else if l != nil {
			l.Release()
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Error("a killed process still has the lease after 10 s")
}
