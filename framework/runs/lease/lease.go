package lease

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"syscall"
	"time"

	"ebim/framework/runs/disk"
)

// Mark is what the name of a lease's folder ends with.
const Mark = ".lease"

// holderFile says who holds a lease; its time is the holder's last sign of life.
const holderFile = "holder.json"

// Options say how leases are held and watched.
type Options struct {
	Every    time.Duration    // between two signs of life; 5 s when 0
	Patience time.Duration    // without one, after which a holder is taken for dead; a minute when 0
	Now      func() time.Time // the clock for what others read, which decides nothing; time.Now when nil

	clock func() time.Duration                 // of the observer; monotonic
	touch func(path string, t time.Time) error // a sign of life
}

func (o Options) filled() Options {
	o.Every = cmp.Or(o.Every, 5*time.Second)
	o.Patience = cmp.Or(o.Patience, time.Minute)
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.clock == nil {
		start := time.Now()
		o.clock = func() time.Duration { return time.Since(start) }
	}
	if o.touch == nil {
		o.touch = func(path string, t time.Time) error { return os.Chtimes(path, t, t) }
	}
	return o
}

// Holder is a process that holds a lease, as it describes itself.
type Holder struct {
	Token string    `json:"token"`
	Host  string    `json:"host"`
	PID   int       `json:"pid"`
	Since time.Time `json:"since"`
	// equal for processes that can see each other; empty where that is not known
	Machine string `json:"machine,omitempty"`
	// of the process, as the system counts; separates it from a later one with its number
	Started string `json:"started,omitempty"`
}

// Lease is one that this process holds, or has lost.
type Lease struct {
	place, token string
	options      Options
	lost         chan struct{}
	stop         chan struct{}
	stopping     sync.Once
	stopped      chan struct{}
}

// Folder returns where the holder works. It is gone once another process has taken the lease over.
func (l *Lease) Folder() string { return filepath.Join(l.place, l.token) }

// Lost is closed soon after another process has taken the lease over.
func (l *Lease) Lost() <-chan struct{} { return l.lost }

// Held reports whether the lease is still this process's, as far as is known: it may be lost in the next moment.
func (l *Lease) Held() bool {
	Refresh(l.place)
	_, err := os.Lstat(filepath.Join(l.Folder(), holderFile))
	return !gone(err)
}

// Release gives the lease back with all that is in its folder. One that was lost is left to its new holder.
func (l *Lease) Release() error {
	l.end()
	entries, err := os.ReadDir(l.Folder())
	if gone(err) {
		os.Remove(l.place) // which the holder of a lost lease may have made again, by writing
		return nil
	}
	for _, entry := range entries {
		if entry.Name() != holderFile { // which goes last: until then it is known who is gone
			err = errors.Join(err, os.RemoveAll(filepath.Join(l.Folder(), entry.Name())))
		}
	}
	if err := errors.Join(err, os.RemoveAll(l.Folder())); err != nil {
		return err
	}
	os.Remove(l.place) // unless another process has it by now
	return nil
}

// end stops the signs of life.
func (l *Lease) end() {
	l.stopping.Do(func() { close(l.stop) })
	<-l.stopped
}

// live gives signs of life until the lease is released or lost.
func (l *Lease) live() {
	defer close(l.stopped)
	ticks := time.NewTicker(l.options.Every)
	defer ticks.Stop()
	for {
		select {
		case <-l.stop:
			return
		case <-ticks.C:
		}
		// What fails for another reason, such as a disk that is not there for a moment, is tried again.
		if gone(l.options.touch(filepath.Join(l.Folder(), holderFile), time.Now())) {
			close(l.lost)
			return
		}
	}
}

// gone reports whether an error says that there is no such file, on NFS also that there no longer is.
func gone(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, staleHandle)
}

// take makes a lease where there is none; nil where another process was faster.
func take(place string, o Options) (*Lease, error) {
	l := newLease(place, o)
	fresh := place + "-" + l.token
	defer os.RemoveAll(fresh)
	if err := os.MkdirAll(filepath.Join(fresh, l.token), 0o777); err != nil {
		return nil, err
	}
	if err := l.sign(filepath.Join(fresh, l.token)); err != nil {
		return nil, err
	}
	renaming := os.Rename(fresh, place)
	Refresh(place)
	if _, err := os.Lstat(filepath.Join(l.Folder(), holderFile)); err != nil {
		if renaming == nil && gone(err) { // taken for dead at once
			return nil, nil
		}
		return nil, refused(place, renaming, err)
	}
	go l.live()
	return l, nil
}

// refused is the error of a renaming that failed, nil if it says that another process has the place, or had it then.
func refused(place string, renaming, looking error) error {
	if info, err := os.Lstat(place); errors.Is(renaming, fs.ErrExist) || err == nil && info.IsDir() {
		return nil
	}
	return errors.Join(renaming, looking)
}

// takeOver makes a dead holder's lease one's own; nil where another process was faster.
func takeOver(place, dead string, o Options) (*Lease, error) {
	l := newLease(place, o)
	renaming := os.Rename(filepath.Join(place, dead), l.Folder())
	Refresh(place)
	if _, err := os.Lstat(l.Folder()); gone(err) {
		if renaming == nil || gone(renaming) {
			return nil, nil
		}
		return nil, renaming
	}
	if err := l.sign(l.Folder()); err != nil && !gone(err) {
		return nil, err
	}
	go l.live()
	return l, nil
}

func newLease(place string, o Options) *Lease {
	return &Lease{place: place, token: newToken(), options: o, lost: make(chan struct{}), stop: make(chan struct{}),
		stopped: make(chan struct{})}
}

// tokenBytes is the length of a token: 64 bits.
const tokenBytes = 8

var token = regexp.MustCompile(fmt.Sprintf(`^[0-9a-f]{%d}$`, 2*tokenBytes))

func newToken() string {
	bytes := make([]byte, tokenBytes)
	rand.Read(bytes) // never fails
	return hex.EncodeToString(bytes)
}

// sign writes into a folder who holds its lease. The file appears whole.
func (l *Lease) sign(folder string) error {
	host, _ := os.Hostname() // only for others
	text, err := json.Marshal(Holder{Token: l.token, Host: host, PID: os.Getpid(), Since: l.options.Now(),
		Machine: machine(), Started: startOf(os.Getpid())})
	if err != nil {
		return err
	}
	return disk.WriteBytes(filepath.Join(folder, holderFile), append(text, '\n'))
}

// Refresh makes a client of NFS ask its server for the names in a folder when they are next looked up.
func Refresh(folder string) {
	if file, err := os.Open(folder); err == nil {
		file.Close()
	}
}
