package metrics

import (
	"context"
	"fmt"
	"math"
	"slices"
)

const (
	mostLayers    = 20 // different values of a column that may be a label
	pointsOfLayer = 20 // points for each of them, at least
	layerWidth    = 0.5
)

// layers doubts pieces each of which lies in a layer of one column that has few different values, far apart: if that
// column numbers batches or classes, one manifold comes out once for each.
func layers(_ context.Context, f *findings) error {
	if f.Mesh == nil || f.Mesh.Len() == 0 || f.given {
		return nil
	}
	if _, count := f.Mesh.Pieces(); count < 2 {
		return nil
	}
	for j := range f.Train.Dim {
		if values := f.valuesOf(j); f.inLayers(j, values) {
			f.doubt("each piece of the manifold lies in a layer, as the column %s has only %d different values: if "+
				"these number batches or classes, leave it out (ebim new --drop), as the pieces may be one manifold",
				f.columnName(j), len(values))
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

// valuesOf are the different values of coordinate j in ascending order; none where there are too many to be labels.
func (f *findings) valuesOf(j int) (values []float64) {
	for i := range f.Train.Len() {
		v := f.Train.At(i)[j]
		at, found := slices.BinarySearch(values, v)
		if !found {
			if values = slices.Insert(values, at, v); len(values) > mostLayers {
				return nil
			}
		}
	}
	if f.Train.Len() < pointsOfLayer*len(values) {
		return nil
	}
	return values
}

// inLayers reports whether each piece of the mesh extends along coordinate j by less than half of the way between two
// values.
func (f *findings) inLayers(j int, values []float64) bool {
	gap := math.Inf(1)
	for k := 1; k < len(values); k++ {
		gap = min(gap, values[k]-values[k-1])
	}
	if len(values) < 2 {
		return false
	}
	piece, count := f.Mesh.Pieces()
	low, high := make([]float64, count), make([]float64, count)
	for k := range low {
		low[k], high[k] = math.Inf(1), math.Inf(-1)
	}
	for i, k := range piece {
		for _, vertex := range f.Mesh.Element(i) {
			v := f.Mesh.Vertices.At(int(vertex))[j]
			low[k], high[k] = min(low[k], v), max(high[k], v)
		}
	}
	for k := range low {
		if high[k]-low[k] > layerWidth*gap {
			return false
		}
	}
	return true
}
