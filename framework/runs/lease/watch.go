package lease

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ebim/framework/regular"
)

// Watch is a process's view of a lease that it wants, from one look to the next.
type Watch struct {
	place   string
	options Options
	seen    sighting
	known   *Holder       // nil where the holder does not say
	at      time.Duration // of the last look
	quiet   time.Duration // how long the holder has given no sign of life while it was watched
	alive   bool          // it has given one while it was watched
}

// sighting is what a look at a lease shows. Two that are equal show no sign of life between them.
type sighting struct {
	token  string // empty for a lease that nobody holds
	time   time.Time
	text   string
	signed bool // there is a holder's file
}

// New returns a watch over the lease of a place, a path, which is the lease's folder without its Mark.
func New(place string, o Options) *Watch {
	return &Watch{place: place + Mark, options: o.filled()}
}

// Try takes the lease if nobody has it, or if its holder is dead; nil where another process has it.
func (w *Watch) Try() (*Lease, error) {
	dead, err := w.look()
	if err != nil {
		return nil, err
	}
	var l *Lease
	switch {
	case w.seen.token == "":
		l, err = take(w.place, w.options)
	case dead:
		l, err = takeOver(w.place, w.seen.token, w.options)
	}
	return l, err
}

// Free reports whether nobody holds the lease. That of a dead holder is taken away, with all that is in it.
func (w *Watch) Free() (bool, error) {
	dead, err := w.look()
	if err != nil || w.seen.token == "" {
		return err == nil, err
	}
	if !dead {
		return false, nil
	}
	l, err := takeOver(w.place, w.seen.token, w.options)
	if l == nil {
		return false, err
	}
	return true, l.Release()
}

// here reports whether the holder is a process that would be seen to be gone.
func (w *Watch) here() bool {
	return w.known != nil && w.known.Machine != "" && w.known.Machine == machine() && w.known.Started != ""
}

// Claim is Try until the lease is taken, or its holder is known to be alive: nil then. It may take as long as
// Options.Patience.
func (w *Watch) Claim(poll time.Duration) (*Lease, error) {
	for {
		l, err := w.Try()
		if l != nil || err != nil || w.alive || w.here() {
			return l, err
		}
		time.Sleep(poll)
	}
}

// String returns who had the lease at the last look: "another process (pid 123 on node7, since 2026-01-02 03:04:05)".
func (w *Watch) String() string {
	h := w.known
	if h == nil {
		return "another process"
	}
	where := ""
	if host, _ := os.Hostname(); h.Host != host && safe(h.Host) {
		where = " on " + h.Host
	}
	return fmt.Sprintf("another process (pid %d%s, since %s)", h.PID, where, h.Since.Format("2006-01-02 15:04:05"))
}

// safe reports whether a text from a file may be shown as part of a line.
func safe(text string) bool {
	return len(text) < 256 && !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f })
}

// longestStep bounds what counts of the time between two looks: a process that slept itself has seen nothing meanwhile.
const longestStep = 5 * time.Second

// look looks at the lease, and reports whether its holder is dead.
func (w *Watch) look() (dead bool, err error) {
	now := w.options.clock()
	found, holder, err := w.read()
	if err != nil {
		return false, err
	}
	if found != w.seen {
		w.alive = w.seen.token != "" && w.seen.token == found.token
		w.seen, w.quiet = found, 0
	} else {
		w.quiet += min(now-w.at, longestStep)
	}
	w.at, w.known = now, holder
	if found.token == "" {
		return false, nil
	}
	patience := w.options.Patience
	if !found.signed { // a holder's file is there as long as the holder
		patience = min(patience, unsigned)
	}
	return holder != nil && holder.ended() || w.quiet >= patience, nil
}

// unsigned is how long a folder without a holder's file is left alone, in case a file server has not shown it yet. A
// holder that was killed while it gave its lease back leaves such a folder, and one that was taken for dead when it
// goes on writing.
const unsigned = time.Second

// ended reports whether the holder is a process that would be seen here, and is not.
func (h *Holder) ended() bool {
	return h.Machine != "" && h.Started != "" && h.Machine == machine() && startOf(h.PID) != h.Started
}

// read returns what there is to see, and the holder as far as it says who it is.
func (w *Watch) read() (sighting, *Holder, error) {
	Refresh(filepath.Dir(w.place))
	info, err := os.Lstat(w.place)
	if gone(err) {
		return sighting{}, nil, nil
	}
	if err != nil {
		return sighting{}, nil, err
	}
	if !info.IsDir() {
		return sighting{}, nil, w.foreign("is not a folder")
	}
	entries, err := os.ReadDir(w.place)
	if gone(err) {
		return sighting{}, nil, nil
	}
	if err != nil {
		return sighting{}, nil, err
	}
	if len(entries) == 0 { // of a holder that was killed while it gave the lease back
		os.Remove(w.place) // unless somebody has it by now; os.Rename would not replace it
		return sighting{}, nil, nil
	}
	for _, entry := range entries {
		if !entry.IsDir() || !token.MatchString(entry.Name()) {
			return sighting{}, nil, w.foreign(fmt.Sprintf("holds %q", entry.Name()))
		}
	}
	var found sighting
	for _, entry := range entries {
		if found = sight(w.place, entry.Name()); found.signed {
			break
		}
	}
	holder := new(Holder)
	if json.Unmarshal([]byte(found.text), holder) != nil || holder.Token != found.token { // of one before
		holder = nil
	}
	return found, holder, nil
}

// foreign is the error about what stands in a lease's place.
func (w *Watch) foreign(found string) error {
	return fmt.Errorf("%s %s, so it is not a lease that this program has made; move it away and run again", w.place,
		found)
}

// sight looks at one holder's folder.
func sight(place, name string) sighting {
	found := sighting{token: name, signed: true}
	file, err := regular.Open(filepath.Join(place, name, holderFile))
	if err != nil {
		found.signed = !gone(err)
		return found
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return found
	}
	const most = 1 << 16
	text, _ := io.ReadAll(io.LimitReader(file, most)) // what can't be read is no sign of life
	found.text, found.time = string(text), info.ModTime()
	return found
}
