package stage

import (
	"crypto/sha256"
	"fmt"
	"path"
	"slices"
	"strings"
)

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
