package lease

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Join makes the process one of those in a folder, until it releases that lease.
func Join(folder string, o Options) (*Lease, error) {
	return New(filepath.Join(folder, newToken()), o).Try()
}

// Members returns a watch over each process in a folder. Claiming the lease of one that is dead makes it leave.
func Members(folder string, o Options) ([]*Watch, error) {
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

// Vacate makes those of a folder who are dead leave it, and reports whether nobody is left. They are watched side by side: it may take
// as long as Options.Patience, however many they are.
func Vacate(folder string, o Options, poll time.Duration) (bool, error) {
	members, err := Members(folder, o)
	if err != nil {
		return false, err
	}
	err = sideBySide(members, poll, func(member *Watch) (settled bool, err error) {
		dead, err := member.Try()
		switch {
		case err != nil:
			return false, err
		case dead != nil:
			return true, dead.Release()
		case member.alive || member.Here():
			return false, errAlive
		}
		return false, nil
	})
	if errors.Is(err, errAlive) {
		return false, nil
	}
	return err == nil, err
}

// errAlive ends Vacate at the first who is alive.
var errAlive = errors.New("alive")
