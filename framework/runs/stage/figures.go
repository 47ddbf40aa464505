package stage

import (
	"crypto/sha256"
	"fmt"
	"path"
	"slices"
	"strings"
)

// FiguresFolder is where pictures of whole experiments are kept below the root, each experiment's in a folder of its own.
const FiguresFolder = "figures"

// FiguresIndex is the file that lists the pictures of an experiment's folder of figures, as a JSON array of Picture.
const FiguresIndex = "figures.json"

// Picture is an entry of the index.
type Picture struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Seed  *int   `json:"seed,omitempty"`
	File  string `json:"file"`          // PNG, beside the index; beside it the same as SVG
	Key   string `json:"key,omitempty"` // of all that the picture depends on; none for one that shall be drawn again
}

// Album returns the slash-separated folder of an experiment's figures below that of all figures: where overrides of its settings, path=value,
// change models or data, it is one below that of the file as it is.
func Album(experiment string, overrides []string) string {
	changed := slices.DeleteFunc(slices.Clone(overrides), func(override string) bool { return strings.HasPrefix(override, "metrics") })
	if len(changed) == 0 {
		return experiment
	}
	return path.Join(experiment, fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(changed, "\n"))))[:8])
}
