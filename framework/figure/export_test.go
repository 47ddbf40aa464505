package figure

import (
	"testing/fstest"

	"ebim/framework/config"
	"ebim/framework/experiment"
)

// OpenText is Open for the text of a figure file, whose experiments have been loaded.
func OpenText(catalogue config.Catalogue, text []byte, experiments map[string][]*experiment.Experiment) (*Drawing, error) {
	files := fstest.MapFS{"figure.yaml": {Data: text}}
	loaded, err := config.Load[experiment.Sheet](catalogue, files, "figure.yaml", nil)
	if err != nil {
		return nil, err
	}
	return read(&fileReader{catalogue: catalogue, files: files, experiments: experiments}, loaded)
}
