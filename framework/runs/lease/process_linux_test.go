package lease

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A process that is stopped for longer than the patience loses the lease, and finds that out when it goes on.
func TestStoppedHolder(t *testing.T) {
	place := filepath.Join(t.TempDir(), "x")
	c := holding(t, place)
	w := New(place, Options{Patience: 100 * time.Millisecond})
	if l, err := w.Claim(time.Millisecond); l != nil || err != nil {
		t.Fatal(l, err)
	}
	if err := c.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	var next *Lease
	for next == nil {
		var err error
		if next, err = w.Try(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
	}
	defer next.Release()
	if err := c.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	time.Sleep(50 * time.Millisecond) // some ten signs of life of the old holder
	if !next.Held() {
		t.Error("the process that was stopped has the lease again")
	}
}
