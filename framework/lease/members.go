package lease

import (
	"os"
	"path/filepath"
	"strings"
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
