package mesh

import (
	"errors"
	"fmt"
	"math"

	"ebim/framework/points"
)

// Problem asks for the zero set of F in a box.
type Problem struct {
	Box         points.Box // lower and upper bound along each of 2 or 3 axes
	Resolution  int        // cells along the box's longest axis, 8 to 1024, rounded up to a multiple of a power of two
	Codimension int        // of the zero set: 1, or 2 for a curve in R^3
	Field       Field
	Project     Project // moves the vertices to F = 0 when the mesh is made; may be nil
}

// CheckResolution refuses a number of cells outside of 8 to 1024.
func CheckResolution(resolution int) error {
	if resolution < leastResolution || resolution > mostResolution {
		return fmt.Errorf("mesh: the resolution is %d; it can be %d to %d", resolution, leastResolution, mostResolution)
	}
	return nil
}

// limits of an extraction.
type limits struct {
	coarsest int // cells along the longest axis that are all evaluated
	corners  int // evaluated corners of one level
	window   int // cells whose parts of the finest level are held at once
}

// standard limits keep a level below a few hundred megabytes.
func standard() limits { return limits{coarsest: 32, corners: 1 << 24, window: 1 << 16} }

// UnmeshableError says why a function has no zero set that a mesh could show.
type UnmeshableError struct{ Reason string }

func (e *UnmeshableError) Error() string { return e.Reason }

func (p *Problem) check() error {
	dim := len(p.Box)
	if dim != 2 && dim != 3 {
		return fmt.Errorf("mesh: the box has %d axes; 2 or 3 can be meshed", dim)
	}
	for axis, bounds := range p.Box {
		if length := bounds[1] - bounds[0]; !(length > 0) || math.IsInf(length, 0) {
			return fmt.Errorf("mesh: axis %d of the box is %v; finite bounds in ascending order are needed", axis,
				bounds)
		}
	}
	if p.Codimension < 1 || p.Codimension >= dim {
		return fmt.Errorf("mesh: the codimension is %d; in R^%d it can be 1 to %d", p.Codimension, dim, dim-1)
	}
	if p.Field == nil {
		return errors.New("mesh: there is no field")
	}
	return CheckResolution(p.Resolution)
}

// coarse returns the coarsest grid's number of cells along each axis and how often it is halved to reach the
// resolution.
func (p *Problem) coarse(coarsest int) (cells [3]int, halvings int) {
	for p.Resolution > coarsest<<halvings {
		halvings++
	}
	longest := 0.0
	for _, bounds := range p.Box {
		longest = max(longest, bounds[1]-bounds[0])
	}
	along := math.Ceil(float64(p.Resolution) / float64(int(1)<<halvings))
	for axis, bounds := range p.Box {
		cells[axis] = max(1, int(math.Round(along*(bounds[1]-bounds[0])/longest)))
	}
	return cells, halvings
}

// Limits of a resolution.
const (
	leastResolution = 8
	mostResolution  = 1024
)
