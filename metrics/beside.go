package metrics

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
	"ebim/framework/neighbors"
	"ebim/framework/points"
	"ebim/framework/statistics"
)

// beside doubts a curve that leads past training points on one side: those of some place lie off it in one direction on
// the whole, by more than noise explains, as between two bends that were a crossing. Ends are left out, beyond which
// points lie in one direction.
func (f *findings) beside() bool {
	if f.Mesh == nil || f.Mesh.Dimension != 1 {
		return false
	}
	limit := max(besideOf(f.Train.Dim-1)*f.inside/statistics.MedianChi(f.Train.Dim-1), farInScales*f.insideScale)
	mean := farthestMean(f.Mesh, f.Train.Evenly(mostBeside), 2*limit)
	if !(mean > limit) {
		return false
	}
	f.doubt("beside", mean/f.insideScale,
		"training points of one place lie %.2g of their scale beside the manifold, all on one side, where noise "+
			"would lie on all: whether it crosses itself there, or bends otherwise, can't be told", mean/f.insideScale)
	return true
}

const (
	mostBeside = 4000 // points that are looked at
	meanOf     = 12   // of them, for a mean
)

// besideOf is how far a mean of offsets in some normals lies off, in standard deviations: 4 of its own where the noise
// is three times as large as usual, after that noise's own mean.
func besideOf(codimension int) float64 {
	const larger, deviations = 3, 4
	k := float64(max(codimension, 1))
	return larger / math.Sqrt(meanOf) * (math.Sqrt(k) + deviations/math.Sqrt2)
}

// farthestMean is the largest length of a mean of offsets of neighboring data from their feet on a curve, of those
// within a distance: a background lies anywhere.
func farthestMean(m *mesh.Mesh, data *points.Set, within float64) (farthest float64) {
	const same = 1.01 // of two distances
	locator, border := mesh.NewLocator(m), mesh.BorderOf(m)
	feet, offsets := points.New(0, data.Dim), points.New(0, data.Dim)
	for i := range data.Len() {
		x := data.At(i)
		_, foot, distance := locator.Nearest(x)
		if foot == nil || distance > within || border.Distance(x) <= same*distance {
			continue
		}
		feet.Data = append(feet.Data, foot...)
		offset := make([]float64, data.Dim)
		offsets.Data = append(offsets.Data, floats.SubTo(offset, x, foot)...)
	}
	if feet.Len() < meanOf {
		return 0
	}
	tree := neighbors.New(feet)
	for i := range feet.Len() {
		near, _ := tree.Nearest(feet.At(i), meanOf)
		farthest = max(farthest, floats.Norm(offsets.Select(near).Mean(), 2))
	}
	return farthest
}
