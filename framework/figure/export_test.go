package figure

import (
	"testing/fstest"

	"ebim/framework/config"
	"ebim/framework/experiment"
)

// OpenText is Open for the text of a figure file, whose experiments have been loaded.
func OpenText(catalog config.Catalog, text []byte, experiments map[string][]*experiment.Experiment) (*Drawing, error) {
	const name = "figure.yaml"
	return open(&fileReader{catalog: catalog, files: fstest.MapFS{name: {Data: text}}, experiments: experiments}, name)
}

// CheckData is what Make checks of data that are read by the test.
func CheckData(d *Drawing, ambient func(*experiment.Experiment) (int, error)) error {
	return d.checkData(ambient)
}
