package figure_test

import (
	"strings"
	"testing"

	"ebim/experiments"
	"ebim/framework/experiment"
	"ebim/framework/figure"
	"ebim/registry"
)

// Pictures of other models are drawn elsewhere, those of the same ones in the same place.
func TestAlbumFolders(t *testing.T) {
	folders := map[string]bool{}
	for sets, below := range map[string]bool{"": false, "title=T seeds=0-9": false,
		"metrics.wasserstein.samples=9": false, "samples=70": true, "samples=80": true,
		"samples=70 data.size=99": true} {
		loaded, err := experiment.Load(registry.Standard(), experiments.Files, "experiments/quickstart.yaml",
			strings.Fields(sets)...)
		if err != nil {
			t.Fatal(err)
		}
		folder := figure.AlbumFolder(loaded[0])
		if rest, ok := strings.CutPrefix(folder, "quickstart"); !ok || below != (len(rest) == 9 && rest[0] == '/') ||
			below && folders[folder] {
			t.Errorf("%q: %s", sets, folder)
		}
		folders[folder] = true
	}
}
