package stage

import (
	"crypto/sha256"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
)

// ownFolders can't be experiments.
var ownFolders = []string{stagesFolder, "locks", "submissions", FiguresFolder}

// Folders below a root.
const (
	stagesFolder  = "stages"
	FiguresFolder = "figures" // of whole experiments, each in a folder of its own
)

const maxNameLength = 200

// CheckName refuses a name, such as an experiment's or a model's, that some system does not accept for a folder.
func CheckName(name string) error {
	bad := strings.IndexFunc(name, func(c rune) bool {
		return unicode.IsControl(c) || strings.ContainsRune(`/\:*?"<>|`,
			c)
	})
	switch {
	case name == "", len(name) > maxNameLength:
		return fmt.Errorf("the name %q must have 1 to %d bytes", name, maxNameLength)
	case strings.HasPrefix(name, "."), strings.HasSuffix(name, "."), strings.TrimSpace(name) != name:
		return fmt.Errorf("the name %q must not start or end with a dot or a space, as it names a folder", name)
	case bad >= 0:
		return fmt.Errorf("the name %q must not hold %q, as it names a folder", name, name[bad:bad+1])
	case isDevice(name):
		return fmt.Errorf("the name %q is a device's on some systems, so no folder can have it", name)
	}
	return nil
}

// isDevice reports whether Windows reserves a name for a device, whatever follows a dot.
func isDevice(name string) bool {
	base, _, _ := strings.Cut(strings.ToLower(name), ".")
	if port := strings.TrimPrefix(strings.TrimPrefix(base, "com"), "lpt"); len(base) == 4 && len(port) == 1 {
		return '0' <= port[0] && port[0] <= '9'
	}
	return slices.Contains([]string{"con", "prn", "aux", "nul"}, base)
}

// CheckExperiment refuses what CheckName refuses, and the names of the engine's own folders.
func CheckExperiment(name string) error {
	own := func(folder string) bool { return strings.EqualFold(folder, name) } // some file systems ignore case
	if slices.ContainsFunc(ownFolders, own) {
		return fmt.Errorf("the name %q is one of the engine's own folders: give the experiment another", name)
	}
	return CheckName(name)
}

// FiguresIndex is the file that lists the figures of an experiment's folder, as a JSON array of Picture.
const FiguresIndex = "figures.json"

// Picture is an entry of the index.
type Picture struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Seed  *int   `json:"seed,omitempty"`
	File  string `json:"file"`          // PNG, beside the index; beside it the same as SVG
	Key   string `json:"key,omitempty"` // of all that the figure depends on; none for one to draw again
}

// Album returns the slash-separated folder of an experiment's figures below that of all figures. Overrides of settings,
// path=value, that change models or data have a folder below that of the file as it is.
func Album(experiment string, overrides []string) string {
	changed := slices.DeleteFunc(slices.Clone(overrides),
		func(override string) bool { return strings.HasPrefix(override, "metrics") })
	if len(changed) == 0 {
		return experiment
	}
	return path.Join(experiment, fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(changed, "\n"))))[:8])
}
