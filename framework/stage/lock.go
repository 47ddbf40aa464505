package stage

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ebim/framework/regular"

	"github.com/gofrs/flock"
)

// fileLock keeps other processes, and other engines of this one, from the same work. The lock dies with its process. Its
// file stays: deleting a lock's file while another process opens it would let both have the lock.
type fileLock struct {
	path string
	lock *flock.Flock
}

// tryLock takes the lock if nobody has it.
func tryLock(path string, now time.Time) (*fileLock, bool, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, false, explain(err)
	}
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, false, fmt.Errorf("%s is %v, not a lock; remove it and run again", path, regular.Kind(info.Mode()))
	}
	l := &fileLock{path, flock.New(path, flock.SetFlag(os.O_CREATE|os.O_RDWR))}
	taken, err := l.lock.TryLock()
	if err != nil || !taken {
		l.lock.Close()
		if err != nil {
			err = explain(fmt.Errorf("%s can't be locked: %w", path, err))
		}
		return nil, false, err
	}
	l.sign(now)
	return l, true, nil
}

// signature begins the text that a lock's file holds.
const signature = "pid "

// sign writes into the lock's file who holds it, only for the messages of others; Windows refuses it. A file with other
// text is a link to somebody's own, and is left alone.
func (l *fileLock) sign(now time.Time) {
	text, err := os.ReadFile(l.path)
	if err != nil || len(text) > 0 && !strings.HasPrefix(string(text), signature) {
		return
	}
	_ = os.WriteFile(l.path, fmt.Appendf(nil, "%s%d, since %s", signature, os.Getpid(), now.Format("2006-01-02 15:04:05")), 0o644)
}

// holder says who has a lock: "another process (pid 123, since 2026-01-02 03:04:05)".
func holder(path string) string {
	text, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(text), signature) || strings.ContainsAny(string(text), "\n\x1b") {
		return "another process"
	}
	return fmt.Sprintf("another process (%s)", text)
}

func (l *fileLock) unlock() error {
	return errors.Join(l.lock.Unlock(), l.lock.Close())
}
