package plan

import (
	"ebim/framework/dataset"
	"ebim/framework/runs/stage"
)

// about describes how the seeds' data are related, and how many points they have. It is called after checkData.
func (p *Plan) about() *stage.Data {
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
	case p.Found != nil:
		data.Training, data.Validation, data.HeldOut = p.Found.Training, p.Found.Validation, p.Found.HeldOut
	case synthetic:
		size, _ := p.Data.Points()
		data.Training, data.Validation, data.HeldOut = p.Data.Divided(size)
	default:
		return nil
	}
	return data
}
