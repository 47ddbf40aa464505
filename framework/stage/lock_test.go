package stage

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Whatever stands in a lock's place, no file of the user's own is written over or made.
func TestLocksThatAreNone(t *testing.T) {
	for name, put := range map[string]func(own, lock string) error{
		"a link":              os.Symlink,
		"a link to nothing":   func(own, lock string) error { return os.Symlink(own+"-2", lock) },
		"a folder":            func(_, lock string) error { return os.Mkdir(lock, 0o755) },
		"a file of two names": os.Link,
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			own, lock := filepath.Join(folder, "own"), filepath.Join(folder, "a.lock")
			if err := os.WriteFile(own, []byte("my text"), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := put(own, lock); err != nil {
				t.Skip(err)
			}
			l, taken, err := tryLock(lock, time.Unix(0, 0))
			if taken {
				l.unlock()
			}
			if (err == nil) != (name == "a file of two names") || err != nil && !strings.Contains(err.Error(), lock) {
				t.Errorf("got %v, %v", taken, err)
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

func TestLocksNameTheirHolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.lock")
	for range 2 {
		l, taken, err := tryLock(path, time.Unix(0, 0))
		if err != nil || !taken {
			t.Fatal(taken, err)
		}
		if got := holder(path); !strings.HasPrefix(got, "another process (pid ") {
			t.Errorf("the holder is %q", got)
		}
		if err := l.unlock(); err != nil {
			t.Fatal(err)
		}
	}
}
