package experiment

import (
	"ebim/framework/dataset"
	"ebim/framework/runs/stage"
)

// about tells how the seeds' data belong together, and how many points they have. It is called after checkData.
func (p *plan) about() *stage.Data {
	_, synthetic := p.Data.Source.(dataset.Distribution)
	_, file := p.Data.Source.(dataset.FileSource)
	kept := p.Data.Holdout > 0 || p.Data.ValidationShare() > 0
	data := &stage.Data{}
	switch {
	case synthetic:
		data.Draws = stage.NewData
	case file && kept:
		data.Draws = stage.Splits
	case file && p.Data.Size == nil:
		data.Draws = stage.SameData
	}
	switch {
	case p.found != nil:
		data.Training, data.Validation, data.HeldOut = p.found.Training, p.found.Validation, p.found.HeldOut
	case synthetic:
		size, _ := p.Data.size()
		data.Training, data.Validation, data.HeldOut = p.Data.divided(size)
	default:
		return nil
	}
	return data
}
