package plan

import (
	"context"
	"fmt"

	"ebim/framework/dataset"
	"ebim/framework/experiment/prepare"
	"ebim/framework/runs/stage"
)

// The name and code version of the data stage.
const (
	DataStageName = "data"
	dataVersion   = 1
)

// DataStage prepares the data of a seed.
func (p *Plan) DataStage(seed int) (*stage.Stage, error) {
	settings, err := prepare.Identity(&p.Data, p.Catalog())
	if err != nil {
		return nil, err
	}
	contents, err := prepare.FileContents(p.Data.Source, p.Env)
	if err != nil {
		return nil, err
	}
	// the first is left out, as in keys from before there were others
	if version := dataset.CodeVersion(p.Data.Source); version != 1 {
		contents = fmt.Appendf(contents, "# source version %d\n", version)
	}
	return &stage.Stage{
		Name: DataStageName, Version: dataVersion, Settings: append(settings, contents...), Seed: uint64(seed),
		Run: func(_ context.Context, w *stage.Work) error {
			data, err := prepare.Load(&p.Data, p.Env, seed)
			if err != nil {
				return err
			}
			if len(data.Notes) > 0 {
				if err := stage.WriteNotes(w.Dir, data.Notes...); err != nil {
					return err
				}
			}
			return data.Write(w.Dir)
		},
	}, nil
}
