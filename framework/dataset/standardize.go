package dataset

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/config"
	"ebim/framework/points"
)

// Standardization says which points networks see.
type Standardization string

// Choices of Standardization.
const (
	StandardizeAuto    Standardization = "auto"
	StandardizeScale   Standardization = "scale"
	StandardizeColumns Standardization = "columns"
	StandardizeNone    Standardization = "none"
)

// Choices implements config.Enum.
func (Standardization) Choices() []config.Choice {
	return []config.Choice{
		{Name: string(StandardizeAuto),
			Doc: "scale for images and own data (csv, npy, table), or for these columns where the columns' standard " +
				"deviations differ by a factor above 10 and the narrow ones are no linear combinations of the " +
				"others; scale for local_plane, torus_subset, rotation_subset and earth_subset; columns for " +
				"with_logarithms and with_angles, with one scale for a circle or a rotation, and for tables with " +
				"blocks; none for data sets whose geometry is known"},
		{Name: string(StandardizeScale),
			Doc: "networks see (x - mean) / s, with one s for which their mean square is 1: shapes and angles are " +
				"kept"},
		{Name: string(StandardizeColumns),
			Doc: "networks see (x - mean) / s with each column's own standard deviation s: for columns of different " +
				"units"},
		{Name: string(StandardizeNone), Doc: "networks see the points as they are"},
	}
}

// MostUnequal is the largest ratio of columns' standard deviations at which StandardizeAuto takes one scale for all,
// whatever else.
// One scale keeps the shape; but a column this much narrower than others is about as wide as the finest noise that
// manifolds are learned with, and probably in another unit.
const MostUnequal = 10

// Resolved is the choice that auto stands for, for some data: auto itself where it depends on the points.
func (s Standardization) Resolved(source Source) Standardization {
	_, file := source.(FileSource)
	if _, pictures := source.(ImageSource); s == StandardizeAuto && pictures {
		return StandardizeScale // pixels at the border hardly vary
	}
	if _, known := source.(Manifold); s == StandardizeAuto && (known || !file) {
		return StandardizeNone
	}
	if blocks := BlocksOf(source); s == StandardizeAuto && len(blocks) > 1 {
		return StandardizeColumns // circles, rotations and logarithms have no unit in common with the others
	}
	if _, charted := source.(Charted); s == StandardizeAuto && charted {
		return StandardizeScale // coordinates are in one unit
	}
	return s
}

// Standardize is the scaling by which networks see data, fitted to (training) points, nil for none; and what is to be
// known of it. Coordinates of a block have one scale; nil blocks are of one each.
func Standardize(set *points.Set, choice Standardization, blocks []int) (scaling *points.Scaling, note string) {
	if choice == StandardizeNone {
		return nil, ""
	}
	mean, deviation := moments(set)
	for _, j := range flat(set) {
		deviation[j] = 0
	}
	narrowest, widest := math.Inf(1), 0.0
	for _, v := range deviation {
		if v > 0 {
			narrowest = min(narrowest, v)
		}
		widest = max(widest, v)
	}
	if choice == StandardizeAuto {
		choice, note = automatic(set, mean, deviation, widest, narrowest)
	}
	if choice == StandardizeColumns {
		unite(deviation, blocks)
	}
	scaling = &points.Scaling{Shift: mean, Scale: deviation}
	one := rootMeanSquare(deviation)
	if one == 0 { // the training points are all the same: checked data are not, but what a split leaves of them may be
		one = 1
	}
	for j, v := range deviation {
		if choice == StandardizeScale || v == 0 {
			scaling.Scale[j] = one
		}
	}
	return scaling, note
}

// unite gives the coordinates of each block their root mean square.
func unite(deviation []float64, blocks []int) {
	for _, size := range blocks {
		one := rootMeanSquare(deviation[:size])
		for j := range size {
			deviation[j] = one
		}
		deviation = deviation[size:]
	}
}

// automatic is what auto stands for, and why.
func automatic(set *points.Set, mean, deviation []float64, widest, narrowest float64) (Standardization, string) {
	if widest <= MostUnequal*narrowest {
		return StandardizeScale, ""
	}
	ratio := fmt.Sprintf("standard deviations differ by a factor of %.3g (above %v)", widest/narrowest, MostUnequal)
	if turned(set, mean, deviation, widest/MostUnequal) {
		return StandardizeScale, "the columns keep one scale, though their " + ratio + ": the narrow ones are linear " +
			"combinations of the wide ones, as in turned data; data.standardize: columns standardizes each"
	}
	return StandardizeColumns, "each column is standardized separately, as their " + ratio + ": nearest points are " +
		"those in standardized units; data.standardize: scale keeps one scale for all"
}

// leastShared is the share of a narrow column's variance that the wide ones give, from which on it has nothing of its
// own.
const leastShared = 0.9

// turned reports whether all columns narrower than a bound are linear combinations of the others, of up to some
// thousand points, as columns of points are that lie in a plane and are turned.
func turned(set *points.Set, mean, deviation []float64, bound float64) bool {
	const most, negligible = 5000, 1e-6
	rows, wide := min(set.Len(), most), []int(nil)
	for j, v := range deviation {
		if v >= bound {
			wide = append(wide, j)
		}
	}
	if rows < 3*len(wide) {
		return false
	}
	given := mat.NewDense(rows, len(wide), nil)
	for i := range rows {
		for k, j := range wide {
			given.Set(i, k, (set.At(i)[j]-mean[j])/deviation[j])
		}
	}
	var svd mat.SVD
	if !svd.Factorize(given, mat.SVDThin) {
		return false
	}
	for j, v := range deviation {
		if v == 0 || v >= bound {
			continue
		}
		column := mat.NewVecDense(rows, nil)
		for i := range rows {
			column.SetVec(i, (set.At(i)[j]-mean[j])/v)
		}
		var factors, left mat.VecDense
		svd.SolveVecTo(&factors, column, svd.Rank(negligible))
		left.MulVec(given, &factors)
		left.SubVec(column, &left)
		if shared := 1 - mat.Dot(&left, &left)/mat.Dot(column, column); !(shared >= leastShared) {
			return false
		}
	}
	return true
}

// flat are the columns whose variation is rounding, which is not to be blown up; none where that holds of all.
func flat(set *points.Set) []int {
	var found []int
	for j := range set.Dim {
		if low, high := set.Range(j); high-low < digits*max(math.Abs(low), math.Abs(high)) {
			found = append(found, j)
		}
	}
	if len(found) == set.Dim {
		return nil
	}
	return found
}

// moments are the columns' means and standard deviations. Deviations are from a value of the column, so that an offset
// costs no digits, and relative to the largest, so that no square overflows.
func moments(set *points.Set) (mean, deviation []float64) {
	n := float64(set.Len())
	for j := range set.Dim {
		low, high := set.Range(j)
		origin, reach := low+(high-low)/2, high/2-low/2
		if reach == 0 {
			mean, deviation = append(mean, origin), append(deviation, 0)
			continue
		}
		first := 0.0
		for i := range set.Len() {
			first += (set.At(i)[j] - origin) / reach / n
		}
		second := 0.0
		for i := range set.Len() {
			off := (set.At(i)[j]-origin)/reach - first
			second += off * off / n
		}
		mean, deviation = append(mean, origin+reach*first), append(deviation, reach*math.Sqrt(second))
	}
	return mean, deviation
}

func rootMeanSquare(values []float64) float64 {
	largest, sum := 0.0, 0.0
	for _, v := range values {
		largest = max(largest, v)
	}
	if largest == 0 {
		return 0
	}
	for _, v := range values {
		sum += (v / largest) * (v / largest)
	}
	return largest * math.Sqrt(sum/float64(len(values)))
}
