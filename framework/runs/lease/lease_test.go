package lease

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// stepping is an observer's clock that a test moves.
type stepping struct{ now atomic.Int64 }

func (s *stepping) step(d time.Duration) { s.now.Add(int64(d)) }

func (s *stepping) clock() time.Duration { return time.Duration(s.now.Load()) }

func must(t *testing.T, w *Watch) *Lease {
	t.Helper()
	l, err := w.Try()
	if err != nil || l == nil {
		t.Fatalf("not taken: %v", err)
	}
	t.Cleanup(func() { l.Release() })
	return l
}

func refuse(t *testing.T, w *Watch) {
	t.Helper()
	if l, err := w.Try(); err != nil || l != nil {
		t.Fatalf("taken (%v) or %v", l != nil, err)
	}
}

// foreignHolder makes the holder of a place one of another machine, known by its signs of life alone.
func foreignHolder(t *testing.T, l *Lease, since time.Time) {
	t.Helper()
	text := fmt.Sprintf(`{"token":%q,"host":"elsewhere","pid":7,"since":%q,"machine":"another","started":"1"}`, l.token,
		since.Format(time.RFC3339))
	if err := os.WriteFile(filepath.Join(l.Folder(), holderFile), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestOneHolderAtATime(t *testing.T) {
	place := filepath.Join(t.TempDir(), "x")
	for range 2 {
		l := must(t, New(place, Options{}))
		refuse(t, New(place, Options{}))
		w := New(place, Options{})
		refuse(t, w)
		if got, want := w.String(), fmt.Sprintf("another process (pid %d, since ", os.Getpid()); !strings.HasPrefix(got,
			want) {
			t.Errorf("%q, want %q...", got, want)
		}
		if free, err := w.Free(); free || err != nil {
			t.Error(free, err)
		}
		if err := l.Release(); err != nil {
			t.Fatal(err)
		}
		if entries, err := os.ReadDir(filepath.Dir(place)); err != nil || len(entries) > 0 {
			t.Errorf("left over: %v, %v", entries, err)
		}
	}
}

// A silent holder is dead after the observer's own time, whatever its clock says; one that gives signs of life is not.
func TestSilenceIsMeasuredByTheObserver(t *testing.T) {
	for name, ahead := range map[string]time.Duration{"behind": -20 * time.Minute, "ahead": 20 * time.Minute} {
		t.Run(name, func(t *testing.T) {
			var at stepping
			place := filepath.Join(t.TempDir(), "x")
			holders := time.Now().Add(ahead) // the clock of the holder's machine
			l := must(t, New(place, Options{Every: time.Hour}))
			foreignHolder(t, l, holders)
			w := New(place, Options{Patience: 30 * time.Second, clock: at.clock})
			beat := func() {
				holders = holders.Add(5 * time.Second)
				if err := os.Chtimes(filepath.Join(l.Folder(), holderFile), holders, holders); err != nil {
					t.Fatal(err)
				}
			}
			for range 100 {
				beat()
				at.step(5 * time.Second)
				refuse(t, w)
			}
			if !w.alive {
				t.Error("not seen to be alive")
			}
			for range 5 {
				at.step(5 * time.Second)
				refuse(t, w)
			}
			at.step(5 * time.Second)
			next := must(t, w)
			if l.Held() || !next.Held() {
				t.Error("the old lease is still held, or the new one is not")
			}
		})
	}
}

// An observer that has slept itself, as when the whole machine did, gives the holder time to show itself.
func TestObserverThatSlept(t *testing.T) {
	var at stepping
	place := filepath.Join(t.TempDir(), "x")
	l := must(t, New(place, Options{Every: time.Hour}))
	foreignHolder(t, l, time.Now())
	w := New(place, Options{Patience: 30 * time.Second, clock: at.clock})
	refuse(t, w)
	at.step(10 * time.Hour)
	refuse(t, w)
}

// What a holder that was taken for dead has written goes to the next one, and nothing gets out of the old folder.
func TestFencing(t *testing.T) {
	var at stepping
	place := filepath.Join(t.TempDir(), "x")
	old := must(t, New(place, Options{Every: time.Hour}))
	foreignHolder(t, old, time.Now())
	result := filepath.Join(old.Folder(), "result")
	if err := os.Mkdir(result, 0o755); err != nil {
		t.Fatal(err)
	}
	w := New(place, Options{Patience: time.Second, clock: at.clock})
	refuse(t, w)
	at.step(time.Second)
	late := New(place, Options{clock: at.clock}) // sees the same holder, and will be slower
	if _, err := late.look(); err != nil {
		t.Fatal(err)
	}
	dead := late.seen.token
	next := must(t, w)
	if l, err := takeOver(place+Mark, dead, Options{}.filled()); l != nil || err != nil {
		t.Errorf("a second one took over from the same holder: %v, %v", l, err)
	}
	if err := os.Rename(result, place); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the old holder could publish: %v", err)
	}
	if _, err := os.Stat(filepath.Join(next.Folder(), "result")); err != nil {
		t.Error(err)
	}
	if err := old.Release(); err != nil || !next.Held() {
		t.Errorf("releasing the lost lease: %v; the new one held: %v", err, next.Held())
	}
}

// A fenced process that goes on writing makes its folder again; that is no lease.
func TestWhatAFencedHolderLeaves(t *testing.T) {
	var at stepping
	place := filepath.Join(t.TempDir(), "x")
	o := Options{clock: at.clock}
	left := filepath.Join(place+Mark, strings.Repeat("0", 2*tokenBytes), "checkpoints")
	l := must(t, New(place, o))
	if err := os.MkdirAll(left, 0o755); err != nil {
		t.Fatal(err)
	}
	refuse(t, New(place, o))
	if err := l.Release(); err != nil {
		t.Fatal(err)
	}
	w := New(place, o)
	refuse(t, w)
	at.step(unsigned)
	must(t, w)
}

// A holder that was killed between the last two steps of giving its lease back leaves an empty folder, which nobody
// holds.
func TestEmptyFolderIsFree(t *testing.T) {
	place := filepath.Join(t.TempDir(), "x")
	if err := os.Mkdir(place+Mark, 0o755); err != nil {
		t.Fatal(err)
	}
	if free, err := New(place, Options{}).Free(); !free || err != nil {
		t.Error(free, err)
	}
	if _, err := os.Lstat(place + Mark); !gone(err) {
		t.Errorf("the folder stays: %v", err)
	}
	if err := os.Mkdir(place+Mark, 0o755); err != nil {
		t.Fatal(err)
	}
	must(t, New(place, Options{}))
	refuse(t, New(place, Options{}))
}

// Who renames while another process has the place, and looks when that one has given it back, was just too slow.
func TestRefusedByOneWhoIsGone(t *testing.T) {
	place := filepath.Join(t.TempDir(), "x"+Mark)
	for _, errno := range []syscall.Errno{syscall.EEXIST, syscall.ENOTEMPTY} {
		if err := refused(place, &os.LinkError{Op: "rename", Err: errno}, fs.ErrNotExist); err != nil {
			t.Error(err)
		}
	}
	if err := refused(place, &os.LinkError{Op: "rename", Err: syscall.EACCES}, fs.ErrNotExist); !errors.Is(err,
		fs.ErrPermission) {
		t.Errorf("got %v", err)
	}
}

// Dead processes of other machines take the observer one patience together, not one each; whoever gives a sign of life
// stays.
func TestDeadMembersLeaveTogether(t *testing.T) {
	const step, patience, dead = 10 * time.Millisecond, time.Second, 20
	var at stepping
	o := Options{Patience: patience, clock: func() time.Duration { at.step(step); return at.clock() }}
	folder := t.TempDir()
	for range dead {
		l, err := Join(folder, Options{})
		if err != nil {
			t.Fatal(err)
		}
		l.end() // no sign of life any more
		foreignHolder(t, l, time.Now())
	}
	if nobody, err := Vacate(folder, o, time.Millisecond); !nobody || err != nil {
		t.Fatal(nobody, err)
	}
	if took, want := at.clock(), patience+3*dead*step; took > want {
		t.Errorf("it took %v of the observer's time, want at most %v", took, want)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) > 0 {
		t.Errorf("left over: %v, %v", entries, err)
	}
	here, err := Join(folder, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer here.Release()
	if nobody, err := Vacate(folder, o, time.Millisecond); nobody || err != nil {
		t.Error(nobody, err)
	}
	if !here.Held() {
		t.Error("a living process had to leave")
	}
}

func TestLostIsNoticed(t *testing.T) {
	place := filepath.Join(t.TempDir(), "x")
	l := must(t, New(place, Options{Every: time.Millisecond}))
	next, err := takeOver(place+Mark, l.token, Options{}.filled())
	if err != nil || next == nil {
		t.Fatal(next, err)
	}
	defer next.Release()
	<-l.Lost()
}

// A disk on which signs of life take longer than the others' patience costs the lease, and nothing else.
func TestSlowDisk(t *testing.T) {
	place := filepath.Join(t.TempDir(), "x")
	stuck := make(chan struct{})
	l := must(t, New(place, Options{Every: time.Millisecond, touch: func(path string, at time.Time) error {
		<-stuck
		return os.Chtimes(path, at, at)
	}}))
	foreignHolder(t, l, time.Now())
	w := New(place, Options{Patience: 20 * time.Millisecond})
	var next *Lease
	for next == nil {
		var err error
		if next, err = w.Try(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
	}
	defer next.Release()
	close(stuck)
	<-l.Lost()
	if !next.Held() {
		t.Error("the slow holder's sign of life took the lease from the next one")
	}
}

// Whatever stands in a lease's place, no file of the user's own is written over or made.
func TestPlacesThatAreTaken(t *testing.T) {
	for name, put := range map[string]func(own, place string) error{
		"a link":            os.Symlink,
		"a link to nothing": func(own, place string) error { return os.Symlink(own+"-2", place) },
		"a file":            os.Link,
		"a folder": func(own, place string) error {
			return errors.Join(os.Mkdir(place, 0o755), os.Link(own, filepath.Join(place, "mine")))
		},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			own, place := filepath.Join(folder, "own"), filepath.Join(folder, "a")
			if err := os.WriteFile(own, []byte("my text"), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := put(own, place+Mark); err != nil {
				t.Skip(err)
			}
			l, err := New(place, Options{}).Try()
			if l != nil || err == nil || !strings.Contains(err.Error(), place+Mark) {
				t.Errorf("got %v, %v", l, err)
			}
			if text, err := os.ReadFile(own); err != nil || string(text) != "my text" {
				t.Errorf("the user's file holds %q (%v)", text, err)
			}
			if _, err := os.Lstat(own + "-2"); err == nil {
				t.Error("a file was made where the link points")
			}
		})
	}
}
