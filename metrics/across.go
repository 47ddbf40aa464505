package metrics

import (
	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/profile"
)

// rounded is the distance, as a share of the data's scale, below which float32 numbers make the profile.
const rounded = 1e-5

// across doubts a manifold across which points, up to a distance, do not look like noise: they lie at both sides of it
// rather than on it, or fill a region around it evenly.
func (f *findings) across(data, feet *points.Set, within float64) {
	codimension := data.Dim - f.Trained.Support.Dimension()
	if codimension < 1 || f.Values["distance"] < rounded || f.Traits.Mixed { // it is that of each stratum
		return
	}
	var border *mesh.Border
	if f.Mesh != nil {
		border = mesh.BorderOf(f.Mesh)
	}
	p := profile.New(data, feet, within, border)
	if chance := p.Hollow(codimension); chance < profile.Unlikely {
		f.doubt("hollow", chance,
			"the training points lie at both sides of the manifold rather than on it, as those of two strands, "+
				"sheets or walls that came out as one do, or of few passes of a series whose errors last (chance "+
				"%.1g of noise that is densest in its middle, and of its own at each point): %s", chance, f.training())
	}
	a := p.Across(codimension)
	switch {
	case a.Even(f.Train.Scale()):
		f.doubt("region", a.Kurtosis,
			"across the manifold the training points are as dense at their sides as in the middle (kurtosis %.2g; "+
				"of normal noise 3), with a standard deviation of %.2g of their scale: they seem to fill a region "+
				"with edges, of a higher dimension, rather than to be a manifold with noise", a.Kurtosis,
			a.Deviation/f.Train.Scale())
	case a.Lopsided(f.Train.Scale()):
		f.doubt("lopsided", a.Deviation/a.Others,
			"the training points deviate by %.2g of their scale along one normal of the manifold, %.2g times as "+
				"far as along the others: whether that is noise of one direction, as of a column, or a manifold of a "+
				"higher dimension that thins out can't be told", a.Deviation/f.Train.Scale(), a.Deviation/a.Others)
	}
}
