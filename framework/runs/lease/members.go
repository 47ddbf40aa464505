package lease

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Join makes the process one of those in a folder, until it releases that lease.
func Join(folder string, o Options) (*Lease, error) {
	return New(filepath.Join(folder, newToken()), o).Try()
}

// members returns a watch over each process in a folder.
func members(folder string, o Options) ([]*Watch, error) {
	entries, err := os.ReadDir(folder)
	if gone(err) {
		return nil, nil
	}
	var all []*Watch
	for _, entry := range entries {
		if name, ok := strings.CutSuffix(entry.Name(), Mark); ok && token.MatchString(name) {
			all = append(all, New(filepath.Join(folder, name), o))
		}
	}
	return all, err
}

// Vacate makes those of a folder who are dead leave it, and reports whether nobody is left. It may take as long as
// Options.Patience.
func Vacate(folder string, o Options, poll time.Duration) (bool, error) {
	left, err := members(folder, o)
	for err == nil && len(left) > 0 {
		var silent []*Watch
		for _, member := range left {
			dead, err := member.Try()
			switch {
			case err != nil:
				return false, err
			case dead != nil:
				if err := dead.Release(); err != nil {
					return false, err
				}
			case member.alive || member.here():
				return false, nil
			default:
				silent = append(silent, member)
			}
		}
		if left = silent; len(left) > 0 {
			time.Sleep(poll)
		}
	}
	return err == nil, err
}

// silence is how old the last sign of life of a holder on another machine may be, by clocks that agree about as well.
const silence = 30 * time.Second

// Present returns the holders in a folder who are alive, as far as one look can tell.
func Present(folder string, now time.Time) ([]Holder, error) {
	all, err := members(folder, Options{})
	var alive []Holder
	for _, member := range all {
		if _, err := member.look(); err != nil || member.known == nil {
			continue
		}
		if member.here() && !member.known.ended() || !member.here() && now.Sub(member.seen.time) < silence {
			alive = append(alive, *member.known)
		}
	}
	return alive, err
}
