package trust

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
)

// entry says that a plugin was found right.
type entry struct {
	SHA256  string `json:"sha256"`
	Suite   int    `json:"suite"` // its version
	Machine string `json:"machine"`
	Flags   string `json:"xla_flags"` // the user's
	Added   string `json:"added"`     // to them, without which it is wrong
}

// mostEntries bounds the file; the oldest go first.
const mostEntries = 100

// File is the place of verdicts in a user's cache folder, empty where there is none.
func File(cache func() (string, error)) string {
	folder, err := cache()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "ebim", "plugins.json")
}

// read is what a file holds; nothing where it can't be read: the plugin is tried again.
func read(file string) []entry {
	const most = 1 << 20 // bytes
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > most {
		return nil
	}
	encoded, err := os.ReadFile(file)
	var entries []entry
	if err != nil || json.Unmarshal(encoded, &entries) != nil {
		return nil
	}
	return entries
}

// same tells whether two entries are of the same plugin under the same circumstances.
func same(a, b entry) bool {
	a.Added, b.Added = "", ""
	return a == b
}

// find is what was added to the flags when the same plugin was found right.
func find(file string, wanted entry) (added string, known bool) {
	entries := read(file)
	i := slices.IndexFunc(entries, func(e entry) bool { return same(e, wanted) })
	if i < 0 {
		return "", false
	}
	return entries[i].Added, true
}

// keep adds an entry, as one file takes the other's place: whoever reads sees a whole one. Where it can't be written, the plugin is
// tried the next time again.
func keep(file string, found entry) {
	if file == "" {
		return
	}
	entries := slices.DeleteFunc(read(file), func(e entry) bool { return same(e, found) })
	entries = append(entries, found)
	entries = entries[max(0, len(entries)-mostEntries):]
	encoded, err := json.MarshalIndent(entries, "", "  ")
	if err != nil || os.MkdirAll(filepath.Dir(file), 0o755) != nil {
		return
	}
	temporary, err := os.CreateTemp(filepath.Dir(file), ".plugins-")
	if err != nil {
		return
	}
	defer os.Remove(temporary.Name())
	_, written := temporary.Write(append(encoded, '\n'))
	if closed := temporary.Close(); written == nil && closed == nil {
		_ = os.Rename(temporary.Name(), file)
	}
}
