package figure

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/experiment"
	"ebim/framework/neighbors"
	"ebim/framework/points"
)

// shadow is the space along the three widest principal components of a subject's training points; nil for data in R^3.
// A closed surface in R^4 may cross itself there.
func shadow(s *experiment.Subject) (*points.Subspace, error) {
	if s.Train.Dim == 3 {
		return nil, nil
	}
	c, err := neighbors.LargestComponents(s.Train, points.EvenlySpaced(s.Train.Len(), mostDrawn), 3)
	if err != nil {
		return nil, fmt.Errorf("the three widest directions of the data can't be found: %w", err)
	}
	along := &points.Subspace{Center: make([]float64, s.Train.Dim)}
	_, found := c.Axes.Dims()
	for k := range 3 {
		axis := make([]float64, s.Train.Dim)
		if k < found {
			mat.Col(axis, k, c.Axes)
		}
		along.Axes = append(along.Axes, axis)
	}
	return along, nil
}

// around is the box of points in space, with room beside them.
func around(x *points.Set) points.Box {
	const room = 0.05 // of each axis
	return points.Around(x).Padded(func(_ int, length float64) float64 { return max(room*length, 1e-9) })
}
