package files

import (
	"path/filepath"
	"strings"

	"ebim/framework/points"
)

func openText(in *input, o Options) (*points.Table, error) {
	if o.Delimiter == 0 && strings.EqualFold(filepath.Ext(in.name), ".tsv") {
		o.Delimiter = '\t'
	}
	return points.OpenCSV(in, o.TableOptions)
}
