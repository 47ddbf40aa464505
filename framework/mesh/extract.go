package mesh

import (
	"context"
	"errors"
	"fmt"
	"math"

	"ebim/framework/points"
)

// Extract meshes F = 0 in the box: by marching squares in R^2, by marching cubes in R^3 (Lorensen and Cline, "Marching
// cubes: a high resolution 3D surface construction algorithm", SIGGRAPH 1987) and, where F has two components, by
// marching triangles for F2 = 0 on the surface F1 = 0. The mesh is a manifold without boundary but where it leaves the
// box. Surfaces' normals point to where F > 0; curves in R^2 have F > 0 to their left.
//
// The grid is refined where F changes sign or the estimated distances say that F = 0 may be near, so that the field is
// evaluated at far fewer points than the grid has; features smaller than a cell of the coarsest grid may be missed
// where the estimates are far too large. Vertices on the box's boundary stay there: they are projected within it.
//
// The error is an *UnmeshableError where F has no zero in the box or F = 0 fills it.
func Extract(ctx context.Context, p Problem) (*Mesh, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	return extract(ctx, &p, standard())
}

func extract(ctx context.Context, p *Problem, most limits) (*Mesh, error) {
	grid, cells, err := refine(ctx, p, most)
	if err != nil {
		return nil, err
	}
	var mesh *Mesh
	if len(p.Box) == 2 {
		mesh = contour(grid, cells)
	} else {
		surface, second := isosurface(grid, cells)
		mesh = surface
		if p.Codimension == 2 {
			mesh = zeroCurve(surface, second)
		}
	}
	if mesh.Len() == 0 {
		return nil, grid.seen.empty()
	}
	if p.Project != nil {
		if err := settle(ctx, mesh, p, grid.diagonal()); err != nil {
			return nil, err
		}
	}
	return mesh, nil
}

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
