package dataset

import (
	"errors"
	"fmt"
	"math"

	"ebim/framework/points"
)

// Check refuses data that no model can be trained on as they are: those that CheckPoints refuses, and a column that
// holds the same number throughout.
func Check(set *points.Set) error {
	if err := CheckPoints(set); err != nil {
		return err
	}
	for axis := range set.Dim {
		if low, high := set.Range(axis); low == high {
			return fmt.Errorf("column %d of the data (from 0) is %v in every row; leave a constant column out", axis,
				low)
		}
	}
	return nil
}

// CheckFor is Check for data that networks see as they are, and CheckPoints for those that are standardized; auto is
// resolved.
func CheckFor(set *points.Set, choice Standardization) error {
	if choice == StandardizeNone {
		return Check(set)
	}
	return CheckPoints(set)
}

// CheckPoints refuses data that no model can be trained on even if they are standardized: no points, NaN or an
// infinity (named by row and column, both from 0), and points that are all the same.
func CheckPoints(set *points.Set) error {
	switch {
	case set == nil || set.Len() == 0:
		return errors.New("the data set is empty; at least two different points are needed")
	case set.Len() == 1:
		return errors.New("the data set has one point only; at least two different ones are needed")
	}
	for i, value := range set.Data {
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return fmt.Errorf("row %d, column %d of the data (both from 0) is %v; finite numbers are needed",
				i/set.Dim, i%set.Dim, value)
		}
	}
	for axis := range set.Dim {
		if low, high := set.Range(axis); low < high {
			return nil
		}
	}
	return fmt.Errorf("all %d rows of the data are the same; at least two different points are needed", set.Len())
}

// Scaling says, in a sentence, what makes a checked data set hard to learn from by its size alone, and is empty for
// others: graphs compute in single precision, and networks and samplers' default steps are made for data of order 1.
func Scaling(set *points.Set) string {
	longest, farthest := 0.0, 0.0
	for axis := range set.Dim {
		low, high := set.Range(axis)
		longest, farthest = max(longest, high-low), max(farthest, math.Abs(low+(high-low)/2))
	}
	switch {
	case farthest > 1e3*longest:
		return fmt.Sprintf("the data lie %.2g times their range away from the origin, so that single precision hardly "+
			"tells them apart; subtract their mean first, or set data.standardize to scale", farthest/longest)
	case longest > 1e3, longest < 1e-2:
		return fmt.Sprintf("the data range over %.2g, while networks and default steps are made for data of order 1; "+
			"divide them first, or set data.standardize to scale", longest)
	}
	return ""
}

// Box is the smallest axis-parallel box around a non-empty set, each side padded at both ends by the given fraction of
// its length: one [low, high] an axis. Where the data are standardized the length counts at least as the scale, so
// that a side that is flat beside it keeps a margin that networks distinguish from 0.
func Box(set *points.Set, padding float64, scaling *points.Scaling) points.Box {
	return points.Around(set).Padded(func(axis int, length float64) float64 {
		if scaling == nil {
			return padding * length
		}
		return max(padding*length, padding*scaling.Scale[axis])
	})
}

// CheckBox refuses a box that isn't one (of another dimension, with low >= high or not finite) or doesn't contain every
// point; the error names the axis and the point, both from 0, and the values.
func CheckBox(set *points.Set, box points.Box) error {
	if len(box) != set.Dim {
		return fmt.Errorf("the box has %d axes, the data have %d columns", len(box), set.Dim)
	}
	for axis, side := range box {
		if !(side[0] < side[1]) || math.IsInf(side[0], 0) || math.IsInf(side[1], 0) {
			return fmt.Errorf("axis %d of the box is [%v, %v]; finite low < high are needed", axis, side[0], side[1])
		}
	}
	for i := range set.Len() {
		for axis, value := range set.At(i) {
			if !(box[axis][0] <= value && value <= box[axis][1]) {
				low, high := set.Range(axis)
				return fmt.Errorf("the box doesn't contain the data: on axis %d it is [%v, %v], point %d has %v "+
					"and the data range over [%v, %v]", axis, box[axis][0], box[axis][1], i, value, low, high)
			}
		}
	}
	return nil
}
