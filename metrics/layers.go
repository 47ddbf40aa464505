package metrics

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/support"
)

const (
	mostLayers    = 20  // different values of a column that may be a label
	pointsOfLayer = 20  // points for each of them, at least
	layerWidth    = 0.5 // of a layer, as a share of the way to the next
)

// layers doubts pieces each of which lies in a layer of one column that has few different values, far apart: if that
// column numbers batches or classes, one manifold comes out once for each. Without a mesh nothing tells pieces, and the
// points' layers are doubted.
func layers(_ context.Context, f *findings) error {
	if f.given || f.Train.Dim > support.MostSearched {
		return nil
	}
	what, parts := "each of the points", func(int, float64) bool { return true }
	if f.Mesh != nil && f.Mesh.Len() > 0 {
		piece, count := f.Mesh.Pieces()
		what = "each piece of the manifold"
		parts = func(j int, width float64) bool { return count > 1 && inLayers(f.Mesh, piece, count, j, width) }
	}
	for j := range f.Train.Dim {
		values := fewValues(f.Train, j)
		if len(values) > 1 && parts(j, layerWidth*leastGap(values)) {
			f.doubt("layers", float64(len(values)),
				"%s lies in a layer, as the column %s has only %d different values: if these number batches or "+
					"classes, leave it out (ebim new --drop), as the pieces may be one manifold", what, f.columnName(j),
				len(values))
		}
	}
	return nil
}

// columnName is the name of coordinate j, its number from 0 where there is none.
func (f *findings) columnName(j int) string {
	if len(f.Columns) > j && f.Columns[j] != "" {
		return f.Columns[j]
	}
	return fmt.Sprintf("%d (from 0)", j)
}

// fewValues are the different values of coordinate j in ascending order; none where there are too many to be labels.
func fewValues(x *points.Set, j int) (values []float64) {
	for i := range x.Len() {
		v := x.At(i)[j]
		at, found := slices.BinarySearch(values, v)
		if !found {
			if values = slices.Insert(values, at, v); len(values) > mostLayers {
				return nil
			}
		}
	}
	if x.Len() < pointsOfLayer*len(values) {
		return nil
	}
	return values
}

// leastGap is the smallest difference of sorted values, but for those below half of the largest: numbers of several
// things of a kind lie together, as serial numbers do.
func leastGap(values []float64) float64 {
	var gaps []float64
	for k := 1; k < len(values); k++ {
		gaps = append(gaps, values[k]-values[k-1])
	}
	half := slices.Max(gaps) / 2
	return slices.Min(slices.DeleteFunc(gaps, func(gap float64) bool { return gap < half }))
}

// inLayers reports whether each of a mesh's pieces extends along coordinate j by a width at most.
func inLayers(m *mesh.Mesh, piece []int, count, j int, width float64) bool {
	low, high := make([]float64, count), make([]float64, count)
	for k := range low {
		low[k], high[k] = math.Inf(1), math.Inf(-1)
	}
	for i, k := range piece {
		for _, vertex := range m.Element(i) {
			v := m.Vertices.At(int(vertex))[j]
			low[k], high[k] = min(low[k], v), max(high[k], v)
		}
	}
	floats.Sub(high, low)
	return floats.Max(high) <= width
}
